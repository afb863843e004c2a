"""Commands on a hard link of a database whose write-ahead log has the original name."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from zeitnot_server.store.sqlite import backup
from zeitnot_server.store.sqlite.links import undo_restore
from zeitnot_server.store.sqlite.lock import Lock, beside

from .conftest import Zeitnot
from .test_backup import leave_wal, names, rows_of

COMMANDS = [
    "backup {folder}/copy.db --db {db}",
    "check --db {db}",
    "games list --db {db}",
    "games export --all --db {db}",
    "book export othello --db {db}",
    "admin bans --db {db}",
    "admin ban 203.0.113.7 --reason rude --db {db}",
    "restore {db} --db {folder}/new.db",
]
COPY = "backup {folder}/copy.db --db {db}"


@pytest.fixture
def run(zeitnot: Zeitnot, tmp_path: Path) -> Callable[[str, Path], tuple[int, str]]:
    """Runs a command on a database; returns its exit code and its error."""

    def on(command: str, database: Path) -> tuple[int, str]:
        result = zeitnot(*command.format(folder=tmp_path, db=database).split())
        assert result.code != 2 or not result.out
        return result.code, result.err

    return on


Run = Callable[[str, Path], tuple[int, str]]


@pytest.fixture
def hard_link(db: Path) -> Path:
    """Another name of the database, in its folder."""
    other = db.with_name("hard.db")
    os.link(db, other)
    return other


@pytest.mark.parametrize("command", COMMANDS)
def test_another_name_of_a_database_in_use_is_refused(
    run: Run, db: Path, hard_link: Path, command: str
) -> None:
    before = db.read_bytes()
    with Lock(db):
        names_before = names(db.parent)
        code, reason = run(command, hard_link)
    assert (code, reason) == (
        2,
        f"zeitnot: {hard_link} is another name of a database that is in use: {db}.\n",
    )
    assert (names(db.parent), db.read_bytes()) == (names_before, before)


@pytest.mark.parametrize("command", COMMANDS)
def test_a_name_in_another_folder_is_refused(
    run: Run, db: Path, tmp_path: Path, command: str
) -> None:
    other = tmp_path / "elsewhere" / "hard.db"
    other.parent.mkdir()
    os.link(db, other)
    with Lock(db):
        code, reason = run(command, other)
    assert code == 2
    assert reason == (
        f"zeitnot: {other} is another name of a database that is in use."
        " Use the name with which its server was started.\n"
    )
    assert names(other.parent) == {"hard.db"}


@pytest.mark.parametrize("command", COMMANDS)
def test_a_name_without_the_log_of_a_killed_server_is_refused(
    run: Run, db: Path, command: str
) -> None:
    leave_wal(db, "UPDATE game SET word = 'in the log'")
    other = db.with_name("hard.db")
    os.link(db, other)
    names_before = names(db.parent)
    code, reason = run(command, other)
    assert (code, reason) == (
        2,
        f"zeitnot: {other} is another name of {db}, where its log is. Use that name.\n",
    )
    assert names(db.parent) == names_before
    assert run("migrate --db {db}", other) == (code, reason)


def test_the_original_name_and_symbolic_links_are_accepted(
    run: Run, db: Path, hard_link: Path, tmp_path: Path
) -> None:
    link = tmp_path / "link.db"
    link.symlink_to(db)
    copy = tmp_path / "copy.db"
    for name in (db, link):
        with Lock(db):
            assert run(COPY, name) == (0, "")
        copy.unlink()
    assert run(COPY, hard_link) == (0, "")  # no process has it open, and all data is in the file


# ── a restore that was killed ──────────────────────────────────────────────────────────────────


class Killed(BaseException):
    """Simulates SIGKILL."""


@pytest.fixture
def copy(run: Run, db: Path, tmp_path: Path) -> Path:
    """A backup of the database."""
    assert run(COPY, db) == (0, "")
    return tmp_path / "copy.db"


def kill_restore(copy: Path, db: Path) -> Path:
    """Stops a restore before it replaces the database; returns the remaining hard link."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Path, "replace", _raise_killed)
        with pytest.raises(Killed):
            backup.restore(copy, db)
    replaced = beside(db, ".before-restore-1")
    assert replaced.samefile(db)
    return replaced


def _raise_killed(path: Path, target: Path) -> None:
    raise Killed


def test_leftovers_are_removed_at_the_next_start(run: Run, db: Path, copy: Path) -> None:
    leave_wal(db, "UPDATE game SET word = 'later'")
    replaced = kill_restore(copy, db)
    assert run("check --db {db}", db)[0] != 2
    assert run("migrate --db {db}", db) == (0, "")
    assert not replaced.exists()
    assert db.stat().st_nlink == 1
    assert rows_of(db, "SELECT DISTINCT word FROM game") == [("later",)]


def test_the_next_restore_completes_an_interrupted_one(run: Run, db: Path, copy: Path) -> None:
    leave_wal(db, "UPDATE game SET word = 'later'")
    replaced = kill_restore(copy, db)
    assert run(f"restore {copy} --db {{db}}", db) == (0, "")
    assert rows_of(replaced, "SELECT DISTINCT word FROM game") == [("later",)]
    assert rows_of(db, "SELECT count(*) FROM game WHERE word = 'later'") == [(0,)]
    assert (replaced.stat().st_nlink, db.stat().st_nlink) == (1, 1)
    assert not beside(db, ".before-restore-2").exists()


def test_the_remaining_hard_link_is_not_taken_for_a_backup(run: Run, db: Path, copy: Path) -> None:
    replaced = kill_restore(copy, db)
    code, reason = run(f"restore {replaced} --db {{db}}", db)
    assert (code, reason) == (2, f"zeitnot: {replaced} is not a copy, but another name of {db}.\n")
    with Lock(db):
        assert run(COMMANDS[1], replaced)[0] == 2


def test_a_log_moved_with_the_database_is_restored(run: Run, db: Path, copy: Path) -> None:
    """A restore moves the log with the database if it cannot be merged, because of damage."""
    leave_wal(db, "UPDATE game SET word = 'in the log'")
    wal = beside(db, "-wal").read_bytes()
    db.write_bytes(b"smashed".ljust(4096, b"!") + db.read_bytes()[4096:])
    replaced = kill_restore(copy, db)
    assert not beside(db, "-wal").exists()
    code, reason = run("check --db {db}", db)
    assert (code, "where its log is" in reason) == (2, True)
    with Lock(db):
        undo_restore(db)
    assert beside(db, "-wal").read_bytes() == wal
    assert not [name for name in names(db.parent) if replaced.name in name]
