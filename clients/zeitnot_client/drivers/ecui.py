"""The protocol of course programs. They read a line `get B 2 <six blue cells> <six red cells>`
(side to move, die, the cell of each stone) and answer with the move, `from to`. The protocol is
stateless: every line has the full position.

Cells are numbered from 1, with 0 for a captured stone, or from 0, with -1, by the option
`first-cell`. The game's module `driver_ecui` writes the request.
"""

from ..by_name import module_of
from .dialogue import Chose, Event, Ready, Talk
from .failures import Unsupported
from .options import BadOption, Offered, checked_option
from .situation import Limits, Setup, Situation

FACTS = "driver_ecui"
FIRST_CELL = "first-cell"
_OPTIONS = {FIRST_CELL: Offered(FIRST_CELL, "spin", "1", 0, 1)}


class Ecui(Talk):
    """The dialogue. Raises Unsupported."""

    def __init__(self, setup: Setup) -> None:
        module = module_of(setup.start.game, FACTS)
        if module is None:
            raise Unsupported(f"The protocol ecui does not support {setup.start.game}.")
        self._facts = module
        self._first_cell = 1
        for name, value in setup.options:
            try:
                self._first_cell = int(checked_option(_OPTIONS, name, value)[1])
            except BadOption as bad:
                raise Unsupported(f"The protocol ecui {bad}.") from None
        self._is_asked = False

    def greet(self) -> list[Event]:
        return [Ready()]

    def own_move(self, situation: Situation) -> str | None:
        """The usual setup, because the protocol cannot ask for one."""
        move: str | None = self._facts.setup_move(situation.legal, situation.seat)
        return move

    def read_line(self, line: str) -> list[Event]:
        move = self._facts.answer(line, self._first_cell) if self._is_asked else None
        if move is None:
            return []
        self._is_asked = False
        return [Chose(move)]

    def ask(self, situation: Situation, limits: Limits) -> list[str]:
        self._is_asked = True
        return [self._facts.request(situation.position, self._first_cell)]

    def farewell(self) -> list[str]:
        return []
