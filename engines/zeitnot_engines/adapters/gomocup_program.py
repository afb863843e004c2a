"""A program that speaks the Gomocup protocol as a bot's engine: one process for each game, which
gets the full board after a takeback."""

import logging
import shlex

from ..engine import StopToken
from ..games import Game, History
from ..gomocup.board import GAME
from .dialogue import EngineSetup
from .gomocup import Gomocup
from .program import Conversation, Program

Options = tuple[tuple[str, str], ...]
logger = logging.getLogger("zeitnot.bot")


def plays(game: Game) -> bool:
    """Whether the protocol supports the game."""
    return game.name == GAME


def gomocup_setup(start: History, options: Options = ()) -> EngineSetup:
    """The engine setup for a game that begins here. `options`: keys and values of `INFO`."""
    settings = start.game.settings
    usual = start == start.game.start()
    return EngineSetup(
        start.game.name,
        int(settings["size"]),
        options,
        rule=str(settings["rule"]),
        start="" if usual else start.text,
    )


class GomocupProgram(Program):
    """A program that speaks the Gomocup protocol; see `Program`."""

    def _begin(self, start: History, stop: StopToken) -> Conversation:
        conversation = Conversation("gomocup", self._command, gomocup_setup(start), stop)
        dialogue = conversation.dialogue
        assert isinstance(dialogue, Gomocup)
        logger.info("%s is %s", shlex.join(self._command), dialogue.about)
        return conversation
