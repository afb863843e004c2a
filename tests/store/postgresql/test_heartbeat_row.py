"""The heartbeat in the database, when it cannot be written."""

import asyncio

import pytest
import structlog
from structlog.typing import EventDict

from zeitnot_server.store import WriteFailed
from zeitnot_server.store.address import Address
from zeitnot_server.store.postgresql.nodes.heartbeat_row import HeartbeatRow


@pytest.mark.parametrize(
    ("error", "has_origin"), [(ConnectionResetError("lost"), False), (KeyError("bug"), True)]
)
async def test_a_failed_write_is_logged(
    error: Exception, has_origin: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    row = HeartbeatRow(Address("postgresql://nobody@nowhere/none"), "a")
    line: asyncio.Future[EventDict] = asyncio.get_running_loop().create_future()

    async def fail() -> bool:
        raise error

    def hear(logger: object, method: str, event: EventDict) -> EventDict:
        line.set_result(event)
        raise structlog.DropEvent

    monkeypatch.setattr(row, "_try_lock", fail)
    before = structlog.get_config()
    try:
        structlog.configure(processors=[hear])
        row.begin(1)
        heard = await asyncio.wait_for(line, 10)
    finally:
        structlog.configure(**before)
        await row.close()
    assert heard["event"] == "heartbeat not written"
    assert isinstance(heard["error"], WriteFailed)
    assert (heard["exc_info"] is error) == has_origin
