"""Conversion of the points of a board from and to the notations of other programs.

A point is (column, row), both from 0, with rows from the top. A GTP vertex has a letter other than
I for the column, and the row from the bottom (`D4`). SGF has two letters, both from the top left
(`dp`).
"""

from collections.abc import Iterator

COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
_SGF = "abcdefghijklmnopqrstuvwxyz"

Point = tuple[int, int]


def vertex(point: Point, size: int) -> str:
    """The point in the notation of GTP and our moves, such as `D4`."""
    return f"{COLUMNS[point[0]]}{size - point[1]}"


def from_vertex(text: str, size: int) -> Point:
    """The point of a vertex, whose case is ignored. Raises ValueError."""
    column, row = COLUMNS.find(text[:1].upper() or "?"), text[1:]
    if not (row.isascii() and row.isdecimal() and len(row) < 3):
        raise ValueError(f'"{text}" is not a point.')
    if not (0 <= column < size and 1 <= int(row) <= size):
        raise ValueError(f'"{text}" is not on a board of {size} by {size}.')
    return column, size - int(row)


def sgf(point: Point) -> str:
    """The point in SGF's notation."""
    return _SGF[point[0]] + _SGF[point[1]]


def from_sgf(text: str, size: int) -> Point:
    """The point of two SGF letters. Raises ValueError."""
    column, row = (_SGF.find(letter) for letter in text) if len(text) == 2 else (-1, -1)
    if not (0 <= column < size and 0 <= row < size):
        raise ValueError(f"[{text}] is not a point of a board of {size} by {size}.")
    return column, row


def neighbours(point: Point, size: int) -> list[Point]:
    """The adjacent points."""
    column, row = point
    beside = ((column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1))
    return [at for at in beside if 0 <= at[0] < size and 0 <= at[1] < size]


def points(size: int) -> Iterator[Point]:
    """All points, by rows from the top."""
    return ((column, row) for row in range(size) for column in range(size))
