"""An answer that is made while it is read."""

from collections.abc import AsyncGenerator, Mapping
from contextlib import ExitStack, aclosing

from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send


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


async def begun(parts: AsyncGenerator[bytes, None]) -> AsyncGenerator[bytes, None]:
    """The same parts, of which the first has been made: what goes wrong with it is raised here,
    before there is an answer."""
    first = await anext(parts)

    async def all_of_them() -> AsyncGenerator[bytes, None]:
        async with aclosing(parts):
            yield first
            async for part in parts:
                yield part

    return all_of_them()
