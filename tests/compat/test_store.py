"""The database of every earlier version can be opened, migrated, read and verified."""

import contextlib
import sqlite3
from pathlib import Path
from typing import Any

import msgspec

import zeitnot_protocol as p
from zeitnot_server import books
from zeitnot_server.books import files
from zeitnot_server.hosting.native import rules_for
from zeitnot_server.store.sqlite.migrate import upgrade
from zeitnot_server.store.sqlite.store import SqliteStore
from zeitnot_server.verify import verify

from ..store.full_records import export_of, record_of
from ..store.playing import account_of_token
from .saved_version import SavedVersion, lost_or_changed


async def test_every_token_still_identifies_its_account(saved: SavedVersion) -> None:
    store = await SqliteStore.open(saved.db, rules_for)
    for name, account in saved.json("accounts.json").items():
        actor = await account_of_token(store, account["token"])
        assert actor is not None
        assert (actor.account, actor.name) == (account["account"], name)
    await store.close()


async def test_every_record_is_unchanged(saved: SavedVersion) -> None:
    """Of an unfinished game the public may see less than before, but nothing different."""
    store = await SqliteStore.open(saved.db, rules_for)
    for name, read in (("exports", export_of), ("records", record_of)):
        for old in saved.lines(f"{name}.jsonl"):
            record = await read(store, old.get("id") or old["game"]["id"])
            now = msgspec.json.decode(p.encode(record))
            if old.get("seed") is None and old.get("game", {}).get("state") != "finished":
                remove_engine_reports(old)
            assert lost_or_changed(old, now) == []
    await store.close()


def remove_engine_reports(record: Any) -> None:
    for event in record["events"]:
        event.pop("engine", None)


async def test_every_room_is_loaded_with_its_phase(saved: SavedVersion) -> None:
    store = await SqliteStore.open(saved.db, rules_for)
    for old in saved.lines("records.jsonl"):
        loaded = await store.log.load(old["game"]["id"])
        assert loaded is not None
        assert loaded.room.phase == old["game"]["state"]
        assert loaded.room.position(None) == old["game"]["position"]
        assert (loaded.room.ply, loaded.room.seq) == (old["game"]["moves"], len(old["events"]))
    await store.close()


def test_every_finished_game_verifies(saved: SavedVersion) -> None:
    exports = [msgspec.convert(old, p.Export) for old in saved.lines("exports.jsonl")]
    ended = [export for export in exports if export.seed is not None]
    assert {export.game_type for export in ended} >= {"chess", "backgammon", "ewn", "niujiaoqi"}
    for export in ended:
        assert verify(export, rules_for).id == export.id


def test_an_old_database_is_copied_before_it_is_changed(saved: SavedVersion) -> None:
    upgraded = upgrade(saved.db)
    assert upgraded.before is not None
    assert (upgraded.backup is None) == (upgraded.before == upgraded.after)
    if upgraded.backup is not None:
        assert _events(upgraded.backup) == _events(saved.folder / "zeitnot.db")


def _events(path: Path) -> int:
    with contextlib.closing(sqlite3.connect(path)) as connection:
        (count,) = connection.execute("SELECT count(*) FROM event").fetchone()
    return int(count)


async def test_book_files_are_read_and_written_unchanged(
    saved: SavedVersion, tmp_path: Path
) -> None:
    store = await SqliteStore.open(tmp_path / "new.db", rules_for)
    for path in sorted((saved.folder / "books").glob("*.jsonl")):
        text = path.read_text(encoding="utf-8").splitlines()
        game, lines = files.read(enumerate(text, 1))
        await store.books.add_imported(game, lines)
        present_lines = list(files.write(game, await store.books.all_lines([books.IMPORTED], game)))
        old = [msgspec.json.decode(line) for line in text]
        new = [msgspec.json.decode(line) for line in present_lines]
        assert lost_or_changed(old, new) == []
    await store.close()
