"""Imported games in the store."""

import zeitnot_protocol as p
from zeitnot_server.hosting.native import rules_for
from zeitnot_server.rooms.players import PlayerStats
from zeitnot_server.store import GameFilter, Store
from zeitnot_server.store.admin import REMOVED
from zeitnot_server.store.audit import AuditActor

from ...imports.imported import PGN, imported
from ..full_records import export_of, record_of
from .implementations import Database

BY = AuditActor("operator")


async def listed_ids(store: Store, account: str | None, **fields: object) -> list[str]:
    """The ids of the games that this account sees in a list."""
    filter_ = GameFilter(**fields)  # type: ignore[arg-type]
    page = await store.games.page(filter_, account)
    return [game.id for game in page.games]


async def test_an_imported_game_is_listed_only_for_its_importer(database: Database) -> None:
    async with database.open(rules_for) as store:
        commits = imported(PGN + "\n1. d4 *").commits
        await store.log.add(commits)
        first, second = [commit.room.id for commit in commits]
        assert await listed_ids(store, None) == await listed_ids(store, "bob2") == []
        own = await listed_ids(store, "ann1")
        assert set(own) == {first, second}
        assert await listed_ids(store, "ann1", mine=True) == own
        assert await listed_ids(store, "ann1", imported=True) == own
        assert await listed_ids(store, "ann1", imported=False) == []
        assert await listed_ids(store, "ann1", mine=True, result="win") == []
        record = await record_of(store, first)
        assert record is not None
        assert (record.game.imported, record.game.state) == (True, "finished")
        assert record.game.facts["Event"] == "Casual"
        export = await export_of(store, first)
        assert export is not None
        assert export.imported
        assert [event.seq for event in export.events] == list(range(1, len(export.events) + 1))
        assert await store.accounts.stats_of("file") == PlayerStats()
        loaded = await store.log.load(first)
        assert loaded is not None
        assert loaded.room == commits[0].room


async def test_the_operator_sees_imported_games_and_removes_their_texts(
    database: Database,
) -> None:
    async with database.open(rules_for) as store:
        (commit,) = imported(PGN).commits
        await store.log.add([commit])
        game = commit.room.id
        with database.admin() as admin:
            assert admin.games.imports_of("ann1") == [game]
            assert admin.games.imports_of("bob2") == []
            assert not admin.games.remove_import(BY, "nothing")
            assert admin.games.remove_import(BY, game)
        export = await export_of(store, game)
        assert export is not None
        assert (export.imported, export.facts) == (True, {})
        names = {seat.player.name for seat in export.players if seat.player}
        texts = {event.text for event in export.events if isinstance(event, p.Said)}
        assert names == texts == {REMOVED}
        moves = [event.move for event in export.events if isinstance(event, p.Moved)]
        before = [entry.event for entry in commit.entries if isinstance(entry.event, p.Moved)]
        assert moves == [event.move for event in before]
        acts = await store.moderation.audit_entries_since(0)
        assert [(act.act, act.subject) for act in acts] == [("import_removed", f"game {game}")]
