"""Frees a slot of a full bot for a player who has no game with it.

An address with several games of the bot loses one that has waited long for its player
(`rooms.timeouts`): of the address with the most games, the one that has waited longest. An address
with a single game keeps it once its player has made the first move, for which there is no countdown
against bots; and a player who moves keeps every game.
"""

import asyncio
import contextlib
from collections.abc import Iterable

import zeitnot_protocol as p

from ..hosting.registry import Registry
from ..hosting.room.inbox import ServerCommand
from ..hosting.room.now import AdjustedClock
from ..hosting.room.room_actor import RoomActor
from ..rooms.commands import Preempt
from ..rooms.room import Actor
from ..rooms.timeouts import overdue_wait_ms
from .games import BotGames

END_SECONDS = 2.0  # for a game to end before the request is refused


class BotSlots:
    """Looks for games that may be ended, among those in memory: the rooms of a bot that is online
    are in memory, because it is connected to them."""

    def __init__(self, registry: Registry, games: BotGames, clock: AdjustedClock) -> None:
        self._registry = registry
        self._games = games
        self._clock = clock

    async def free_slot(
        self, bots: Iterable[str], creator: Actor, control: p.Control, address: str | None
    ) -> bool:
        """Ends a game to free a slot for a new one. False: no game may be ended, or its room is
        busy; then the slot may be free a moment later."""
        longest = self._longest_waiting(bots, creator, control, address)
        if longest is None:
            return False
        room_actor, bot = longest
        if not room_actor.post(ServerCommand(Preempt(bot))):
            return False
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(END_SECONDS):
                await room_actor.wait_until_idle()
                return True
        return False

    def _longest_waiting(
        self, bots: Iterable[str], creator: Actor, control: p.Control, address: str | None
    ) -> tuple[RoomActor, str] | None:
        now = self._clock.now()
        waiting = list[tuple[int, int, RoomActor, str]]()
        for game in self._games.blocking_games(bots, creator, control, address):
            room_actor = self._registry.in_memory(game.game)
            if room_actor is None or not (game.spare or room_actor.room.clock.is_unbounded):
                continue
            waits_ms = overdue_wait_ms(room_actor.room, game.bot, now)
            if waits_ms is not None:
                waiting.append((game.source_points, waits_ms, room_actor, game.bot))
        if not waiting:
            return None
        *_, room_actor, bot = max(waiting, key=lambda candidate: candidate[:2])
        return room_actor, bot
