"""Connect four's board as text; pure."""

from rich.text import Text

from zeitnot_client.terminal.drawing import EMPTY, Cell, marked_cell
from zeitnot_client.terminal.face import Face, Marks
from zeitnot_client.terminal.styles import QUIET_STYLE, SEAT_STYLES

_COLUMNS, _ROWS = "1234567", 6
_STONES = (Cell("●", SEAT_STYLES[0]), Cell("○", SEAT_STYLES[1]))


def _draw(position: str, marks: Marks) -> Text:
    moves = "" if position == "-" else position
    stacks: dict[str, list[Cell]] = {column: [] for column in _COLUMNS}
    for ply, column in enumerate(moves):
        stacks[column].append(_STONES[ply % 2])
    if any(len(stack) > _ROWS for stack in stacks.values()):
        raise ValueError(f"more than {_ROWS} stones in a column")
    cells = _cell_marks(stacks, marks)
    lines = [Text("".join(f"{column:>3} " for column in _COLUMNS), QUIET_STYLE)]
    for row in reversed(range(_ROWS)):
        lines.append(
            Text.assemble(
                *(
                    marked_cell(stack[row] if row < len(stack) else EMPTY, f"{column}{row}", cells)
                    for column, stack in stacks.items()
                )
            )
        )
    return Text("\n").join(lines)


def _cell_marks(stacks: dict[str, list[Cell]], marks: Marks) -> Marks:
    """Translates marks of columns, which are the moves, to marks of cells: column and row."""
    last = {f"{c}{len(stacks[c]) - 1}" for c in marks.last if c in stacks}
    landings = {f"{c}{len(stacks[c])}" for c in marks.targets if c in stacks}
    return Marks(frozenset(last), frozenset(landings), marks.move, marks.seat, marks.settings)


FACE = Face(("●", "○"), _draw, ends={"full board": "the board is full"})
