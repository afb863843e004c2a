"""Sends frames to thousands of spectators in chunks, with a turn of the loop between two.

A frame to one viewer takes some microseconds, most of them in the kernel, so five thousand at once
would block the loop, and all moves, for tens of milliseconds. Players do not wait for chunks. Each
viewer still gets its frames in order: a room sends one step after another.
"""

import asyncio
from collections.abc import Sequence

from .outbox import Viewer

FANOUT_CHUNK = 128  # viewers


async def tell_spectators(viewers: Sequence[Viewer], frames: list[str]) -> None:
    """Sends all frames to each of them; returns at once if one chunk is enough."""
    for start in range(0, len(viewers), FANOUT_CHUNK):
        if start:
            await asyncio.sleep(0)
        for viewer in viewers[start : start + FANOUT_CHUNK]:
            if not viewer.gone:
                viewer.send_frames(frames)
