"""Clubs and ladders in a store, for tests."""

from collections.abc import Mapping

import pytest

import zeitnot_protocol as p
from zeitnot_server.clubs import ladder as rules
from zeitnot_server.clubs.club import (
    LEADER,
    MEMBER,
    ClubRefused,
    NewClub,
    Rank,
)
from zeitnot_server.clubs.club_store import By, StoredLadder
from zeitnot_server.clubs.ladder import Changed, Terms
from zeitnot_server.store import AuditActor, PasswordHash, Store

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


async def challenged(
    store: Store, by: By, other: By, game: str | None = None, at: int = NOW
) -> None:
    """A challenge, accepted if there is a game."""

    def challenge(stored: StoredLadder, ranks: Mapping[str, Rank]) -> Changed:
        ladder, made = rules.challenge(stored.ladder, TERMS, by.account, other.account, at)
        if game is not None:
            ladder = rules.accept(ladder, made.number, game, 1, at + rules.DAY_MS)
        return Changed(ladder)

    await store.clubs.change_ladder((await current(store)).id, [], challenge)
