"""A blocking connection for commands: asyncpg's loop runs on a thread."""

import asyncio
import contextlib
import threading
from collections.abc import Coroutine, Iterator, Mapping
from typing import Any

from ...address import Address
from .connection import COMMAND_SECONDS, Connection, close, connect


@contextlib.contextmanager
def connected(
    address: Address,
    name: str,
    settings: Mapping[str, str] | None = None,
    *,
    command_s: float = COMMAND_SECONDS,
) -> Iterator[Connection]:
    """A connection whose statements block; see `connection.connect`. Raises ReadFailed."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, name=f"zeitnot-{name}", daemon=True)
    thread.start()

    def wait(work: Coroutine[Any, Any, Any]) -> Any:
        return asyncio.run_coroutine_threadsafe(work, loop).result()

    try:
        raw = wait(connect(address, name, settings, command_s=command_s))
        try:
            yield Connection(raw, wait)
        finally:
            wait(close(raw))
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()
