"""Servers for the tests of this folder."""

from collections.abc import Iterator
from typing import Any

import pytest
import uvloop

from ..server.running_server import Server


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server without bots, for one module; whatever a peer does, the server logs no error."""
    running = Server(tmp_path_factory.mktemp("server"), "--no-bots")
    yield running
    assert running.stop() == 0
    log = running.log.read_text()
    assert "Traceback" not in log, log
    assert "level=error" not in log, log


def pytest_asyncio_loop_factories(config: pytest.Config, item: pytest.Item) -> dict[str, Any]:
    """The loop that the server itself runs on."""
    return {"uvloop": uvloop.new_event_loop}
