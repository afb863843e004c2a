"""An answer that is made while it is read."""

from collections.abc import AsyncGenerator, AsyncIterator, Callable, Mapping
from contextlib import ExitStack, aclosing, asynccontextmanager

from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from ..play.long_reads import LongReads
from ..play.sender import Sender
from ..store import RecordTurn


class Streamed(StreamingResponse):
    """JSON in parts. `held` is let go of when the last one has been sent, or nobody reads on."""

    def __init__(
        self,
        parts: AsyncGenerator[bytes, None],
        held: ExitStack,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(parts, headers=headers, media_type="application/json")
        self._parts = parts
        self._held = held

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        with self._held:
            async with aclosing(self._parts):
                await super().__call__(scope, receive, send)


def in_turn(reads: LongReads, sender: Sender) -> RecordTurn:
    """For each chunk the turn of this reader, who then pays for what it has."""

    @asynccontextmanager
    async def turn() -> AsyncIterator[Callable[[int], None]]:
        async with reads.chunk([sender]):
            yield sender.read

    return turn
