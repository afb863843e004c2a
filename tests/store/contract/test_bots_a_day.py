"""Daily limits on the bots of an owner or an address, which hold across nodes and restarts."""

import pytest

from zeitnot_server.store import BadName, DailyBotLimits, Store, TooManyBots
from zeitnot_server.store.sql.people import accounts
from zeitnot_server.store.sql.people.daily_bot_limits import DAY_MS

from .implementations import Database

ADDRESS, OTHER_ADDRESS = "192.0.2.7", "192.0.2.8"
LIMITS = DailyBotLimits(by_owner=2, from_address=3)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The wall clock, which the test sets."""
    now = [1_700_000_000_000]
    monkeypatch.setattr(accounts, "wall_ms", lambda: now[0])
    return now


async def test_bots_of_an_owner_are_limited_per_day(database: Database, clock: list[int]) -> None:
    async with database.open() as store:
        ann = (await store.accounts.create_guest("Ann")).account
        bob = (await store.accounts.create_guest("Bob")).account
        await store.accounts.create_bot("One", ann, limits=LIMITS)
        clock[0] += 1_000
        await store.accounts.create_bot("Two", ann, None, LIMITS)
    async with database.open() as store:
        with pytest.raises(TooManyBots) as refused:
            await store.accounts.create_bot("Three", ann, ADDRESS, LIMITS)
        assert refused.value.wait_ms == DAY_MS - 1_000
        assert (await store.accounts.create_bot("Three", bob, ADDRESS, LIMITS)).owner == bob
        clock[0] += refused.value.wait_ms - 1
        with pytest.raises(TooManyBots):
            await store.accounts.create_bot("Four", ann, ADDRESS, LIMITS)
        clock[0] += 1
        await store.accounts.create_bot("Four", ann, ADDRESS, LIMITS)
        with pytest.raises(TooManyBots):
            await store.accounts.create_bot("Five", ann, ADDRESS, LIMITS)


async def test_bots_without_an_owner_are_limited_by_address(store: Store, clock: list[int]) -> None:
    for name in ("One", "Two"):
        await store.accounts.create_bot(name, None, ADDRESS, LIMITS)
    with pytest.raises(TooManyBots):
        await store.accounts.create_bot("Three", None, ADDRESS, LIMITS)
    await store.accounts.create_bot("Three", None, OTHER_ADDRESS, LIMITS)
    for number in range(5):
        await store.accounts.create_bot(f"Local {number}", None, None, LIMITS)


async def test_bots_from_an_address_are_limited_for_all_owners(
    store: Store, clock: list[int]
) -> None:
    people = [(await store.accounts.create_guest(f"P{n}")).account for n in range(4)]
    for number, owner in enumerate(people[:3]):
        await store.accounts.create_bot(f"Bot {number}", owner, ADDRESS, LIMITS)
    for owner in (people[3], None):
        with pytest.raises(TooManyBots):
            await store.accounts.create_bot("Bot 3", owner, ADDRESS, LIMITS)
    await store.accounts.create_bot("Bot 3", people[3], OTHER_ADDRESS, LIMITS)


async def test_a_name_that_is_refused_does_not_count(store: Store) -> None:
    ann = (await store.accounts.create_guest("Ann")).account
    limits = DailyBotLimits(by_owner=1, from_address=9)
    for name in ("admin", ""):
        with pytest.raises(BadName):
            await store.accounts.create_bot(name, ann, ADDRESS, limits)
    await store.accounts.create_bot("Deep", ann, ADDRESS, limits)
