"""Hearing a mover out: before a flag falls, what the mover sent in time is read first.

The timer of a flag and the frames of a socket reach a room by different ways, and a loop that was
busy may come to the timer first. So the sockets of the seat to move are asked what lies unread; the
flag waits until that much has been read, and no longer, however much more is sent meanwhile.
"""

import asyncio
from collections.abc import Iterable

from .outbox import Viewer

PASS_SECONDS = 0.001
MOST_PASSES = 1000


def owed_ms(viewers: Iterable[Viewer]) -> int:
    """What lag is owed to somebody with these connections: that of the slowest."""
    return max((v.link.owed_ms(v.actor is not None and v.actor.bot) for v in viewers), default=0)


async def all_read(viewers: Iterable[Viewer]) -> None:
    """Returns when what these connections have sent until now is in the room's queue."""
    unread = [viewer.link.unread() for viewer in viewers]
    for _ in range(MOST_PASSES):
        unread = [read for read in unread if not read()]
        if not unread:
            return
        await asyncio.sleep(PASS_SECONDS)
