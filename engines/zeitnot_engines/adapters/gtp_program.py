"""A program that speaks GTP as a bot's engine: one process for each game, which follows takebacks
and, in games where dead stones are marked, marks those that it holds for dead."""

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
    """What GTP says of a game that begins here. Raises ValueError where it has no words for it."""
    module = _module(start.game.name)
    if module is not None:
        setup: GtpSetup = module.gtp_setup(start)
        return setup
    if start != start.game.start():
        raise ValueError("GTP has no words for this position.")
    return GtpSetup()


def engine_setup(start: History, options: tuple[tuple[str, str], ...] = ()) -> EngineSetup:
    """The setup of an engine for a game that begins here, as far as GTP has words for it."""
    size = start.game.settings.get("size")
    return EngineSetup(
        start.game.name, size if isinstance(size, int) else None, options, gtp_setup(start)
    )


def _module(game: str) -> ModuleType | None:
    return module_of(game, "gtp_program")


class GtpProgram(Program):
    """See `Program`."""

    def _begin(self, start: History, stop: StopToken) -> Conversation:
        return _GtpConversation("gtp", self._command, engine_setup(start), stop)

    def _choose(
        self,
        history: RecordedHistory,
        talk: Conversation,
        limits: Limits,
        deadline: float,
        stop: StopToken,
    ) -> str:
        module = _module(history.start.game.name)
        if module is not None and module.DONE in history.legal():
            assert isinstance(talk, _GtpConversation)
            dead = talk.dead_stones(history.moves, stop)
            return str(module.marking_move(history.now, history.moves, dead))
        return super()._choose(history, talk, limits, deadline, stop)


class _GtpConversation(Conversation):
    """A conversation that may be about dead stones."""

    def dead_stones(self, moves: Sequence[str], stop: StopToken) -> tuple[str, ...] | None:
        """The stones that the program holds for dead; None if it does not say. Raises NoMove."""
        assert isinstance(self.dialogue, Gtp)
        self._stop = stop
        self._drain()
        self._tell(self.dialogue.ask_dead(moves))
        event = self._next(math.inf)
        return event.words if isinstance(event, Listed) else None
