"""Blind tic-tac-toe's board as text, as far as the viewer knows it; pure.

A position (docs/reference/games.md) is all tries in their order: `?` for a cell that the viewer
does not see, `!` after a refused one.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from rich.text import Text

from zeitnot_client.terminal.drawing import EMPTY, Cell, file_names, grid
from zeitnot_client.terminal.face import Face, Marks
from zeitnot_client.terminal.styles import SEAT_STYLES

SIGNS = ("X", "O")
_TRY = re.compile(r"([a-c][1-3]|\?)(!?)")


@dataclass(frozen=True, slots=True)
class Try:
    """One try. `cell` is None if the viewer does not see it."""

    seat: int
    cell: str | None
    refused: bool


def tries(position: str) -> Iterator[Try]:
    """All tries of a position. Raises ValueError for other text."""
    seat, at = 0, 0
    while position != "-" and at < len(position):
        found = _TRY.match(position, at)
        if found is None:
            raise ValueError(f"no try at {position[at:]!r}")
        cell, refusal = found.groups()
        yield Try(seat, None if cell == "?" else cell, refusal == "!")
        seat, at = seat if refusal else 1 - seat, found.end()


def _draw(position: str, marks: Marks) -> Text:
    """Draws the known marks, and below them the numbers of hidden ones."""
    played = list(tries(position))
    known = {one.cell: one.seat ^ one.refused for one in played if one.cell}
    rows = [
        (str(rank), [(name, _cell(known.get(name))) for name in (f"{f}{rank}" for f in "abc")])
        for rank in (3, 2, 1)
    ]
    lines = [grid(rows, marks), file_names(3)]
    if hidden := _hidden_text(played, known):
        lines.append(Text(hidden))
    if played and played[-1].refused:
        lines.append(Text(_refusal_text(played[-1], marks.seat)))
    return Text("\n").join(lines)


def _cell(seat: int | None) -> Cell:
    return EMPTY if seat is None else Cell(SIGNS[seat], SEAT_STYLES[seat])


def _hidden_text(played: list[Try], known: dict[str, int]) -> str:
    """`hidden: 2 of X, 1 of O`; empty if all marks are known."""
    counts = [sum(one.seat == seat and not one.refused for one in played) for seat in (0, 1)]
    hidden = [count - list(known.values()).count(seat) for seat, count in enumerate(counts)]
    parts = [f"{count} of {SIGNS[seat]}" for seat, count in enumerate(hidden) if count]
    return f"hidden: {', '.join(parts)}" if parts else ""


def _refusal_text(last: Try, seat: int | None) -> str:
    if last.cell is not None and last.seat == seat:
        return f"{last.cell} is taken; try another cell"
    return f"a try of {SIGNS[last.seat]} was refused"


def _played(move: str, after: str) -> str | None:
    """`hidden`, `b2 refused`."""
    name = "hidden" if move == "?" else move
    return f"{name} refused" if after.endswith("!") else name


FACE = Face(SIGNS, _draw, ends={"full board": "the board is full"}, played=_played)
