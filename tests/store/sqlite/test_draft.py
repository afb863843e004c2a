"""Drafts of new migrations: the file that `draft` writes."""

import importlib.util
import shutil
from pathlib import Path

import pytest

from zeitnot_server.store.sql import migrations
from zeitnot_server.store.sqlite import migrate
from zeitnot_server.store.sqlite.draft import draft


def test_a_draft_without_changes_is_an_empty_migration(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "migrations"
    shutil.copytree(migrations.directory(), folder, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(migrations, "directory", lambda: folder)
    last = migrate.upgrade(tmp_path / "before.db").after
    number = f"{int(last) + 1:04}"
    created = draft("Nothing yet")
    assert created == folder / "versions" / f"{number}_nothing_yet.py"
    spec = importlib.util.spec_from_file_location("made", created)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert (module.revision, module.down_revision) == (number, last)
    assert module.__doc__ == "Nothing yet."
    assert "op." not in created.read_text().partition("def upgrade")[2]
    assert migrate.upgrade(tmp_path / "zeitnot.db").after == number
