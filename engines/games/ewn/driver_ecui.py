"""Positions and moves of EinStein würfelt nicht! as course programs read and write them. Pure."""

from collections.abc import Sequence

DEFAULT_SETUP = ("654321", "123456")


def setup_move(legal: Sequence[str], seat: int) -> str | None:
    """The move that places the stones; None if they are placed."""
    return DEFAULT_SETUP[seat] if set(DEFAULT_SETUP) & set(legal) else None


def request(position: str, first_cell: int) -> str:
    """The request for one of our positions. `first_cell`: the number of the first cell, 1 or 0."""
    side, die, *cells = position.split()
    return " ".join(["get", side, die, *(str(int(cell) - 1 + first_cell) for cell in cells)])


def answer(line: str, first_cell: int) -> str | None:
    """The program's line as one of our moves; None if it is not a move."""
    tokens = line.split()
    if len(tokens) != 2 or not all(_is_cell(token) for token in tokens):
        return None
    return "-".join(str(int(token) + 1 - first_cell) for token in tokens)


def _is_cell(token: str) -> bool:
    return token.isascii() and token.isdecimal() and len(token) < 4
