"""Clubs, their members and their ladders."""

import pytest

import zeitnot_protocol as p
from zeitnot_protocol import clubs as wire
from zeitnot_server.clubs.club import (
    INVITED,
    LEADER,
    MAX_CLUBS,
    MAX_FOUNDED,
    MEMBER,
    ClubChange,
    Counts,
    Member,
)
from zeitnot_server.store import BadName, NameTaken, Store

from .clubs_rig import NOW, TERMS, club_id, keep, members, new, refused

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
        with pytest.raises(NameTaken) as taken:
            await store.clubs.found(bob, each, NOW)
        assert ("address" in str(taken.value)) == bool(each.slug)
    with pytest.raises(BadName):
        await store.clubs.found(bob, new("☆"), NOW)
    assert await store.clubs.found(bob, new("Chess Club 社"), NOW) == "chess-club-2"
    assert await store.clubs.found(bob, new("围棋社"), NOW) == "club-1"
    for slug in ("zeitnot", "zeitnot-admins", "moderators", "support"):
        with pytest.raises(NameTaken, match="reserved"):
            await store.clubs.found(bob, new("Other", slug=slug), NOW)


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


async def test_who_has_changed_a_club_last(store: Store) -> None:
    ann, bob = await keep(store, "Ann"), await keep(store, "Bob")
    await store.clubs.found(ann, new("Club"), NOW)
    await store.clubs.join(bob, "club", None, NOW)
    await store.clubs.set_rank(ann, "club", bob.account, LEADER, NOW)
    assert await store.clubs.last_editor("club") == ann.account
    await store.clubs.change(bob, "club", ClubChange(news="mine"), NOW)
    assert await store.clubs.last_editor("club") == bob.account
    assert await store.clubs.last_editor("none") is None


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


async def test_who_is_removed_comes_back_by_invitation_only(store: Store) -> None:
    ann, bob = await keep(store, "Ann"), await keep(store, "Bob")
    await store.clubs.found(ann, new("Club"), NOW)
    await store.clubs.join(bob, "club", None, NOW)
    await store.clubs.remove(ann, "club", bob.account, NOW)
    assert await refused(store.clubs.join(bob, "club", None, NOW)) == "join_closed"
    assert await members(store) == [("Ann", LEADER)]
    id = await club_id(store)
    assert await store.clubs.rank(id, bob.account) is None
    assert await store.clubs.ranks(bob.account) == {}
    assert await store.clubs.of_account(bob.account) == []
    assert await store.clubs.own(bob.account) == []
    assert await store.clubs.counts(id) == Counts(1, 0, 0)
    assert await refused(store.clubs.remove(ann, "club", bob.account, NOW)) == "not_member"
    await store.clubs.set_rank(ann, "club", bob.account, MEMBER, NOW)
    await store.clubs.join(bob, "club", None, NOW)
    await store.clubs.remove(bob, "club", bob.account, NOW)
    await store.clubs.join(bob, "club", None, NOW)  # who leaves may come again
    assert await members(store) == [("Ann", LEADER), ("Bob", MEMBER)]


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
    for at in (NOW, NOW + 1):
        invited = await store.clubs.set_rank(ann, "club", bob.account, MEMBER, at)
        assert invited == Member(bob.account, "Bob", INVITED, NOW)
    assert await members(store) == [("Ann", LEADER), ("Bob", INVITED)]
    hidden = await store.clubs.members(await club_id(store), 0, 50, with_invited=False)
    assert [each.name for each in hidden.members] == ["Ann"]
    promoted = store.clubs.set_rank(ann, "club", bob.account, LEADER, NOW)
    assert await refused(promoted) == "not_member"
    await store.clubs.join(bob, "club", None, NOW + 2)
    leader = await store.clubs.set_rank(ann, "club", bob.account, LEADER, NOW + 3)
    assert leader == Member(bob.account, "Bob", LEADER, NOW + 2)
    assert (await store.clubs.set_rank(bob, "club", ann.account, MEMBER, NOW)).rank == MEMBER
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
