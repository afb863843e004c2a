"""Moves as PDN writes them, and as our rules do: there with every square on the way."""

import re

from ..games import History

_NOT_DIGITS = re.compile(r"[^0-9]+")


def squares(move: str) -> list[int]:
    """The squares of a move: `15x24x31` is 15, 24, 31."""
    return [int(number) for number in _NOT_DIGITS.split(move)]


def short(state: History, move: str) -> str:
    """The move without the squares on its way, if that names no other legal move: `15x31`."""
    ends = _ends(squares(move))
    if sum(_ends(squares(other)) == ends for other in state.legal()) > 1:
        return move
    return f"{ends[0]}{'x' if 'x' in move else '-'}{ends[1]}"


def meant(state: History, path: list[int]) -> list[str]:
    """The legal moves that a path may mean: by all of its squares, else by its ends."""
    legal = {move: squares(move) for move in state.legal()}
    whole = [move for move, way in legal.items() if way == path]
    return whole or [
        move for move, way in legal.items() if len(path) == 2 and _ends(way) == _ends(path)
    ]


def begins_a_move(state: History, path: list[int]) -> bool:
    """Whether a legal capture goes on from the end of this path."""
    ways = (squares(move) for move in state.legal())
    return any(len(way) > len(path) and way[: len(path)] == path for way in ways)


def _ends(path: list[int]) -> tuple[int, int]:
    return path[0], path[-1]
