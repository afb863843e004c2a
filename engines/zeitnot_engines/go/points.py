"""The points of a board as other programs write them.

A point is (column, row), both from 0, the row from the top. GTP's vertices count columns by letters
without I, and rows from the bottom (`D4`); SGF has two letters, both from the top left (`dp`).
"""

from collections.abc import Iterator

COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
_SGF = "abcdefghijklmnopqrstuvwxyz"

Point = tuple[int, int]


def vertex(point: Point, size: int) -> str:
    """The point as GTP and our moves write it: `D4`."""
    return f"{COLUMNS[point[0]]}{size - point[1]}"


def from_vertex(text: str, size: int) -> Point:
    """The point of a vertex, in capital or small letters. Raises ValueError."""
    column, row = COLUMNS.find(text[:1].upper() or "?"), text[1:]
    if not (row.isascii() and row.isdecimal() and len(row) < 3):
        raise ValueError(f'"{text}" is no point.')
    if not (0 <= column < size and 1 <= int(row) <= size):
        raise ValueError(f'"{text}" is not on a board of {size} by {size}.')
    return column, size - int(row)


def sgf(point: Point) -> str:
    """The point as SGF writes it."""
    return _SGF[point[0]] + _SGF[point[1]]


def from_sgf(text: str, size: int) -> Point:
    """The point of two letters. Raises ValueError."""
    column, row = (_SGF.find(letter) for letter in text) if len(text) == 2 else (-1, -1)
    if not (0 <= column < size and 0 <= row < size):
        raise ValueError(f"[{text}] is not a point of a board of {size} by {size}.")
    return column, row


def neighbours(point: Point, size: int) -> list[Point]:
    """The points beside it, along the lines."""
    column, row = point
    beside = ((column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1))
    return [at for at in beside if 0 <= at[0] < size and 0 <= at[1] < size]


def points(size: int) -> Iterator[Point]:
    """All points, by rows from the top."""
    return ((column, row) for row in range(size) for column in range(size))
