"""A server that cannot start for a permanent reason prints one sentence and exits."""

import asyncio
import errno
import os
import shutil
import socket
import sqlite3
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from zeitnot_server import start_errors
from zeitnot_server.exits import BAD_SETTINGS, DAMAGED, NEVER_READY, NO_ACCESS, TEMPORARY_FAILURE
from zeitnot_server.start_errors import DiskFull, StartFailed, translating_errors
from zeitnot_server.store import ReadOnly, SchemaError, SlowRead, WriteFailed
from zeitnot_server.store.sqlite.lock import Lock
from zeitnot_server.store.sqlite.store import SqliteStore
from zeitnot_server.supervisor import Child, Readiness, Signals, supervise

from ..store.playing import Game, rules_for
from ..store.sqlite.many import copy_game
from ..store.sqlite.smash import smash_pages
from .running_server import WAIT_S


@pytest.fixture(scope="module")
def used_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with a hundred games, closed."""
    path = tmp_path_factory.mktemp("played") / "zeitnot.db"
    asyncio.run(_play(path))
    copy_game(path, "game1", 100)
    return path


async def _play(path: Path) -> None:
    store = await SqliteStore.open(path, rules_for)
    game = await (await Game(store, heap=100).create()).start()
    for _ in range(20):
        await game.move()
    await store.close()


def serve(database: Path) -> subprocess.CompletedProcess[str]:
    """Runs `zeitnot serve`, which must exit by itself."""
    command = [sys.executable, "-m", "zeitnot_server.cli", "serve", "--no-bots", "--port", "0"]
    command += ["--db", str(database)]
    # The server looks a bot token up in the database when it starts.
    environ = {**os.environ, "ZEITNOT_BOT_TOKEN": f"zn_{'x' * 32}"}
    return subprocess.run(command, capture_output=True, text=True, timeout=WAIT_S, env=environ)


# The parent's check finds damage from page 1 on; from page 3 on it is found when the run begins.
@pytest.mark.parametrize("first", [1, 3])
def test_a_database_with_overwritten_pages_is_reported(
    used_database: Path, tmp_path: Path, first: int
) -> None:
    database = Path(shutil.copy(used_database, tmp_path / "zeitnot.db"))
    smash_pages(database, first=first)
    result = serve(database)
    assert result.returncode == DAMAGED, result
    output = [line for line in result.stderr.splitlines() if line.startswith("zeitnot: ")]
    assert len(output) == 1, result.stderr
    assert output[0].startswith(f"zeitnot: The database {database} is damaged (")
    assert "zeitnot check" in output[0]
    assert "zeitnot restore" in output[0]
    page, _, heading = output[0].rpartition(": ")[2].partition("#")
    text = (Path(__file__).parents[2] / page).read_text()
    assert f"## {heading.replace('-', ' ').capitalize()}" in text
    assert "Traceback" not in result.stderr


def test_a_database_with_an_overwritten_first_page_is_reported(
    used_database: Path, tmp_path: Path
) -> None:
    """Such a file cannot be distinguished from one that was never a database of ours."""
    database = Path(shutil.copy(used_database, tmp_path / "zeitnot.db"))
    smash_pages(database, first=0)
    result = serve(database)
    assert result.returncode == BAD_SETTINGS
    assert "is not a database; if it was one, its first page is damaged" in result.stderr
    assert len(result.stderr.splitlines()) == 1


def test_settings_that_only_the_child_refuses_are_reported(tmp_path: Path) -> None:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        command = [sys.executable, "-m", "zeitnot_server.app", str(listener.fileno())]
        environ = {**os.environ, "ZEITNOT_DB": str(tmp_path / "x.db"), "ZEITNOT_PORT": "many"}
        result = subprocess.run(
            command,
            env=environ,
            pass_fds=[listener.fileno()],
            capture_output=True,
            text=True,
            timeout=WAIT_S,
        )
    assert result.returncode == BAD_SETTINGS
    assert result.stderr == "zeitnot: ZEITNOT_PORT: 'many' is not a whole number from 0 to 65535\n"


@pytest.mark.parametrize("status", [BAD_SETTINGS, DAMAGED])
def test_a_child_with_a_permanent_fault_is_not_restarted(status: int) -> None:
    lines: list[str] = []
    child = Child("server", [sys.executable, "-c", f"raise SystemExit({status})"], os.environ)
    with Signals() as signals:
        assert supervise([child], signals, lines.append) == status
    assert lines == []


def test_a_path_that_is_no_file_is_refused_before_any_change(tmp_path: Path) -> None:
    database = tmp_path / "zeitnot.db"
    os.mkfifo(database, 0o644)
    result = serve(database)
    assert (result.returncode, result.stdout) == (BAD_SETTINGS, "")
    assert result.stderr.splitlines()[-1] == f"zeitnot: {database} is not a regular file."
    with pytest.raises(SchemaError):
        Lock(database)
    assert stat.S_IMODE(database.stat().st_mode) == 0o644
    assert list(tmp_path.iterdir()) == [database]


def test_a_companion_file_that_cannot_be_opened_is_reported(tmp_path: Path) -> None:
    database = tmp_path / "zeitnot.db"
    (tmp_path / "zeitnot.db.alive").mkdir()
    result = serve(database)
    assert (result.returncode, result.stdout) == (BAD_SETTINGS, "")
    assert result.stderr.splitlines()[-1] == f"zeitnot: {database}.alive: Is a directory."
    assert "Traceback" not in result.stderr


def test_a_server_that_is_never_ready_prints_no_address() -> None:
    lines: list[str] = []
    ready = Readiness(lambda: lines.append("ready"))
    child = Child("server", [sys.executable, "-c", "raise SystemExit(1)"], os.environ, ready=ready)
    with Signals() as signals:
        assert supervise([child], signals, lines.append) == NEVER_READY
    ready.close()
    assert "ready" not in lines
    assert lines[-1].endswith("it is not started again")


def write_failed(cause: Exception) -> WriteFailed:
    error = WriteFailed("It is not known whether this was written: oh.")
    error.__cause__ = cause
    return error


def sqlite_error(code: int) -> sqlite3.Error:
    error = sqlite3.OperationalError("oh")
    error.sqlite_errorcode = code
    return error


@pytest.mark.parametrize(
    ("error", "sentence", "status"),
    [
        (
            write_failed(sqlite_error(sqlite3.SQLITE_FULL)),
            "The disk is full, so /d/z.db cannot be written. Trying again.",
            TEMPORARY_FAILURE,
        ),
        (
            ReadOnly("database or disk is full"),
            "The disk is full, so /d/z.db cannot be written. Trying again.",
            TEMPORARY_FAILURE,
        ),
        (
            OSError(errno.ENOSPC, "No space left on device", "/d/z.db.alive"),
            "The disk is full, so /d/z.db.alive cannot be written. Trying again.",
            TEMPORARY_FAILURE,
        ),
        (
            OSError(errno.EMFILE, "Too many open files"),
            "/d/z.db: Too many open files; trying again.",
            TEMPORARY_FAILURE,
        ),
        (
            SlowRead("The read took more than 5 s."),
            "The database /d/z.db: The read took more than 5 s. Trying again.",
            TEMPORARY_FAILURE,
        ),
        (
            PermissionError(errno.EACCES, "Permission denied", "/d/z.db.lock"),
            "/d/z.db.lock: Permission denied.",
            NO_ACCESS,
        ),
    ],
)
def test_one_sentence_names_the_fault_and_the_file(
    error: Exception, sentence: str, status: int
) -> None:
    with pytest.raises(StartFailed) as failure, translating_errors(Path("/d/z.db")):
        raise error
    assert (str(failure.value), failure.value.status) == (sentence, status)


def test_a_full_disk_is_recognized_without_sqlites_error_code(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    error = WriteFailed("disk I/O error")
    error.__cause__ = sqlite_error(sqlite3.SQLITE_IOERR)
    monkeypatch.setattr(start_errors, "free_bytes", lambda folder: 0)
    with pytest.raises(DiskFull), translating_errors(tmp_path / "z.db"):
        raise error


def test_a_bug_is_not_reported_as_a_failed_start() -> None:
    with pytest.raises(ConnectionError), translating_errors(Path("z.db")):
        raise ConnectionResetError(errno.ECONNRESET, "reset")
