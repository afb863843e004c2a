"""The audit log of moderation, and what a running server reads from it."""

import pytest

import zeitnot_protocol as p
from zeitnot_server.rooms.commands import Adjudicate, Cancel
from zeitnot_server.rooms.room import Actor, Invitation
from zeitnot_server.store import (
    AuditActor,
    BannedParticipant,
    Commit,
    Conflict,
    GameFilter,
    NameFixed,
    Sanction,
    Store,
    Termination,
)
from zeitnot_server.store.audit import OPERATOR
from zeitnot_server.store.sanctions import read_network

from ..full_records import record_of
from ..playing import ANN, BOB, Game
from .implementations import Database

BY = AuditActor(OPERATOR)
NOW = 1_700_000_000_000


async def test_audit_entries_are_numbered_and_delivered_in_order(store: Store) -> None:
    assert await store.moderation.newest_audit_id() == 0
    ann = await store.accounts.create_guest("Ann", "192.0.2.7")
    bot = await store.accounts.create_bot("Deep_Red", ann.account)
    assert await store.moderation.newest_audit_id() == 2
    first, second = await store.moderation.audit_entries_since(0)
    assert (first.act, first.subject, first.actor, first.address) == (
        "session_made",
        f"account {ann.account}",
        ann.account,
        "192.0.2.7",
    )
    assert (second.id, second.act, second.subject) == (2, "bot_made", f"account {bot.account}")
    assert await store.moderation.audit_entries_since(1) == [second]


async def test_pruning_keeps_the_newest_audit_entry(store: Store) -> None:
    for name in ("Ann", "Bob", "Cyd"):
        await store.accounts.create_guest(name)
    future = 10 * NOW
    assert await store.moderation.prune_audit(0, 0, future) == (0, None)
    dropped, _ = await store.moderation.prune_audit(0, future, future)
    assert dropped == 2
    assert [entry.id for entry in await store.moderation.audit_entries_since(0)] == [3]


async def test_a_ban_includes_the_bots_of_the_account(store: Store, database: Database) -> None:
    """Directly, or through other bots."""
    ann = await store.accounts.create_guest("Ann")
    bot = await store.accounts.create_bot("Deep_Red", ann.account)
    bots_bot = await store.accounts.create_bot("Deep_Violet", bot.account)
    last = await store.accounts.create_bot("Deep_Pink", bots_bot.account)
    await store.accounts.create_bot("Deep_Blue")
    with database.admin() as admin:
        admin.sanctions.add(BY, Sanction("ban", ann.account, None, "spam", NOW, None))
        admin.sanctions.add(BY, Sanction("mute", None, "192.0.2.0/24", "noise", NOW, 1))
    in_force = await store.moderation.sanctions()
    banned = [sanction.account for sanction in in_force if sanction.kind == "ban"]
    ann_and_bots = [ann.account, bot.account, bots_bot.account, last.account]
    assert sorted(str(account) for account in banned) == sorted(ann_and_bots)
    with database.admin() as admin:
        assert admin.sanctions.lift(BY, "ban", ann.account, None) == 1
        assert admin.sanctions.lift(BY, "ban", ann.account, None) == 0
        assert admin.sanctions.active() == []
        kinds = [sanction.kind for sanction in admin.sanctions.history(ended=True)]
        assert (kinds, admin.sanctions.history(ended=False)) == (["mute", "ban"], [])
    names = [entry.act for entry in await store.moderation.audit_entries_since(5)]
    assert names == ["banned", "muted", "unbanned"]


async def test_a_network_ban_is_lifted_in_any_notation(database: Database, store: Store) -> None:
    """Databases may contain notations that older versions have written."""
    with database.admin() as admin:
        for network in ("::ffff:192.0.2.0/120", "2001:db8::1/128", "192.0.3.0/24"):
            admin.sanctions.add(BY, Sanction("ban", None, network, "spam", NOW, None))
        for text in ("::ffff:192.0.2.0/120", "2001:db8::1/128"):
            network = str(read_network(text))
            assert admin.sanctions.lift(BY, "ban", None, network) == 1
            assert admin.sanctions.lift(BY, "ban", None, network) == 0
        assert [sanction.network for sanction in admin.sanctions.active()] == ["192.0.3.0/24"]


async def test_games_of_banned_accounts_are_found(store: Store, database: Database) -> None:
    await (await Game(store, "played").create()).start()
    awaited = Invitation(BOB.account, BOB.name, BOB.bot)
    await Game(store, "awaited", invitations=(None, awaited)).create()
    over = await (await Game(store, "over").create()).start()
    await over.do(0, over.command(p.Resign))
    assert await store.moderation.banned_participants() == []
    with database.admin() as admin:
        admin.sanctions.add(BY, Sanction("ban", BOB.account, None, "spam", NOW, None))
    result = await store.moderation.banned_participants()
    assert sorted(result) == [
        BannedParticipant("awaited", BOB.account),
        BannedParticipant("played", BOB.account),
    ]


async def test_a_rename_is_delivered_and_reaches_lists_and_logs(
    store: Store, database: Database
) -> None:
    ann = await store.accounts.create_guest("Foul")
    game = Game(store, players=(BOB, Actor(ann.account, "Foul")))
    await (await game.create()).start()
    with database.admin() as admin:
        admin.accounts.rename(BY, ann.account, "Fair")
    assert await store.moderation.recently_renamed() == {ann.account: "Fair"}
    with pytest.raises(NameFixed):
        await store.accounts.rename_guest(AuditActor(ann.account), "Foul again")
    await store.moderation.rename_in_game("game1", ann.account, "Fair")
    record = await record_of(store, "game1")
    assert record is not None
    assert "Foul" not in p.encode(record)
    assert "Fair" in p.encode(record)


async def test_a_game_ended_by_the_operator_is_logged(store: Store) -> None:
    game = await (await Game(store).create()).start()
    result = game.step(Cancel("spam"), None)
    end = Termination(None, "spam")
    await store.moderation.end_game(BY, Commit(result.room, result.entries), NOW, end)
    loaded = await store.log.load("game1")
    assert loaded is not None
    assert loaded.room == result.room
    (entry,) = await store.moderation.audit_entries_since(0)
    assert (entry.act, entry.subject, entry.at, entry.reason) == (
        "game_ended",
        "game game1",
        NOW,
        "spam",
    )


async def test_a_conflicting_end_is_not_logged(store: Store) -> None:
    game = await (await Game(store).create()).start()
    stale = game.step(Cancel(None), None)
    await game.move()
    with pytest.raises(Conflict):
        await store.moderation.end_game(
            BY, Commit(stale.room, stale.entries), NOW, Termination(None, None)
        )
    assert await store.moderation.newest_audit_id() == 0


@pytest.mark.parametrize("reason", [None, "the other's engine hung: no move"])
@pytest.mark.parametrize("scores", [(1.0, 0.0), (0.5, 0.5), (1 / 3, 2 / 3)])
async def test_an_adjudication_is_counted_and_logged(
    store: Store, scores: tuple[float, ...], reason: str | None
) -> None:
    game = await (await Game(store).create()).start()
    result = game.step(Adjudicate(scores, reason), None)
    end = Termination(scores, reason)
    await store.moderation.end_game(BY, Commit(result.room, result.entries), NOW, end)
    (entry,) = await store.moderation.audit_entries_since(0)
    assert (entry.act, entry.subject) == ("game_adjudicated", "game game1")
    assert Termination.of(entry) == end
    page = await store.games.page(GameFilter.read({"reason": "adjudicated"}), None)
    assert [(row.id, row.scores, row.reason) for row in page.games] == [
        ("game1", list(scores), "adjudicated")
    ]
    stats = await store.accounts.stats_of(ANN.account)
    assert stats.games == 1


async def test_pending_terminations_are_those_of_unfinished_games(
    store: Store, database: Database
) -> None:
    """They have the order of the audit log, without games that have already ended."""
    for game in ("game1", "game2", "game3"):
        await (await Game(store, game).create()).start()
    with database.admin() as admin:
        admin.games.end(BY, "game2", Termination(None, "spam"))
        admin.games.end(BY, "game1", Termination((1.0, 0.0), None))
        admin.games.end(BY, "nosuch", Termination(None, None))
    pending = await store.moderation.pending_terminations()
    assert [entry.subject for entry in pending] == ["game game2", "game game1"]
    assert [Termination.of(entry) for entry in pending] == [
        Termination(None, "spam"),
        Termination((1.0, 0.0), None),
    ]
    ended = Game(store, "game2")
    loaded = await store.log.load("game2")
    assert loaded is not None
    ended.room = loaded.room
    await ended.do(None, Cancel("spam"))
    assert [entry.subject for entry in await store.moderation.pending_terminations()] == [
        "game game1"
    ]
