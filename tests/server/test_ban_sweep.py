"""What happens to the games of banned players."""

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


class Scene:
    """Games of a few people, the operator who bans, and what is done about it."""

    def __init__(self, store: SqliteStore) -> None:
        clock = AdjustedClock(1, lambda: 0, lambda: NOW_MS * 1_000_000)
        self.store = store
        self.registry = Registry(store, clock, NullFeed())
        self.enforcement = Enforcement(store, wall_ms, OperatorActions(store.events, {}))
        self.games = BotGames(STANDARD, clock.ms, list, self.registry.events)
        self.ban_sweep = BanSweep(store, self.registry, self.enforcement, self.games)

    async def add(self, *players: Actor, address: str | None = None) -> str:
        """An open game in which seats are kept for these; the first has made it."""
        rules = rules_for("tictactoe", {})
        invitation = tuple(Invitation(one.account, one.name, one.bot) for one in players)
        game_setup = GameSetup(
            new_game_ids().game, rules, rules.settings, YEARS, bytes(32), NOW_MS, invitation
        )
        created = Room.new(replace(game_setup, creator=players[0].account))
        bots = [one.name for one in players if one.bot]
        if bots:
            self.games.reserve(created.id, bots, players[0], YEARS, address)
        await self.store.log.commit(Commit(created, created=(created,)))
        return created.id

    async def ban(
        self, account: str | None = None, network: str | None = None, days: int | None = None
    ) -> None:
        """Bans, and waits until all has been done about it."""
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

    async def over(self, *games: str) -> list[bool]:
        """Whether each has ended."""
        loaded = [await self.store.log.load(game) for game in games]
        return [one is not None and one.room.phase is Phase.FINISHED for one in loaded]


@pytest.fixture
async def scene(tmp_path: Path) -> AsyncIterator[Scene]:
    store = await SqliteStore.open(tmp_path / "zeitnot.db", rules_for)
    created = Scene(store)
    yield created
    await created.registry.close()
    await store.close()


async def person(scene: Scene, name: str) -> Actor:
    guests = await scene.store.accounts.create_guest(name)
    return Actor(guests.account, name)


async def test_a_permanent_ban_ends_all_games_of_the_account_only(scene: Scene) -> None:
    ann, bob = await person(scene, "Ann"), await person(scene, "Bob")
    games = [
        await scene.add(ann, bob),
        await scene.add(bob, ann),
        await scene.add(ann, DEEP),
        await scene.add(bob, DEEP),
    ]
    await scene.ban(ann.account)
    assert await scene.over(*games) == [True, True, True, False]
    assert not await scene.check()


async def test_a_temporary_ban_ends_only_games_with_bots(scene: Scene) -> None:
    ann, bob = await person(scene, "Ann"), await person(scene, "Bob")
    games = [await scene.add(ann, bob), await scene.add(ann, DEEP)]
    await scene.ban(ann.account, days=1)
    assert await scene.over(*games) == [False, True]


async def test_games_of_a_banned_owners_bots_end(scene: Scene) -> None:
    ann, bob = await person(scene, "Ann"), await person(scene, "Bob")
    own = await scene.store.accounts.create_bot("Anns_Bot", ann.account)
    bot = Actor(own.account, own.name, bot=True)
    for_a_time, for_good = await scene.add(bob, bot), await scene.add(bob, bot)
    await scene.ban(ann.account, days=1)
    assert await scene.over(for_a_time, for_good) == [False, False]
    await scene.ban(ann.account)
    assert await scene.over(for_a_time, for_good) == [True, True]


async def test_a_banned_address_frees_the_bots_it_occupied(scene: Scene) -> None:
    """Guests by the dozen, whose accounts are not banned one by one."""
    guests = [await person(scene, f"Guest {n}") for n in range(3)]
    games = [await scene.add(guest, DEEP, address="192.0.2.7") for guest in guests]
    others = await scene.add(guests[0], DEEP, address="198.51.100.1")
    people = await scene.add(guests[0], guests[1])
    await scene.ban(network="192.0.2.0/24")
    assert await scene.over(*games, others, people) == [True, True, True, False, False]
    assert [game for game, _, _ in scene.games.creator_addresses()] == [others]


async def test_a_banned_ipv6_network_frees_the_bots_and_its_neighbours_keep_theirs(
    scene: Scene,
) -> None:
    """Slots are counted by the /48, bans name a /64."""
    guests = [await person(scene, f"Guest {n}") for n in range(2)]
    banned = await scene.add(guests[0], DEEP, address="2001:db8:7:2::")
    beside = await scene.add(guests[1], DEEP, address="2001:db8:7:3::")
    await scene.ban(network="2001:db8:7:2::/64")
    assert await scene.over(banned, beside) == [True, False]


async def test_a_mute_ends_no_game(scene: Scene) -> None:
    ann, bob = await person(scene, "Ann"), await person(scene, "Bob")
    game = await scene.add(ann, bob)
    muted = Sanction("mute", ann.account, None, "spam", wall_ms(), None)
    await scene.store.write(lambda c: sanctions.add(c, OPERATOR, muted))
    assert not await scene.check()
    assert await scene.over(game) == [False]


async def test_a_game_that_cannot_be_ended_is_given_up_after_a_few_tries(scene: Scene) -> None:
    """Its creator is banned by address, and does not play in it."""
    ann = await person(scene, "Ann")
    game = await scene.add(DEEP, Actor("f", "Free", bot=True))
    scene.games.ended(game)
    scene.games.count_existing(game, ["Deep"], ann.account, YEARS, "192.0.2.7")
    await scene.ban(network="192.0.2.7/32")
    assert [await scene.check() for _ in range(TRIES)] == [True] * (TRIES - 1) + [False]
    assert await scene.over(game) == [False]
