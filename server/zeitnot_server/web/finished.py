"""Records of games that have ended: with a validator, and compressed.

They change seldom (chat of the hour after the end, a name or a line that the operator takes back),
but that cannot be told without reading them. So the ETag is a digest of the content; who has it is
spared the transfer, not the reading, which is charged as ever, by the size before compression. A
record that is too long to be held in memory is streamed without either.
"""

import hashlib
from collections.abc import AsyncGenerator, Mapping
from contextlib import ExitStack, aclosing

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from ..play.long_reads import LongReads
from .compressed import SMALLEST, Compressed, accepts_gzip
from .streamed import Streamed

LONGEST = 256 * 1024  # bytes; as many as there are streams may be in memory
PIECE = 32 * 1024
CACHING = {"cache-control": "private, no-cache", "vary": "Cookie, Authorization, Accept-Encoding"}

Parts = AsyncGenerator[bytes, None]


class _Held(Response):
    """An answer that counts as a stream until it has been sent. It is sent in pieces: what the
    transport is given at once would wait there, and nobody would count it."""

    def __init__(self, stack: ExitStack, body: bytes, status: int, headers: Mapping[str, str]):
        super().__init__(body, status, headers)
        self._held = stack

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        head = {"status": self.status_code, "headers": self.raw_headers}
        with self._held:
            await send({"type": "http.response.start", **head})
            for at in range(0, len(self.body) or 1, PIECE):
                piece, more = self.body[at : at + PIECE], at + PIECE < len(self.body)
                await send({"type": "http.response.body", "body": piece, "more_body": more})


async def finished(
    request: Request, parts: Parts, reads: LongReads, stack: ExitStack, headers: Mapping[str, str]
) -> Response:
    """The answer for such a record. `stack` is closed when it has been sent."""
    begun, ended = await _read(parts)
    if not ended:
        return Streamed(_all(begun, parts), stack.pop_all(), headers)
    digest = hashlib.sha256(begun).hexdigest()[:32]
    own = {**headers, **CACHING, "etag": f'"{digest}"', "content-type": "application/json"}
    known = {tag.strip().removeprefix("W/") for tag in _listed(request, "if-none-match")}
    zipped = len(begun) >= SMALLEST and accepts_gzip(",".join(_listed(request, "accept-encoding")))
    if zipped:
        own["etag"] = f'"{digest}-gzip"'
    if known & {"*", f'"{digest}"', f'"{digest}-gzip"'}:
        del own["content-type"]
        return _Held(stack.pop_all(), b"", 304, own)
    if zipped:
        begun = await _compressed(request, digest, begun, reads)
        own["content-encoding"] = "gzip"
    return _Held(stack.pop_all(), begun, 200, own)


async def _read(parts: Parts) -> tuple[bytes, bool]:
    """The first LONGEST bytes, or somewhat more; and whether that is all."""
    begun = bytearray()
    async for part in parts:
        begun += part
        if len(begun) > LONGEST:
            return bytes(begun), False
    return bytes(begun), True


async def _all(begun: bytes, parts: Parts) -> Parts:
    async with aclosing(parts):
        yield begun
        async for part in parts:
            yield part


async def _compressed(request: Request, digest: str, body: bytes, reads: LongReads) -> bytes:
    """In turn with those who read: one at a time, and half of the time at most. Nobody is asked
    for it, as it must not wait for what the reading has cost."""
    cache: Compressed = request.app.state.compressed
    if (compressed := cache.cached(digest)) is not None:
        return compressed
    async with reads.chunk(()):
        return cache.cached(digest) or await cache.make(digest, body)


def _listed(request: Request, name: str) -> list[str]:
    return [one for value in request.headers.getlist(name) for one in value.split(",")]
