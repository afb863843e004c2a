"""A program that speaks GTP as a bot's engine: one process for each game, which follows takebacks
and says which stones are dead in games where they are marked."""

import math
from collections.abc import Sequence
from types import ModuleType

from zeitnot_client.by_name import module_of

from ..engine import StopToken
from ..games import History
from .dialogue import EngineSetup, GtpSetup, Limits, Listed
from .gtp import Gtp
from .program import Conversation, Program
from .recorded import RecordedHistory


def gtp_setup(start: History) -> GtpSetup:
    """The GTP setup of a game that begins here. Raises ValueError if GTP does not support it."""
    module = _module(start.game.name)
    if module is not None:
        setup: GtpSetup = module.gtp_setup(start)
        return setup
    if start != start.game.start():
        raise ValueError("GTP cannot set up this position.")
    return GtpSetup()


def engine_setup(start: History, options: tuple[tuple[str, str], ...] = ()) -> EngineSetup:
    """The engine setup for a game that begins here. Raises ValueError if GTP does not support
    it."""
    size = start.game.settings.get("size")
    return EngineSetup(
        start.game.name, size if isinstance(size, int) else None, options, gtp_setup(start)
    )


def _module(game: str) -> ModuleType | None:
    return module_of(game, "gtp_program")


class GtpProgram(Program):
    """A program that speaks GTP; see `Program`."""

    def _begin(self, start: History, stop: StopToken) -> Conversation:
        return _GtpConversation("gtp", self._command, engine_setup(start), stop)

    def _choose(
        self,
        history: RecordedHistory,
        conversation: Conversation,
        limits: Limits,
        deadline: float,
        stop: StopToken,
    ) -> str:
        module = _module(history.start.game.name)
        if module is not None and module.DONE in history.legal():
            assert isinstance(conversation, _GtpConversation)
            dead = conversation.dead_stones(history.moves, stop)
            return str(module.marking_move(history.now, history.moves, dead))
        return super()._choose(history, conversation, limits, deadline, stop)


class _GtpConversation(Conversation):
    """A conversation that can also ask for dead stones."""

    def dead_stones(self, moves: Sequence[str], stop: StopToken) -> tuple[str, ...] | None:
        """The stones that are dead according to the program; None if it does not know the command.
        Raises NoMove."""
        assert isinstance(self.dialogue, Gtp)
        self._stop = stop
        self._drain()
        self._send(self.dialogue.ask_dead(moves))
        event = self._next(math.inf)
        return event.words if isinstance(event, Listed) else None
