"""What a bot does when it finds no legal move: it reports it, tries once more, and then resigns.

A bot that waits until its flag falls hides the fault, and a random move would pass for its own.
"""

import logging
import re

import zeitnot_protocol as p

from .room import Room

MOST = 1  # in one game; one more, and it is resigned
FIRST = "Something went wrong with my move ({why}). I will try once more."
AGAIN = "It went wrong again ({why}), so I resign."
_MOVE = re.compile(r"[ -~]{1,128}")
logger = logging.getLogger("zeitnot.bot")


class NoMove(Exception):
    """The bot's answer is not a move; the message may be sent to all in the room."""


def checked(move: object) -> str:
    """A move that can be sent. Raises NoMove for text that the server could not read."""
    if isinstance(move, str) and _MOVE.fullmatch(move):
        return move
    raise NoMove(f"{str(move)[:40]!a} is no move")


class Faults:
    """Counts how often the bot has found no legal move in one game."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._count = 0

    async def handle(self, error: Exception) -> bool:
        """The bot has raised this, or made an illegal move. True: it should try again; False: a
        resignation has been sent. The room gets the kind of the error, the log all of it."""
        state, self._count = self._room.state, self._count + 1
        reason = str(error) if isinstance(error, NoMove) else type(error).__name__
        cause = error.__cause__ if isinstance(error, NoMove) else error
        logger.error(
            "game %s, ply %d: no move found in %s: %s",
            *(state.game, state.ply, state.position, reason),
            exc_info=cause,
        )
        if self._count <= MOST:
            await self._room.chat(FIRST.format(why=reason))
            return True
        await self._room.chat(AGAIN.format(why=reason))
        if not self._room.waiting_for(p.Resign):
            await self._room.resign()
        return False
