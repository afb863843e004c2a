"""Tells clients in the lobby of new challenges on ladders of clubs.

Once in TICK_SECONDS, if any client wants to know, the challenges are read that were made since the
last time, on any node.
"""

import asyncio
import contextlib
from collections.abc import Callable, Iterator

import zeitnot_protocol as p
from zeitnot_protocol import clubs as wire

from ..clubs.club_store import Clubs, NewChallenge
from ..hosting.room.send_queue import SendQueue
from ..limits.bounded_map import BoundedMap
from ..profiles.people_store import People

TICK_SECONDS = 3.0
OVERLAP_MS = 60_000  # the clocks of the nodes differ
MAX_REMEMBERED = 10_000
SOMEBODY = "Somebody"  # whose account has just gone


class ChallengeNews:
    """Tells the clients of this node. `wall_ms`: Unix milliseconds."""

    def __init__(self, clubs: Clubs, people: People, wall_ms: Callable[[], int]) -> None:
        self._clubs, self._people, self._wall_ms = clubs, people, wall_ms
        self._clients: dict[str, list[SendQueue]] = {}  # by account
        self._told: BoundedMap[int] = BoundedMap(MAX_REMEMBERED, lambda at, now: 0)

    @contextlib.contextmanager
    def watching(self, account: str, send_queue: SendQueue) -> Iterator[None]:
        """Tells a client of challenges to its account, while it is open."""
        self._clients.setdefault(account, []).append(send_queue)
        try:
            yield
        finally:
            self._clients[account].remove(send_queue)
            if not self._clients[account]:
                del self._clients[account]

    async def run(self) -> None:
        """Tells the clients, until cancelled."""
        while True:
            await asyncio.sleep(TICK_SECONDS)
            await self.tick()

    async def tick(self) -> None:
        """Tells the clients of the challenges that have been made since the last time, and within
        OVERLAP_MS. Raises StoreError."""
        if not self._clients:
            return
        now = self._wall_ms()
        for new in await self._clubs.challenged_since(now - OVERLAP_MS):
            key = f"{new.ladder} {new.challenge.number}"
            queues = self._clients.get(new.challenge.challenged)
            if queues and self._told.get(key) is None:
                self._told.put(key, now, now)
                frame = p.encode(p.clubs.LadderChallenged(challenge=await self._view(new)))
                for queue in queues:
                    queue.put_all([frame])

    async def _view(self, new: NewChallenge) -> wire.OwnChallenge:
        names = await self._people.names([new.challenge.challenger])
        name, _ = names.get(new.challenge.challenger, (SOMEBODY, False))
        return wire.OwnChallenge(
            slug=new.slug,
            club=new.club,
            game_type=new.game_type,
            number=new.challenge.number,
            opponent=name,
            you="challenged",
            until=new.challenge.until,
        )
