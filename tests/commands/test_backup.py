"""`zeitnot backup` and `zeitnot restore` on databases that no process has open."""

import contextlib
import shutil
import sqlite3
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from zeitnot_server.store.audit import OPERATOR
from zeitnot_server.store.sql.people import audit
from zeitnot_server.store.sqlite import backup
from zeitnot_server.store.sqlite.lock import COMPANIONS, Lock, beside

from .conftest import Zeitnot


def rows_of(path: Path, query: str) -> list[Any]:
    with contextlib.closing(
        sqlite3.connect(f"file:{path}?mode=ro&immutable=1", uri=True)
    ) as result:
        return result.execute(query).fetchall()


def change(path: Path, statement: str) -> None:
    with contextlib.closing(sqlite3.connect(path)) as connection:
        connection.execute(statement)
        connection.commit()


def names(folder: Path) -> set[str]:
    return {file.name for file in folder.iterdir()}


@pytest.fixture
def copy(zeitnot: Zeitnot, db: Path) -> Path:
    """A backup of the database."""
    file = db.with_name("copies") / "monday.db"
    file.parent.mkdir()
    result = zeitnot("backup", str(file), "--db", str(db))
    assert (result.code, result.err) == (0, "")
    assert result.out.startswith(f"{file}: ")
    return file


def test_a_backup_is_one_complete_file(copy: Path, db: Path) -> None:
    assert names(copy.parent) == {"monday.db"}
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    for table in ("event", "game", "seat", "book", "account"):
        query = f"SELECT * FROM {table}"
        assert rows_of(copy, query) == rows_of(db, query), table
    assert rows_of(copy, "PRAGMA journal_mode") != [("wal",)]


def test_a_backup_never_replaces_a_file(zeitnot: Zeitnot, db: Path, tmp_path: Path) -> None:
    own_file = tmp_path / "own.db"
    own_file.write_text("own")
    for existing in (own_file, db):
        before = existing.read_bytes()
        result = zeitnot("backup", str(existing), "--db", str(db))
        assert (result.code, result.out) == (2, "")
        assert result.err == f"zeitnot: {existing} already exists.\n"
        assert existing.read_bytes() == before


@pytest.mark.parametrize("suffix", COMPANIONS)
def test_backup_refuses_the_name_of_a_companion_file(
    zeitnot: Zeitnot, db: Path, suffix: str
) -> None:
    """SQLite would apply it to the database."""
    to = beside(db, suffix)
    to.unlink(missing_ok=True)
    before = names(db.parent)
    result = zeitnot("backup", str(to), "--db", str(db))
    reason = f"zeitnot: SQLite would take {to} for a part of {db}. Choose another name.\n"
    assert (result.code, result.out, result.err) == (2, "", reason)
    assert names(db.parent) == before


@pytest.mark.parametrize("suffix", ["-wal", "-journal"])
def test_backup_refuses_a_name_with_leftover_companion_files(
    zeitnot: Zeitnot, db: Path, tmp_path: Path, suffix: str
) -> None:
    to = tmp_path / "copy.db"
    companion = beside(to, suffix)
    companion.write_text("what an older file of this name has left")
    result = zeitnot("backup", str(to), "--db", str(db))
    reason = f"zeitnot: SQLite would take {companion} for a part of {to}. Choose another name.\n"
    assert (result.code, result.out, result.err) == (2, "", reason)
    assert not to.exists()


def test_the_second_of_two_backups_to_one_name_is_refused(
    db: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other backup is made while this one is being written."""
    to = tmp_path / "copy.db"

    def progress(count: int, total: int) -> None:
        to.write_text("another")

    with pytest.raises(FileExistsError):
        backup.back_up(db, to, progress)
    assert to.read_text() == "another"
    assert not [name for name in names(tmp_path) if "partial" in name]


@pytest.mark.parametrize("content", [None, b"", b"no database, but long enough for one " * 30])
def test_a_database_of_another_program_is_refused(
    zeitnot: Zeitnot, tmp_path: Path, content: bytes | None
) -> None:
    path, to = tmp_path / "x.db", tmp_path / "copy.db"
    if content is not None:
        path.write_bytes(content)
    result = zeitnot("backup", str(to), "--db", str(path))
    assert (result.code, result.out, len(result.err.splitlines())) == (2, "", 1)
    assert not to.exists()


@contextlib.contextmanager
def damaged_pages(path: Path) -> Iterator[None]:
    """Overwrites the last fifth of the pages."""
    raw = path.read_bytes()
    offset = len(raw) // 5 * 4 // 4096 * 4096
    path.write_bytes(raw[:offset] + bytes(range(256)) * ((len(raw) - offset) // 256))
    yield
    path.write_bytes(raw)


def test_a_damaged_database_is_not_backed_up(zeitnot: Zeitnot, db: Path, tmp_path: Path) -> None:
    to = tmp_path / "copy.db"
    with damaged_pages(db):
        result = zeitnot("backup", str(to), "--db", str(db))
    assert (result.code, len(result.err.splitlines())) == (1, 1)
    assert "damaged" in result.err
    assert not [name for name in names(tmp_path) if name.startswith("copy.db")]


# ── restore ────────────────────────────────────────────────────────────────────────────────────


def test_restore_keeps_the_replaced_database(zeitnot: Zeitnot, db: Path, copy: Path) -> None:
    change(db, "UPDATE game SET word = 'later'")
    db.with_name("zeitnot.db.alive").write_bytes(b"of another run")
    result = zeitnot("restore", str(copy), "--db", str(db))
    replaced = db.with_name("zeitnot.db.before-restore-1")
    assert (result.code, result.err) == (0, "")
    assert (
        result.out == f"{db} is now a copy of {copy}; the replaced database is kept as {replaced}\n"
    )
    assert rows_of(db, "SELECT count(*) FROM game WHERE word = 'later'") == [(0,)]
    assert rows_of(replaced, "SELECT DISTINCT word FROM game") == [("later",)]
    assert stat.S_IMODE(db.stat().st_mode) == 0o600
    remaining = {name for name in names(db.parent) if name.startswith("zeitnot.db")}
    assert remaining == {"zeitnot.db", "zeitnot.db.lock", replaced.name}
    assert zeitnot("restore", str(copy), "--db", str(db)).code == 0
    assert db.with_name("zeitnot.db.before-restore-2").exists()


def add_audit_row(db: Path, actor: str, act: str) -> None:
    """Adds a row to the audit log."""
    with contextlib.closing(sqlite3.connect(db)) as connection, connection:
        audit.add(connection, audit.AuditActor(actor), act, "account 0123", 1)


def test_restore_lists_operator_acts_since_the_backup(
    zeitnot: Zeitnot, db: Path, copy: Path
) -> None:
    add_audit_row(copy, OPERATOR, "muted")
    for act in ("banned", "token_revoked", "renamed", "pruned"):
        add_audit_row(db, OPERATOR, act)
    for act in ("token_revoked", "session_made", "logged_out", "token_rotated"):
        add_audit_row(db, "0123", act)
    replaced = db.with_name("zeitnot.db.before-restore-1")
    output = zeitnot("restore", str(copy), "--db", str(db)).out
    assert " 3 acts of the operator " in output, (
        "one of them has the number of another in the backup"
    )
    assert " and 3 tokens revoked" in output
    assert output.endswith(f": zeitnot admin log --db {replaced}\n")
    assert "banned" in zeitnot("admin", "log", "--db", str(replaced)).out
    second_run = zeitnot("restore", str(copy), "--db", str(db)).out
    assert len(second_run.splitlines()) == 1


def test_restore_says_when_audit_logs_cannot_be_compared(
    zeitnot: Zeitnot, db: Path, copy: Path
) -> None:
    change(db, "DROP TABLE audit")
    output = zeitnot("restore", str(copy), "--db", str(db)).out
    assert output.endswith("could not be compared with it.\n")


def test_restore_keeps_the_write_ahead_log_of_a_killed_server(
    zeitnot: Zeitnot, db: Path, copy: Path
) -> None:
    leave_wal(db, "UPDATE game SET word = 'in the log'")
    assert zeitnot("restore", str(copy), "--db", str(db)).code == 0
    replaced = db.with_name("zeitnot.db.before-restore-1")
    assert rows_of(replaced, "SELECT DISTINCT word FROM game") == [("in the log",)]
    assert rows_of(db, "SELECT count(*) FROM game WHERE word = 'in the log'") == [(0,)]
    assert not db.with_name("zeitnot.db-wal").exists()


def test_a_damaged_database_is_kept_with_its_write_ahead_log(
    zeitnot: Zeitnot, db: Path, copy: Path
) -> None:
    leave_wal(db, "UPDATE game SET word = 'in the log'")
    wal = db.with_name("zeitnot.db-wal").read_bytes()
    raw = b"smashed".ljust(4096, b"!") + db.read_bytes()[4096:]
    db.write_bytes(raw)
    assert zeitnot("restore", str(copy), "--db", str(db)).code == 0
    replaced = db.with_name("zeitnot.db.before-restore-1")
    assert replaced.read_bytes() == raw
    assert replaced.with_name(replaced.name + "-wal").read_bytes() == wal
    assert not db.with_name("zeitnot.db-wal").exists()
    assert len(rows_of(db, "SELECT id FROM game")) == 5


def leave_wal(db: Path, statement: str) -> None:
    """Leaves the database like a killed writer, with the last commit in the write-ahead log."""
    aside = db.with_name("aside")
    aside.mkdir()
    connection = sqlite3.connect(db)
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute(statement)
    connection.commit()
    for name in ("zeitnot.db", "zeitnot.db-wal"):
        shutil.copy(db.with_name(name), aside / name)
    connection.close()
    for file in aside.iterdir():
        file.replace(db.with_name(file.name))
    aside.rmdir()


def test_restore_works_where_no_database_exists(
    zeitnot: Zeitnot, copy: Path, tmp_path: Path
) -> None:
    new = tmp_path / "new" / "zeitnot.db"
    result = zeitnot("restore", str(copy), "--db", str(new))
    assert (result.code, result.out) == (0, f"{new} is now a copy of {copy}\n")
    assert names(new.parent) == {"zeitnot.db", "zeitnot.db.lock"}


def refusal_of(zeitnot: Zeitnot, file: Path, db: Path) -> str:
    """The reason of a refused restore, which must not change file or database."""
    before = {path: path.read_bytes() for path in (db, file) if path.is_file()}
    names_before = names(db.parent)
    result = zeitnot("restore", str(file), "--db", str(db))
    assert (result.out, len(result.err.splitlines())) == ("", 1)
    assert result.code == (1 if "damaged" in result.err else 2)
    assert {path: path.read_bytes() for path in before} == before
    assert names(db.parent) - {"zeitnot.db.lock"} == names_before - {"zeitnot.db.lock"}
    return result.err


def test_restore_refuses_while_a_server_runs(zeitnot: Zeitnot, db: Path, copy: Path) -> None:
    with Lock(db):
        reason = refusal_of(zeitnot, copy, db)
    assert reason == f"zeitnot: {db} is in use by another Zeitnot server. Stop that server first.\n"


def test_restore_refuses_a_damaged_backup(zeitnot: Zeitnot, db: Path, copy: Path) -> None:
    with damaged_pages(copy):
        assert "damaged" in refusal_of(zeitnot, copy, db)


def test_restore_refuses_a_truncated_backup(zeitnot: Zeitnot, db: Path, copy: Path) -> None:
    copy.write_bytes(copy.read_bytes()[:-5000])
    refusal_of(zeitnot, copy, db)


def test_restore_refuses_a_backup_of_a_newer_version(
    zeitnot: Zeitnot, db: Path, copy: Path
) -> None:
    change(copy, "UPDATE alembic_version SET version_num = '9999'")
    assert "created by a newer version of Zeitnot (revision 9999)" in refusal_of(zeitnot, copy, db)


def test_restore_refuses_a_file_of_another_program(
    zeitnot: Zeitnot, db: Path, tmp_path: Path
) -> None:
    other = tmp_path / "other.db"
    change(other, "CREATE TABLE recipe (name TEXT)")
    assert "not a Zeitnot database" in refusal_of(zeitnot, other, db)
    other.write_bytes(b"no database at all, but long enough to be taken for one" * 40)
    refusal_of(zeitnot, other, db)
    assert "There is no backup" in refusal_of(zeitnot, tmp_path / "nothing.db", db)


def test_a_backup_of_an_older_version_is_migrated_later(
    zeitnot: Zeitnot, db: Path, tmp_path: Path
) -> None:
    older = Path(__file__).parents[1] / "compat/0.1.0/zeitnot.db"
    file = Path(shutil.copy(older, tmp_path / "older.db"))
    assert zeitnot("restore", str(file), "--db", str(db)).code == 0
    assert rows_of(db, "SELECT * FROM event") == rows_of(older, "SELECT * FROM event")
    assert "upgraded from schema" in zeitnot("migrate", "--db", str(db)).out


def test_backups_and_restored_databases_have_new_keys(
    db: Path, copy: Path, zeitnot: Zeitnot
) -> None:
    """Because of the keys, companion files of one database are never used for another."""
    for path in (db, copy):
        change(path, "INSERT OR IGNORE INTO run VALUES (1, 1, 1, NULL, NULL, 'main', 'aa')")
    repeated = copy.with_name("tuesday.db")
    assert zeitnot("backup", str(repeated), "--db", str(db)).code == 0
    ((before,), (after,)) = (
        rows_of(db, "SELECT key FROM run")[0],
        rows_of(repeated, "SELECT key FROM run")[0],
    )
    assert before == "aa"
    assert after not in (None, "aa")
    assert zeitnot("restore", str(repeated), "--db", str(db)).code == 0
    assert rows_of(db, "SELECT key FROM run") not in ([("aa",)], [(after,)])
