"""Read-only mode: the writer reports that writing fails, refuses writes, and recovers."""

import asyncio
import sqlite3
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from zeitnot_server.store import Commit, ReadOnly, WriteFailed
from zeitnot_server.store.sqlite.store import SqliteStore

from ..playing import Game, rules_for
from ..store_events import on_trouble
from .connections import ConnectionFactory


class Trouble:
    """The published changes of `read_only_reason`, in order; None: writable again."""

    def __init__(self, store: SqliteStore) -> None:
        self.reports: asyncio.Queue[str | None] = asyncio.Queue()
        on_trouble(store.events, self.reports.put_nowait)

    async def next(self) -> str | None:
        return await asyncio.wait_for(self.reports.get(), 60)


class FailingStatements:
    """Makes statements that begin with one of these fail, until `repair`."""

    def __init__(self, *statements: str) -> None:
        self.statements = statements

    def __call__(self, statement: str) -> None:
        if statement.startswith(self.statements):
            raise sqlite3.OperationalError("disk I/O error")

    def repair(self) -> None:
        self.statements = ("nothing",)


@pytest.fixture
def factory(path: Path) -> ConnectionFactory:
    return ConnectionFactory(path)


@pytest.fixture
async def store(path: Path, factory: ConnectionFactory) -> AsyncIterator[SqliteStore]:
    opened = await SqliteStore.open(path, rules_for, connect_writer=factory)
    yield opened
    await opened.close()


INSERT = "INSERT INTO log_entry"
STATEMENTS = ["BEGIN IMMEDIATE", "PRAGMA user_version", "COMMIT"]


def attempted_inserts(factory: ConnectionFactory) -> list[str]:
    """The attempted insertions into the log."""
    return [statement for statement in factory.statements if statement.startswith(INSERT)]


@pytest.mark.parametrize("statement", STATEMENTS)
async def test_an_outage_is_reported_and_writes_are_refused_until_it_ends(
    store: SqliteStore, factory: ConnectionFactory, statement: str
) -> None:
    game = await (await Game(store).create()).start()
    trouble = Trouble(store)
    failing = factory.before = FailingStatements(INSERT, statement)
    with pytest.raises(WriteFailed, match="not known") as first:
        await game.move()
    assert not isinstance(first.value, ReadOnly)
    assert await trouble.next() == "disk I/O error" == store.read_only_reason
    attempts = len(attempted_inserts(factory))
    for _ in range(3):
        with pytest.raises(ReadOnly, match="disk I/O error"):
            await game.move()
        with pytest.raises(ReadOnly):
            await store.write(lambda c: c.execute("DELETE FROM game"))
    assert len(attempted_inserts(factory)) == attempts, "writes are refused without an attempt"
    assert await store.log.entries("game1", 5) == []  # reading still works
    failing.repair()
    assert await trouble.next() is None
    assert store.read_only_reason is None
    await game.move()
    assert [row.event.seq for row in await store.log.entries("game1", 4)] == [5, 6]


async def test_all_waiting_commits_fail_in_an_outage(
    store: SqliteStore, factory: ConnectionFactory
) -> None:
    games = [await (await Game(store, f"game{n}").create()).start() for n in range(4)]
    trouble = Trouble(store)
    failing = factory.before = FailingStatements("COMMIT")
    answers = await asyncio.gather(*(game.move() for game in games), return_exceptions=True)
    assert all(isinstance(answer, WriteFailed) for answer in answers)
    await trouble.next()
    failing.repair()
    assert await trouble.next() is None
    for game in games:
        assert len(await store.log.entries(game.room.id)) == 5
        await game.move()


async def test_a_brief_fault_is_not_reported(
    store: SqliteStore, factory: ConnectionFactory
) -> None:
    game = await (await Game(store).create()).start()
    trouble = Trouble(store)
    factory.before = FailingStatements(INSERT)  # a probe inserts no row, so it succeeds
    with pytest.raises(WriteFailed):
        await game.move()
    await store.ping()
    assert trouble.reports.empty()


async def test_a_probe_leaves_the_connection_unchanged(
    store: SqliteStore, factory: ConnectionFactory
) -> None:
    game = await (await Game(store).create()).start()
    before = await store.write(lambda c: c.execute("PRAGMA busy_timeout").fetchone())
    factory.before = FailingStatements(INSERT)
    with pytest.raises(WriteFailed):
        await game.move()
    assert await store.write(lambda c: c.execute("PRAGMA busy_timeout").fetchone()) == before
    assert before[0] >= 1000


async def test_closing_does_not_wait_for_recovery(path: Path, factory: ConnectionFactory) -> None:
    store = await SqliteStore.open(path, rules_for, connect_writer=factory)
    game = await (await Game(store).create()).start()
    trouble = Trouble(store)
    factory.before = FailingStatements("BEGIN IMMEDIATE")
    with pytest.raises(WriteFailed):
        await game.move()
    await trouble.next()
    await asyncio.wait_for(store.close(), 30)
    factory.before = lambda statement: None
    reopened = await SqliteStore.open(path, rules_for)
    assert len(await reopened.log.entries("game1")) == 5
    await reopened.close()


async def test_a_missing_database_file_is_an_outage(
    store: SqliteStore, factory: ConnectionFactory
) -> None:
    game = await (await Game(store).create()).start()
    trouble = Trouble(store)
    path = factory.path
    factory.before = FailingStatements("COMMIT")
    factory.path = path.with_name("gone") / "zeitnot.db"
    with pytest.raises(WriteFailed):
        await game.move()
    assert "unable to open" in (await trouble.next() or "")
    factory.path, factory.before = path, lambda statement: None
    assert await trouble.next() is None
    await game.move()
    assert len(await store.log.entries("game1")) == 6


def lock_in_other_process(path: Path) -> "subprocess.Popen[bytes]":
    """Starts a program that locks the database until its input ends."""
    script = "sqlite3.connect(sys.argv[1], isolation_level=None).execute('BEGIN EXCLUSIVE')"
    script = f"import sqlite3, sys; c = {script}; print('locked', flush=True); sys.stdin.read()"
    command = [sys.executable, "-c", script, path]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)


async def test_a_lock_of_another_program_is_an_outage(
    store: SqliteStore, path: Path, factory: ConnectionFactory
) -> None:
    game = await (await Game(store).create()).start()
    trouble = Trouble(store)
    await store.write(lambda c: c.execute("PRAGMA busy_timeout=20").fetchall())
    with lock_in_other_process(path) as other:
        assert other.stdout is not None
        assert other.stdin is not None
        other.stdout.readline()
        with pytest.raises(WriteFailed, match="locked"):
            await game.move()
        assert "locked" in (await trouble.next() or "")
        with pytest.raises(ReadOnly, match="locked"):
            await game.move()
        assert len(await store.log.entries("game1")) == 5, "readers are not blocked"
        other.stdin.close()
    assert await trouble.next() is None
    await game.move()
    assert len(await store.log.entries("game1")) == 6


# ── a full disk ────────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of one and a half megabytes."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=1536k", "tmpfs", str(folder)]
    if subprocess.run(mount, capture_output=True).returncode != 0:
        pytest.skip("mounting needs root; tests/server/test_read_only.py limits a file instead")
    yield folder
    subprocess.run(["umount", str(folder)], check=True)


async def test_play_resumes_when_a_full_disk_has_space(small_disk: Path) -> None:
    ballast = small_disk / "ballast"
    ballast.write_bytes(bytes(300_000))
    store = await SqliteStore.open(small_disk / "zeitnot.db", rules_for)
    game = await (await Game(store, heap=1_000_000).create()).start()
    trouble = Trouble(store)
    acknowledged: list[Commit] = []
    failures: list[WriteFailed] = []
    while store.read_only_reason is None:
        commit = game.next_move()
        try:
            await store.log.commit(commit)
        except WriteFailed as failure:
            failures.append(failure)
            assert await store.log.entries("game1", game.room.seq) == []
        else:
            acknowledged.append(commit)
            game.room = commit.room
    assert "full" in (await trouble.next() or "")
    assert not isinstance(failures[0], ReadOnly)
    assert acknowledged
    ballast.unlink()
    assert await trouble.next() is None
    await game.move()
    entries = await store.log.entries("game1", 5)
    assert [entry.event for entry in entries[:-1]] == [c.entries[0].event for c in acknowledged]
    check = await store.write(lambda c: c.execute("PRAGMA integrity_check").fetchone())
    assert check == ("ok",)
    await store.close()
