"""How messages change the rows of lists of games."""

import msgspec

from .parts import GameSummary, GameTurn


def with_turn(row: GameSummary, turn: GameTurn) -> GameSummary:
    """The row after moves."""
    changed = {name: getattr(turn, name) for name in turn.__struct_fields__ if name != "game"}
    return msgspec.structs.replace(row, **changed)
