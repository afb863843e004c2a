"""Imported games in the store."""

from zeitnot_server.hosting.native import rules_for
from zeitnot_server.rooms.player_stats import PlayerStats
from zeitnot_server.store import GameFilter, Store

from ...imports.imported import PGN, imported
from ..full_records import export_of, record_of
from .implementations import Database


async def own_list(store: Store, account: str | None, **fields: object) -> list[str]:
    filter_ = GameFilter(**fields)  # type: ignore[arg-type]
    page = await store.games.page(filter_, account)
    return [game.id for game in page.games]


async def test_an_import_is_private_marked_and_in_its_makers_list(database: Database) -> None:
    async with database.open(rules_for) as store:
        commits = imported(PGN + "\n" + PGN).commits
        await store.log.add(commits)
        assert await own_list(store, None) == await own_list(store, "bob2") == []
        assert await own_list(store, "ann1") == ["game1", "game0"]
        assert await own_list(store, "ann1", mine=True) == ["game1", "game0"]
        assert await own_list(store, "ann1", mine=True, result="win") == []
        record = await record_of(store, "game0")
        assert record is not None
        assert (record.game.imported, record.game.state) == (True, "finished")
        assert record.game.facts["Event"] == "Casual"
        export = await export_of(store, "game0")
        assert export is not None
        assert export.imported
        assert [event.seq for event in export.events] == list(range(1, len(export.events) + 1))
        assert await store.accounts.stats_of("file") == PlayerStats()
        loaded = await store.log.load("game0")
        assert loaded is not None
        assert loaded.room == commits[0].room
