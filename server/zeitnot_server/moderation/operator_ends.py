"""Ends games for the operator (`zeitnot admin end`).

A room refuses the command while nothing can be stored or its queue is full, and a room may be
unreadable for a while. So the command is sent again a number of times, and then a failure is
logged. Of several nodes each hears of the game, and the one that has its room ends it; the others
wait as long, in case that one is gone before it has.
"""

import asyncio
import contextlib

import structlog

from ..hosting.registry import Registry
from ..hosting.room.inbox import ServerCommand
from ..rooms.commands import Adjudicate, Cancel
from ..rooms.room import Phase
from ..store import Act, OperatorEnd, Store, StoreError

RETRY_SECONDS = 2.0  # the operator's command waits for ten seconds
TRIES = 150  # for a game, while something can be stored

logger = structlog.get_logger()


class OperatorEnds:
    """`run` is one of the server's tasks; `end` wakes it."""

    def __init__(self, store: Store, registry: Registry) -> None:
        self._store = store
        self._registry = registry
        self._dirty = asyncio.Event()
        self._commands: dict[str, Cancel | Adjudicate] = {}
        self._tries: dict[str, int] = {}

    async def start(self) -> None:
        """Reads the ends that a crash has left out; `run` carries them out. Raises StoreError."""
        for act in await self._store.moderation.missed_ends():
            with contextlib.suppress(ValueError):  # logged when the act was new
                self._note(_game_of(act), OperatorEnd.of(act))

    async def carry_out(self, act: Act) -> None:
        """Ends the game that this act is about (`Enforcement`). Raises ValueError if the act cannot
        be read."""
        await self.end(_game_of(act), OperatorEnd.of(act))

    async def end(self, game: str, end: OperatorEnd) -> None:
        """Ends a game as the operator says."""
        self._note(game, end)
        await self._registry.post_command(game, self._commands[game])

    def _note(self, game: str, end: OperatorEnd) -> None:
        self._commands[game], self._tries[game] = command_of(end), 0
        self._dirty.set()

    async def run(self) -> None:
        """Checks for ever, while there are games to end."""
        while True:
            if not self._commands:
                await self._dirty.wait()
            self._dirty.clear()
            await asyncio.sleep(RETRY_SECONDS)
            await self.check()

    async def check(self) -> None:
        """Sends the commands again, and forgets the games that have ended."""
        if self._store.trouble is not None:
            return  # does not count as a try
        try:
            here = set(await self._registry.ownership.exclude_remote(self._commands))
        except StoreError:
            return
        for game, command in list(self._commands.items()):
            room_actor = await self._registry.load_or_skip(game) if game in here else None
            if room_actor is not None and room_actor.room.phase is Phase.FINISHED:
                self._forget(game)
            elif self._tries[game] >= TRIES or game in self._registry.unreadable:
                if game in here:
                    logger.error("game not ended as the operator wished", game=game)
                self._forget(game)
            else:
                self._tries[game] += 1
                if room_actor is not None:
                    room_actor.post(ServerCommand(command))

    def _forget(self, game: str) -> None:
        del self._commands[game], self._tries[game]


def _game_of(act: Act) -> str:
    return act.subject.removeprefix("game ")


def command_of(end: OperatorEnd) -> Cancel | Adjudicate:
    """The command by which the operator ends a game so."""
    return Cancel(end.reason) if end.scores is None else Adjudicate(end.scores, end.reason)
