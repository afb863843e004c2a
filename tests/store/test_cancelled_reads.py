"""A cancelled read raises CancelledError, even if the cleanup of its connection fails."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import Any, cast

import pytest

from zeitnot_server.store.errors import SlowRead
from zeitnot_server.store.sql.base.snapshots import BoundedReader


class HangingReader(BoundedReader):
    """A reader whose connection does not answer, so that a cancelled read fails during its
    cleanup."""

    def __init__(self) -> None:
        super().__init__(cast(Any, None), 1, None)

    @contextlib.asynccontextmanager
    async def _session(self) -> AsyncIterator[Any]:
        try:
            yield None
        except (asyncio.CancelledError, TimeoutError):
            raise SlowRead("The read took more than 5 s.") from None


async def _read(reader: BoundedReader, entered: asyncio.Event) -> None:
    async with reader.snapshot():
        entered.set()
        await asyncio.Event().wait()


async def test_an_error_during_cleanup_does_not_hide_the_cancellation() -> None:
    entered = asyncio.Event()
    reading = asyncio.create_task(_read(HangingReader(), entered))
    await entered.wait()
    reading.cancel()
    await asyncio.wait([reading])
    assert reading.cancelled()


async def test_an_error_without_a_cancellation_is_raised() -> None:
    with pytest.raises(SlowRead):
        async with HangingReader().snapshot():
            raise TimeoutError
