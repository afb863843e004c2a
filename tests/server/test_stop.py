"""A clean shutdown: everything is closed, the log is checkpointed, and nobody delays it."""

import asyncio
import os
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from ..proof.killtest.server import Server as Child
from .running_server import WAIT, Server, children_of, new_game, websocket
from .test_crash import a_game, play

SIGNALS = [signal.SIGTERM, signal.SIGINT]
CONTAINER = ["unshare", "--user", "--map-root-user", "--pid", "--fork", "--mount-proc"]


def companions_of(database: Path) -> set[str]:
    """What SQLite has left beside the database."""
    return {file.name for file in database.parent.glob(f"{database.name}-*")}


def moves_in(database: Path, alone: Path) -> int:
    """The moves in a copy of the database's one file."""
    shutil.copy(database, alone)
    connection = sqlite3.connect(alone)
    try:
        query = "SELECT count(*) FROM event WHERE kind = 'moved'"
        return int(connection.execute(query).fetchone()[0])
    finally:
        connection.close()


@pytest.fixture
def child(tmp_path: Path) -> Iterator[Child]:
    created = Child(tmp_path)
    created.start()
    yield created
    created.close()


@pytest.mark.parametrize("number", SIGNALS)
async def test_the_server_shuts_down_cleanly(
    child: Child, number: signal.Signals, tmp_path: Path
) -> None:
    ann, bob = await a_game(child)
    await play(ann, 0, "a1")
    await bob.until("moved")
    await play(bob, 1, "b1")
    os.kill(child.pid, number)
    with pytest.raises(ConnectionClosed) as messages:
        await bob.until("nothing")
    assert messages.value.rcvd is not None
    assert messages.value.rcvd.code == 1012  # service restart: come again
    assert await asyncio.to_thread(child.wait) == 0
    assert companions_of(child.database) == set()
    assert moves_in(child.database, tmp_path / "alone.db") == 2
    text = child.log.read_text()
    assert f"event=stopped run=1 how={number.name}" in text
    assert "Traceback" not in text


def stored_heartbeats(database: Path) -> list[int]:
    connection = sqlite3.connect(database)
    try:
        return [ms for (ms,) in connection.execute("SELECT alive_ms FROM run ORDER BY number")]
    finally:
        connection.close()


async def test_the_alive_file_records_how_long_the_run_lasted(child: Child) -> None:
    ann, _ = await a_game(child)
    await play(ann, 0, "a1")
    moved = 1
    assert await asyncio.to_thread(child.stop) == 0
    (lived,) = stored_heartbeats(child.database)
    assert lived >= moved
    child.database.with_name("zeitnot.db.alive").unlink()
    child.start()
    await ann.open()
    assert await asyncio.to_thread(child.stop) == 0
    assert stored_heartbeats(child.database)[0] == lived


async def test_the_command_shuts_down_cleanly(tmp_path: Path) -> None:
    server = Server(tmp_path, "--no-bots")
    game = new_game(server, server.person())
    async with websocket(server, f"/ws/games/{game}") as guest:
        await guest.send("hello")
        await guest.until("clock")
        assert await asyncio.to_thread(server.stop) == 0
    assert companions_of(server.db) == set()
    assert "event=stopped" in server.log.read_text()


def hanging(port: int, request: str) -> socket.socket:
    """A client that begins something and then neither reads nor writes."""
    line = socket.create_connection(("127.0.0.1", port), WAIT)
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
    line.sendall(request.replace("\n", "\r\n").encode())
    return line


UPGRADE = """GET /ws/lobby HTTP/1.1
host: localhost
connection: upgrade
upgrade: websocket
sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==
sec-websocket-version: 13
sec-websocket-protocol: zeitnot.v1

"""
HALF_A_BODY = """POST /api/v1/session HTTP/1.1
host: localhost
content-type: application/json
content-length: 100

{"""
HALF_A_HEAD = "GET / HTTP/1.1\nhost:"


async def test_hanging_clients_do_not_delay_it(tmp_path: Path) -> None:
    """The parent would kill a server that takes longer than it should, and nothing would be
    folded in."""
    server = Server(tmp_path, "--no-bots")
    assert server.http("GET", "/readyz")[0] == 200
    port = int(server.host.rpartition(":")[2])
    lines = [hanging(port, request) for request in (UPGRADE, HALF_A_BODY, HALF_A_HEAD)]
    assert await asyncio.to_thread(lines[0].recv, 12) == b"HTTP/1.1 101"
    assert await asyncio.to_thread(server.stop, signal.SIGTERM) == 0
    for line in lines:
        line.close()
    assert companions_of(server.db) == set()
    text = server.log.read_text()
    assert "event=stopped" in text
    assert "Traceback" not in text


# ── the first process of a container ───────────────────────────────────────────────────────────

FIRST = """
import os, signal, sys
from zeitnot_server.cli import main

def hook(event, args):
    if event in ("socket.bind", "sqlite3.connect", "subprocess.Popen"):
        for number in (signal.SIGTERM, signal.SIGINT):
            handler = signal.getsignal(number)
            if handler in (signal.SIG_DFL, signal.SIG_IGN, signal.default_int_handler):
                print(f"{event} comes before {number!r} is heeded", flush=True)
        if event == "subprocess.Popen":
            os.kill(os.getpid(), signal.SIGTERM)

sys.addaudithook(hook)
main()
"""


def test_signals_before_the_database_is_opened_are_handled(tmp_path: Path) -> None:
    """PID 1 is not ended by a signal that it does not handle: one that comes early must not be
    lost."""
    command = [sys.executable, "-c", FIRST, "serve", "--port", "0", "--no-bots"]
    command += ["--db", str(tmp_path / "zeitnot.db")]
    result = subprocess.run(command, capture_output=True, text=True, timeout=WAIT)
    assert (result.returncode, result.stderr.count("Traceback")) == (0, 0), result
    assert result.stdout == "", "it was never ready, and nothing came before it heeded"
    assert companions_of(tmp_path / "zeitnot.db") == set()


def contained() -> str | None:
    """Why no process of ours can be the first of a container here; None if it can."""
    if shutil.which(CONTAINER[0]) is None:
        return "there is no unshare(1)"
    tried = subprocess.run([*CONTAINER, "true"], capture_output=True, text=True)
    return None if tried.returncode == 0 else f"unshare: {tried.stderr.strip()}"


def test_stops_as_the_first_process_of_a_container(tmp_path: Path) -> None:
    if reason := contained():
        pytest.skip(f"no PID namespace can be had: {reason}")
    server = Server(tmp_path, "--no-bots", before=CONTAINER)
    assert server.http("GET", "/readyz")[0] == 200
    (first,) = children_of(server.process.pid)
    status = Path(f"/proc/{first}/status").read_text()
    assert f"NSpid:\t{first}\t1\n" in status
    os.kill(first, signal.SIGTERM)
    assert server.stop(None) == 0
    assert companions_of(server.db) == set()
    assert "event=stopped" in server.log.read_text()
