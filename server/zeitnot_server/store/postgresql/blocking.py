"""A connection for commands, whose code waits for each statement: asyncpg's loop is on a thread."""

import asyncio
import contextlib
import threading
from collections.abc import Coroutine, Iterator, Mapping
from typing import Any

from ..address import Address
from .connection import Connection, close, connect


@contextlib.contextmanager
def connected(
    address: Address, name: str, settings: Mapping[str, str] | None = None
) -> Iterator[Connection]:
    """A connection whose statements block. Raises ReadFailed."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, name=f"zeitnot-{name}", daemon=True)
    thread.start()

    def wait(work: Coroutine[Any, Any, Any]) -> Any:
        return asyncio.run_coroutine_threadsafe(work, loop).result()

    try:
        raw = wait(connect(address, name, settings))
        try:
            yield Connection(raw, wait)
        finally:
            wait(_closed(raw))
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


async def _closed(raw: Any) -> None:
    await close(raw)
    await asyncio.sleep(0)  # a transport that is given up closes in the next turn
