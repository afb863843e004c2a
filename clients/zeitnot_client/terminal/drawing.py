"""Shared drawing of boards: rows of cells, with labels; pure.

Cells are named by file and rank, such as `a1`, `i10` or `s19`. The files go from `a` without a gap
unless a face gives other letters, because some notations skip the `i`.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from string import ascii_lowercase as FILES

from rich.text import Text

from .face import NO_SETTINGS, Marks
from .styles import LEGAL_STYLE, QUIET_STYLE, SEAT_STYLES

FILES_WITHOUT_I = FILES.replace("i", "")
MAX_STARS = 40
"""If there are more legal targets, none gets a star, because the stars would hide the board."""
CELL_WIDTH = 4
"""In characters. A width of 3 is enough for cells with one character, and fits more than 19."""
_PATH = re.compile("[-x]")  # between the cells of a move: 8-6, 15x22x31
_STEP = re.compile(r"([a-z]\d{1,2})([a-z]\d{1,2})[a-z+]?")  # from one cell to another


@dataclass(frozen=True, slots=True)
class Cell:
    """The text of one cell and its style: two characters, or three if cells are five wide."""

    text: str
    style: str = QUIET_STYLE


EMPTY = Cell("·")
STAR = Cell("+")
Row = tuple[str, Sequence[tuple[str, Cell]]]
"""A label, and the cells by name."""


def marks_of(
    legal: Sequence[str],
    last: str | None,
    seat: int | None,
    settings: Mapping[str, str | int | bool] = NO_SETTINGS,
) -> Marks:
    """The cells to mark: those of the last move, and the legal targets up to MAX_STARS."""
    targets = frozenset(_PATH.split(move)[-1] for move in legal)
    if len(targets) > MAX_STARS:
        targets = frozenset()
    step = _STEP.fullmatch(last or "")
    cells = step.groups() if step else _PATH.split(last or "")
    return Marks(frozenset(cells), targets, last or "", seat, settings)


def marked_cell(cell: Cell, name: str, marks: Marks, width: int = CELL_WIDTH) -> Text:
    """A cell in `width` characters, with brackets for the last move or a star for a legal
    target."""
    if name in marks.last:
        return Text(f"[{cell.text}]".rjust(width), cell.style)
    if name not in marks.targets:
        return Text(f"{cell.text} ".rjust(width), cell.style)
    style = LEGAL_STYLE if cell.style == QUIET_STYLE else cell.style
    starred = "*" if cell == EMPTY else f"*{cell.text}"
    return Text(f"{starred} ".rjust(width), style)


def grid(rows: Iterable[Row], marks: Marks, width: int = CELL_WIDTH) -> Text:
    """The rows as one text. `width`: of a cell, two more than its text because marks are on both
    sides of it; it grows for all rows if one text needs more."""
    rows = list(rows)
    longest = max((len(cell.text) for _, cells in rows for _, cell in cells), default=0)
    width = max(width, longest + 2)
    lines = []
    for label, cells in rows:
        drawn = [marked_cell(cell, name, marks, width) for name, cell in cells]
        lines.append(Text.assemble((f"{label:>2} ", QUIET_STYLE), *drawn))
    return Text("\n").join(lines)


def file_names(
    size: int, turned: bool = False, files: str = FILES, width: int = CELL_WIDTH
) -> Text:
    """The file letters above or below the board."""
    names = files[:size][::-1] if turned else files[:size]
    return Text("   " + "".join(f"{name} ".rjust(width) for name in names), QUIET_STYLE)


def rows_of(
    signs: str, kinds: Mapping[str, Cell], ranks: Iterable[int], files: str = FILES
) -> list[Row]:
    """The rows of a board whose cells are one string; `ranks` from the top."""
    labels = list(ranks)
    width, remainder = divmod(len(signs), len(labels))
    if remainder:
        raise ValueError(f"{len(signs)} cells do not make a board of {len(labels)} ranks")
    return [
        (
            str(rank),
            [(f"{files[x]}{rank}", kinds[sign]) for x, sign in enumerate(signs[start:][:width])],
        )
        for rank, start in zip(labels, range(0, len(signs), width), strict=True)
    ]


def fen_rows(position: str, files: int, ranks: range, turned: bool) -> list[Row]:
    """The rows of a board in FEN from the top; seat 0 has the capitals. `ranks`: from the top."""
    rows: list[Row] = []
    for rank, row in zip(ranks, position.split()[0].split("/"), strict=True):
        cells = [_fen_cell(sign) for sign in re.sub(r"\d+", lambda gap: "." * int(gap[0]), row)]
        names = [f"{file}{rank}" for file in FILES[:files]]
        named = list(zip(names, cells, strict=True))
        rows.append((str(rank), named[::-1] if turned else named))
    return rows[::-1] if turned else rows


def stone_rows(
    position: str, files: str, stars: frozenset[str], stones: Mapping[str, Cell]
) -> Iterable[Row]:
    """The rows, from the top, of a square board of stones, whose text has numbers for empty points.
    `stones`: the cell for each character; `stars`: the empty points with a star. Raises ValueError.
    """
    rows = position.split()[0].split("/")
    for row, text in zip(range(len(rows), 0, -1), rows, strict=True):
        signs = re.sub(r"\d+", lambda gap: "." * int(gap[0]), text)
        if len(signs) != len(rows):
            raise ValueError(f"{len(signs)} points in a row of {len(rows)}")
        names = [f"{file}{row}" for file in files[: len(rows)]]
        empties = [STAR if name in stars else EMPTY for name in names]
        yield (
            str(row),
            [(n, stones.get(s, e)) for n, s, e in zip(names, signs, empties, strict=True)],
        )


def _fen_cell(sign: str) -> Cell:
    if sign == ".":
        return EMPTY
    return Cell(sign, SEAT_STYLES[0] if sign.isupper() else SEAT_STYLES[1])
