"""Win probabilities of EinStein würfelt nicht! by plain recursion.

A side is the cells of its six stones, None if captured. It numbers the cells from its goal, 0, to
its corner, 24; cell c of one side is cell 24 - c of the other.
"""

from collections.abc import Iterator
from functools import cache

Side = tuple[int | None, ...]


@cache
def chance(own: Side, enemy: Side) -> float:
    """The probability that the side to throw wins."""
    return sum(chance_after(own, enemy, face) for face in range(6)) / 6


def chance_after(own: Side, enemy: Side, face: int) -> float:
    """The same probability after `face` (0 to 5) is thrown."""
    return max(
        value_after(own, enemy, stone, to)
        for stone in movable(own, face)
        for to in steps(own[stone])
    )


def movable(own: Side, face: int) -> set[int]:
    """The stone of that number or, if it is captured, the nearest lower and higher ones."""
    remaining = [number for number, cell in enumerate(own) if cell is not None]
    if face in remaining:
        return {face}
    return set([n for n in remaining if n < face][-1:] + [n for n in remaining if n > face][:1])


def steps(cell: int | None) -> Iterator[int]:
    """The cells that a stone on this cell can reach in one step."""
    assert cell is not None
    row, column = divmod(cell, 5)
    if column:
        yield cell - 1
    if row:
        yield cell - 5
    if row and column:
        yield cell - 6


def value_after(own: Side, enemy: Side, stone: int, to: int) -> float:
    """The winning probability of the side that has made this step."""
    new_own = tuple(to if n == stone else None if c == to else c for n, c in enumerate(own))
    new_enemy = tuple(None if c == 24 - to else c for c in enemy)
    if to == 0 or not any(c is not None for c in new_enemy):
        return 1.0
    return 1.0 - chance(new_enemy, new_own)


def text(own: Side, enemy: Side, blue_to_move: bool, die: int = 0) -> str:
    """The position's text; `own` is to move."""
    blue, red = (own, enemy) if blue_to_move else (enemy, own)
    cells = [0 if c is None else c + 1 for c in blue] + [0 if c is None else 25 - c for c in red]
    return " ".join(map(str, ["B" if blue_to_move else "R", die, *cells]))
