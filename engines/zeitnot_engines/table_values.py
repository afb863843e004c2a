"""The exact values of moves in endings that a tablebase has."""

from pathlib import Path

from zeitnot_client.seat_value import SeatValue

from ._core import Game, History, games_with_tablebase
from .engine import Engine
from .exact_values import MoveValue
from .tablebase import open_tablebases

LOOKUP = {"depth": 2, "nodes": 20_000}  # a search that is just deep enough for a throw
PROBABILITY = "win_probability"


def has_tables(game: str, folder: Path | None) -> bool:
    """Whether the folder has a table of this game."""
    return folder is not None and game in games_with_tablebase() and any(_tables(game, folder))


def _tables(game: str, folder: Path) -> list[Path]:
    return [*folder.glob(f"{game}-*.table")]


class TableValues:
    """An ExactFinder for a game with tables in `folder`. In a game of chance, `expected` is the
    probability that the side to move wins. Raises ValueError for a game without tables, and for
    damaged ones."""

    def __init__(self, game: Game, folder: Path) -> None:
        tables = open_tablebases([game.name], folder)
        if game.name not in tables:
            raise ValueError(f"{folder} contains no tables of {game.name}.")
        self._engine = Engine(game, hash_mb=1, tablebase=tables[game.name])

    def known(self, state: History) -> list[MoveValue] | None:
        """None, because the tables have to be read; empty after the end of the game."""
        return [] if not state.legal() else None

    def find(self, state: History, seconds: float) -> list[MoveValue]:
        """The values of all moves that lead into the tables or end the game; `seconds` is not
        used."""
        return [self._value(state, move) for move in state.legal()]

    def _value(self, state: History, move: str) -> MoveValue:
        report = self._engine.search(state, searchmoves=[move], **LOOKUP)
        if not report.exact:
            return MoveValue(move, None, None)
        if report.unit == PROBABILITY:
            return MoveValue(move, None, None, expected=report.value)
        sign = SeatValue(report.seat, report.value, report.unit).sign
        return MoveValue(move, sign, report.distance if sign else None)
