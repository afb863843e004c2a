"""Who blocks whom. Kept in memory, so that no command of a room costs a query.

What others have stored (nodes, and guests whose blocks become those of an account) is read every
READ_SECONDS. A block that began a moment ago on another node may be unknown here for as long.
"""

import asyncio
from collections.abc import Callable, Collection, Iterable

import structlog

import zeitnot_protocol as p

from ..hosting.room.send_queue import Viewer
from ..limits.throttle import Throttle
from ..profiles.people_store import BLOCK, BLOCKS_AT_ONCE, Block, People
from ..rooms.commands import Command
from ..rooms.room import Refusal, Room, Step
from ..store import StoreError

READ_SECONDS = 2.0
OVERLAP_MS = 60_000  # the clocks of the nodes differ
SIT = "A player of this game has blocked you."
CHAT = "You cannot write here: one of you has blocked the other."

logger = structlog.get_logger()


class Blocks:
    """The blocks that are in force. `wall_ms`: Unix milliseconds; `monotonic_s`: for the log."""

    def __init__(
        self, people: People, wall_ms: Callable[[], int], monotonic_s: Callable[[], float]
    ) -> None:
        self._people, self._wall_ms = people, wall_ms
        self._by: dict[str, set[str]] = {}  # the blocked accounts, by the account that blocks
        self._since = 0
        self.listeners: list[Callable[[str], None]] = []
        """Each is told of both accounts of a block that begins, also on another node."""
        self._read_errors = Throttle(monotonic_s)

    def blocks(self, account: str, other: str) -> bool:
        """Whether `account` blocks `other`."""
        return other in self._by.get(account, ())

    def blocked_by(self, account: str) -> Collection[str]:
        """The accounts that this one blocks."""
        return frozenset(self._by.get(account, ()))

    def any_blocks(self, accounts: Iterable[str], other: str) -> bool:
        """Whether one of these accounts blocks `other`."""
        return any(self.blocks(account, other) for account in accounts)

    async def block(self, account: str, other: str) -> bool:
        """Begins a block. False: the account blocks as many as possible. Raises WriteFailed."""
        at = self._wall_ms()
        begun = await self._people.relate(account, BLOCK, other, at)
        if begun:
            self._note(Block(account, other, at, active=True))
        return begun

    async def unblock(self, account: str, other: str) -> None:
        """Ends a block. Raises WriteFailed."""
        at = self._wall_ms()
        await self._people.end_relation(account, BLOCK, other, at)
        self._note(Block(account, other, at, active=False))

    async def read(self) -> None:
        """Reads what has begun and ended since the last time. Raises StoreError."""
        now, last = self._wall_ms(), None
        while page := await self._people.blocks_since(self._since, last):
            for block in page:
                self._note(block)
            last = page[-1]
            if len(page) < BLOCKS_AT_ONCE:
                break
        self._since = max(self._since, now - OVERLAP_MS)

    async def run(self) -> None:
        """Reads what others have stored, until cancelled."""
        while True:
            await asyncio.sleep(READ_SECONDS)
            try:
                await self.read()
            except StoreError as failed:
                if self._read_errors.allows():
                    logger.warning("blocks not read", error=failed)

    def _note(self, block: Block) -> None:
        if block.active:
            if not self.blocks(block.account, block.other):
                self._by.setdefault(block.account, set()).add(block.other)
                for listener in self.listeners:
                    listener(block.account)
                    listener(block.other)
        elif (blocked := self._by.get(block.account)) is not None:
            blocked.discard(block.other)
            if not blocked:
                del self._by[block.account]

    # ── a policy of rooms ──────────────────────────────────────────────────────────────────────

    def admit(self, room: Room, done: Step, command: Command, viewer: Viewer | None) -> Step:
        """Refuses a seat in the game of somebody who blocks this account, and chat where a player
        and this account do not want to hear each other."""
        if viewer is None or viewer.actor is None or not isinstance(command, p.Sit | p.Chat):
            return done
        own = viewer.actor.account
        others = {seat.actor.account for seat in room.seats if seat.actor is not None} - {own}
        if isinstance(command, p.Chat):
            is_refused = self.any_blocks(others, own) or any(
                self.blocks(own, other) for other in others
            )
            return Step(room, refusal=Refusal("blocked", CHAT)) if is_refused else done
        if room.game_setup.ladder is not None:
            return done  # otherwise a block would keep the other from playing, who would then lose
        creator = room.game_setup.creator
        asked = others | ({creator} if creator else set())
        return Step(room, refusal=Refusal("blocked", SIT)) if self.any_blocks(asked, own) else done
