"""A server that cannot write: its files may not grow, or another program has locked the database.

It acknowledges nothing, reports the problem to players, over HTTP and on /readyz, serves reads, and
recovers without help.
"""

import asyncio
import contextlib
import json
import resource
import sqlite3
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from ..proof.killtest.server import Server
from .test_crash import WAIT_S, Socket, play, start_game

# A server without periodic writes: its own heartbeat would sometimes be the first to find that
# nothing can be written.
WITHOUT_PERIODIC_WRITES = """
from zeitnot_server.hosting import heartbeats
heartbeats.SAVE_SECONDS = 1e6
from zeitnot_server.app import main
"""


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    created = Server(tmp_path, WITHOUT_PERIODIC_WRITES)
    created.start()
    yield created
    created.close()
    assert "Traceback" not in created.log.read_text(), created.log.read_text()


def http(server: Server, path: str, body: bytes | None = None) -> tuple[int, str]:
    """Status and text of a response."""
    request = urllib.request.Request(f"http://127.0.0.1:{server.port}{path}", data=body)
    request.add_header("content-type", "application/json")
    try:
        with urllib.request.urlopen(request, timeout=WAIT_S) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.read().decode()


@contextlib.contextmanager
def full_disk(server: Server) -> Iterator[None]:
    """The write-ahead log may not grow: write(2) fails, as on a disk that is full or broken."""
    with limited(server.pid, Path(f"{server.database}-wal").stat().st_size):
        yield


@contextlib.contextmanager
def limited(pid: int, max_bytes: int) -> Iterator[None]:
    """No file of this process may grow beyond `max_bytes`."""
    before = resource.prlimit(pid, resource.RLIMIT_FSIZE, (max_bytes, resource.RLIM_INFINITY))
    try:
        yield
    finally:
        resource.prlimit(pid, resource.RLIMIT_FSIZE, before)


@contextlib.contextmanager
def locked(server: Server) -> Iterator[None]:
    """Another program holds the database's write lock."""
    connection = sqlite3.connect(server.database, timeout=WAIT_S, isolation_level=None)
    connection.execute("BEGIN EXCLUSIVE")
    try:
        yield
    finally:
        connection.execute("ROLLBACK")
        connection.close()


async def refusal(socket: Socket, command: str) -> str:
    """The code with which this command is refused; errors sent to all in the room have no id."""
    while (error := await socket.until("error")).get("id") != command:
        assert error["code"] == "read_only"
    return str(error["code"])


@pytest.mark.parametrize("trouble", [full_disk, locked])
async def test_commands_are_refused_while_read_only_until_recovery(
    server: Server, trouble: Callable[[Server], AbstractContextManager[None]]
) -> None:
    ann, bob = await start_game(server)
    with trouble(server):
        await ann.send("move", id="m0", ply=0, move="a1")
        assert await refusal(ann, "m0") == "retry"
        assert (await bob.until("error"))["code"] == "read_only"
        assert "running" not in (await bob.until("clock"))["clock"]
        await ann.send("move", id="m0", ply=0, move="a1")
        assert await refusal(ann, "m0") == "read_only"
        await ann.send("hello", since=0)  # as a page does when it is reloaded
        await ann.until("welcome")
        assert "id" not in await ann.until("error")
        status, reason = await asyncio.to_thread(http, server, "/readyz")
        assert (status, reason.split(":")[0]) == (503, "read-only")
        status, problem = await asyncio.to_thread(http, server, "/api/v1/session", b"{}")
        assert (status, json.loads(problem)["code"]) == (503, "read_only")
        status, games = await asyncio.to_thread(http, server, "/api/v1/games")
        assert (status, json.loads(games)["games"][0]["moves"]) == (200, 0)
        assert await asyncio.to_thread(http, server, "/healthz") == (200, "ok")
    assert (await bob.until("paused"))["reason"] == "outage"
    await bob.until("resumed")
    await play(ann, 0, "a1")
    assert (await bob.until("moved"))["move"] == "a1"
    assert await asyncio.to_thread(http, server, "/readyz") == (200, "ok")
    await verify_record(server, ann)
    for socket in (ann, bob):
        await socket.close()


async def verify_record(server: Server, ann: Socket) -> None:
    """Checks that the record has the move once, and no refused command."""
    _, record = await asyncio.to_thread(http, server, f"/api/v1/games/{ann.game}")
    events = json.loads(record)["events"]
    assert [event["seq"] for event in events] == list(range(1, len(events) + 1))
    assert [event["type"] for event in events[-3:]] == ["paused", "resumed", "moved"]


async def test_a_start_on_a_full_disk_is_retried(server: Server) -> None:
    """The server exits with 75 and one line, so the parent restarts it; bad settings would be 2."""
    assert await asyncio.to_thread(http, server, "/readyz") == (200, "ok")
    server.stop()
    with limited(server.fork_server, 2048):
        server.start()
        assert await asyncio.to_thread(server.wait) == 75
    assert "disk I/O error" in server.log.read_text().splitlines()[-1]
    server.start()
    assert await asyncio.to_thread(http, server, "/readyz") == (200, "ok")
