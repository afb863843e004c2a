"""Ratings: the end effect, the reads, and the recomputation."""

import asyncio
from collections.abc import Sequence
from itertools import pairwise
from random import Random
from typing import Any

import pytest

import zeitnot_protocol as p
from zeitnot_server.ratings.rating import Rating
from zeitnot_server.ratings.rating_store import Change
from zeitnot_server.ratings.replay import replay
from zeitnot_server.rooms.commands import Abandon, Adjudicate, Cancel, Flag
from zeitnot_server.rooms.room import Actor
from zeitnot_server.store import AuditActor, Commit, PasswordHash, Store, Termination
from zeitnot_server.store.admin import StoredClass
from zeitnot_server.store.audit import OPERATOR
from zeitnot_server.store.sql.admin import ratings as admin_ratings
from zeitnot_server.store.sql.ratings import ratings as reading

from ..playing import Game
from .implementations import Database

RATED = p.Setup(clock_starts="start", rated=True)
CLASS = ("count", "bullet")
LONG_AGO = 1_700_000_000_000


async def bots(store: Store, *names: str) -> list[Actor]:
    tokens = [await store.accounts.create_bot(name) for name in names]
    return [Actor(token.account, token.name, bot=True) for token in tokens]


async def rated_game(store: Store, id: str, players: list[Actor], **options: Any) -> Game:
    """A rated game in which both have moved."""
    options = {"setup": RATED, "heap": 9, **options}
    game = Game(store, id, players=(players[0], players[1]), **options)
    return await (await (await game.create()).start()).play_moves("1", "1")


def ending(game: Game, kind: str) -> Commit:
    """The commit that ends a game in this way."""
    command: Any
    match kind:
        case "resign":
            return commit_of(game, game.command(p.Resign), game.players[0])
        case "agreed":
            return commit_of(game, game.command(p.Draw, action="accept"), game.players[1])
        case "flag":
            game.ms += 70_000
            command = Flag()
        case "abandoned":
            command = Abandon(0)
        case "aborted":
            command = Cancel()
        case _:
            command = Adjudicate((1.0, 0.0))
    return commit_of(game, command, None)


def commit_of(game: Game, command: Any, actor: Actor | None) -> Commit:
    step = game.step(command, actor)
    return Commit(step.room, step.entries)


async def end(game: Game, kind: str = "resign") -> None:
    if kind == "agreed":
        await game.do(0, game.command(p.Draw, action="offer"))
    await game.store.log.commit(ending(game, kind))


async def rating_of(store: Store, player: Actor) -> Rating:
    return await store.ratings.rating(player.account, *CLASS)


@pytest.mark.parametrize(
    ("kind", "score"), [("resign", 0.0), ("agreed", 0.5), ("flag", 0.0), ("abandoned", 0.0)]
)
async def test_every_way_of_ending_changes_both_ratings(
    store: Store, kind: str, score: float
) -> None:
    players = await bots(store, "Ann", "Bob")
    game = await rated_game(store, "game1", players)
    assert await rating_of(store, players[0]) == Rating()
    await end(game, kind)
    changes = await store.ratings.changes_of("game1")
    assert [(each.account, each.seat, each.score) for each in changes] == [
        (players[0].account, 0, score),
        (players[1].account, 1, 1 - score),
    ]
    for player, change in zip(players, changes, strict=True):
        rating = await rating_of(store, player)
        assert (rating.rating, rating.deviation) == (change.rating, change.deviation)
        assert (change.rating_before, change.deviation_before) == (1500, 500)
        assert change.sequence == rating.games == 1
        assert change.weight == 1
        assert rating.deviation < 400


@pytest.mark.parametrize("kind", ["adjudicated", "aborted"])
async def test_an_end_by_the_operator_is_not_rated(store: Store, kind: str) -> None:
    players = await bots(store, "Ann", "Bob")
    game = await rated_game(store, "game1", players)
    await end(game, kind)
    assert await store.ratings.changes_of("game1") == []
    assert await rating_of(store, players[0]) == Rating()


async def test_a_game_adjudicated_by_command_is_not_rated(store: Store) -> None:
    game = await rated_game(store, "game1", await bots(store, "Ann", "Bob"))
    termination = Termination((1.0, 0.0), None)
    by = AuditActor(OPERATOR)
    await store.moderation.end_game(by, ending(game, "adjudicated"), 1, termination)
    assert await store.ratings.changes_of("game1") == []


async def test_an_unrated_game_changes_nothing(store: Store) -> None:
    players = await bots(store, "Ann", "Bob")
    await end(await rated_game(store, "game1", players, setup=p.Setup(clock_starts="start")))
    assert await store.ratings.of_account(players[0].account) == []


async def test_both_must_have_moved(store: Store) -> None:
    players = await bots(store, "Ann", "Bob")
    game = await Game(store, "game1", players=(players[0], players[1]), setup=RATED).create()
    await (await game.start()).play_moves("1")
    await game.do(1, game.command(p.Resign))
    assert await store.ratings.changes_of("game1") == []


async def test_games_that_end_in_one_transaction_follow_each_other(store: Store) -> None:
    players = await bots(store, "Ann", "Bob")
    games = [await rated_game(store, f"game{n}", players) for n in range(5)]
    await asyncio.gather(*map(end, games))
    changes = [(await store.ratings.changes_of(game.room.id))[0] for game in games]
    changes.sort(key=lambda each: each.sequence)
    assert [each.sequence for each in changes] == [1, 2, 3, 4, 5]
    assert all(one.rating == other.rating_before for one, other in pairwise(changes))
    assert (await rating_of(store, players[0])).rating == changes[-1].rating


async def on_one_address(store: Store, id: str, players: Sequence[Actor]) -> Game:
    """A rated game whose players share an address, after a move of each."""
    game = await Game(store, id, players=(players[0], players[1]), setup=RATED).create()
    for seat in (0, 1):
        await game.do(seat, game.command(p.Sit, seat=seat))
    await game.do(0, game.command(p.Ready, salt="salt0"))
    step = game.step(game.command(p.Ready, salt="salt1"), game.players[1])
    for entry in step.entries:
        if isinstance(entry.event, p.Started):
            entry.event.counts = False
    await store.log.commit(Commit(step.room, step.entries))
    loaded = await store.log.load(id)
    assert loaded is not None
    game.room = loaded.room
    return await game.play_moves("1", "1")


async def test_games_on_one_address_do_not_count(store: Store) -> None:
    players = await bots(store, "Ann", "Bob")
    await end(await on_one_address(store, "game1", players))
    changes = await store.ratings.changes_of("game1")
    assert [(each.weight, each.note, each.rating) for each in changes] == [(0, "address", 1500)] * 2
    assert (await rating_of(store, players[0])).games == 0


async def test_two_who_only_meet_each_other_count_less(store: Store) -> None:
    players = await bots(store, "Ann", "Bob")
    for number in range(11):
        await end(await rated_game(store, f"game{number}", players), "agreed")
    weights = [(await store.ratings.changes_of(f"game{number}"))[0].weight for number in (0, 9, 10)]
    assert weights == [1, 1, 0.5]


async def test_running_out_of_time_at_once_counts_like_leaving(store: Store) -> None:
    players = await bots(store, "Ann", "Bob")
    for number in range(3):
        await end(await rated_game(store, f"game{number}", players), "flag")
    changes = await store.ratings.changes_of("game2")
    assert [(each.weight, each.note) for each in changes] == [(0, "quick")] * 2


async def test_games_that_do_not_count_hide_no_others(store: Store) -> None:
    ann, bob, alt = await bots(store, "Ann", "Bob", "Alt")
    for number in range(15):
        await end(await rated_game(store, f"game{number}", (ann, bob)), "agreed")
    for number in range(11):
        await end(await on_one_address(store, f"alt{number}", (ann, alt)), "agreed")
    await end(await rated_game(store, "game15", (ann, bob)), "agreed")
    assert (await store.ratings.changes_of("game15"))[0].weight == 0.25


async def test_a_game_of_a_deleted_account_is_still_rated(store: Store) -> None:
    people = list[Actor]()
    for name in ("Ann", "Bob"):
        guest = await store.accounts.create_guest()
        by, secret = AuditActor(guest.account), PasswordHash("$argon2id$secret")
        session = await store.kept.keep(by, name, secret)
        people.append(Actor(session.account, name, kept=True))
    await end(await rated_game(store, "game1", people))
    game = await rated_game(store, "game2", people)
    assert await store.deletions.delete(AuditActor(people[0].account), secret) is not None
    before = (await rating_of(store, people[1])).rating
    await end(game)
    assert [each.sequence for each in await store.ratings.changes_of("game2")] == [2, 2]
    assert (await rating_of(store, people[1])).rating > before


# ── reads ──────────────────────────────────────────────────────────────────────────────────────


async def test_the_history_of_a_player(store: Store) -> None:
    players = await bots(store, "Ann", "Bob")
    for number in range(4):
        await end(await rated_game(store, f"game{number}", players))
    account = players[0].account
    newest = await store.ratings.history(account, *CLASS, limit=2)
    assert [each.sequence for each in newest] == [4, 3]
    older = await store.ratings.history(account, *CLASS, limit=10, before=3)
    assert [(each.sequence, each.game) for each in older] == [(2, "game1"), (1, "game0")]
    (only,) = await store.ratings.of_account(account)
    assert only.rating == await rating_of(store, players[0])
    assert only[:2] == CLASS


async def test_leaders_are_those_with_a_sure_rating(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A rating leaves the leaderboard when its deviation has grown too much."""
    players = await bots(store, "Ann", "Bob", "Cyd")
    ann = await store.accounts.create_guest("Dee")
    accounts = [*(player.account for player in players), ann.account]
    insert = "INSERT INTO rating VALUES (?, 'count', 'bullet', ?, ?, 0.06, 1, 9, 9, '', ?)"
    rows = [
        (account, *values)
        for account, values in zip(
            accounts,
            [(1800.0, 60.0, 100), (1900.0, 80.0, None), (1700.0, 70.0, 50), (1750.0, 60.0, 90)],
            strict=True,
        )
    ]
    await store.write(lambda c: c.executemany(insert, rows))

    async def names(now: int, **options: Any) -> list[str]:
        return [row.name for row in await store.ratings.leaders(*CLASS, 10, now, **options)]

    assert await names(10) == ["Ann", "Dee", "Cyd"]
    assert await names(60) == ["Ann", "Dee"]
    assert await names(10, bots=True) == ["Ann", "Cyd"]
    assert await names(10, bots=False) == ["Dee"]
    assert len(await store.ratings.leaders(*CLASS, 1, 10)) == 1
    assert await store.ratings.leaders("chess", "bullet", 10, 10) == []
    monkeypatch.setattr(reading, "MAX_RANKED", 2)
    assert await names(10) == ["Ann", "Dee"]
    assert await names(10, bots=True) == ["Ann"]


# ── the recomputation ──────────────────────────────────────────────────────────────────────────


async def some_games(store: Store, players: list[Actor], games: int) -> None:
    random = Random(games)
    for number in range(games):
        pair = random.sample(players, 2)
        kind = random.choice(["resign", "agreed", "flag", "abandoned"])
        await end(await rated_game(store, f"game{number}", pair), kind)


async def all_changes(store: Store, games: int) -> list[Change]:
    found = [await store.ratings.changes_of(f"game{number}") for number in range(games)]
    return [change for changes in found for change in changes]


async def test_the_recomputation_gives_the_same_digits(database: Database) -> None:
    async with database.open() as store:
        players = await bots(store, "Ann", "Bob", "Cyd", "Dee")
        await some_games(store, players, 30)
        changes = await all_changes(store, 30)
        ratings = {each.account: await rating_of(store, each) for each in players}
    computed = replay(Random(1).sample(changes, len(changes)))
    assert sorted(computed.changes) == sorted(changes)
    assert {account: rating for account, (rating, _) in computed.ratings.items()} == ratings
    with database.admin() as admin:
        assert admin.ratings.classes() == [CLASS]
        stored = admin.ratings.stored(CLASS)
        assert sorted(stored.changes) == sorted(changes)
        assert stored.ratings == computed.ratings
        own = [each for each in changes if each.account == players[0].account]
        assert admin.members.rating_changes(players[0].account) == own[::-1]


async def test_it_repairs_what_was_changed(database: Database) -> None:
    """Also the rating of an account that was lost; that of a removed account stays away, but its
    games still count."""
    async with database.open() as store:
        players = await bots(store, "Ann", "Bob", "Cyd")
        await some_games(store, players, 12)
        changes = await all_changes(store, 12)
        ratings = {each.account: await rating_of(store, each) for each in players}
        gone, lost, kept = (each.account for each in players)
        for statement, values in (
            ("DELETE FROM token WHERE account = ?", (gone,)),
            ("DELETE FROM account WHERE id = ?", (gone,)),
            ("DELETE FROM rating WHERE account IN (?, ?)", (gone, lost)),
            ("UPDATE rating SET rating = 2000 WHERE account = ?", (kept,)),
            ("UPDATE rating_change SET rating = rating + 1 WHERE account = ?", (kept,)),
        ):
            await store.write(lambda c, s=statement, v=values: c.execute(s, v).rowcount)
    computed = replay(changes)
    with database.admin() as admin:
        assert admin.ratings.stored(CLASS).accounts == {lost, kept}
        by = AuditActor(OPERATOR)
        admin.ratings.correct(by, CLASS, computed.changes, computed.ratings)
        (entry,) = admin.audit.show(None, "ratings_recomputed", 5)
        assert entry.subject == "ratings count bullet"
    async with database.open() as store:
        assert sorted(await all_changes(store, 12)) == sorted(changes)
        assert await rating_of(store, players[2]) == ratings[kept]
        assert await rating_of(store, players[1]) == ratings[lost]
        assert await rating_of(store, players[0]) == Rating()


async def test_it_reads_all_of_a_class_at_one_moment(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also if a game ends between two of its reads."""
    original = admin_ratings._stored
    async with database.open() as store:
        players = await bots(store, "Ann", "Bob")
        await some_games(store, players, 2)
        last, loop = await rated_game(store, "last", players), asyncio.get_running_loop()

        def stored(connection: Any, of: tuple[str, str]) -> StoredClass:
            connection.execute("SELECT count(*) FROM rating").fetchone()
            asyncio.run_coroutine_threadsafe(end(last), loop).result(30)
            return original(connection, of)

        def read() -> StoredClass:
            with database.admin() as admin:
                return admin.ratings.stored(CLASS)

        monkeypatch.setattr(admin_ratings, "_stored", stored)
        found = await asyncio.to_thread(read)
        assert len(await store.ratings.changes_of("last")) == 2
    assert len(found.changes) == 4
    assert found.ratings == replay(found.changes).ratings
