"""Reads what the database reveals of a game in progress: its record, its export, and its list
row."""

import tempfile
from collections.abc import Sequence
from pathlib import Path

import msgspec

from tests.store.full_records import export_of, record_of
from zeitnot_server.hosting.native import rules_for
from zeitnot_server.rooms.room import LogEntry, Room
from zeitnot_server.store import Commit, GameFilter
from zeitnot_server.store.sqlite.store import SqliteStore


async def records(room: Room, log: Sequence[LogEntry], account: str | None) -> list[bytes]:
    """The record, the export and the list that this account may read (None: not signed in)."""
    with tempfile.TemporaryDirectory() as folder:
        store = await SqliteStore.open(Path(folder) / "games.db", rules_for)
        try:
            await store.log.commit(Commit(room, tuple(log), created=(Room.new(room.game_setup),)))
            found = (
                await record_of(store, room.id, account),
                await export_of(store, room.id),
                await store.games.page(GameFilter(), account),
            )
        finally:
            await store.close()
    assert None not in found
    return [msgspec.json.encode(each) for each in found]
