"""Logging when the heartbeat cannot be written to the database."""

import asyncio

import pytest
import structlog
from structlog.typing import EventDict

from zeitnot_server.store import WriteFailed
from zeitnot_server.store.address import Address
from zeitnot_server.store.postgresql.nodes.heartbeat_row import HeartbeatRow


@pytest.mark.parametrize(
    ("error", "has_traceback"), [(ConnectionResetError("lost"), False), (KeyError("bug"), True)]
)
async def test_a_failed_write_is_logged(
    error: Exception, has_traceback: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    row = HeartbeatRow(Address("postgresql://nobody@nowhere/none"), "a")
    logged: asyncio.Future[EventDict] = asyncio.get_running_loop().create_future()

    async def fail() -> bool:
        raise error

    def receive(logger: object, method: str, event: EventDict) -> EventDict:
        logged.set_result(event)
        raise structlog.DropEvent

    monkeypatch.setattr(row, "_try_lock", fail)
    before = structlog.get_config()
    try:
        structlog.configure(processors=[receive])
        row.begin(1)
        received = await asyncio.wait_for(logged, 10)
    finally:
        structlog.configure(**before)
        await row.close()
    assert received["event"] == "heartbeat not written"
    assert isinstance(received["error"], WriteFailed)
    assert (received["exc_info"] is error) == has_traceback
