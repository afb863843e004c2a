"""The files with which later versions are tested can be written and are complete."""

from pathlib import Path

import msgspec

import zeitnot_protocol as p
from zeitnot_server.hosting.native import rules_for
from zeitnot_server.store.sqlite.store import SqliteStore
from zeitnot_server.verify import verify

from .saved_version import HERE, VERSIONS, SavedVersion
from .write import write, write_wheel

PHASES = {"open", "running", "paused", "adjourned", "finished"}
TOO_SHORT = {("tree", "paused"), ("tree", "adjourned")}


async def test_this_version_can_write_its_files(tmp_path: Path) -> None:
    await write(tmp_path)
    write_wheel(tmp_path)
    written = SavedVersion(tmp_path, tmp_path / "zeitnot.db")
    records = list(written.lines("records.jsonl"))
    phases = {(r["game"]["game_type"], r["game"]["state"]) for r in records}
    games = {game for game, _ in phases}
    assert phases == {(game, phase) for game in games for phase in PHASES} - TOO_SHORT
    assert written.wheel.is_file()
    store = await SqliteStore.open(written.db, rules_for)
    exports = [msgspec.convert(line, p.Export) for line in written.lines("exports.jsonl")]
    assert len(exports) == len(records)
    await store.close()
    for export in exports:
        if export.seed is not None:
            verify(export, rules_for)


def test_every_saved_version_is_complete() -> None:
    for version in VERSIONS:
        names = {path.name for path in (HERE / version).iterdir()}
        assert names >= {"accounts.json", "books", "exports.jsonl", "match.jsonl", "names.json"}
        assert names >= {"records.jsonl", "zeitnot.db", "zeitnot.db.alive", "clock-vectors.json"}
