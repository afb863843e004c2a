"""Generates the page on the room machine, with a diagram and a table, from the `TABLE` of steps."""

# ruff: noqa: E501  the lines of the page

from collections import defaultdict
from collections.abc import Iterator
from typing import get_args

import zeitnot_protocol as p
from zeitnot_server.rooms.commands import Command
from zeitnot_server.rooms.room import Phase
from zeitnot_server.rooms.steps.step import TABLE, Cell, Role

WHO = {
    Role.ANYBODY: "anybody",
    Role.SEAT: "seat",
    Role.MOVER: "mover",
    Role.SERVER: "server",
}
INTRO = """\
<!-- Generated from server/zeitnot_server/rooms/steps/step.py by `make docs`. -->

# The room machine

A room is in one of five states. The server pauses a game (`paused`) and resumes it without the players. The players
adjourn a game (`adjourned`); it goes on when every seat has sent `resume`.

Commands of the wire are named by their `type`. Names in *italics* are the server's own commands.
"""
FLAG = """\
While a game is `running`, every command first checks the flag. If the flag has fallen, the game ends (`flag`) before
the command is applied. In a free turn the server moves for the seat instead.
"""
TABLE_INTRO = """\
## Who may do what when

Each cell names those who may send the command, and after the arrow the states that can follow.
*anybody* is anyone who is signed in, *seat* every player, *mover* the seat to move. An empty cell means the refusal
`wrong_state`. Everyone else is refused with `not_seated` (people without a seat), `not_your_turn` (other seats) or
`not_signed_in` (spectators without an account). Bots are players. More refusals: [errors](errors.md); reasons:
[rooms](../why/rooms.md).
"""


def render() -> str:
    """The full page."""
    lines = [INTRO, "```mermaid", *_diagram(), "```", "", FLAG, TABLE_INTRO, *_table(), ""]
    return "\n".join(lines)


def _diagram() -> Iterator[str]:
    yield "stateDiagram-v2"
    yield f"    [*] --> {Phase.OPEN}"
    for (source, to), names in _edges().items():
        yield f"    {source} --> {to}: {', '.join(names)}"
    yield f"    {Phase.FINISHED} --> [*]"


def _edges() -> dict[tuple[Phase, Phase], list[str]]:
    """The names of the commands that lead from one phase to another."""
    edges: defaultdict[tuple[Phase, Phase], list[str]] = defaultdict(list)
    for (phase, kind), cell in TABLE.items():
        for to in cell.next_phases:
            if to is not phase:
                edges[phase, to].append(_plain(kind))
    return edges


def _table() -> Iterator[str]:
    yield f"| command | {' | '.join(Phase)} |"
    yield f"|---|{'---|' * len(Phase)}"
    for kind in get_args(Command):
        cells = [_cell(phase, TABLE.get((phase, kind))) for phase in Phase]
        yield f"| {_name(kind)} | {' | '.join(cells)} |"


def _cell(phase: Phase, cell: Cell | None) -> str:
    if cell is None:
        return ""
    to = [state.value for state in cell.next_phases]
    return WHO[cell.role] if to == [phase] else f"{WHO[cell.role]} → {', '.join(to)}"


def _plain(kind: type) -> str:
    return str(kind.__struct_config__.tag) if issubclass(kind, p.Message) else kind.__name__


def _name(kind: type) -> str:
    return f"`{_plain(kind)}`" if issubclass(kind, p.Message) else f"*{_plain(kind)}*"
