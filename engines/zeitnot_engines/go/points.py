"""Conversion of the points of a board from and to the notation of GTP.

A point is (column, row), both from 0, with rows from the top. A GTP vertex has a letter other than
I for the column, and the row from the bottom (`D4`).
"""

from collections.abc import Iterator

COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"

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


def neighbours(point: Point, size: int) -> list[Point]:
    """The adjacent points."""
    column, row = point
    beside = ((column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1))
    return [at for at in beside if 0 <= at[0] < size and 0 <= at[1] < size]


def points(size: int) -> Iterator[Point]:
    """All points, by rows from the top."""
    return ((column, row) for row in range(size) for column in range(size))
