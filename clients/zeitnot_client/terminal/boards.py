"""The boards of the games as text; pure.

Positions are read as the server writes them (docs/reference); the client knows no rules. Sides
differ by letter or shape, the last move stands in brackets, a legal target has a star, so that no
colours are needed.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from rich.text import Text

from . import backgammon
from .styles import LEGAL_STYLE, QUIET_STYLE, SEAT_STYLES

_FILES = "abcdefghi"
_POINTS = re.compile(r"([a-i][0-9])([a-i][0-9])[a-z]?")  # a move of chess or xiangqi


@dataclass(frozen=True, slots=True)
class Cell:
    """What stands on one cell: at most three characters wide."""

    text: str
    style: str = QUIET_STYLE


EMPTY = Cell("·")


@dataclass(frozen=True, slots=True)
class Marks:
    """Cells to point out, by their names in the game's notation; whether seat 1 looks on."""

    last: frozenset[str] = frozenset()
    targets: frozenset[str] = frozenset()
    turned: bool = False


def board(
    game_type: str, position: str, legal: Sequence[str], last: str | None, seat: int | None = None
) -> Text:
    """The board, as `seat` sees it where the two sides sit opposite each other. A game that this
    client cannot draw, or a text that it cannot read, is shown as the text that the server sent."""
    draw = _BOARDS.get(game_type)
    try:
        return Text(position) if draw is None else draw(position, _marks(legal, last, seat))
    except (ValueError, LookupError):
        return Text(position)


def piece(game_type: str, seat: int) -> Text:
    """The mark of a side, as it stands on the board."""
    marks = _PIECES.get(game_type, ("0", "1"))
    return Text(marks[seat % 2], SEAT_STYLES[seat % 2])


def _marks(legal: Sequence[str], last: str | None, seat: int | None) -> Marks:
    """Targets only where few pieces move: with chess's thirty moves stars would not help."""
    targets = frozenset(move.rpartition("-")[2] for move in legal)
    points = _POINTS.fullmatch(last or "")
    spots = points.groups() if points else (last or "").split("-")
    return Marks(frozenset(spots), targets, seat == 1)


def _shown(cell: Cell, name: str, marks: Marks) -> Text:
    """Four characters: the last move in brackets, a legal target with a star."""
    if name in marks.last:
        return Text(f"[{cell.text}]".rjust(4), cell.style)
    if name not in marks.targets:
        return Text(f"{cell.text} ".rjust(4), cell.style)
    style = LEGAL_STYLE if cell.style == QUIET_STYLE else cell.style
    starred = "*" if cell == EMPTY else f"*{cell.text}"
    return Text(f"{starred} ".rjust(4), style)


def _grid(rows: Iterable[tuple[str, Iterable[tuple[str, Cell]]]], marks: Marks) -> Text:
    """Rows of (label, cells by name)."""
    lines = []
    for label, cells in rows:
        shown = [_shown(cell, name, marks) for name, cell in cells]
        lines.append(Text.assemble((f"{label:>2} ", QUIET_STYLE), *shown))
    return Text("\n").join(lines)


def _file_names(size: int, turned: bool = False) -> Text:
    names = _FILES[:size][::-1] if turned else _FILES[:size]
    return Text("   " + "".join(f"{name:>3} " for name in names), QUIET_STYLE)


# ── the games ──────────────────────────────────────────────────────────────────────────────────


def _tictactoe(position: str, marks: Marks) -> Text:
    cells = position.split()[0]
    kinds = {"x": Cell("X", SEAT_STYLES[0]), "o": Cell("O", SEAT_STYLES[1]), ".": EMPTY}
    rows = [
        (
            str(3 - row),
            [(f"{_FILES[col]}{3 - row}", kinds[cells[3 * row + col]]) for col in range(3)],
        )
        for row in range(3)
    ]
    return Text("\n").join([_grid(rows, marks), _file_names(3)])


def _othello(position: str, marks: Marks) -> Text:
    cells = position.split()[0]
    size = {64: 8, 36: 6}[len(cells)]
    kinds = {"X": Cell("●", SEAT_STYLES[0]), "O": Cell("○", SEAT_STYLES[1]), "-": EMPTY}
    rows = [
        (
            str(row + 1),
            [(f"{_FILES[col]}{row + 1}", kinds[cells[size * row + col]]) for col in range(size)],
        )
        for row in range(size)
    ]
    count = f"   ● {cells.count('X')}   ○ {cells.count('O')}"
    return Text("\n").join([_file_names(size), _grid(rows, marks), Text(count)])


def _niujiaoqi(position: str, marks: Marks) -> Text:
    """The horn, tip on top: 1 3 5 7 9 down its left side, 2 4 6 8 down its right."""
    red, *blue = [int(number) for number in position.split()[:3]]

    def node(number: int) -> Text:
        cell = Cell(str(number))
        if number == red:
            cell = Cell(f"R{number}", SEAT_STYLES[0])
        elif number in blue:
            cell = Cell(f"B{number}", SEAT_STYLES[1])
        return _shown(cell, str(number), marks)

    def line(*parts: str | Text) -> Text:
        return Text.assemble(*((p, QUIET_STYLE) if isinstance(p, str) else p for p in parts))

    rungs = [
        part
        for top in (1, 3, 5, 7)
        for part in (
            line("  ", node(top), "───", node(top + 1)),
            line("    │   ╱  │" if top < 7 else "    │"),
        )
    ]
    return Text("\n").join(
        [line("      ", node(0)), line("     ╱  ╲"), *rungs, line("  ", node(9))]
    )


def _ewn(position: str, marks: Marks) -> Text:
    side, die, *cells = position.split()
    if len(cells) != 12:
        raise ValueError("six blue and six red cells are expected")
    stones = {int(cell): Cell(f"B{n + 1}", SEAT_STYLES[0]) for n, cell in enumerate(cells[:6])}
    stones |= {int(cell): Cell(f"R{n + 1}", SEAT_STYLES[1]) for n, cell in enumerate(cells[6:])}
    rows = [
        ("", [(str(cell), stones.get(cell, Cell(str(cell)))) for cell in range(first, first + 5)])
        for first in range(1, 26, 5)
    ]
    throw = "" if die == "0" else f"   {'blue' if side == 'B' else 'red'} throws {die}"
    return Text("\n").join([_grid(rows, marks), Text(throw)])


def _fen_rows(
    position: str, files: int, ranks: range, turned: bool
) -> list[tuple[str, list[tuple[str, Cell]]]]:
    """The rows of a board in FEN from the top, capitals being seat 0's; `ranks` from the top."""
    rows = []
    for rank, row in zip(ranks, position.split()[0].split("/"), strict=True):
        cells = [_fen_cell(char) for char in re.sub(r"\d", lambda gap: "." * int(gap[0]), row)]
        names = [f"{file}{rank}" for file in _FILES[:files]]
        named = list(zip(names, cells, strict=True))
        rows.append((str(rank), named[::-1] if turned else named))
    return rows[::-1] if turned else rows


def _fen_cell(char: str) -> Cell:
    if char == ".":
        return EMPTY
    return Cell(char, SEAT_STYLES[0] if char.isupper() else SEAT_STYLES[1])


def _chess(position: str, marks: Marks) -> Text:
    rows = _fen_rows(position, 8, range(8, 0, -1), marks.turned)
    return Text("\n").join([_grid(rows, marks), _file_names(8, marks.turned)])


def _xiangqi(position: str, marks: Marks) -> Text:
    """N is a horse, B an elephant, as in the notation; the river runs through the middle."""
    rows = _fen_rows(position, 9, range(9, -1, -1), marks.turned)
    river = Text("   " + "  ~ " * 9, QUIET_STYLE)
    banks = [_grid(rows[:5], marks), river, _grid(rows[5:], marks)]
    return Text("\n").join([*banks, _file_names(9, marks.turned)])


_BOARDS: dict[str, Callable[[str, Marks], Text]] = {
    "tictactoe": _tictactoe,
    "othello": _othello,
    "niujiaoqi": _niujiaoqi,
    "chess": _chess,
    "xiangqi": _xiangqi,
    "ewn": _ewn,
    "backgammon": lambda position, marks: backgammon.draw(position, marks.last, marks.turned),
}
_PIECES = {
    "tictactoe": ("X", "O"),
    "othello": ("●", "○"),
    "niujiaoqi": ("R", "B"),
    "chess": ("K", "k"),
    "xiangqi": ("K", "k"),
    "ewn": ("B", "R"),
    "backgammon": backgammon.MEN,
}
