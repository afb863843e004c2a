"""Clubs, their members and their ladders."""

import asyncio
from collections.abc import Mapping

import pytest

import zeitnot_protocol as p
from zeitnot_protocol import clubs as wire
from zeitnot_server.clubs import ladder as rules
from zeitnot_server.clubs.club import (
    INVITED,
    LEADER,
    MAX_CLUBS,
    MAX_FOUNDED,
    MEMBER,
    ClubChange,
    ClubRefused,
    Counts,
    NewClub,
    Rank,
)
from zeitnot_server.clubs.club_store import By, OwnClub, StoredLadder
from zeitnot_server.clubs.ladder import Changed, Terms
from zeitnot_server.rooms.commands import Expire
from zeitnot_server.rooms.room import Actor, Invitation
from zeitnot_server.store import AuditActor, BadName, Commit, NameTaken, PasswordHash, Store
from zeitnot_server.store.audit import OPERATOR

from ..playing import Game
from .implementations import Database

SECRET = PasswordHash("$argon2id$secret")
TERMS = Terms('{"kind":"unlimited"}', 3, 7, False)
NOW = 1_700_000_000_000


async def keep(store: Store, name: str) -> By:
    guest = await store.accounts.create_guest()
    await store.kept.keep(AuditActor(guest.account), name, SECRET)
    return By(guest.account, address="192.0.2.7")


def new(name: str, slug: str = "", join: p.Join = "open") -> NewClub:
    return NewClub(name, slug, "", join, ("chess",))


async def club_id(store: Store, slug: str = "club") -> str:
    club = await store.clubs.club(slug)
    assert club is not None
    return club.id


async def refused(call: object) -> str:
    with pytest.raises(ClubRefused) as error:
        await call  # type: ignore[misc]
    return error.value.code


async def members(store: Store, slug: str = "club") -> list[tuple[str, Rank]]:
    page = await store.clubs.members(await club_id(store, slug), 0, 50, with_invited=True)
    return [(member.name, member.rank) for member in page.members]


# ── clubs ──────────────────────────────────────────────────────────────────────────────────────


async def test_a_club_is_founded(store: Store) -> None:
    ann = await keep(store, "Ann")
    assert await store.clubs.found(ann, new("Chess Club"), NOW) == "chess-club"
    club = await store.clubs.club("chess-club")
    assert club is not None
    assert (club.name, club.join, club.games, club.members) == ("Chess Club", "open", ("chess",), 1)
    assert (club.presets, club.code, club.news_at) == ((), None, None)
    assert await store.clubs.rank(club.id, ann.account) == LEADER
    assert await store.clubs.ranks(ann.account) == {club.id: LEADER}
    assert await store.clubs.of_account(ann.account) == [(club, LEADER)]
    assert await store.clubs.club("none") is None
    (entry,) = [e for e in await store.moderation.audit_entries_since(0) if "club" in e.act]
    assert (entry.act, entry.subject, entry.actor) == ("club_founded", "club chess-club", ann[0])


async def test_names_are_unique(store: Store) -> None:
    ann, bob = await keep(store, "Ann"), await keep(store, "Bob")
    await store.clubs.found(ann, new("Chess Club"), NOW)
    for each in (new("CHESS C1UB"), new("Other", slug="chess-c1ub"), new("Other", slug="new")):
        with pytest.raises(NameTaken):
            await store.clubs.found(bob, each, NOW)
    with pytest.raises(BadName):
        await store.clubs.found(bob, new("☆"), NOW)
    assert await store.clubs.found(bob, new("Chess Club!".strip("!") + " ß"), NOW) == "chess-club-2"
    assert await store.clubs.found(bob, new("围棋社"), NOW) == "club-1"


async def test_a_person_founds_few_clubs(store: Store) -> None:
    ann = await keep(store, "Ann")
    for n in range(MAX_FOUNDED):
        await store.clubs.found(ann, new(f"Club {n}x"), NOW)
    assert await refused(store.clubs.found(ann, new("One more"), NOW)) == "list_full"
    await store.clubs.found(ann._replace(role="teacher"), new("One more"), NOW)


async def test_clubs_are_listed_in_pages(store: Store) -> None:
    ann, bob = await keep(store, "Ann"), await keep(store, "Bob")
    slugs = [await store.clubs.found(ann, new(f"Club {n}x"), NOW + n) for n in range(3)]
    await store.clubs.join(bob, slugs[1], None, NOW)
    for order, expected in (("newest", [2, 1, 0]), ("members", [1, 2, 0])):
        first = await store.clubs.page(order, None, 2)  # type: ignore[arg-type]
        rest = await store.clubs.page(order, first.next, 2)  # type: ignore[arg-type]
        found = [club.slug for club in (*first.clubs, *rest.clubs)]
        assert found == [slugs[n] for n in expected]
        assert rest.next is None


async def test_a_leader_changes_a_club(store: Store) -> None:
    ann, bob = await keep(store, "Ann"), await keep(store, "Bob")
    await store.clubs.found(ann, new("Club"), NOW)
    preset = wire.Preset(name="Blitz", control=p.Control(kind="fischer", base_ms=1))
    change = ClubChange("Cheese", "about", "news", "closed", ("go",), (preset,))
    assert await refused(store.clubs.change(bob, "club", change, NOW)) == "not_permitted"
    await store.clubs.change(ann, "club", change, NOW + 5)
    await store.clubs.change(ann, "club", ClubChange(), NOW + 6)
    club = await store.clubs.club("club")
    assert club is not None
    assert (club.name, club.description, club.news, club.news_at) == (*change[:3], NOW + 5)
    assert (club.join, club.games, club.presets) == (change.join, change.games, (preset,))
    assert await store.clubs.found(bob, new("Club"), NOW) == "club-2"  # the name is free again
    with pytest.raises(NameTaken):
        await store.clubs.change(bob, "club-2", ClubChange(name="cheese"), NOW)
    assert await refused(store.clubs.change(ann, "none", change, NOW)) == "no_such_club"


async def test_a_club_is_dissolved(store: Store) -> None:
    ann, bob = await keep(store, "Ann"), await keep(store, "Bob")
    await store.clubs.found(ann, new("Club"), NOW)
    await store.clubs.set_terms(ann, "club", "count", TERMS, NOW)
    assert await refused(store.clubs.dissolve(bob, "club", NOW)) == "not_permitted"
    await store.clubs.dissolve(bob._replace(role="admin"), "club", NOW)
    assert await store.clubs.club("club") is None
    assert await store.clubs.of_account(ann.account) == []
    assert await store.clubs.found(bob, new("Club"), NOW) == "club"


# ── members ────────────────────────────────────────────────────────────────────────────────────


async def test_people_join_and_leave(store: Store) -> None:
    ann, bob = await keep(store, "Ann"), await keep(store, "Bob")
    await store.clubs.found(ann, new("Club"), NOW)
    await store.clubs.join(bob, "club", None, NOW + 1)
    assert await refused(store.clubs.join(bob, "club", None, NOW)) == "member_already"
    assert await members(store) == [("Ann", LEADER), ("Bob", MEMBER)]
    assert await store.clubs.counts(await club_id(store)) == Counts(1, 1, 0)
    gone = store.clubs.remove(ann, "club", ann.account, NOW)
    assert await refused(gone) == "last_leader"
    assert await refused(store.clubs.remove(bob, "club", ann.account, NOW)) == "not_permitted"
    await store.clubs.remove(bob, "club", bob.account, NOW)
    assert await refused(store.clubs.remove(bob, "club", bob.account, NOW)) == "not_member"
    club = await store.clubs.club("club")
    assert club is not None
    assert club.members == 1


async def test_a_code_lets_people_in(store: Store) -> None:
    ann, bob = await keep(store, "Ann"), await keep(store, "Bob")
    await store.clubs.found(ann, new("Club", join="code"), NOW)
    assert await refused(store.clubs.join(bob, "club", "BCD", NOW)) == "wrong_code"
    await store.clubs.set_code(ann, "club", "BCDFG-BCDFG-BCDFG", NOW + 10, NOW)
    typed = "bcdfg bcdfgbcdfg"
    assert await refused(store.clubs.join(bob, "club", typed, NOW + 10)) == "wrong_code"
    await store.clubs.join(bob, "club", typed, NOW + 9)
    await store.clubs.remove(bob, "club", bob.account, NOW)
    await store.clubs.set_code(ann, "club", None, None, NOW)
    assert await refused(store.clubs.join(bob, "club", typed, NOW)) == "wrong_code"


async def test_a_closed_club_invites(store: Store) -> None:
    ann, bob = await keep(store, "Ann"), await keep(store, "Bob")
    await store.clubs.found(ann, new("Club", join="closed"), NOW)
    assert await refused(store.clubs.join(bob, "club", None, NOW)) == "join_closed"
    assert await store.clubs.set_rank(ann, "club", bob.account, MEMBER, NOW) == INVITED
    assert await store.clubs.set_rank(ann, "club", bob.account, MEMBER, NOW) == INVITED
    assert await members(store) == [("Ann", LEADER), ("Bob", INVITED)]
    hidden = await store.clubs.members(await club_id(store), 0, 50, with_invited=False)
    assert [each.name for each in hidden.members] == ["Ann"]
    promoted = store.clubs.set_rank(ann, "club", bob.account, LEADER, NOW)
    assert await refused(promoted) == "not_member"
    await store.clubs.join(bob, "club", None, NOW)
    assert await store.clubs.set_rank(ann, "club", bob.account, LEADER, NOW) == LEADER
    assert await store.clubs.set_rank(bob, "club", ann.account, MEMBER, NOW) == MEMBER
    last = store.clubs.set_rank(bob, "club", bob.account, MEMBER, NOW)
    assert await refused(last) == "last_leader"
    page = await store.clubs.members(await club_id(store), 0, 1, with_invited=True)
    assert ([each.name for each in page.members], page.next) == (["Bob"], 1)


async def test_a_person_is_in_few_clubs(store: Store) -> None:
    ann, bob = await keep(store, "Ann"), await keep(store, "Bob")
    organiser = ann._replace(role="organiser")
    slugs = [await store.clubs.found(organiser, new(f"Club {n}x"), NOW) for n in range(MAX_CLUBS)]
    assert await refused(store.clubs.found(organiser, new("More"), NOW)) == "list_full"
    for slug in slugs:
        await store.clubs.set_rank(ann, slug, bob.account, MEMBER, NOW)
    cleo = await keep(store, "Cleo")
    await store.clubs.found(cleo, new("Cleos"), NOW)
    full = store.clubs.set_rank(cleo, "cleos", bob.account, MEMBER, NOW)
    assert await refused(full) == "list_full"
    for slug in slugs:
        await store.clubs.join(bob, slug, None, NOW)
    assert await refused(store.clubs.join(bob, "cleos", None, NOW)) == "list_full"


async def test_members_by_rating(store: Store) -> None:
    ann, bob, cleo = [await keep(store, name) for name in ("Ann", "Bob", "Cleo")]
    await store.clubs.found(ann, new("Club"), NOW)
    for by in (bob, cleo):
        await store.clubs.join(by, "club", None, NOW)
    rows = [(ann, 1500.0, NOW + 1), (bob, 1900.0, None), (cleo, 1600.0, NOW + 1)]
    columns = "account, game_type, speed, rating, deviation, volatility, at, games, sequence"
    insert = f"INSERT INTO rating ({columns}, recent, ranked_until)"
    for by, rating, until in rows:
        values = (by.account, "chess", "blitz", rating, 60.0, 0.06, NOW, 9, 9, "", until)
        query = f"{insert} VALUES ({', '.join('?' * len(values))})"
        await store.write(lambda c, q=query, v=values: c.execute(q, v).rowcount)  # type: ignore
    club = await club_id(store)
    found = await store.clubs.leaders(club, "chess", "blitz", 50, NOW)
    assert [each.name for each in found] == ["Cleo", "Ann", "Bob"]
    assert found[0][1:] == (1600.0, 60.0, 0.06, NOW, 9)
    assert await store.clubs.leaders(club, "go", "blitz", 50, NOW) == []


# ── ladders ────────────────────────────────────────────────────────────────────────────────────


async def opened(store: Store, *names: str) -> tuple[StoredLadder, list[By]]:
    """A ladder with these people on it, in order."""
    people = [await keep(store, name) for name in names]
    await store.clubs.found(people[0], new("Club"), NOW)
    await store.clubs.set_terms(people[0], "club", "count", TERMS, NOW)
    for n, by in enumerate(people[1:], start=1):
        await store.clubs.join(by, "club", None, NOW + n)
    ladder = await current(store)
    for by in people:
        await store.clubs.change_ladder(ladder.id, [by.account], taking(by.account))
    return await current(store), people


def taking(account: str):  # type: ignore[no-untyped-def]
    def take(stored: StoredLadder, ranks: Mapping[str, Rank]) -> Changed:
        assert ranks[account] in (LEADER, MEMBER)
        return Changed(rules.take_last_place(stored.ladder, account))

    return take


async def current(store: Store) -> StoredLadder:
    ladder = await store.clubs.ladder(await club_id(store), "count")
    assert ladder is not None
    return ladder


async def challenged(store: Store, by: By, other: By, game: str | None = None) -> None:
    """A challenge, accepted if there is a game."""

    def challenge(stored: StoredLadder, ranks: Mapping[str, Rank]) -> Changed:
        ladder, made = rules.challenge(stored.ladder, TERMS, by.account, other.account, NOW)
        if game is not None:
            ladder = rules.accept(ladder, made.number, game, 1, NOW + rules.DAY_MS)
        return Changed(ladder)

    await store.clubs.change_ladder((await current(store)).id, [], challenge)


async def test_a_ladder_has_terms(store: Store) -> None:
    ladder, (ann, bob) = await opened(store, "Ann", "Bob")
    assert ladder.terms == TERMS
    other = Terms('{"kind":"unlimited"}', 2, 5, True)
    denied = store.clubs.set_terms(bob, "club", "count", other, NOW)
    assert await refused(denied) == "not_permitted"
    await store.clubs.set_terms(ann, "club", "count", other, NOW)
    assert (await current(store)).terms == other
    assert (await current(store)).ladder == ladder.ladder
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


async def test_a_deleted_account_leaves_its_clubs(store: Store) -> None:
    _, (ann, bob, cleo) = await opened(store, "Ann", "Bob", "Cleo")
    await delete(store, ann)
    assert await members(store) == [("Bob", LEADER), ("Cleo", MEMBER)]
    assert (await current(store)).ladder.places == (bob.account, cleo.account)
    await delete(store, cleo)
    assert await members(store) == [("Bob", LEADER)]
    await delete(store, bob)
    assert await store.clubs.club("club") is None
