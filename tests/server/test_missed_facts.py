"""A crash between a commit and the publication of its fact on the bus loses no durable data.

Each subscriber of the bus is in one of the two lists in this file: subscribers whose work is
stored, or concerns stored data, find it again at the next start; the others keep only data that
does not outlive the process.
"""

import ast
import asyncio
import json
import signal
import subprocess
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

import zeitnot_protocol as p
import zeitnot_server
from zeitnot_server.app import open_game_server
from zeitnot_server.bots.watcher import Watcher
from zeitnot_server.config import Config
from zeitnot_server.game_server.game_server import GameServer
from zeitnot_server.hosting.room.send_queue import SendQueue
from zeitnot_server.rooms.room import Phase

from .hosted import WAIT_S
from .killed_at import DEEP, GAME, OPERATOR_END

ROOT = Path(__file__).parents[2]
SERVER = Path(zeitnot_server.__file__).parent
Check = Callable[[GameServer], Awaitable[bool]]


async def phase(server: GameServer) -> Phase:
    loaded = await server.store.log.load(GAME)
    assert loaded is not None
    return loaded.room.phase


async def is_in_the_book(server: GameServer) -> bool:
    return bool(await server.store.books.indexed_since(0))


async def is_finished(server: GameServer) -> bool:
    return await phase(server) is Phase.FINISHED


async def takes_a_slot(server: GameServer) -> bool:
    return server.bots.games.source(GAME) is not None


async def takes_no_slot(server: GameServer) -> bool:
    """Checked after the games have been counted."""
    await server.app.tasks["count_bot_games"]()
    return not await takes_a_slot(server)


async def is_invited(server: GameServer) -> bool:
    """Whether the bot is invited when it reconnects."""
    watcher = Watcher(DEEP, SendQueue(lambda: None), p.Watch())
    await server.lobby.service.join(watcher)
    frames = [json.loads(await watcher.send_queue.get()) for _ in range(2)]
    return [frame.get("game") for frame in frames if frame["type"] == "invited"] == [GAME]


async def is_listed_with_two_moves(server: GameServer) -> bool:
    running = server.lobby.service._snapshot().lobby().running
    return [(game.id, game.moves) for game in running] == [(GAME, 2)]


RECOVERED: dict[tuple[str, str], Check] = {
    ("game_server/book_indexing.py", "RoomFinished"): is_in_the_book,
    ("moderation/ban_sweep.py", "Banned"): is_finished,
    ("bots/games.py", "RoomCreated"): takes_a_slot,
    ("bots/games.py", "RoomFinished"): takes_no_slot,
    ("lobby/service.py", "RoomCreated"): is_invited,
    ("lobby/service.py", "RoomChanged"): is_listed_with_two_moves,
}
"""Checks that work is recovered, by the subscriber's file and the fact that it has missed."""

NOTHING_IS_LOST = {
    ("game_server/book_indexing.py", "StorageState"): "the start catches up",
    ("game_server/book_indexing.py", "DiskState"): "the start catches up",
    ("game_server/storage_log.py", "StorageState"): "it only writes a log line",
    ("app.py", "LeaseLost"): "the process has ended",
    ("hosting/registry.py", "RoomCreated"): "no node holds the rooms of a crashed run",
    ("hosting/registry.py", "StorageState"): "no room is in memory",
    ("bots/games.py", "InvitationDeclined"): "the start counts again, without the bot",
    ("bots/games.py", "RoomUnreadable"): "the start counts again, and reading fails again",
    ("lobby/service.py", "RoomUnloaded"): "no room is in memory",
    ("lobby/service.py", "AccountRenamed"): "the names are read with the rows",
    ("lobby/register.py", "GuestMerged"): "the rows are moved after the start",
    ("lobby/open_seats.py", "FirstMove"): "the deposit was in memory",
    ("lobby/open_seats.py", "RoomFinished"): "the deposit was in memory",
    ("lobby/challenges.py", "InvitationDeclined"): "what was counted was in memory",
    ("lobby/challenges.py", "RoomFinished"): "what was counted was in memory",
    ("pool/service.py", "RoomFinished"): "each round looks for the ends of games",
    ("pool/service.py", "InvitationDeclined"): "a round ends the game when it is late",
    ("pool/service.py", "ShownChanged"): "a round runs every ten seconds",
    ("seeks/service.py", "InvitationDeclined"): "what is known of a pair was in memory",
    ("ladders/service.py", "InvitationDeclined"): "the end of the game says so, too",
    ("game_server/rating_news.py", "RoomFinished"): "it is read when a viewer comes back",
    ("moderation/ban_sweep.py", "BotGamesCounted"): "the start counts again",
    ("nodes/peers.py", "BotGamesCounted"): "the start counts again",
    ("nodes/peers.py", "ShownChanged"): "what a node shows ends with its lease",
    ("nodes/peers.py", "RoomUnloaded"): "no state of a room waits for the broker",
}
"""Reasons why the other subscribers need not recover anything."""


def subscriptions() -> set[tuple[str, str]]:
    """File and fact of each call of `subscribe` in the server, except for topics of the broker."""
    return {
        (f"{path.relative_to(SERVER)}", ast.unparse(node.args[0]))
        for path in SERVER.rglob("*.py")
        if path.name != "mqtt.py"
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr == "subscribe"
    }


def test_every_subscriber_is_in_one_of_the_lists() -> None:
    assert subscriptions() == RECOVERED.keys() | NOTHING_IS_LOST.keys()
    assert not RECOVERED.keys() & NOTHING_IS_LOST.keys()


def test_every_subscriber_is_in_the_documentation() -> None:
    text = (ROOT / "docs/why/architecture.md").read_text(encoding="utf-8")
    _, _, table = text.partition("| subscriber |")
    table, _, _ = table.partition("\n\n")
    missing = {path for path, _ in subscriptions() if f"zeitnot_server/{path})" not in table}
    assert missing == set()


def kill(database: Path, fact: str) -> None:
    """Runs a server that is killed after it has stored a change, before it publishes the fact."""
    command = [sys.executable, "-m", "tests.server.killed_at", f"{database}", fact]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=WAIT_S)
    assert result.returncode == -signal.SIGKILL, result.stderr


async def until(check: Check, server: GameServer) -> None:
    async with asyncio.timeout(WAIT_S):
        while not await check(server):
            await server.store.ping()


MISSED = [
    *(pytest.param(fact, check, id=f"{path}-{fact}") for (path, fact), check in RECOVERED.items()),
    pytest.param(OPERATOR_END, is_finished, id="moderation/game_terminator.py"),
]


@pytest.mark.parametrize(("fact", "check"), MISSED)
async def test_work_missed_by_a_crash_is_recovered(tmp_path: Path, fact: str, check: Check) -> None:
    database = tmp_path / "zeitnot.db"
    kill(database, fact)
    async with open_game_server(Config(db=f"{database}")) as server:
        await until(check, server)
