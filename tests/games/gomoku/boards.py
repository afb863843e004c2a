"""Boards of gomoku drawn as text: rows from the top, `x`, `o`, `.` for an empty cell."""

import re
from collections.abc import Iterator
from string import ascii_lowercase

from zeitnot_engines.games import History, load


def rows_of(diagram: str) -> list[str]:
    """The rows of a diagram, without blanks."""
    return ["".join(line.split()) for line in diagram.strip().splitlines()]


def set_up(diagram: str, side: str = "x", rule: str = "renju") -> History:
    """The position of a diagram; signs other than `x` and `o` are empty cells."""
    rows = [re.sub("[^xo]", ".", row) for row in rows_of(diagram)]
    gaps = [re.sub(r"\.+", lambda gap: str(len(gap[0])), row) for row in rows]
    game = load("gomoku", {"size": len(rows), "rule": rule})
    return game.parse("/".join(gaps) + f" {side}")


def cells_with(signs: str, diagram: str) -> Iterator[str]:
    """The names of the cells that have one of these signs."""
    rows = rows_of(diagram)
    for number, row in zip(range(len(rows), 0, -1), rows, strict=True):
        yield from (f"{ascii_lowercase[x]}{number}" for x, sign in enumerate(row) if sign in signs)
