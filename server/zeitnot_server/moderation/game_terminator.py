"""Ends games for the operator (`zeitnot admin end`).

A room refuses the command while the database is read-only or the room's queue is full, and a room
may be unreadable for a while. So the command is repeated a number of times before a failure is
logged. Every node learns of the action, and the node that has the room ends the game. The other
nodes keep the command until the game has ended, in case that node dies first.
"""

import asyncio
import contextlib

import structlog

from ..hosting.registry import Registry
from ..hosting.room.inbox import ServerCommand
from ..rooms.commands import Adjudicate, Cancel
from ..rooms.room import Phase
from ..store import AuditEntry, Store, StoreError, Termination

RETRY_SECONDS = 2.0  # `zeitnot admin end` waits for ten seconds
TRIES = 150  # for a game, not counting those while the database is read-only

logger = structlog.get_logger()


class GameTerminator:
    """`run` is one of the server's tasks; `end` wakes it."""

    def __init__(self, store: Store, registry: Registry) -> None:
        self._store = store
        self._registry = registry
        self._dirty = asyncio.Event()
        self._commands: dict[str, Cancel | Adjudicate] = {}
        self._tries: dict[str, int] = {}

    async def start(self) -> None:
        """Reads the terminations that a crash prevented; `run` carries them out. Raises
        StoreError."""
        for act in await self._store.moderation.pending_terminations():
            with contextlib.suppress(ValueError):  # was logged when the entry was new
                self._note(_game_of(act), Termination.of(act))

    async def carry_out(self, act: AuditEntry) -> None:
        """Ends the game that this audit entry is about. Raises ValueError if the entry cannot be
        read."""
        await self.end(_game_of(act), Termination.of(act))

    async def end(self, game: str, end: Termination) -> None:
        """Ends a game in this way."""
        self._note(game, end)
        await self._registry.post_command(game, self._commands[game])

    def _note(self, game: str, end: Termination) -> None:
        self._commands[game], self._tries[game] = command_for(end), 0
        self._dirty.set()

    async def run(self) -> None:
        """Repeats the commands until all these games have ended, for ever."""
        while True:
            if not self._commands:
                await self._dirty.wait()
            self._dirty.clear()
            await asyncio.sleep(RETRY_SECONDS)
            await self.check()

    async def check(self) -> None:
        """Repeats the commands, and drops those of games that have ended."""
        if self._store.read_only_reason is not None:
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


def _game_of(act: AuditEntry) -> str:
    return act.subject.removeprefix("game ")


def command_for(end: Termination) -> Cancel | Adjudicate:
    """The command that ends a game in this way."""
    return Cancel(end.reason) if end.scores is None else Adjudicate(end.scores, end.reason)
