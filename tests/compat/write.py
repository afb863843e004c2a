"""Writes the files with which later versions are tested for compatibility with this one:

    PYTHONPATH=tools python -m tests.compat.write tests/compat/VERSION

- `zeitnot.db` and its heartbeat file: every native game in every phase of a room, accounts with
  their tokens, opening books, and a run that did not end
- `exports.jsonl`, `records.jsonl`: all games as HTTP shows them to users who are not signed in
- `books/`: the books as files
- `accounts.json`: names, accounts, tokens
- `names.json`: every public name
- `clock-vectors.json`: the published clock vectors
- `match.jsonl`: the log of a match
- `*.whl`: the SDK and its protocol, without the native core
"""

import asyncio
import json
import shutil
import sqlite3
import subprocess
import sys
import zipfile
from importlib.metadata import metadata
from pathlib import Path
from typing import Any

import zeitnot_client
import zeitnot_protocol as p
from zeitnot_engines.games import NAMES
from zeitnot_server import books
from zeitnot_server.books import files
from zeitnot_server.hosting.native import rules_for
from zeitnot_server.rooms.room import Actor, Phase
from zeitnot_server.store import Commit, GameFilter
from zeitnot_server.store.sqlite.store import SqliteStore

from ..store.full_records import export_of, record_of
from .names import names
from .scenes import People, Scene, every_scene

VECTORS = Path(__file__).parents[2] / "docs/reference/clock-vectors.json"
MATCH = ("tictactoe", "house:depth=2", "random")
IMPORTED_ENTRIES = [
    books.Entry(move, weight, wins=3, draws=2, losses=1, score_sum=4.0, source=source)
    for move, weight, source in (("e2e4", 40.0, "by hand"), ("c2c4", 7.5, "club"))
]
HOUSE_TOKEN = "zn_kept-for-the-house-bot-of-the-fixtures"


async def write(folder: Path) -> None:
    """Writes all files except the wheel and the match into an empty folder."""
    store = await SqliteStore.open(folder / "zeitnot.db", rules_for)
    try:
        people = await _create_people(store, folder)
        assert (await store.runs.begin()).number == 1
        last_ms = 0
        for scene in every_scene(people):
            await _store_scene(store, scene)
            last_ms = max(last_ms, scene.ms)
        await _import_book(store)
        await store.runs.save_heartbeat(1, last_ms)
        store.heartbeats.beat(1, last_ms)
        await _write_files(store, folder)
    finally:
        await store.close()
    _merge_wal(folder / "zeitnot.db")


async def _create_people(store: SqliteStore, folder: Path) -> People:
    ann, bob = await store.accounts.create_guest("Ann"), await store.accounts.create_guest("Bob 周")
    bot = await store.accounts.create_bot("Deep-Zero")
    house = await store.accounts.ensure_bot("Ponderer", HOUSE_TOKEN)
    accounts: dict[str, Any] = {
        created.name: {"account": created.account, "token": created.token}
        for created in (ann, bob, bot)
    }
    accounts[house.name] = {"account": house.account, "token": HOUSE_TOKEN}
    _write_json(folder / "accounts.json", accounts)
    return People(
        Actor(ann.account, ann.name),
        Actor(bot.account, bot.name, bot=True),
        Actor(bob.account, bob.name),
    )


async def _store_scene(store: SqliteStore, scene: Scene) -> None:
    """Stores a scene's room, its log and its rematch, and adds a finished game to the book."""
    created = (scene.initial, *((scene.rematch_room,) if scene.rematch_room else ()))
    await store.log.commit(Commit(scene.room, tuple(scene.log), created))
    if scene.room.phase is Phase.FINISHED:
        await books.index_game(store, scene.room)


async def _import_book(store: SqliteStore) -> None:
    """Adds lines to the imported book, as `zeitnot book import` does."""
    rules = rules_for("chess", {})
    start = rules.start()
    book_position = books.BookPosition(rules.game, rules.settings_key, rules.key(start))
    lines = [
        books.BookLine(book_position, rules.position(start, None), entry)
        for entry in IMPORTED_ENTRIES
    ]
    await store.books.add_imported("chess", lines)


async def _write_files(store: SqliteStore, folder: Path) -> None:
    ids = await _all_ids(store)
    for name, read in (("exports", export_of), ("records", record_of)):
        lines = [p.encode(await read(store, game)) for game in ids]
        (folder / f"{name}.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    (folder / "books").mkdir()
    for game in NAMES:
        book = await store.books.all_lines(books.SCOPES[books.SERVER], game)
        lines = list(files.write(game, book))
        (folder / f"books/{game}.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    _write_json(folder / "names.json", names())
    shutil.copy(VECTORS, folder)


async def _all_ids(store: SqliteStore) -> list[str]:
    """The ids of all games, including link games, oldest first."""

    def ids(connection: sqlite3.Connection) -> list[str]:
        result = connection.execute("SELECT id FROM game ORDER BY created_at, id")
        return [game for (game,) in result]

    page, all_ids = await store.games.page(GameFilter(limit=1)), await store.write(ids)
    assert page.games[0].id in all_ids
    return all_ids


def _merge_wal(path: Path) -> None:
    """Moves the write-ahead log into the database file, because only that file is saved."""
    with sqlite3.connect(path) as connection:
        (busy, _, _) = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        connection.execute("PRAGMA journal_mode=DELETE")
        connection.execute("VACUUM")
    connection.close()
    assert not busy
    for suffix in (".lock", "-wal", "-shm"):
        path.with_name(path.name + suffix).unlink(missing_ok=True)


def write_wheel(folder: Path) -> None:
    """Writes the SDK and its protocol as a wheel, without the native core."""
    about = metadata("zeitnot")
    info = f"zeitnot_client-{about['Version']}.dist-info"
    wheel = folder / f"zeitnot_client-{about['Version']}-py3-none-any.whl"
    metadata_text = f"Metadata-Version: 2.1\nName: zeitnot_client\nVersion: {about['Version']}\n"
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED) as archive:
        for package in (Path(zeitnot_client.__file__).parent, Path(p.__file__).parent):
            for path in sorted(package.rglob("*")):
                if path.is_file() and "__pycache__" not in path.parts:
                    archive.write(path, str(path.relative_to(package.parent)))
        archive.writestr(f"{info}/METADATA", metadata_text)
        archive.writestr(
            f"{info}/WHEEL",
            "Wheel-Version: 1.0\nGenerator: zeitnot\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        )


def write_match(folder: Path) -> None:
    """Plays a match; a later version continues it from this file."""
    match = [sys.executable, "-m", "zeitnot_server.cli", "match", *MATCH, "--games", "4"]
    subprocess.run([*match, "--log", str(folder / "match.jsonl")], check=True)


def _write_json(path: Path, value: Any) -> None:
    text = json.dumps(value, indent=1, ensure_ascii=False, sort_keys=True)
    path.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    target = Path(sys.argv[1])
    target.mkdir(parents=True)
    asyncio.run(write(target))
    write_wheel(target)
    write_match(target)
