"""A house bot that runs out of memory exits, is restarted, and continues its games."""

import os
import re
import resource
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from zeitnot_server.memory_halving import HALVED, OUT_OF_MEMORY, WINDOW_SECONDS, MemoryHalving

from .running_server import WAIT_S, Server, WebSocket, new_game, websocket

SEATS = [{"kind": "me"}, {"kind": "bot", "name": "Ponderer", "level": 4}]


def bot_pid(server: Server, other_than: int | None = None) -> int:
    """The process id of the bots, once they are online; waits for another one than
    `other_than`."""
    deadline = time.monotonic() + WAIT_S
    while time.monotonic() < deadline:
        pid = server.children().get("bots")
        online = server.http("GET", "/api/v1/catalogue")[1]["bots"]
        if pid is not None and pid != other_than and online:
            return pid
        time.sleep(0.02)
    raise AssertionError(server.log.read_text())


def limit_memory(pid: int) -> None:
    """Limits the process to one megabyte more than it uses."""
    match = re.search(r"VmData:\s+(\d+) kB", Path(f"/proc/{pid}/status").read_text())
    assert match
    _, hard = resource.prlimit(pid, resource.RLIMIT_DATA)
    resource.prlimit(pid, resource.RLIMIT_DATA, (int(match[1]) * 1024 + (1 << 20), hard))


def environ(pid: int) -> list[str]:
    """The environment of a process, as `NAME=VALUE` each."""
    return Path(f"/proc/{pid}/environ").read_text().split("\0")


async def sit(person: WebSocket) -> None:
    """Sits down, and waits until the bot sits too."""
    await person.send("hello")
    await person.until("ack", id=await person.send("sit"))
    if not any(m["type"] == "seated" and m["seat"] == 1 for m in person.received):
        await person.until("seated", seat=1)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """A server with its house bots."""
    running = Server(tmp_path)
    yield running
    assert running.stop() == 0


async def test_a_bot_out_of_memory_is_restarted_and_plays_on(server: Server) -> None:
    """A memory limit prevents the engine from allocating its table."""
    ann, first = server.person(), bot_pid(server)
    game = new_game(server, ann, "othello", seats=SEATS)
    async with websocket(server, f"/ws/games/{game}", ann) as first_socket:
        await sit(first_socket)
        limit_memory(first)
        await first_socket.send("ready", salt="s")
        turn = await first_socket.until("turn")
        await first_socket.until(
            "ack", id=await first_socket.send("move", ply=0, move=turn["legal"][0])
        )
        second = bot_pid(server, first)
        assert (await first_socket.until("moved", seat=1))["ply"] == 1
        other = new_game(server, ann, "connect4", seats=SEATS)
        async with websocket(server, f"/ws/games/{other}", ann) as second_socket:
            await sit(second_socket)
            limit_memory(second)
            await second_socket.send("ready", salt="s")
            third = bot_pid(server, second)
            turn = await second_socket.until("turn")
            await second_socket.send("move", ply=0, move=turn["legal"][0])
            assert (await second_socket.until("moved", seat=1))["ply"] == 1
        turn = await first_socket.until("turn", ply=2)
        await first_socket.send("move", ply=2, move=turn["legal"][0])
        assert (await first_socket.until("moved", seat=1, ply=3))["seat"] == 1
        assert not [m for m in first_socket.received if m["type"] in ("said", "finished")]
    assert f"{HALVED}=1" in environ(third)
    log_text = server.log.read_text()
    assert log_text.count("zeitnot: out of memory; the bot exits") == 2
    assert log_text.count("bots ended (out of memory); starting it again") == 2
    assert "Traceback" not in log_text


def test_from_the_second_exit_on_the_budget_is_halved() -> None:
    now_s = 0.0
    halving = MemoryHalving(lambda: now_s)
    assert halving(1) == {HALVED: "0"}
    assert halving(OUT_OF_MEMORY) == {HALVED: "0"}
    now_s = WINDOW_SECONDS + 1
    assert halving(OUT_OF_MEMORY) == {HALVED: "0"}
    now_s += 1
    assert halving(-signal.SIGKILL) == {HALVED: "1"}
    assert halving(-signal.SIGTERM) == {HALVED: "1"}
    for _ in range(50):
        last = halving(OUT_OF_MEMORY)
    assert last == {HALVED: "20"}
    assert os.strerror(OUT_OF_MEMORY) == "Cannot allocate memory"
