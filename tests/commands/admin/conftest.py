"""A running server, and `zeitnot admin` on its database."""

from collections.abc import Iterator

import pytest

from ...server.running_server import Server
from ..conftest import CommandResult, Zeitnot


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("admin"), "--no-bots")
    yield running
    assert running.stop() == 0
    log = running.log.read_text()
    assert "Traceback" not in log, log
    assert "level=error" not in log, log


@pytest.fixture
def admin(zeitnot: Zeitnot, server: Server) -> Zeitnot:
    """Runs `zeitnot admin` with these arguments on the server's database; it must succeed."""

    def run(*arguments: str) -> CommandResult:
        result = zeitnot("admin", *arguments, "--db", str(server.db))
        assert (result.code, result.err) == (0, "")
        return result

    return run
