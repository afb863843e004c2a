"""Servers for the tests of this folder."""

from collections.abc import Iterator

import pytest

from .running_server import Server, expect_no_traceback


@pytest.fixture(scope="module")
def server(shared_server: Server) -> Iterator[Server]:
    """A server without bots, which other modules have used and will use."""
    with expect_no_traceback(shared_server):
        yield shared_server


@pytest.fixture(scope="session")
def server_with_bots(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with its house bots, for all modules."""
    running = Server(tmp_path_factory.mktemp("server"))
    with expect_no_traceback(running):
        yield running
        assert running.stop() == 0
