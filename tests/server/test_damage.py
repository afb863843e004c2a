"""A server whose database is damaged or deleted reports it on /readyz and in its log file."""

import asyncio
import re
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from zeitnot_server.store.sqlite.store import SqliteStore

from ..proof.killtest.server import MAIN, Server
from ..store.playing import Game, rules_for
from ..store.sqlite.many import copy_game
from ..store.sqlite.smash import smash_events
from .test_crash import WAIT_S, play, start_game
from .test_read_only import http

SCAN_AT_ONCE = f"""
from zeitnot_server.store.sqlite import file_monitor, scrub
scrub.FIRST_SECONDS, scrub.TIME_SHARE, file_monitor.INTERVAL_SECONDS = 0, 1, 0.05
{MAIN}
"""


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    created = Server(tmp_path, SCAN_AT_ONCE)
    yield created
    created.close()
    assert "Traceback" not in created.log.read_text(), created.log.read_text()


async def unready(server: Server, reason: str) -> str:
    """Polls /readyz until the server is not ready for this reason; the text of the response."""
    async with asyncio.timeout(WAIT_S):
        while True:
            status, text = await asyncio.to_thread(http, server, "/readyz")
            if status == 503 and reason in text:
                return text


async def test_damaged_pages_that_are_not_read_are_found(server: Server) -> None:
    """The pages belong to games that no one opens; the server scans the database."""
    store = await SqliteStore.open(server.database, rules_for)
    game = await (await Game(store, heap=100).create()).start()
    for _ in range(20):
        await game.move()
    await store.close()
    copy_game(server.database, "game1", 300)
    assert smash_events(server.database) > 5
    server.start()
    reason = await unready(server, "table log_entry: database disk image is malformed")
    assert reason.startswith("damaged: ")
    assert await asyncio.to_thread(server.stop) == 0
    lines = server.log.read_text().splitlines()
    assert len([line for line in lines if 'place="table log_entry"' in line]) == 1


async def test_an_unreadable_row_of_the_list_is_reported(server: Server) -> None:
    """All other games are in the list and in the lobby, and the row is logged once."""
    store = await SqliteStore.open(server.database, rules_for)
    for game in ("game1", "game2", "game3"):
        await Game(store, game).create()
    await store.write(lambda c: c.execute("UPDATE game SET settings = '[' WHERE id = 'game2'"))
    await store.close()
    server.start()
    for _ in range(2):
        status, text = await asyncio.to_thread(http, server, "/api/v1/games")
        assert (status, sorted(re.findall('"id":"(game[0-9])"', text))) == (200, ["game1", "game3"])
    await unready(server, "game game2: ")
    assert await asyncio.to_thread(server.stop) == 0
    lines = server.log.read_text().splitlines()
    assert len([line for line in lines if 'place="game game2"' in line]) == 1
    assert not [line for line in lines if "task failed" in line]


async def test_a_deleted_write_ahead_log_is_reported(server: Server) -> None:
    server.start()
    ann, bob = await start_game(server)
    await play(ann, 0, "a1")
    server.database.with_name("zeitnot.db-wal").unlink()
    assert (await bob.until("error"))["code"] == "read_only"
    reason = await unready(server, "read-only")
    assert reason.startswith(
        f"read-only: {server.database}-wal has been deleted; nothing is written"
    )
    assert await asyncio.to_thread(server.stop) == 0
    connection = sqlite3.connect(server.database)
    assert connection.execute("SELECT count(*) FROM log WHERE kind = 'moved'").fetchone() == (1,)
    connection.close()
    assert "event=read-only" in server.log.read_text()
