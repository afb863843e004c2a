"""Segments of the log: when they are written, interrupted writes, and segments that cannot be
read."""

import asyncio
import math
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from zeitnot_server.rooms.room import LogEntry
from zeitnot_server.rooms.value import replace
from zeitnot_server.store import Commit, Conflict, Damaged, GameFilter
from zeitnot_server.store.sql.logs import places
from zeitnot_server.store.sql.logs.commit import prepare
from zeitnot_server.store.sqlite import archive, checks, migrate
from zeitnot_server.store.sqlite.connect import connect
from zeitnot_server.store.sqlite.log import tail as tail_module
from zeitnot_server.store.sqlite.log.faults import faults
from zeitnot_server.store.sqlite.log.tail import LogConnection, Tail
from zeitnot_server.store.sqlite.store import SqliteStore

from ...playing import Game, rules_for
from ..connections import ConnectionFactory

ROOT = Path(__file__).parents[4]


def segments(path: Path) -> list[tuple[str, int]]:
    """Game and first number of each segment."""
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute("SELECT game, seq FROM log_segment ORDER BY 1, 2").fetchall()


def found_faults(path: Path) -> list[str]:
    with closing(connect(path)) as connection:
        return [*faults(connection)]


async def wait_until_settled(store: SqliteStore) -> None:
    """Waits until no segment is due; the writer writes them when it is idle."""
    while store._writer._tail.due or store._writer._tail._settling:
        await store.ping()


async def play(store: SqliteStore, id: str, moves: int) -> Game:
    game = await (await Game(store, id, heap=1_000).create()).start()
    for _ in range(moves):
        await game.move()
    return game


async def read(path: Path, game: str) -> list[LogEntry]:
    store = await SqliteStore.open(path, rules_for)
    entries = await store.log.entries(game)
    await store.close()
    return entries


async def test_segments_are_written_for_ended_games_and_released_rooms(
    store: SqliteStore, path: Path
) -> None:
    going, over = await play(store, "going", 3), await Game(store, "over").create()
    await over.start()
    await store.ping()
    assert segments(path) == []
    await over.play_moves("2", "2")
    await wait_until_settled(store)
    assert segments(path) == [("over", 1)]
    store.log.release("going")
    await wait_until_settled(store)
    assert segments(path) == [("going", 1), ("over", 1)]
    await going.move()
    store.log.release("going")
    await wait_until_settled(store)
    assert segments(path) == [("going", 1), ("going", 9), ("over", 1)]
    assert [entry.event.seq for entry in await store.log.entries("going")] == [*range(1, 10)]
    assert found_faults(path) == []


async def test_used_numbers_and_command_ids_stay_used(path: Path) -> None:
    """While the room is in memory, after it was released, and after a restart."""
    store = await SqliteStore.open(path, rules_for)
    game = await play(store, "game1", 20)
    old = game.next_move("1")
    step = await game.move("2")
    for _ in range(tail_module.RECENT - 1):
        await game.move()
    resent = game.next_move("1")
    entry = replace(resent.entries[0], command_id=step.entries[0].command_id)

    async def check_refused(store: SqliteStore) -> None:
        with pytest.raises(Conflict, match=f"event {old.entries[0].event.seq} "):
            await store.log.commit(old)
        with pytest.raises(Conflict, match="has had command"):
            await store.log.commit(Commit(resent.room, (entry,)))

    await check_refused(store)
    store.log.release("game1")
    await wait_until_settled(store)
    await check_refused(store)
    await store.close()
    reopened = await SqliteStore.open(path, rules_for)
    await check_refused(reopened)
    await reopened.close()


async def test_a_long_tail_is_shortened_from_its_oldest_row(
    store: SqliteStore, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tail_module, "MAX_TAIL", 30)
    monkeypatch.setattr(tail_module, "STORED_EVERY", 1)
    old = await play(store, "old", 2)
    young = await play(store, "young", 40)
    await wait_until_settled(store)
    assert segments(path)[0] == ("old", 1)
    with closing(sqlite3.connect(path)) as connection:
        (first,) = connection.execute("SELECT first FROM log_tail").fetchone()
        (last,) = connection.execute("SELECT max(id) FROM log_entry").fetchone()
    assert 1 < first <= last - 30  # the stored `first` may be one transaction behind
    for game in (old, young):
        await game.move()
        loaded = await store.log.load(game.room.id)
        assert loaded is not None
        assert loaded.room == game.room
    assert found_faults(path) == []


def settle_until_killed(path: Path, steps: int) -> int:
    """The exit code of `settler`."""
    command = [sys.executable, "-m", "tests.store.sqlite.log.settler", path, f"{steps}"]
    return subprocess.run(command, cwd=ROOT, check=False).returncode


@pytest.mark.parametrize("steps", range(9))
async def test_no_row_is_lost_if_settling_is_killed(path: Path, steps: int) -> None:
    store = await SqliteStore.open(path, rules_for)
    games = [await play(store, f"game{number}", 3) for number in range(3)]
    await store.close()
    assert settle_until_killed(path, steps) == -9
    assert len(segments(path)) == (0 if steps <= 4 else 3)
    assert found_faults(path) == []
    store = await SqliteStore.open(path, rules_for)
    for game in games:
        loaded = await store.log.load(game.room.id)
        assert loaded is not None
        assert loaded.room == game.room
    await store.close()
    assert len(segments(path)) == 3


def test_the_tail_keeps_its_oldest_row_if_settling_fails(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tail_module, "MAX_TAIL", 2)
    migrate_and_create_game(path)
    with closing(connect(path)) as connection:
        tail = Tail.read(connection)
        tail.begin()
        rows = [
            ("g", n, "moved", 0, 0, "ann", f"{n}", None, 1, 1, "{}", n, "") for n in range(1, 5)
        ]
        connection.tail = tail
        connection.execute("BEGIN IMMEDIATE")
        connection.append_to_log(rows)
        connection.execute("COMMIT")
        tail.committed()
        tail.due.clear()
        connection.execute("BEGIN IMMEDIATE")
        tail.settle(connection, math.inf)
        connection.execute("ROLLBACK")
        tail.unsettled()
        assert tail._first() == 1


async def test_rows_of_another_writer_are_continued(store: SqliteStore, path: Path) -> None:
    """The lock file of the other server was removed. No acknowledged row of either server is
    lost."""
    game = await play(store, "game1", 1)
    other = game.next_move("1")
    with closing(connect(path)) as connection, connection:
        connection.execute("BEGIN IMMEDIATE")
        connection.append_to_log(prepare(other).events)
    with pytest.raises(Conflict, match="event 7 of game game1 is not 8"):
        await store.log.commit(game.next_move("2"))
    loaded = await store.log.load("game1")
    assert loaded is not None
    assert loaded.room == other.room
    game.room = loaded.room
    await game.move()


async def test_play_continues_while_segments_cannot_be_written(path: Path) -> None:
    """One page of their table is damaged: segments of other games are written, the writer does not
    retry continuously, and the damage is reported."""
    factory = ConnectionFactory(path)
    store = await SqliteStore.open(path, rules_for, connect_writer=factory)
    bad = await play(store, "bad", 2)

    def refuse(statement: str) -> None:
        is_segment = statement.startswith("INSERT OR REPLACE INTO log_segment")
        if is_segment and "bad" in store._writer._tail._settling:
            raise places.damage("database disk image is malformed")

    factory.before = refuse
    store.log.release("bad")
    for number in range(20):
        game = await Game(store, f"game{number}").create()
        await (await game.start()).play_moves("2", "2")
    await bad.move()
    while len(segments(path)) < 20:
        store._writer._settle_after_s = 0.0
        await store.ping()
    assert "malformed" in store.damage.found["segments of the log"]
    assert "bad" not in dict(segments(path))
    assert store.read_only_reason is None
    before = factory.count("BEGIN IMMEDIATE")
    store._writer._settle_pause_s = 60.0
    store._writer._settle_after_s = math.inf
    await bad.move()
    assert factory.count("BEGIN IMMEDIATE") - before <= 3
    factory.before = lambda statement: None
    store._writer._settle_after_s = 0.0
    await wait_until_settled(store)
    await store.close()
    assert len(await read(path, "bad")) == bad.room.seq


async def test_a_failing_task_does_not_affect_another(store: SqliteStore) -> None:
    """Both are in one transaction; the first one writes the first event of a room since the
    start."""
    game = await (await Game(store).create()).start()
    store.log.release("game1")
    await wait_until_settled(store)
    commit = prepare(game.next_move())

    def end(connection: LogConnection) -> None:
        connection.append_to_log(commit.events)

    def fail(connection: LogConnection) -> None:
        raise LookupError

    results = await asyncio.gather(
        *(store._writer.write(work) for work in (lambda c: None, end, fail)), return_exceptions=True
    )
    assert [type(result) for result in results] == [type(None), type(None), LookupError]
    assert len(await store.log.entries("game1")) == 6


@pytest.mark.parametrize(
    ("statement", "sentence"),
    [
        ("DELETE FROM log_entry WHERE id = 7", "row 7 of log_entry is missing"),
        ("UPDATE log_tail SET first = 8", "row 7 of log_entry has no segment"),
        ("UPDATE log_tail SET first = 'abc'", "log_tail has 'abc'"),
        ("UPDATE log_tail SET first = -5", "log_tail has -5"),
    ],
)
async def test_rows_missing_in_the_tail_are_damage(
    path: Path, statement: str, sentence: str
) -> None:
    store = await SqliteStore.open(path, rules_for)
    await play(store, "going", 8)
    await store.close()
    change(path, statement)
    with pytest.raises(Damaged, match=sentence):
        await SqliteStore.open(path, rules_for)
    with checks.opened(path) as opened:
        assert any(finding.kind == "wrong" for finding in opened.file(60))


async def test_a_running_game_with_an_empty_log_is_damage(path: Path) -> None:
    store = await SqliteStore.open(path, rules_for)
    await play(store, "going", 2)
    await store.close()
    change(path, "DELETE FROM log_segment")
    change(path, "DELETE FROM log_entry")
    store = await SqliteStore.open(path, rules_for)
    with pytest.raises(Damaged, match="it is running, and its log is empty"):
        await store.log.load("going")
    await store.close()


def change(path: Path, statement: str) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(statement)


def migrate_and_create_game(path: Path) -> None:
    migrate.upgrade(path)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(
            "INSERT INTO game (id, game_type, rules_version, settings, control, commitment, seed,"
            " created_at, state, plies, position)"
            " VALUES ('g', 'count', 1, '{}', '{}', '', x'', 1, 'open', 0, '')"
        )


# ── damage in the tail ─────────────────────────────────────────────────────────────────────────


@pytest.fixture
async def damaged_tail(path: Path) -> Path:
    """A finished game, a game whose rows in the tail cannot be read, and a later game."""
    store = await SqliteStore.open(path, rules_for)
    over = await (await Game(store, "over").create()).start()
    await over.play_moves("2", "2")
    await play(store, "lost", 60)
    late = await (await Game(store, "late").create()).start()
    await late.play_moves("2", "2")
    await store.close()
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("DELETE FROM log_segment WHERE game = 'lost'")
        query = "SELECT pageno FROM dbstat WHERE name = 'log_entry' AND pagetype = 'leaf'"
        pages = [page for (page,) in connection.execute(f"{query} ORDER BY path")]
    overwrite_page(path, pages[len(pages) // 2])
    return path


def overwrite_page(path: Path, page: int) -> None:
    """Overwrites a page, counted from 1."""
    with path.open("r+b") as file:
        file.seek((page - 1) * 4096)
        file.write(b"\x5a" * 4096)


async def test_a_server_does_not_start_with_a_damaged_tail(damaged_tail: Path) -> None:
    """It cannot know which games have lost their last moves, and would continue without those."""
    with pytest.raises(Damaged, match=r"is damaged .* Find out how far with `zeitnot check`"):
        await SqliteStore.open(damaged_tail, rules_for)


async def test_commands_read_the_remaining_games(damaged_tail: Path) -> None:
    damaged: dict[str, str] = {}
    async with archive.opened(damaged_tail) as opened:
        page = await opened.games.page(GameFilter(), damaged.__setitem__)
        assert [game.id for game in page.games] == ["over", "lost", "late"]
        for game in ("late", "over"):
            assert await opened.games.export(game, rules_for) is not None
        with pytest.raises(Damaged, match="lost"):
            await opened.games.export("lost", rules_for)


# ── rows of older versions ─────────────────────────────────────────────────────────────────────


def move_to_old_table(path: Path) -> None:
    """Moves all rows to the table `event`, which was used before schema revision 0009."""
    columns = ", ".join(tail_module.log.COLUMNS)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(f"INSERT INTO event ({columns}) SELECT {columns} FROM log_entry")
        connection.execute("DELETE FROM log_entry")
        connection.execute("DELETE FROM log_segment")
        connection.execute("UPDATE log_tail SET first = (SELECT max(rowid) + 1 FROM event)")


async def test_a_game_of_an_older_version_continues(path: Path) -> None:
    store = await SqliteStore.open(path, rules_for)
    game = await play(store, "game1", 5)
    stale = game.next_move("1")
    await game.move("2")
    await store.close()
    move_to_old_table(path)
    store = game.store = await SqliteStore.open(path, rules_for)
    with pytest.raises(Conflict):
        await store.log.commit(stale)
    listings: list[Any] = []
    for step in range(3):
        await game.move()
        loaded = await store.log.load("game1")
        assert loaded is not None
        assert loaded.room == game.room
        (listed,) = (await store.games.page(GameFilter())).games
        listings.append((listed.moves, listed.position))
        assert listings[-1] == (game.room.ply, game.room.position(None))
        if step == 1:
            store.log.release("game1")
            await wait_until_settled(store)
    await store.close()
    assert found_faults(path) == []
    assert [entry.event.seq for entry in await read(path, "game1")] == [
        *range(1, game.room.seq + 1)
    ]
    assert len(set(listings)) == 3
