"""Games of banned players are ended."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

import zeitnot_protocol as p
from zeitnot_server.bots.games import BotGames
from zeitnot_server.feed import NullFeed
from zeitnot_server.hosting.native import rules_for
from zeitnot_server.hosting.registry import Registry, new_game_ids
from zeitnot_server.hosting.room.now import AdjustedClock
from zeitnot_server.limits.table import STANDARD
from zeitnot_server.moderation.ban_sweep import TRIES, BanSweep
from zeitnot_server.moderation.enforcement import Enforcement
from zeitnot_server.moderation.operator_actions import OperatorActions
from zeitnot_server.rooms.room import Actor, GameSetup, Invitation, Phase, Room
from zeitnot_server.rooms.value import replace
from zeitnot_server.store import AuditActor, Commit, Sanction
from zeitnot_server.store.sql.base.now import wall_ms
from zeitnot_server.store.sql.people import sanctions
from zeitnot_server.store.sqlite.store import SqliteStore

NOW_MS = 1_700_000_000_000
DAY_MS = 24 * 3_600_000
OPERATOR = AuditActor("operator")
YEARS = p.Control(kind="correspondence", days=366)
DEEP = Actor("d", "Deep", bot=True)


class Harness:
    """A registry with games, and the sweep that ends those of banned players."""

    def __init__(self, store: SqliteStore) -> None:
        clock = AdjustedClock(1, lambda: 0, lambda: NOW_MS * 1_000_000)
        self.store = store
        self.registry = Registry(store, clock, NullFeed())
        self.enforcement = Enforcement(store, wall_ms, OperatorActions(store.events, {}))
        self.games = BotGames(STANDARD, clock.ms, list, self.registry.events)
        self.ban_sweep = BanSweep(store, self.registry, self.enforcement, self.games)

    async def add(self, *players: Actor, address: str | None = None) -> str:
        """An open game, created by the first of these players, with a reserved seat for each."""
        rules = rules_for("tictactoe", {})
        invitation = tuple(
            Invitation(player.account, player.name, player.bot) for player in players
        )
        game_setup = GameSetup(
            new_game_ids().game, rules, rules.settings, YEARS, bytes(32), NOW_MS, invitation
        )
        created = Room.new(replace(game_setup, creator=players[0].account))
        bots = [player.name for player in players if player.bot]
        if bots:
            self.games.reserve(created.id, bots, players[0], YEARS, address)
        await self.store.log.commit(Commit(created, created=(created,)))
        return created.id

    async def ban(
        self, account: str | None = None, network: str | None = None, days: int | None = None
    ) -> None:
        """Bans an account or a network, and waits until the sweep has ended the games."""
        now = wall_ms()
        until = None if days is None else now + days * DAY_MS
        created = Sanction("ban", account, network, "spam", now, until)
        await self.store.write(lambda c: sanctions.add(c, OPERATOR, created))
        await self.enforcement.start()
        await self.check()

    async def check(self) -> bool:
        repeated = await self.ban_sweep.check()
        await self.registry.drain(10)
        return repeated

    async def ended(self, *games: str) -> list[bool]:
        """Whether each has ended."""
        loaded = [await self.store.log.load(game) for game in games]
        return [game is not None and game.room.phase is Phase.FINISHED for game in loaded]


@pytest.fixture
async def harness(tmp_path: Path) -> AsyncIterator[Harness]:
    store = await SqliteStore.open(tmp_path / "zeitnot.db", rules_for)
    created = Harness(store)
    yield created
    await created.registry.close()
    await store.close()


async def person(harness: Harness, name: str) -> Actor:
    guest = await harness.store.accounts.create_guest(name)
    return Actor(guest.account, name)


async def test_a_permanent_ban_ends_all_games_of_the_account_only(harness: Harness) -> None:
    ann, bob = await person(harness, "Ann"), await person(harness, "Bob")
    games = [
        await harness.add(ann, bob),
        await harness.add(bob, ann),
        await harness.add(ann, DEEP),
        await harness.add(bob, DEEP),
    ]
    await harness.ban(ann.account)
    assert await harness.ended(*games) == [True, True, True, False]
    assert not await harness.check()


async def test_a_temporary_ban_ends_only_games_with_bots(harness: Harness) -> None:
    ann, bob = await person(harness, "Ann"), await person(harness, "Bob")
    games = [await harness.add(ann, bob), await harness.add(ann, DEEP)]
    await harness.ban(ann.account, days=1)
    assert await harness.ended(*games) == [False, True]


async def test_games_of_a_banned_owners_bots_end(harness: Harness) -> None:
    ann, bob = await person(harness, "Ann"), await person(harness, "Bob")
    created = await harness.store.accounts.create_bot("Anns_Bot", ann.account)
    bot = Actor(created.account, created.name, bot=True)
    first, second = await harness.add(bob, bot), await harness.add(bob, bot)
    await harness.ban(ann.account, days=1)
    assert await harness.ended(first, second) == [False, False]
    await harness.ban(ann.account)
    assert await harness.ended(first, second) == [True, True]


async def test_a_banned_address_frees_the_bots_it_occupied(harness: Harness) -> None:
    """The sweep finds the games by the address of their creators, whose accounts are not banned."""
    guests = [await person(harness, f"Guest {n}") for n in range(3)]
    games = [await harness.add(guest, DEEP, address="192.0.2.7") for guest in guests]
    elsewhere = await harness.add(guests[0], DEEP, address="198.51.100.1")
    without_bot = await harness.add(guests[0], guests[1])
    await harness.ban(network="192.0.2.0/24")
    assert await harness.ended(*games, elsewhere, without_bot) == [True, True, True, False, False]
    assert [game for game, _, _ in harness.games.creator_addresses()] == [elsewhere]


async def test_a_banned_ipv6_network_ends_no_games_of_its_neighbours(
    harness: Harness,
) -> None:
    """Slots are counted per /48, but a ban names a /64."""
    guests = [await person(harness, f"Guest {n}") for n in range(2)]
    banned = await harness.add(guests[0], DEEP, address="2001:db8:7:2::")
    beside = await harness.add(guests[1], DEEP, address="2001:db8:7:3::")
    await harness.ban(network="2001:db8:7:2::/64")
    assert await harness.ended(banned, beside) == [True, False]


async def test_a_mute_ends_no_game(harness: Harness) -> None:
    ann, bob = await person(harness, "Ann"), await person(harness, "Bob")
    game = await harness.add(ann, bob)
    muted = Sanction("mute", ann.account, None, "spam", wall_ms(), None)
    await harness.store.write(lambda c: sanctions.add(c, OPERATOR, muted))
    assert not await harness.check()
    assert await harness.ended(game) == [False]


async def test_the_sweep_gives_up_after_a_few_tries(harness: Harness) -> None:
    """The address of its creator is banned, but the creator does not play in it."""
    ann = await person(harness, "Ann")
    game = await harness.add(DEEP, Actor("f", "Free", bot=True))
    harness.games.ended(game)
    harness.games.count_existing(game, ["Deep"], ann.account, YEARS, "192.0.2.7")
    await harness.ban(network="192.0.2.7/32")
    assert [await harness.check() for _ in range(TRIES)] == [True] * (TRIES - 1) + [False]
    assert await harness.ended(game) == [False]
