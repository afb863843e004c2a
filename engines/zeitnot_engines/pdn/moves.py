"""Converts moves between PDN and our rules, which name every square of a capture."""

import re

from ..games import History

_NOT_DIGITS = re.compile(r"[^0-9]+")


def squares(move: str) -> list[int]:
    """The squares of a move: `15x24x31` is 15, 24, 31."""
    return [int(number) for number in _NOT_DIGITS.split(move)]


def short_move(state: History, move: str) -> str:
    """The move with only its first and last square, such as `15x31`, if that is unambiguous."""
    ends = _ends(squares(move))
    if sum(_ends(squares(other)) == ends for other in state.legal()) > 1:
        return move
    return f"{ends[0]}{'x' if 'x' in move else '-'}{ends[1]}"


def matching_moves(state: History, path: list[int]) -> list[str]:
    """The legal moves that a path may mean: by all of its squares, otherwise by its ends."""
    legal = {move: squares(move) for move in state.legal()}
    exact = [move for move, way in legal.items() if way == path]
    return exact or [
        move for move, way in legal.items() if len(path) == 2 and _ends(way) == _ends(path)
    ]


def begins_a_move(state: History, path: list[int]) -> bool:
    """Whether a legal capture continues from the end of this path."""
    ways = (squares(move) for move in state.legal())
    return any(len(way) > len(path) and way[: len(path)] == path for way in ways)


def _ends(path: list[int]) -> tuple[int, int]:
    return path[0], path[-1]
