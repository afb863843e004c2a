"""Servers for the tests of this folder."""

from collections.abc import Iterator

import pytest

from .running_server import Server


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server without bots, for one module."""
    running = Server(tmp_path_factory.mktemp("server"), "--no-bots")
    yield running
    assert running.stop() == 0
    assert "Traceback" not in running.log.read_text(), running.log.read_text()


@pytest.fixture(scope="module")
def server_with_bots(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with its house bots, for one module."""
    running = Server(tmp_path_factory.mktemp("server"))
    yield running
    assert running.stop() == 0
    assert "Traceback" not in running.log.read_text(), running.log.read_text()
