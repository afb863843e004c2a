"""Reads the input that the mover sent in time, before a flag falls.

The timer of a flag and the frames of a socket reach a room independently, and a loop that was busy
may run the timer first. So the amount of unread input is noted for the sockets of the seat to move;
the flag waits until that much has been read, and not for input that arrives later.
"""

import asyncio
from collections.abc import Iterable

from .outbox import Viewer

PASS_SECONDS = 0.001
MOST_PASSES = 1000


def owed_ms(viewers: Iterable[Viewer]) -> int:
    """The lag owed to a player with these connections: that of the slowest."""
    return max((v.link.owed_ms(v.actor is not None and v.actor.bot) for v in viewers), default=0)


async def drain_input(viewers: Iterable[Viewer]) -> None:
    """Returns when all input that these connections have sent so far is in the room's queue."""
    unread = [viewer.link.unread() for viewer in viewers]
    for _ in range(MOST_PASSES):
        unread = [is_read for is_read in unread if not is_read()]
        if not unread:
            return
        await asyncio.sleep(PASS_SECONDS)
