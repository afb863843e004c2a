"""Streaming responses, produced as fast as they are read."""

from collections.abc import AsyncGenerator, AsyncIterator, Callable, Mapping
from contextlib import ExitStack, aclosing, asynccontextmanager

from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from ...limits.long_reads import LongReads
from ...limits.quota_subject import QuotaSubject
from ...store import RecordTurn


class Streamed(StreamingResponse):
    """JSON in parts. `stack` is closed when the last part is sent or the reader has
    disconnected."""

    def __init__(
        self,
        parts: AsyncGenerator[bytes, None],
        stack: ExitStack,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(parts, headers=headers, media_type="application/json")
        self._parts = parts
        self._held = stack

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        with self._held:
            async with aclosing(self._parts):
                await super().__call__(scope, receive, send)


def in_turn(reads: LongReads, sender: QuotaSubject) -> RecordTurn:
    """Waits for this reader's turn before each chunk, and charges its size to the reader."""

    @asynccontextmanager
    async def turn() -> AsyncIterator[Callable[[int], None]]:
        async with reads.chunk([sender]):
            yield sender.read

    return turn
