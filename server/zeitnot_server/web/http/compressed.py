"""A cache of bodies compressed with gzip.

Compressing takes milliseconds, and a thousand people may look at the same game. The key is the
content, so entries are never stale.
"""

import asyncio
import gzip
import re
from collections import OrderedDict

LEVEL = 6
MIN_BYTES = 1024  # smaller bodies would hardly need fewer packets
CACHED_BYTES = 8 * 1024 * 1024


class Compressed:
    """An LRU cache of compressed bodies, at most `max_bytes`."""

    def __init__(self, max_bytes: int = CACHED_BYTES) -> None:
        self._max_bytes = max_bytes
        self._bodies: OrderedDict[str, bytes] = OrderedDict()
        self.size = 0
        self.compressions = 0  # counted for tests

    def cached(self, digest: str) -> bytes | None:
        """The compressed body with this digest, if it is cached."""
        if digest in self._bodies:
            self._bodies.move_to_end(digest)
        return self._bodies.get(digest)

    async def make(self, digest: str, body: bytes) -> bytes:
        """Compresses a body on another thread, and caches the result."""
        compressed = await asyncio.to_thread(gzip.compress, body, LEVEL, mtime=0)
        self.compressions += 1
        if digest not in self._bodies:
            self._bodies[digest] = compressed
            self.size += len(compressed)
        while self.size > self._max_bytes:
            self.size -= len(self._bodies.popitem(last=False)[1])
        return compressed


def accepts_gzip(header: str) -> bool:
    """Whether an Accept-Encoding allows gzip (RFC 9110, section 12.5.3)."""
    allowed: dict[str, bool] = {}
    for part in header.lower().split(","):
        name, _, weight = part.partition(";")
        allowed[name.strip()] = not re.fullmatch(r"\s*q\s*=\s*0(\.0*)?\s*", weight)
    return allowed.get("gzip", allowed.get("x-gzip", allowed.get("*", False)))
