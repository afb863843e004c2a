"""The board of ox-horn chess as text; pure."""

from rich.text import Text

from zeitnot_client.terminal.drawing import Cell, marked_cell
from zeitnot_client.terminal.face import Face, Marks
from zeitnot_client.terminal.styles import QUIET_STYLE, SEAT_STYLES


def _draw(position: str, marks: Marks) -> Text:
    """Draws the horn with its tip on top: 1 3 5 7 9 down the left side, 2 4 6 8 down the right."""
    red, *blue = [int(number) for number in position.split()[:3]]

    def node(number: int) -> Text:
        cell = Cell(str(number))
        if number == red:
            cell = Cell(f"R{number}", SEAT_STYLES[0])
        elif number in blue:
            cell = Cell(f"B{number}", SEAT_STYLES[1])
        return marked_cell(cell, str(number), marks)

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


FACE = Face(("R", "B"), _draw, ends={"red has passed": "red has got through"})
