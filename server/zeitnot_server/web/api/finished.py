"""Records of finished games, with an ETag and compression.

They rarely change (chat in the hour after the end, a name or a line that the operator removes), and
only reading them shows whether they have changed. So the ETag is a digest of the content: a match
saves the transfer but not the read, which is charged by the uncompressed size. A record that is too
long to buffer is streamed without ETag and compression.
"""

import hashlib
from collections.abc import AsyncGenerator, Mapping
from contextlib import ExitStack, aclosing

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from ...limits.long_reads import LongReads
from ...limits.table import STANDARD
from ..http.compressed import MIN_BYTES, Compressed, accepts_gzip
from ..http.streamed import Streamed

MAX_BYTES = STANDARD.record_bytes  # of one record; every stream may buffer as much
PIECE_BYTES = 32 * 1024
CACHE_HEADERS = {
    "cache-control": "private, no-cache",
    "vary": "Cookie, Authorization, Accept-Encoding",
}

Parts = AsyncGenerator[bytes, None]


class _BufferedStream(Response):
    """A response that counts as a stream until it is sent. It is sent in pieces, because bytes that
    wait in the transport are not counted."""

    def __init__(self, stack: ExitStack, body: bytes, status: int, headers: Mapping[str, str]):
        super().__init__(body, status, headers)
        self._held = stack

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        head = {"status": self.status_code, "headers": self.raw_headers}
        with self._held:
            await send({"type": "http.response.start", **head})
            for at in range(0, len(self.body) or 1, PIECE_BYTES):
                piece, more = self.body[at : at + PIECE_BYTES], at + PIECE_BYTES < len(self.body)
                await send({"type": "http.response.body", "body": piece, "more_body": more})


async def finished_record(
    request: Request, parts: Parts, reads: LongReads, stack: ExitStack, headers: Mapping[str, str]
) -> Response:
    """The response for a finished game's record. `stack` is closed when it is sent."""
    start, is_complete = await _read(parts)
    if not is_complete:
        return Streamed(_rest(start, parts), stack.pop_all(), headers)
    digest = hashlib.sha256(start).hexdigest()[:32]
    plain_etag, gzip_etag = f'"{digest}"', f'"{digest}-gzip"'
    client_etags = {tag.removeprefix("W/") for tag in _header_items(request, "if-none-match")}
    encodings = ",".join(_header_items(request, "accept-encoding"))
    uses_gzip = len(start) >= MIN_BYTES and accepts_gzip(encodings)
    etag = gzip_etag if uses_gzip else plain_etag
    response_headers = {**headers, **CACHE_HEADERS, "etag": etag}
    if client_etags & {"*", plain_etag, gzip_etag}:
        return _BufferedStream(stack.pop_all(), b"", 304, response_headers)
    response_headers.setdefault("content-type", "application/json")
    if uses_gzip:
        start = await _compressed(request, digest, start, reads)
        response_headers["content-encoding"] = "gzip"
    return _BufferedStream(stack.pop_all(), start, 200, response_headers)


async def _read(parts: Parts) -> tuple[bytes, bool]:
    """The first MAX_BYTES bytes, or a little more, and whether the record ends there."""
    start = bytearray()
    async for part in parts:
        start += part
        if len(start) > MAX_BYTES:
            return bytes(start), False
    return bytes(start), True


async def _rest(start: bytes, parts: Parts) -> Parts:
    async with aclosing(parts):
        yield start
        async for part in parts:
            yield part


async def _compressed(request: Request, digest: str, body: bytes, reads: LongReads) -> bytes:
    """Takes turns with long reads: one at a time, and at most half of the time. No sender is
    charged, because reading was charged already."""
    cache: Compressed = request.app.state.compressed
    if (compressed := cache.cached(digest)) is not None:
        return compressed
    async with reads.chunk(()):
        return cache.cached(digest) or await cache.make(digest, body)


def _header_items(request: Request, name: str) -> list[str]:
    return [item.strip() for value in request.headers.getlist(name) for item in value.split(",")]
