"""The periodic tasks of a node leave the games of other nodes alone, but handle those of dead
nodes."""

from collections.abc import AsyncIterator

import pytest
from structlog.testing import capture_logs

import zeitnot_protocol as p
from zeitnot_server.bots.games import BotGames
from zeitnot_server.bots.unstarted import UNSTARTED_MS, expire_unstarted
from zeitnot_server.game_server import book_indexing
from zeitnot_server.game_server.book_indexing import BookIndexing
from zeitnot_server.hosting.registry import QUIET_MS
from zeitnot_server.limits.disk import DiskReserve
from zeitnot_server.limits.table import STANDARD
from zeitnot_server.moderation import retention
from zeitnot_server.moderation.ban_sweep import BanSweep
from zeitnot_server.moderation.enforcement import Enforcement
from zeitnot_server.moderation.game_terminator import TRIES, GameTerminator
from zeitnot_server.moderation.operator_actions import OperatorActions
from zeitnot_server.moderation.retention import Retention
from zeitnot_server.rooms.room import Phase
from zeitnot_server.rooms.timeouts import ABANDONED_AFTER_MS, EXPIRES_AFTER_MS
from zeitnot_server.store import BannedParticipant, Termination

from ..hosted import Person
from .cluster import Cluster
from .members import NOW_MS, Member, Times, join, member, phase_of

HOUR_MS = 3_600_000
DAYS = p.Control(kind="correspondence", days=2)
UNLIMITED = p.Control(kind="unlimited")


@pytest.fixture
def times() -> Times:
    return Times()


@pytest.fixture
async def nodes(cluster: Cluster, times: Times) -> AsyncIterator[tuple[Member, Member]]:
    """Two nodes, the older one first."""
    both = (await member(cluster, times, "one"), await member(cluster, times, "two"))
    yield both
    for one in both:
        await one.registry.close()


async def settled(*members: Member) -> None:
    """Waits until every room has processed its commands."""
    for one in members:
        await one.registry.drain(10)


async def test_only_the_owning_node_expires_an_open_game(
    cluster: Cluster, nodes: tuple[Member, Member]
) -> None:
    one, two = nodes
    room_actor = await two.open_game(age_ms=EXPIRES_AFTER_MS + 1)
    await join(room_actor, Person("ann"))  # its presence prevents the expiry
    game = room_actor.room.id
    with capture_logs() as lines:
        await one.registry.expire()
    await settled(one, two)
    assert (list(one.registry), lines, cluster.owner(game)) == ([], [], "two")
    await two.die()
    await one.registry.expire()
    await settled(one)
    assert await phase_of(cluster, game) is Phase.FINISHED


async def test_only_the_owning_node_expires_an_open_game_with_bots(
    cluster: Cluster, nodes: tuple[Member, Member]
) -> None:
    one, two = nodes
    game = (await two.open_game(age_ms=UNSTARTED_MS + 1)).room.id
    games = BotGames(STANDARD, one.clock.ms, list, one.registry.events)
    games.occupies_bot = lambda game: True  # type: ignore[method-assign]
    await expire_unstarted(one.store, one.registry, one.clock, games)
    assert (list(one.registry), cluster.owner(game)) == ([], "two")
    await two.die()
    await expire_unstarted(one.store, one.registry, one.clock, games)
    await settled(one)
    assert await phase_of(cluster, game) is Phase.FINISHED


async def test_players_on_another_node_are_not_absent(
    cluster: Cluster, nodes: tuple[Member, Member], times: Times
) -> None:
    """The hour of absence begins when their node has released the game."""
    one, two = nodes
    room_actor, people = await two.begun_game(UNLIMITED)
    game = room_actor.room.id
    times.wall_ms += 5 * QUIET_MS
    for _ in range(2):
        await one.registry.end_abandoned()
        times.wall_ms += ABANDONED_AFTER_MS
    for person in people:
        room_actor.disconnected(person.viewer)
    await two.sweep()
    assert cluster.owner(game) is None
    await one.registry.end_abandoned()
    await settled(one)
    assert await phase_of(cluster, game) is Phase.RUNNING
    times.wall_ms += ABANDONED_AFTER_MS
    await one.registry.end_abandoned()
    await settled(one)
    assert await phase_of(cluster, game) is Phase.FINISHED


async def test_a_flag_falls_although_its_node_is_dead(
    cluster: Cluster, nodes: tuple[Member, Member], times: Times
) -> None:
    one, two = nodes
    await one.registry.read_flags()
    room_actor, people = await two.begun_game(DAYS)
    game = room_actor.room.id
    for person in people:
        room_actor.disconnected(person.viewer)
    await one.registry._correspondence.read_changes()
    times.wall_ms += 3 * 24 * HOUR_MS
    with capture_logs() as lines:
        await one.registry.check_flags()
    assert (list(one.registry), lines, cluster.owner(game)) == ([], [], "two")
    await two.die()
    times.wall_ms += HOUR_MS
    await one.registry.check_flags()
    flagged = one.registry.in_memory(game)
    assert flagged is not None
    cyd = Person("cyd")
    await join(flagged, cyd)
    await settled(one)
    assert await phase_of(cluster, game) is Phase.FINISHED


async def test_a_game_that_ended_at_another_node_has_no_flag(
    cluster: Cluster, nodes: tuple[Member, Member], times: Times
) -> None:
    one, two = nodes
    room_actor, _ = await two.begun_game(DAYS)
    await one.registry.read_flags()
    flags = one.registry._correspondence.flags
    game_terminator = GameTerminator(two.store, two.registry)
    await game_terminator.end(room_actor.room.id, Termination(None, "over"))
    await settled(two)
    await one.registry._correspondence.read_changes()
    assert list(flags.pop_due(times.wall_ms + 99 * 24 * HOUR_MS)) == []


async def test_the_operator_ends_a_game_on_its_node(
    cluster: Cluster, nodes: tuple[Member, Member]
) -> None:
    one, two = nodes
    game = (await two.open_game()).room.id
    terminators = [GameTerminator(each.store, each.registry) for each in nodes]
    with capture_logs() as lines:
        for game_terminator in terminators:
            await game_terminator.end(game, Termination(None, "a mistake"))
        for _ in range(TRIES + 1):
            await terminators[0].check()
    assert (list(one.registry), lines) == ([], [])
    assert not terminators[0]._commands
    await settled(two)
    assert await phase_of(cluster, game) is Phase.FINISHED


async def test_the_game_of_a_banned_player_is_ended_on_its_node(
    cluster: Cluster, nodes: tuple[Member, Member], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two = nodes
    game = (await two.begun_game())[0].room.id

    async def banned_participants() -> list[BannedParticipant]:
        return [BannedParticipant(game, "acc-ann")]

    monkeypatch.setattr(cluster.store.moderation, "banned_participants", banned_participants)
    sweeps = [
        BanSweep(
            each.store,
            each.registry,
            Enforcement(each.store, lambda: NOW_MS, OperatorActions(each.registry.events, {})),
            BotGames(STANDARD, each.clock.ms, list, each.registry.events),
        )
        for each in nodes
    ]
    with capture_logs() as lines:
        assert not await sweeps[0].check()
    assert (list(one.registry), lines) == ([], [])
    assert await sweeps[1].check()
    await settled(two)
    assert await phase_of(cluster, game) is Phase.FINISHED


# ── tasks of the leading node ────────────────────────────────────────────────────────────────────


async def test_the_oldest_node_indexes_missed_games(
    nodes: tuple[Member, Member], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two = nodes
    indexed: list[object] = []

    async def index_missed(store: object, *rest: object) -> None:
        indexed.append(store)

    monkeypatch.setattr(book_indexing.books, "index_missed", index_missed)
    for each in (two, one):
        await BookIndexing(each.store, DiskReserve(), lambda: NOW_MS).catch_up()
    assert indexed == [one.store]
    await one.die()
    await BookIndexing(two.store, DiskReserve(), lambda: NOW_MS).catch_up()
    assert indexed == [one.store, two.store]


async def test_only_the_oldest_node_prunes_the_audit_log(
    nodes: tuple[Member, Member], monkeypatch: pytest.MonkeyPatch
) -> None:
    class Stopped(Exception):
        """Ends a task that runs for ever."""

    pruned: list[str] = []

    async def sleep(seconds: float) -> None:
        if seconds == retention.EVERY_SECONDS:
            raise Stopped

    monkeypatch.setattr(retention.asyncio, "sleep", sleep)
    for each in nodes:
        pruning = Retention(
            each.store.moderation, 365, lambda: NOW_MS, is_leader=each.store.nodes.is_leader
        )

        async def prune(name: str = each.store.nodes.this.name) -> int:
            pruned.append(name)
            return 0

        monkeypatch.setattr(pruning, "prune", prune)
        with pytest.raises(Stopped):
            await pruning.run()
    assert pruned == ["one"]
