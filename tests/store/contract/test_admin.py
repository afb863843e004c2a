"""The operator's store, opened while a server uses the same database."""

import pytest

import zeitnot_protocol as p
from zeitnot_server.books.contribution import Contribution
from zeitnot_server.books.entry import BookPosition, Entry
from zeitnot_server.books.lines import BookLine
from zeitnot_server.books.scopes import SCOPES, SERVER
from zeitnot_server.rooms.room import Actor
from zeitnot_server.store import AuditActor, NameTaken, RulesChanged, Store, Termination
from zeitnot_server.store.admin import REMOVED, SeatHolder
from zeitnot_server.store.audit import OPERATOR

from ..playing import ANN, BOB, Count, Game, account_of_token, rules_for
from .implementations import Database

BY = AuditActor(OPERATOR, None)


async def test_accounts_are_found_by_id_and_name(store: Store, database: Database) -> None:
    ann = await store.accounts.create_guest("Ann", "192.0.2.7")
    bot = await store.accounts.create_bot("Deep_Red", ann.account)
    with database.admin() as admin:
        result = admin.accounts.find(ann.account)
        assert result is not None
        assert (result.name, result.bot, result.owner) == ("Ann", False, None)
        assert admin.accounts.find("nobody") is None
        assert [account.id for account in admin.accounts.named_like("DEEP", 9)] == [bot.account]
        assert len(admin.accounts.named_like("", 1)) == 1
        assert admin.accounts.addresses_of(ann.account) == ["192.0.2.7"]


async def test_an_account_is_renamed(store: Store, database: Database) -> None:
    ann = await store.accounts.create_guest("Foul")
    await store.accounts.create_bot("Deep_Red")
    game = Game(store, players=(Actor(ann.account, "Foul"), BOB))
    await (await game.create()).start()
    await game.do(0, p.Chat(game="game1", text="hello"))
    with database.admin() as admin:
        with pytest.raises(NameTaken):
            admin.accounts.rename(BY, ann.account, "deep_red")
        new_name = admin.accounts.neutral_name(ann.account, bot=False)
        admin.accounts.rename(BY, ann.account, new_name)
        assert admin.accounts.rename_seats(ann.account, new_name) == 1
        assert admin.accounts.rename_events(ann.account, new_name) == (3, [])
        assert admin.accounts.rename_events(ann.account, new_name) == (0, [])
        (entry,) = admin.audit.show(None, "renamed", 9)
        assert entry.subject == f"account {ann.account}"
    assert await account_of_token(store, ann.token) == Actor(ann.account, new_name)


async def test_tokens_are_listed_revoked_and_replaced(store: Store, database: Database) -> None:
    ann = await store.accounts.create_guest("Ann")
    bot = await store.accounts.create_bot("Deep_Red", ann.account)
    with database.admin() as admin:
        session, key = admin.tokens.of_account(ann.account)
        assert (session.kind, key.kind) == ("session", "bot")
        assert admin.tokens.revoke(BY, key.id) == 1
        assert admin.tokens.revoke(BY, key.id) == 0
        assert admin.tokens.revoke_all(BY, ann.account) == 1
        renewed = admin.tokens.replace_all(BY, bot.account)
        again = admin.tokens.replace_all(BY, bot.account)
    assert await account_of_token(store, ann.token) is None
    assert await account_of_token(store, bot.token) is None
    assert await account_of_token(store, renewed.token) is None
    account = await account_of_token(store, again.token)
    assert account is not None
    assert account.account == bot.account


async def test_the_audit_log_is_filtered_and_pruned(store: Store, database: Database) -> None:
    ann, bob = await store.accounts.create_guest("Ann"), await store.accounts.create_guest("Bob")
    with database.admin() as admin:
        assert [entry.actor for entry in admin.audit.show(None, None, 9)] == [
            bob.account,
            ann.account,
        ]
        assert [entry.actor for entry in admin.audit.show(ann.account, None, 9)] == [ann.account]
        assert admin.audit.show(None, "banned", 9) == []
        admin.pause(0)
        assert admin.audit.prune(BY, admin.now + 1, "0d") == 1
        assert [entry.act for entry in admin.audit.show(None, None, 9)] == [
            "pruned",
            "session_made",
        ]


async def test_a_game_is_found_with_its_accounts_and_ended(
    store: Store, database: Database
) -> None:
    game = await (await Game(store).create()).start()
    await game.move()
    await game.do(1, p.Chat(game="game1", text="well"))
    with database.admin() as admin:
        assert admin.games.find("nosuch") is None
        result = admin.games.find("game1")
        assert result is not None
        assert (result.game_type, result.state, result.reason) == ("count", "running", None)
        assert admin.games.seat_holders("game1") == [
            SeatHolder(0, ANN.account, "Ann", False, False),
            SeatHolder(1, BOB.account, "Bob", True, False),
        ]
        assert admin.games.authors("game1") == {6: ANN.account, 7: BOB.account}
        full_game = admin.games.full_game("game1", rules_for)
        assert full_game.game_setup == game.room.game_setup
        assert list(full_game.entries) == await store.log.entries("game1")
        with pytest.raises(RulesChanged):
            admin.games.full_game("game1", lambda game, settings: Count(settings, version=2))
        admin.games.end(BY, "game1", Termination(None, "spam"))
    (entry,) = await store.moderation.audit_entries_since(0)
    assert (entry.act, entry.subject, entry.reason) == ("game_ended", "game game1", "spam")


async def test_removed_chat_and_reports_keep_their_numbers(
    store: Store, database: Database
) -> None:
    game = await (await Game(store).create()).start()
    await game.do(0, p.Chat(game="game1", text="foul"))
    report = p.EngineReport(depth=3, pv="1 2")
    await game.do(0, game.command(p.Move, ply=0, move="1", engine=report))
    await game.do(1, p.Chat(game="game1", text="well"))
    with database.admin() as admin:
        assert admin.games.games_with(ANN.account, "said") == ["game1"]
        assert admin.games.games_with("nobody", "said") == []
        ((number, text),) = admin.games.chat_of("game1", ANN.account)
        assert (number, text.text) == (6, "foul")
        admin.games.remove_chat(BY, "game1", [number])
        assert [text.text for _, text in admin.games.chat_of("game1")] == [REMOVED, "well"]
        assert admin.games.reports_of("game1") == {7: report}
        assert admin.games.reports_of("game1", BOB.account) == {}
        admin.games.remove_reports(BY, "game1", [7])
        assert admin.games.reports_of("game1") == {}
    assert [row.event.seq for row in await store.log.entries("game1")] == [*range(1, 9)]
    entries = [(entry.act, entry.reason) for entry in await store.moderation.audit_entries_since(0)]
    assert entries == [("chat_removed", "events 6"), ("reports_removed", "events 7")]


async def test_a_game_is_removed_from_the_books(store: Store, database: Database) -> None:
    ann = await store.accounts.create_guest("Ann")
    bot = await store.accounts.create_bot("Deep_Red", ann.account)
    game = Game(store, players=(Actor(bot.account, "Deep_Red", bot=True), BOB))
    await (await game.create()).start()
    await game.play_moves("2", "2")
    position = BookPosition("count", 1, 2)
    contribution = Contribution([BookLine(position, "4 0", Entry("2", 1.0, 1, 0, 0, 1.0, 1_000))])
    await store.books.index_game("game1", contribution)
    with database.admin() as admin:
        assert admin.books.played_by(ann.account) == ["game1"]
        admin.books.record_removal(BY, [f"account {ann.account}"])
        assert admin.books.remove_games({"game1": contribution}) == 1
        assert admin.books.remove_games({"game1": contribution}) == 0
        assert admin.books.played_by(ann.account) == []
        assert len(admin.audit.show(None, "games_forgotten", 9)) == 1
    assert await store.books.entries(SCOPES[SERVER], position) == []
    assert await store.books.unindexed() == []
