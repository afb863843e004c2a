"""The operator's desk, beside a server that is open."""

import pytest

import zeitnot_protocol as p
from zeitnot_server.books.entry import Entry, Place
from zeitnot_server.books.lines import BookLine
from zeitnot_server.books.scopes import SCOPES, SERVER
from zeitnot_server.books.taught import Taught
from zeitnot_server.rooms.room import Actor
from zeitnot_server.store import By, NameTaken, RulesChanged, Store
from zeitnot_server.store.audit import OPERATOR
from zeitnot_server.store.desk import REMOVED, Sitter

from ..playing import ANN, BOB, Count, Game, rules_for, whose
from .implementations import Database

BY = By(OPERATOR, None)


async def test_lists_accounts(store: Store, database: Database) -> None:
    ann = await store.accounts.create_guest("Ann", "192.0.2.7")
    bot = await store.accounts.create_bot("Deep_Red", ann.account)
    with database.desk() as desk:
        found = desk.accounts.find(ann.account)
        assert found is not None
        assert (found.name, found.bot, found.owner) == ("Ann", False, None)
        assert desk.accounts.find("nobody") is None
        assert [one.id for one in desk.accounts.named_like("DEEP", 9)] == [bot.account]
        assert len(desk.accounts.named_like("", 1)) == 1
        assert desk.accounts.addresses_of(ann.account) == ["192.0.2.7"]


async def test_finds_names(store: Store, database: Database) -> None:
    ann = await store.accounts.create_guest("Foul")
    await store.accounts.create_bot("Deep_Red")
    game = Game(store, players=(Actor(ann.account, "Foul"), BOB))
    await (await game.create()).start()
    await game.do(0, p.Chat(game="game1", text="hello"))
    with database.desk() as desk:
        with pytest.raises(NameTaken):
            desk.accounts.rename(BY, ann.account, "deep_red")
        new = desk.accounts.neutral_name(ann.account, bot=False)
        desk.accounts.rename(BY, ann.account, new)
        assert desk.accounts.rename_seats(ann.account, new) == 1
        assert desk.accounts.rename_events(ann.account, new) == (3, [])
        assert desk.accounts.rename_events(ann.account, new) == (0, [])
        (act,) = desk.audit.show(None, "renamed", 9)
        assert act.subject == f"account {ann.account}"
    assert await whose(store, ann.token) == Actor(ann.account, new)


async def test_lists_tokens(store: Store, database: Database) -> None:
    ann = await store.accounts.create_guest("Ann")
    bot = await store.accounts.create_bot("Deep_Red", ann.account)
    with database.desk() as desk:
        session, key = desk.tokens.of_account(ann.account)
        assert (session.kind, key.kind) == ("session", "bot")
        assert desk.tokens.revoke(BY, key.id) == 1
        assert desk.tokens.revoke(BY, key.id) == 0
        assert desk.tokens.revoke_all(BY, ann.account) == 1
    assert await whose(store, ann.token) is None
    assert await whose(store, bot.token) is None


async def test_reads_the_audit_log(store: Store, database: Database) -> None:
    ann, bob = await store.accounts.create_guest("Ann"), await store.accounts.create_guest("Bob")
    with database.desk() as desk:
        assert [act.actor for act in desk.audit.show(None, None, 9)] == [bob.account, ann.account]
        assert [act.actor for act in desk.audit.show(ann.account, None, 9)] == [ann.account]
        assert desk.audit.show(None, "banned", 9) == []
        desk.pause(0)
        assert desk.audit.prune(BY, desk.now + 1, "0d") == 1
        assert [act.act for act in desk.audit.show(None, None, 9)] == ["pruned", "session_made"]


async def test_finds_a_game_and_its_accounts(store: Store, database: Database) -> None:
    game = await (await Game(store).create()).start()
    await game.move()
    await game.do(1, p.Chat(game="game1", text="well"))
    with database.desk() as desk:
        assert desk.games.find("nosuch") is None
        found = desk.games.find("game1")
        assert found is not None
        assert (found.game_type, found.state, found.reason) == ("count", "running", None)
        assert desk.games.sitters("game1") == [
            Sitter(0, ANN.account, "Ann", False, False),
            Sitter(1, BOB.account, "Bob", True, False),
        ]
        assert desk.games.authors("game1") == {6: ANN.account, 7: BOB.account}
        whole = desk.games.whole("game1", rules_for)
        assert whole.game_setup == game.room.game_setup
        assert list(whole.entries) == await store.log.entries("game1")
        with pytest.raises(RulesChanged):
            desk.games.whole("game1", lambda game, settings: Count(settings, version=2))
        desk.games.end(BY, "game1", "spam")
    (act,) = await store.moderation.acts_since(0)
    assert (act.act, act.subject, act.reason) == ("game_ended", "game game1", "spam")


async def test_removed_chat_and_reports_keep_their_numbers(
    store: Store, database: Database
) -> None:
    game = await (await Game(store).create()).start()
    await game.do(0, p.Chat(game="game1", text="foul"))
    report = p.EngineReport(depth=3, pv="1 2")
    await game.do(0, game.command(p.Move, ply=0, move="1", engine=report))
    await game.do(1, p.Chat(game="game1", text="well"))
    with database.desk() as desk:
        assert desk.games.games_with(ANN.account, "said") == ["game1"]
        assert desk.games.games_with("nobody", "said") == []
        ((number, said),) = desk.games.chat_of("game1", ANN.account)
        assert (number, said.text) == (6, "foul")
        desk.games.remove_chat(BY, "game1", [number])
        assert [said.text for _, said in desk.games.chat_of("game1")] == [REMOVED, "well"]
        assert desk.games.reports_of("game1") == {7: report}
        assert desk.games.reports_of("game1", BOB.account) == {}
        desk.games.remove_reports(BY, "game1", [7])
        assert desk.games.reports_of("game1") == {}
    assert [row.event.seq for row in await store.log.entries("game1")] == [*range(1, 9)]
    acts = [(act.act, act.reason) for act in await store.moderation.acts_since(0)]
    assert acts == [("chat_removed", "events 6"), ("reports_removed", "events 7")]


async def test_a_game_is_removed_from_the_books(store: Store, database: Database) -> None:
    ann = await store.accounts.create_guest("Ann")
    bot = await store.accounts.create_bot("Deep_Red", ann.account)
    game = Game(store, players=(Actor(bot.account, "Deep_Red", bot=True), BOB))
    await (await game.create()).start()
    await game.play_out("2", "2")
    place = Place("count", 1, 2)
    taught = Taught([BookLine(place, "4 0", Entry("2", 1.0, 1, 0, 0, 1.0, 1_000))])
    await store.books.learn_game("game1", taught)
    with database.desk() as desk:
        assert desk.books.played_by(ann.account) == ["game1"]
        desk.books.note_forgotten(BY, [f"account {ann.account}"])
        assert desk.books.forget({"game1": taught}) == 1
        assert desk.books.forget({"game1": taught}) == 0
        assert desk.books.played_by(ann.account) == []
        assert len(desk.audit.show(None, "games_forgotten", 9)) == 1
    assert await store.books.entries(SCOPES[SERVER], place) == []
    assert await store.books.unlearnt() == []
