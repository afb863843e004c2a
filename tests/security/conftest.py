"""The server for the tests of this folder, and their event loop."""

from collections.abc import Iterator
from typing import Any

import pytest
import uvloop

from ..server.running_server import Server, expect_no_traceback


@pytest.fixture(scope="module")
def server(shared_server: Server) -> Iterator[Server]:
    """A server without bots, which other modules share. It must log no error, regardless of what a
    client sends."""
    before = len(shared_server.log.read_text())
    with expect_no_traceback(shared_server):
        yield shared_server
    log = shared_server.log.read_text()[before:]
    assert "level=error" not in log, log


def pytest_asyncio_loop_factories(config: pytest.Config, item: pytest.Item) -> dict[str, Any]:
    """Uses the event loop on which the server itself runs."""
    return {"uvloop": uvloop.new_event_loop}
