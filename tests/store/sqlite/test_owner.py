"""Files that root creates get the owner of the database."""

import os
import stat
from pathlib import Path

import pytest

from zeitnot_server.store.heartbeat_file import HeartbeatFile
from zeitnot_server.store.sqlite import backup, migrate
from zeitnot_server.store.sqlite.lock import Lock, beside

USER = 65534  # usually `nobody`

pytestmark = pytest.mark.skipif(os.geteuid() != 0, reason="only root gives files away")


def owner(path: Path) -> tuple[int, int]:
    return path.stat().st_uid, path.stat().st_gid


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """A database of another user."""
    path = tmp_path / "zeitnot.db"
    migrate.upgrade(path)
    beside(path, ".lock").unlink()
    os.chown(path, USER, USER)
    return path


def test_a_restored_file_gets_the_owner_of_the_database(database: Path) -> None:
    copy = database.with_name("copy.db")
    backup.back_up(database, copy)
    assert owner(copy) == (0, 0)
    replaced = backup.restore(copy, database)
    assert replaced is not None
    for path in (database, replaced, beside(database, ".lock")):
        assert owner(path) == (USER, USER), path
    assert stat.S_IMODE(database.stat().st_mode) == 0o600


def test_a_new_file_gets_the_owner_of_the_folder(database: Path, tmp_path: Path) -> None:
    folder = tmp_path / "new"
    folder.mkdir()
    os.chown(folder, USER, USER)
    assert backup.restore(database, folder / "zeitnot.db") is None
    assert {owner(path) for path in folder.iterdir()} == {(USER, USER)}


def test_companion_files_get_the_same_owner(database: Path) -> None:
    Lock(database).close()
    HeartbeatFile(beside(database, ".alive"), database).close()
    saved = migrate.back_up(database, "0001")
    for path in (beside(database, ".lock"), beside(database, ".alive"), saved):
        assert owner(path) == (USER, USER), path


def test_an_existing_file_keeps_its_owner(database: Path, tmp_path: Path) -> None:
    """It may be a link to a file of root."""
    secret = tmp_path / "secret"
    secret.write_text("root's")
    beside(database, ".lock").symlink_to(secret)
    Lock(database).close()
    assert owner(secret) == (0, 0)


def test_restore_changes_no_file_if_the_owner_cannot_be_set(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = database.with_name("copy.db")
    backup.back_up(database, copy)

    def refuse(fd: int, uid: int, gid: int) -> None:
        raise PermissionError(1, "Operation not permitted")

    before = {path: path.stat().st_ino for path in database.parent.iterdir()}
    monkeypatch.setattr(os, "fchown", refuse)
    with pytest.raises(PermissionError, match=r"cannot be given to user 65534.*run this as"):
        backup.restore(copy, database)
    assert {path: path.stat().st_ino for path in database.parent.iterdir()} == before
