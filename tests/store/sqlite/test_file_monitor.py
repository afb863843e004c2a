"""Files removed under a running server: it notices, reports it, and loses nothing."""

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
from zeitnot_server.store.sqlite import SqliteStore, checkpoint, watch
from zeitnot_server.store.sqlite.lock import Lock

from ..playing import Game, rules_for
from .test_read_only import Trouble

NAMES = ["zeitnot.db", "zeitnot.db-wal", "zeitnot.db.lock", "zeitnot.db.alive"]


@pytest.fixture(autouse=True)
def _often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watch, "SECONDS", 0.01)


@pytest.fixture
async def store(path: Path) -> AsyncIterator[SqliteStore]:
    opened = await SqliteStore.open(path, rules_for)
    yield opened
    await opened.close()


def replace(file: Path) -> None:
    other = file.with_name("other")
    shutil.copy(file, other)
    other.replace(file)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(("do", "kind"), [(Path.unlink, "deleted"), (replace, "replaced")])
async def test_play_is_suspended_while_a_file_is_missing(
    store: SqliteStore, path: Path, name: str, do: Callable[[Path], None], kind: str
) -> None:
    game = await (await Game(store).create()).start()
    await store.log.entries("game1")  # who has not read before has no way to a file without a name
    trouble = Trouble(store)
    file = path.with_name(name)
    do(file)
    text = await trouble.next()
    assert text is not None
    assert text.startswith(f"{file} has been {kind}; nothing is written until")
    with pytest.raises(ReadOnly, match=kind):
        await game.move()
    assert len(await store.log.entries("game1")) == 5  # reading goes on


@pytest.mark.parametrize("name", NAMES)
async def test_play_resumes_when_the_file_is_back(
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


async def test_a_deleted_log_loses_nothing(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is acknowledged before it is noticed went to a file without a name."""
    monkeypatch.setattr(watch, "SECONDS", 3600)
    store = await SqliteStore.open(path, rules_for)
    game = await (await Game(store, heap=100).create()).start()
    path.with_name("zeitnot.db-wal").unlink()
    for _ in range(20):
        await game.move()
    trouble = Trouble(store)
    store._writer.verify_files_soon()
    assert "deleted" in (await trouble.next() or "")
    (count,) = moves(path)
    assert count == 20, "in the database itself, as soon as it is said"
    await store.close()
    store = await SqliteStore.open(path, rules_for)
    assert len(await store.log.entries("game1")) == 25
    await store.close()


def moves(path: Path) -> list[int]:
    """Counted by another process, in a copy of the one file."""
    alone = shutil.copy(path, path.with_name("alone.db"))
    code = "import sqlite3, sys; c = sqlite3.connect(sys.argv[1])\n"
    code += "print(*c.execute(\"SELECT count(*) FROM event WHERE kind = 'moved'\").fetchone())"
    result = subprocess.run([sys.executable, "-c", code, alone], capture_output=True, text=True)
    return [int(number) for number in result.stdout.split()]


@pytest.mark.parametrize(("length", "moves"), [(0, 0), (0, 3), (5000, 0)])
async def test_a_truncated_log_is_left_alone_and_the_database_stays_sound(
    path: Path, monkeypatch: pytest.MonkeyPatch, length: int, moves: int
) -> None:
    """`moves`: that are written behind the gap before anybody has looked."""
    monkeypatch.setattr(watch, "SECONDS", 3600)
    store = await SqliteStore.open(path, rules_for)
    game = await (await Game(store, heap=100).create()).start()
    store._watch._anchor.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()
    for _ in range(10):
        await game.move()
    log = path.with_name("zeitnot.db-wal")
    os.truncate(log, length)
    for _ in range(moves):
        await game.move()
    trouble = Trouble(store)
    store._writer.verify_files_soon()
    assert (await trouble.next() or "").startswith(f"{log} has been cut short; what was in it")
    with pytest.raises(ReadOnly, match="cut short"):
        await game.move()
    store._writer.verify_files_soon()
    assert store._watch.check() is not None
    await store.close()
    store._watch._keeper.close()
    store = await SqliteStore.open(path, rules_for)
    assert len(await store.log.entries("game1")) == 5, "as of the checkpoint"
    assert sqlite3.connect(path).execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    await store.close()


@pytest.mark.parametrize("mode", ["TRUNCATE", "RESTART", "PASSIVE"])
async def test_a_log_checkpointed_by_another_program_is_accepted(
    store: SqliteStore, path: Path, mode: str
) -> None:
    """As tools that know SQLite do it; and then the log is reset."""
    game = await (await Game(store, heap=100).create()).start()
    code = "import sqlite3, sys; c = sqlite3.connect(sys.argv[1])\n"
    code += "print(*c.execute(f'PRAGMA wal_checkpoint({sys.argv[2]})').fetchone())"
    command = [sys.executable, "-c", code, path, mode]
    result = await asyncio.to_thread(subprocess.run, command, capture_output=True, text=True)
    assert result.stdout.startswith("0 ")
    assert store._watch.check() is None
    for _ in range(30):
        await game.move()
        assert store._watch.check() is None
    assert store.trouble is None


async def test_a_checkpoint_never_opens_another_log_than_the_writer(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It would move pages of the one by the index of the other."""
    monkeypatch.setattr(watch, "SECONDS", 3600)
    log = path.with_name("zeitnot.db-wal")
    tried = asyncio.Event()
    loop = asyncio.get_running_loop()
    check = watch.Watch.check

    def looked(self: watch.Watch) -> str | None:
        if not log.exists():
            loop.call_soon_threadsafe(tried.set)
        return check(self)

    monkeypatch.setattr(watch.Watch, "check", looked)
    store = await SqliteStore.open(path, rules_for)
    game = await (await Game(store, heap=100).create()).start()
    await game.move()
    log.unlink()
    monkeypatch.setattr(checkpoint, "EVERY", 1)
    await game.move()
    await asyncio.wait_for(tried.wait(), 60)
    assert not log.exists()
    await store.close()


async def test_a_log_closed_and_opened_again_is_accepted(store: SqliteStore, path: Path) -> None:
    """SQLite deletes it when the last connection closes; ours keeps it."""
    log = path.with_name("zeitnot.db-wal")
    before = log.stat().st_ino
    store._writer._drop_connection()
    await store.ping()
    assert log.stat().st_ino == before
    assert store.trouble is None


# ── a second server ────────────────────────────────────────────────────────────────────────────

SECOND = """
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
    command = [sys.executable, "-c", SECOND, path, other]
    result = await asyncio.to_thread(subprocess.run, command, capture_output=True, text=True)
    expected = [f"Another Zeitnot server is using {file}." for file in (path, other)]
    assert result.stdout.splitlines() == expected
    assert len(await store.log.entries(game.room.id)) == 5


async def test_locking_keeps_sqlites_own_locks(store: SqliteStore, path: Path) -> None:
    """A process that closes the file loses them, and another could fold the log away."""
    await Game(store).create()
    assert kinds_of_locks(path) == {"POSIX", "FLOCK"}


def kinds_of_locks(path: Path) -> set[str]:
    """Those that this process holds on the file."""
    lines = [line.split() for line in Path("/proc/locks").read_text().splitlines()]
    inode = f":{path.stat().st_ino}"
    return {
        words[1] for words in lines if words[5].endswith(inode) and int(words[4]) == os.getpid()
    }


def test_a_lock_taken_before_the_database_exists_holds_once_it_does(path: Path) -> None:
    other = path.with_name("other.db")
    with Lock(path) as lock:
        path.touch()
        os.link(path, other)
        Lock(other).close()
        lock.hold()
        with pytest.raises(DatabaseInUse):
            Lock(other)
    Lock(other).close()
