"""A clean shutdown: everything is closed, the write-ahead log is checkpointed, and no client can
delay it."""

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
from .running_server import WAIT_S, Server, children_of, new_game, websocket
from .test_crash import play, start_game

SIGNALS = [signal.SIGTERM, signal.SIGINT]
CONTAINER = ["unshare", "--user", "--map-root-user", "--pid", "--fork", "--mount-proc"]


def companions_of(database: Path) -> set[str]:
    """The files that SQLite has left beside the database."""
    return {file.name for file in database.parent.glob(f"{database.name}-*")}


def moves_in(database: Path, copy: Path) -> int:
    """The number of moves in a copy of the database file without its companions."""
    shutil.copy(database, copy)
    connection = sqlite3.connect(copy)
    try:
        query = "SELECT count(*) FROM log WHERE kind = 'moved'"
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
    ann, bob = await start_game(child)
    await play(ann, 0, "a1")
    await bob.until("moved")
    await play(bob, 1, "b1")
    os.kill(child.pid, number)
    with pytest.raises(ConnectionClosed) as closed:
        await bob.until("nothing")
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1012  # service restart
    assert await asyncio.to_thread(child.wait) == 0
    assert companions_of(child.database) == set()
    assert moves_in(child.database, tmp_path / "copy.db") == 2
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
    ann, _ = await start_game(child)
    await play(ann, 0, "a1")
    min_alive_ms = 1
    assert await asyncio.to_thread(child.stop) == 0
    (alive_ms,) = stored_heartbeats(child.database)
    assert alive_ms >= min_alive_ms
    child.database.with_name("zeitnot.db.alive").unlink()
    child.start()
    await ann.open()
    assert await asyncio.to_thread(child.stop) == 0
    assert stored_heartbeats(child.database)[0] == alive_ms


async def test_the_command_shuts_down_cleanly(tmp_path: Path) -> None:
    server = Server(tmp_path, "--no-bots")
    game = new_game(server, server.person())
    async with websocket(server, f"/ws/games/{game}") as guest:
        await guest.send("hello")
        await guest.until("clock")
        assert await asyncio.to_thread(server.stop) == 0
    assert companions_of(server.db) == set()
    assert "event=stopped" in server.log.read_text()


def hanging_client(port: int, request: str) -> socket.socket:
    """A client that sends the beginning of a request and then neither reads nor writes."""
    client = socket.create_connection(("127.0.0.1", port), WAIT_S)
    client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
    client.sendall(request.replace("\n", "\r\n").encode())
    return client


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


async def test_hanging_clients_do_not_delay_the_shutdown(tmp_path: Path) -> None:
    """The parent kills a server whose shutdown takes too long, and then the write-ahead log is not
    checkpointed."""
    server = Server(tmp_path, "--no-bots")
    assert server.http("GET", "/readyz")[0] == 200
    port = int(server.host.rpartition(":")[2])
    clients = [hanging_client(port, request) for request in (UPGRADE, HALF_A_BODY, HALF_A_HEAD)]
    assert await asyncio.to_thread(clients[0].recv, 12) == b"HTTP/1.1 101"
    assert await asyncio.to_thread(server.stop, signal.SIGTERM) == 0
    for client in clients:
        client.close()
    assert companions_of(server.db) == set()
    text = server.log.read_text()
    assert "event=stopped" in text
    assert "Traceback" not in text


# ── the first process of a container ─────────────────────────────────────────────────────────────

SIGNALLED_EARLY = """
import os, signal, sys
from zeitnot_server.cli import main

def hook(event, args):
    if event in ("socket.bind", "sqlite3.connect", "subprocess.Popen"):
        for number in (signal.SIGTERM, signal.SIGINT):
            handler = signal.getsignal(number)
            if handler in (signal.SIG_DFL, signal.SIG_IGN, signal.default_int_handler):
                print(f"{event} before {number!r} is handled", flush=True)
        if event == "subprocess.Popen":
            os.kill(os.getpid(), signal.SIGTERM)

sys.addaudithook(hook)
main()
"""


def test_signals_before_the_database_is_opened_are_handled(tmp_path: Path) -> None:
    """A signal without a handler does not end PID 1, so handlers must be set first."""
    command = [sys.executable, "-c", SIGNALLED_EARLY, "serve", "--port", "0", "--no-bots"]
    command += ["--db", str(tmp_path / "zeitnot.db")]
    result = subprocess.run(command, capture_output=True, text=True, timeout=WAIT_S)
    assert (result.returncode, result.stderr.count("Traceback")) == (0, 0), result
    assert result.stdout == "", (
        "the server printed no address, and no audit event came before the handlers"
    )
    assert companions_of(tmp_path / "zeitnot.db") == set()


def why_no_container() -> str | None:
    """Why no process can be the first of a PID namespace here; None if it can."""
    if shutil.which(CONTAINER[0]) is None:
        return "there is no unshare(1)"
    attempt = subprocess.run([*CONTAINER, "true"], capture_output=True, text=True)
    return None if attempt.returncode == 0 else f"unshare: {attempt.stderr.strip()}"


def test_the_server_stops_as_the_first_process_of_a_container(tmp_path: Path) -> None:
    if reason := why_no_container():
        pytest.skip(f"no PID namespace can be created: {reason}")
    server = Server(tmp_path, "--no-bots", wrapper=CONTAINER)
    assert server.http("GET", "/readyz")[0] == 200
    (first,) = children_of(server.process.pid)
    status = Path(f"/proc/{first}/status").read_text()
    assert f"NSpid:\t{first}\t1\n" in status
    os.kill(first, signal.SIGTERM)
    assert server.stop(None) == 0
    assert companions_of(server.db) == set()
    assert "event=stopped" in server.log.read_text()
