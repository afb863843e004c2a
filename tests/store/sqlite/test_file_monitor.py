"""Database files deleted, replaced or truncated while a server runs: play is suspended, and no data
is lost."""

import asyncio
import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from zeitnot_server.store import DatabaseInUse, ReadOnly
from zeitnot_server.store.sqlite import checkpoint, file_monitor
from zeitnot_server.store.sqlite.file_monitor import FileMonitor
from zeitnot_server.store.sqlite.lock import Lock
from zeitnot_server.store.sqlite.store import SqliteStore

from ..playing import Game, rules_for
from .test_read_only import Trouble

FILE_NAMES = ["zeitnot.db", "zeitnot.db-wal", "zeitnot.db.lock", "zeitnot.db.alive"]


@pytest.fixture(autouse=True)
def _check_often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(file_monitor, "INTERVAL_SECONDS", 0.01)


@pytest.fixture
async def store(path: Path) -> AsyncIterator[SqliteStore]:
    opened = await SqliteStore.open(path, rules_for)
    yield opened
    await opened.close()


def replace(file: Path) -> None:
    other = file.with_name("other")
    shutil.copy(file, other)
    other.replace(file)


@pytest.mark.parametrize("name", FILE_NAMES)
@pytest.mark.parametrize(("change", "kind"), [(Path.unlink, "deleted"), (replace, "replaced")])
async def test_play_is_suspended_while_a_file_is_missing(
    store: SqliteStore, path: Path, name: str, change: Callable[[Path], None], kind: str
) -> None:
    game = await (await Game(store).create()).start()
    await store.log.entries("game1")  # opens the reading connection while the file exists
    trouble = Trouble(store)
    file = path.with_name(name)
    change(file)
    text = await trouble.next()
    assert text is not None
    assert text.startswith(f"{file} has been {kind}; nothing is written until")
    with pytest.raises(ReadOnly, match=kind):
        await game.move()
    assert len(await store.log.entries("game1")) == 5  # reading still works


@pytest.mark.parametrize("name", FILE_NAMES)
async def test_play_resumes_when_the_file_returns(
    store: SqliteStore, path: Path, name: str
) -> None:
    game = await (await Game(store).create()).start()
    trouble = Trouble(store)
    file = path.with_name(name)
    aside = file.rename(path.with_name("aside"))
    assert "deleted" in (await trouble.next() or "")
    aside.rename(file)
    assert await trouble.next() is None
    await game.move()
    assert len(await store.log.entries("game1")) == 6


async def test_a_deleted_wal_loses_no_commits(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Commits that are acknowledged before the deletion is detected are only in the unlinked
    file."""
    monkeypatch.setattr(file_monitor, "INTERVAL_SECONDS", 3600)
    store = await SqliteStore.open(path, rules_for)
    game = await (await Game(store, heap=100).create()).start()
    path.with_name("zeitnot.db-wal").unlink()
    for _ in range(20):
        await game.move()
    trouble = Trouble(store)
    store._writer.verify_files_soon()
    assert "deleted" in (await trouble.next() or "")
    assert stored_moves(path) == 20, (
        "the unlinked WAL is checkpointed when the deletion is reported"
    )
    await store.close()
    store = await SqliteStore.open(path, rules_for)
    assert len(await store.log.entries("game1")) == 25
    await store.close()


def stored_moves(path: Path) -> int:
    """The number of moves in the database file without its write-ahead log, counted in a copy by
    another process."""
    copy = shutil.copy(path, path.with_name("copy.db"))
    code = "import sqlite3, sys; c = sqlite3.connect(sys.argv[1])\n"
    code += "print(*c.execute(\"SELECT count(*) FROM log WHERE kind = 'moved'\").fetchone())"
    result = subprocess.run([sys.executable, "-c", code, copy], capture_output=True, text=True)
    return int(result.stdout)


@pytest.mark.parametrize(("length_bytes", "late_moves"), [(0, 0), (0, 3), (3000, 0)])
async def test_a_truncated_wal_is_not_checkpointed(
    path: Path, monkeypatch: pytest.MonkeyPatch, length_bytes: int, late_moves: int
) -> None:
    """The database stays intact. `late_moves` are written after the truncation, before it is
    detected."""
    monkeypatch.setattr(file_monitor, "INTERVAL_SECONDS", 3600)
    store = await SqliteStore.open(path, rules_for)
    game = await (await Game(store, heap=100).create()).start()
    store._file_monitor._wal_holder.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()
    for _ in range(10):
        await game.move()
    wal = path.with_name("zeitnot.db-wal")
    os.truncate(wal, length_bytes)
    for _ in range(late_moves):
        await game.move()
    trouble = Trouble(store)
    store._writer.verify_files_soon()
    assert (await trouble.next() or "").startswith(
        f"{wal} has been cut short; what only it contained"
    )
    with pytest.raises(ReadOnly, match="cut short"):
        await game.move()
    store._writer.verify_files_soon()
    assert store._file_monitor.check() is not None
    await store.close()
    store._file_monitor._read_only_holder.close()
    store = await SqliteStore.open(path, rules_for)
    assert len(await store.log.entries("game1")) == 5, "as of the checkpoint"
    assert sqlite3.connect(path).execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    await store.close()


@pytest.mark.parametrize("mode", ["TRUNCATE", "RESTART", "PASSIVE"])
async def test_a_wal_checkpointed_by_another_program_is_accepted(
    store: SqliteStore, path: Path, mode: str
) -> None:
    """SQLite's tools checkpoint it; afterwards SQLite resets the write-ahead log."""
    game = await (await Game(store, heap=100).create()).start()
    code = "import sqlite3, sys; c = sqlite3.connect(sys.argv[1])\n"
    code += "print(*c.execute(f'PRAGMA wal_checkpoint({sys.argv[2]})').fetchone())"
    command = [sys.executable, "-c", code, path, mode]
    result = await asyncio.to_thread(subprocess.run, command, capture_output=True, text=True)
    assert result.stdout.startswith("0 ")
    assert store._file_monitor.check() is None
    for _ in range(30):
        await game.move()
        assert store._file_monitor.check() is None
    assert store.read_only_reason is None


async def test_the_checkpointer_opens_no_other_wal_than_the_writer(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise it would copy pages of one write-ahead log with the index of another."""
    monkeypatch.setattr(file_monitor, "INTERVAL_SECONDS", 3600)
    wal = path.with_name("zeitnot.db-wal")
    wal_missed = asyncio.Event()
    loop = asyncio.get_running_loop()
    check = FileMonitor.check

    def check_wal(self: FileMonitor) -> str | None:
        if not wal.exists():
            loop.call_soon_threadsafe(wal_missed.set)
        return check(self)

    monkeypatch.setattr(FileMonitor, "check", check_wal)
    store = await SqliteStore.open(path, rules_for)
    game = await (await Game(store, heap=100).create()).start()
    await game.move()
    wal.unlink()
    monkeypatch.setattr(checkpoint, "EVERY_ROWS", 1)
    await game.move()
    await asyncio.wait_for(wal_missed.wait(), 60)
    assert not wal.exists()
    await store.close()


async def test_a_wal_reopened_by_the_writer_is_accepted(store: SqliteStore, path: Path) -> None:
    """SQLite deletes the WAL when the last connection closes, so the monitor keeps one open."""
    wal = path.with_name("zeitnot.db-wal")
    before = wal.stat().st_ino
    store._writer._drop_connection()
    await store.ping()
    assert wal.stat().st_ino == before
    assert store.read_only_reason is None


# ── a second server ────────────────────────────────────────────────────────────────────────────

SECOND_SERVER = """
import sys
from pathlib import Path
from zeitnot_server.store import DatabaseInUse
from zeitnot_server.store.sqlite.lock import Lock
for path in map(Path, sys.argv[1:]):
    try:
        Lock(path)
    except DatabaseInUse as bad:
        print(bad)
"""


async def test_hard_links_and_removed_lock_files_do_not_admit_a_second_server(
    store: SqliteStore, path: Path
) -> None:
    game = await (await Game(store).create()).start()
    other = path.with_name("other.db")
    os.link(path, other)
    path.with_name("zeitnot.db.lock").rename(path.with_name("aside"))
    command = [sys.executable, "-c", SECOND_SERVER, path, other]
    result = await asyncio.to_thread(subprocess.run, command, capture_output=True, text=True)
    expected = [
        f"{file} is in use by another Zeitnot server. Stop that server first."
        for file in (path, other)
    ]
    assert result.stdout.splitlines() == expected
    assert len(await store.log.entries(game.room.id)) == 5


async def test_locking_keeps_the_locks_of_sqlite(store: SqliteStore, path: Path) -> None:
    """A process that closes the file loses these locks, and another process could then checkpoint
    and delete the write-ahead log."""
    await Game(store).create()
    assert lock_kinds(path) == {"POSIX", "FLOCK"}


def lock_kinds(path: Path) -> set[str]:
    """The kinds of locks that this process holds on the file."""
    lines = [line.split() for line in Path("/proc/locks").read_text().splitlines()]
    inode = f":{path.stat().st_ino}"
    return {
        fields[1] for fields in lines if fields[5].endswith(inode) and int(fields[4]) == os.getpid()
    }


def test_a_lock_is_extended_to_a_database_created_later(path: Path) -> None:
    other = path.with_name("other.db")
    with Lock(path) as lock:
        path.touch()
        os.link(path, other)
        Lock(other).close()
        lock.hold()
        with pytest.raises(DatabaseInUse):
            Lock(other)
    Lock(other).close()
