"""Reserves the last free disk space for games in progress.

A full disk stops every clock (`read_only`). Before that, the server accepts nothing new: no
accounts, games or chat, and no lines of books. Moves, and other commands that continue or end a
game, are stored as long as possible.
"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

import structlog

import zeitnot_protocol as p

from ..events.bus import Events
from ..rooms.commands import PlayerCommand
from ..rooms.room import IN_PROGRESS, Phase

CHECK_SECONDS = 3.0
RECOVERY_FACTOR = 1.25  # times the reserve must be free before it counts as recovered
MIB = 1024 * 1024

logger = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class DiskState:
    """The free disk space has become low, or there is enough again."""

    low: bool


class DiskReserve:
    """Checks the free space every few seconds. `reserve`: bytes, 0 for none; `free`: returns the
    free bytes, or None if they cannot be known, or raises OSError; called on a thread, because it
    may block. Publishes `DiskState`."""

    def __init__(
        self,
        reserve: int = 0,
        free: Callable[[], int | None] = lambda: None,
        events: Events | None = None,
    ) -> None:
        self.reserve = reserve
        self.low = False
        self.free: int | None = None  # bytes, as of the last check; None: not known
        self.events = events or Events()
        self._free = free

    async def check(self) -> None:
        """Checks the free space, and logs a change of `low`, which does not change if the free
        space cannot be read. Without a reserve the free space is only recorded."""
        try:
            self.free = free = await asyncio.to_thread(self._free)
        except OSError as failed:
            self.free = None
            if self.reserve:
                logger.warning("free space not known", error=failed)
            return
        if not self.reserve or free is None:
            return
        low = free < self.reserve * (RECOVERY_FACTOR if self.low else 1)
        if low == self.low:
            return
        self.low = low
        if low:
            logger.error("disk low", free_mib=free // MIB, reserve_mib=self.reserve // MIB)
        else:
            logger.warning("disk has room again", free_mib=free // MIB)
        self.events.publish(DiskState(low))

    async def run(self) -> None:
        """Checks until cancelled."""
        while True:
            await self.check()
            await asyncio.sleep(CHECK_SECONDS)


def is_allowed_when_full(phase: Phase, command: PlayerCommand) -> bool:
    """Whether a command belongs to a game in progress, or ends a game."""
    return isinstance(command, p.Abort) or (
        phase in IN_PROGRESS and not isinstance(command, p.Chat)
    )
