"""Ladders of clubs, and games that are played for them."""

import asyncio

import pytest

import zeitnot_protocol as p
from zeitnot_server.clubs import ladder as rules
from zeitnot_server.clubs.club import LEADER, MEMBER, Club
from zeitnot_server.clubs.club_store import By, OwnClub
from zeitnot_server.clubs.ladder import Terms
from zeitnot_server.rooms.commands import Expire
from zeitnot_server.rooms.room import Actor, Invitation
from zeitnot_server.store import AuditActor, Commit, Store
from zeitnot_server.store.audit import OPERATOR
from zeitnot_server.store.sql.base.connection import Connection
from zeitnot_server.store.sql.clubs import rows

from ..playing import Game
from .clubs_rig import (
    NOW,
    SECRET,
    TERMS,
    challenged,
    current,
    keep,
    members,
    opened,
    refused,
    taking,
)
from .implementations import Database


async def test_a_ladder_has_terms(store: Store) -> None:
    ladder, (ann, bob) = await opened(store, "Ann", "Bob")
    assert ladder.terms == TERMS
    other = Terms('{"kind":"unlimited"}', 2, 5, True)
    denied = store.clubs.set_terms(bob, "club", "count", other, NOW)
    assert await refused(denied) == "not_permitted"
    await store.clubs.set_terms(ann, "club", "count", other, NOW)
    assert (await current(store)).terms == other
    assert (await current(store)).ladder == ladder.ladder
    acts = [row.act for row in await store.moderation.audit_entries_since(0) if "ladder" in row.act]
    assert acts == ["ladder_opened", "ladder_changed"]
    assert await store.clubs.ladders([ladder.club, "none"]) == [await current(store)]
    await store.clubs.close_ladder(ann, "club", "count", NOW)
    assert await store.clubs.ladder(ladder.club, "count") is None
    closed = store.clubs.close_ladder(ann, "club", "count", NOW)
    assert await refused(closed) == "no_such_ladder"
    gone = store.clubs.change_ladder(ladder.id, [], taking(bob.account))
    assert await refused(gone) == "no_such_ladder"


async def test_what_is_due_is_found(store: Store) -> None:
    ladder, (ann, bob) = await opened(store, "Ann", "Bob")
    assert await store.clubs.due(NOW * 2) == []
    await challenged(store, bob, ann)
    due = NOW + 7 * rules.DAY_MS
    assert await store.clubs.due(due - 1) == []
    assert await store.clubs.due(due) == [ladder.id]
    settled = await store.clubs.change_ladder(
        ladder.id, [], lambda stored, _: rules.settle(stored.ladder, due)
    )
    assert settled.ladder.places == (bob.account, ann.account)
    assert await store.clubs.due(due) == []
    (result,) = await store.clubs.results(ladder.id)
    assert (result.sequence, result.outcome, result.at) == (1, "unanswered", due)


async def test_new_challenges_are_found(store: Store) -> None:
    ladder, (ann, bob) = await opened(store, "Ann", "Bob")
    await challenged(store, bob, ann)
    (new_one,) = await store.clubs.challenged_since(NOW)
    assert new_one[:4] == ("club", "Club", "count", ladder.id)
    assert (new_one.challenge.challenger, new_one.challenge.challenged) == (bob[0], ann[0])
    assert await store.clubs.challenged_since(NOW + 1) == []
    assert await store.clubs.challenged_since(NOW * 2) == []


async def test_two_changes_at_once_are_both_kept(store: Store) -> None:
    ladder, people = await opened(store, "Ann")
    more = [await keep(store, f"Member {n}x") for n in range(8)]
    for by in more:
        await store.clubs.join(by, "club", None, NOW)
    takes = [store.clubs.change_ladder(ladder.id, [b.account], taking(b.account)) for b in more]
    await asyncio.gather(*takes)
    places = (await current(store)).ladder.places
    assert sorted(places) == sorted(by.account for by in (*people, *more))


async def test_who_leaves_the_club_leaves_its_ladders(store: Store) -> None:
    ladder, (ann, bob, cleo) = await opened(store, "Ann", "Bob", "Cleo")
    await challenged(store, cleo, bob)
    await store.clubs.remove(ann, "club", bob.account, NOW + 3)
    assert (await current(store)).ladder.places == (ann.account, cleo.account)
    (result,) = await store.clubs.results(ladder.id)
    assert (result.outcome, result.at, result.challenged_place) == ("ended", NOW + 3, None)


async def test_a_leader_takes_a_member_off(store: Store) -> None:
    """What is overdue by then is settled first."""
    ladder, (ann, bob, cleo) = await opened(store, "Ann", "Bob", "Cleo")
    await challenged(store, cleo, bob)
    due = NOW + 7 * rules.DAY_MS
    remove = store.clubs.remove_from_ladder
    assert await refused(remove(cleo, "club", "count", bob.account, due)) == "not_permitted"
    assert await refused(remove(ann, "club", "chess", bob.account, due)) == "no_such_ladder"
    await remove(ann, "club", "count", bob.account, due)
    assert (await current(store)).ladder.places == (ann.account, cleo.account)
    (result,) = await store.clubs.results(ladder.id)
    assert (result.outcome, result.challenged_place) == ("unanswered", 3)
    assert await refused(remove(ann, "club", "count", bob.account, due)) == "not_member"
    *_, entry = await store.moderation.audit_entries_since(0)
    assert (entry.act, entry.reason) == ("ladder_removed", f"account {bob.account}: count")


async def game_of(store: Store, ladder: str, first: By, second: By, id: str = "game1") -> Game:
    """A game for a ladder that has begun; `second` is the challenger."""
    players = Actor(first.account, "First"), Actor(second.account, "Second")
    invitations = tuple(Invitation(each.account, each.name) for each in players)
    game = Game(store, id, invitations=invitations, players=players, ladder=ladder)
    return await (await game.create()).start()


@pytest.mark.parametrize(
    ("resigns", "places"), [(0, [0, 2, 1, 3]), (1, [0, 1, 2, 3])], ids=["won", "lost"]
)
async def test_the_end_of_a_game_changes_the_ladder_once(
    store: Store, resigns: int, places: list[int]
) -> None:
    ladder, people = await opened(store, "Ann", "Bob", "Cleo", "Dan")
    await challenged(store, people[2], people[1], "game1")
    game = await game_of(store, ladder.id, people[1], people[2])
    step = game.step(game.command(p.Resign), game.players[resigns])
    before = await current(store)
    assert before.ladder.challenges
    end = Commit(step.room, step.entries)
    ends = [store.log.commit(end), store.log.commit(end)]
    await asyncio.gather(*ends, return_exceptions=True)  # the second conflicts, and changes nothing
    after = (await current(store)).ladder
    assert after.places == tuple(people[n].account for n in places)
    assert after.challenges == ()
    (result,) = await store.clubs.results(ladder.id)
    assert (result.outcome, result.game) == ("lost" if resigns else "won", "game1")
    assert await store.clubs.due(NOW * 2) == []


async def test_what_was_overdue_before_the_end_of_a_game_comes_first(store: Store) -> None:
    ladder, (ann, bob, cleo) = await opened(store, "Ann", "Bob", "Cleo")
    await challenged(store, cleo, bob, at=NOW - 8 * rules.DAY_MS)
    await challenged(store, bob, ann, "game1")
    game = await game_of(store, ladder.id, ann, bob)
    await game.do(0, game.command(p.Resign))
    results = await store.clubs.results(ladder.id)
    assert [(each.outcome, each.sequence) for each in results] == [("won", 2), ("unanswered", 1)]
    after = (await current(store)).ladder
    assert after.places == (bob.account, ann.account, cleo.account)
    assert after.challenges == ()


async def test_other_games_of_the_two_change_nothing(store: Store) -> None:
    ladder, (ann, bob) = await opened(store, "Ann", "Bob")
    await challenged(store, bob, ann, "game1")
    other = await game_of(store, ladder.id, ann, bob, "game2")
    await other.do(0, other.command(p.Resign))
    assert (await current(store)).ladder.places == (ann.account, bob.account)
    assert await store.clubs.results(ladder.id) == []


async def test_a_game_of_a_ladder_that_is_closed_just_ends(store: Store) -> None:
    ladder, (ann, bob) = await opened(store, "Ann", "Bob")
    await challenged(store, bob, ann, "game1")
    game = await game_of(store, ladder.id, ann, bob)
    await store.clubs.close_ladder(ann, "club", "count", NOW)
    await game.do(0, game.command(p.Resign))
    assert await store.clubs.results(ladder.id) == []
    assert await store.clubs.due(NOW * 2) == []


async def test_games_without_a_challenge_are_found(store: Store) -> None:
    ladder, (ann, bob, cleo) = await opened(store, "Ann", "Bob", "Cleo")
    await challenged(store, bob, ann, "game1")
    await challenged(store, cleo, bob, "game2")
    for n, id in enumerate(("game1", "game2", "game3")):
        await Game(store, id, created_at=NOW + n, ladder=ladder.id).create()
    await Game(store, "other1", created_at=NOW).create()
    found = store.clubs.games_without_challenge
    assert await found(NOW + 9) == ["game3"]
    await store.clubs.remove(ann, "club", cleo.account, NOW)
    assert await found(NOW + 9) == ["game2", "game3"]
    assert await found(NOW + 2) == ["game2"]
    await store.clubs.dissolve(ann, "club", NOW)
    assert await found(NOW + 9) == ["game1", "game2", "game3"]


async def test_a_game_that_only_the_challenger_came_to(store: Store) -> None:
    ladder, (ann, bob) = await opened(store, "Ann", "Bob")
    await challenged(store, bob, ann, "game1")
    players = Actor(ann.account, "Ann"), Actor(bob.account, "Bob")
    invitations = tuple(Invitation(each.account, each.name) for each in players)
    game = Game(store, "game1", invitations=invitations, players=players, ladder=ladder.id)
    await game.create()
    await game.do(1, game.command(p.Sit, seat=1))
    await game.do(None, Expire())
    assert (await current(store)).ladder.places == (bob.account, ann.account)
    (result,) = await store.clubs.results(ladder.id)
    assert result.outcome == "not_begun"


async def test_a_game_of_a_ladder_is_loaded_as_such(store: Store) -> None:
    ladder, (ann, bob) = await opened(store, "Ann", "Bob")
    await game_of(store, ladder.id, ann, bob)
    loaded = await store.log.load("game1")
    assert loaded is not None
    assert loaded.room.game_setup.ladder == ladder.id
    assert await store.games.open_since(NOW * 2) == []


async def test_an_open_game_of_a_ladder_waits_for_days(store: Store) -> None:
    ladder, _ = await opened(store, "Ann", "Bob")
    await Game(store, "game1", created_at=NOW, ladder=ladder.id).create()
    assert await store.games.open_since(NOW + 14 * rules.DAY_MS) == []
    assert await store.games.open_since(NOW + 16 * rules.DAY_MS) == ["game1"]


async def test_the_file_with_the_data_of_an_account_has_its_clubs(
    store: Store, database: Database
) -> None:
    _, (ann, bob) = await opened(store, "Ann", "Bob")
    own = [OwnClub("club", "Club", "leader", NOW, True, {"count": 1})]
    assert await store.clubs.own(ann.account) == own
    assert await store.clubs.own(bob.account) == [
        OwnClub("club", "Club", "member", NOW + 1, False, {"count": 2})
    ]
    with database.admin() as admin:
        assert admin.members.details(ann.account).clubs == own


async def test_the_operator_dissolves_a_club(store: Store, database: Database) -> None:
    await opened(store, "Ann", "Bob")
    with database.admin() as admin:
        assert [(club.slug, club.members) for club in admin.clubs.listed(10)] == [("club", 2)]
        assert admin.clubs.dissolve(AuditActor(OPERATOR), "club", "insults")
        assert not admin.clubs.dissolve(AuditActor(OPERATOR), "club", "insults")
        assert admin.clubs.listed(10) == []
    assert await store.clubs.club("club") is None
    entry = (await store.moderation.audit_entries_since(0))[-1]
    assert (entry.act, entry.reason) == ("club_dissolved", "Club: insults")


# ── deletion ───────────────────────────────────────────────────────────────────────────────────


async def delete(store: Store, by: By) -> None:
    await store.deletions.delete(AuditActor(by.account), SECRET)


async def test_a_club_that_ends_meanwhile_does_not_keep_an_account(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It may be dissolved on another node, between the list of the clubs and their locks."""
    _, (_, bob) = await opened(store, "Ann", "Bob")
    of_account = rows.of_account

    def with_one_that_has_ended(connection: Connection, account: str) -> list[tuple[Club, int]]:
        ((club, rank),) = of_account(connection, account)
        return [(club._replace(slug="ended"), rank), (club, rank)]

    monkeypatch.setattr(rows, "of_account", with_one_that_has_ended)
    await delete(store, bob)
    assert await members(store) == [("Ann", LEADER)]


async def test_a_deleted_account_leaves_its_clubs(store: Store) -> None:
    _, (ann, bob, cleo) = await opened(store, "Ann", "Bob", "Cleo")
    await delete(store, ann)
    assert await members(store) == [("Bob", LEADER), ("Cleo", MEMBER)]
    assert (await current(store)).ladder.places == (bob.account, cleo.account)
    await delete(store, cleo)
    assert await members(store) == [("Bob", LEADER)]
    await delete(store, bob)
    assert await store.clubs.club("club") is None


async def test_the_states_of_games_are_read_by_their_ids(store: Store) -> None:
    await Game(store, "open1").create()
    await (await Game(store, "begun1").create()).start()
    await (await (await Game(store, "over1").create()).start()).play_moves("2", "2")
    assert await store.games.states(["over1", "open1", "missing", "begun1"]) == {
        "open1": "open",
        "begun1": "running",
        "over1": "finished",
    }
    assert await store.games.states([]) == {}
