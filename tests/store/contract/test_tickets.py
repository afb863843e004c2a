"""A ticket signs in once, soon, and only while the token for which it stands is valid."""

import asyncio

import pytest

from zeitnot_server.store import AuditActor, Credential, Store, TicketLimits, TooManyTickets
from zeitnot_server.store.sql.people import tickets as sql_tickets
from zeitnot_server.store.tokens import TICKET_MS

LIMITS = TicketLimits(of_account=3, in_all=5)
NOW_MS = 1_800_000_000_000


@pytest.fixture
def wall(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The time of the store, Unix ms, which the test changes."""
    times = [NOW_MS]
    monkeypatch.setattr(sql_tickets, "wall_ms", lambda: times[0])
    return times


async def guest(store: Store) -> Credential:
    account = await store.accounts.create_guest("Ann")
    credential = await store.tokens.credential(account.token)
    assert credential is not None
    return credential


async def test_of_many_sockets_with_one_ticket_only_one_gets_it(store: Store) -> None:
    ann = await guest(store)
    ticket = await store.tickets.make(ann, LIMITS)
    found = await asyncio.gather(*(store.tickets.use(ticket.value) for _ in range(8)))
    assert [each for each in found if each] == [ann]
    assert await store.tickets.use(ticket.value) is None
    assert await store.tickets.use("invented") is None


async def test_a_ticket_expires(store: Store, wall: list[int]) -> None:
    ann = await guest(store)
    early, late = [await store.tickets.make(ann, LIMITS) for _ in range(2)]
    assert early.expires_at == NOW_MS + TICKET_MS
    wall[0] = early.expires_at - 1
    assert await store.tickets.use(early.value) == ann
    wall[0] += 1
    assert await store.tickets.use(late.value) is None


async def test_a_ticket_ends_with_its_token(store: Store) -> None:
    ann = await guest(store)
    ticket = await store.tickets.make(ann, LIMITS)
    await store.tokens.log_out(AuditActor(ann.actor.account), ann.hash)
    assert await store.tickets.use(ticket.value) is None


@pytest.mark.parametrize("grace_ms", [0, 60_000])
async def test_a_ticket_of_a_replaced_token_is_valid_during_its_grace(
    store: Store, grace_ms: int
) -> None:
    ann = await guest(store)
    ticket = await store.tickets.make(ann, LIMITS)
    (token,) = await store.tokens.of_account(ann.actor.account)
    await store.tokens.rotate(AuditActor(ann.actor.account), token.id, grace_ms)
    used = await store.tickets.use(ticket.value)
    assert (used is not None and used.rotated and used.hash == ann.hash) == bool(grace_ms)


async def test_an_account_has_only_so_many_unused_tickets(store: Store, wall: list[int]) -> None:
    ann, bob = await guest(store), await guest(store)
    tickets = [await store.tickets.make(ann, LIMITS) for _ in range(3)]
    wall[0] += 10_000
    with pytest.raises(TooManyTickets) as full:
        await store.tickets.make(ann, LIMITS)
    assert (full.value.own, full.value.wait_ms) == (True, TICKET_MS - 10_000)
    await store.tickets.make(bob, LIMITS)
    assert await store.tickets.use(tickets[0].value) == ann
    await store.tickets.make(ann, LIMITS)


async def test_the_server_has_only_so_many_unused_tickets(store: Store, wall: list[int]) -> None:
    people = [await guest(store) for _ in range(3)]
    for person in (*people[:2] * 2, people[2]):
        await store.tickets.make(person, LIMITS)
    with pytest.raises(TooManyTickets) as full:
        await store.tickets.make(people[2], LIMITS)
    assert not full.value.own
    wall[0] += TICKET_MS  # expired ones do not count
    await store.tickets.make(people[2], LIMITS)
