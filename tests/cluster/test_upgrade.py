"""A rolling upgrade: two nodes are replaced, one after another, while games are played.

Everything is real: PostgreSQL, HAProxy with the project's file, nodes, a house bot, and people who
only know the balancer.
"""

import asyncio
import contextlib
import os
import random
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

import zeitnot_protocol as p
from zeitnot_client import Client

from ..balance.balancer import HAPROXY, balancing, eventually
from ..ports import port_of, reserved
from ..postgres_databases import Databases
from ..postgres_standby import postgresql_is_installed
from .journal import LateClient, Player
from .nodes import PROGRAM, WAIT_S, Bots, Node

GAME = "go"
SIZE = 9
BOT, BOT_GAME = "Fleet", "othello"
BASE_MS = 300_000
PAIRS = 3
THINK_S = 0.1
LATE_MS = 1_000
"""Tolerance between a move's duration as the player saw it and its cost, because the turn arrives
late on a busy machine. It must be less than the absence of a late player."""
EXACT_MS = 100
"""Tolerance of a clock per replacement of a node, by the events of the server."""
MOVES_PER_STEP = 3
"""Moves in each game between two steps of the upgrade."""
PERMITS_PER_STEP = MOVES_PER_STEP + 2
"""Moves that the person against the bot may make in that time. They are limited, because that game
is short."""


@pytest.fixture(autouse=True)
def _programs_are_installed() -> None:
    """Without these programs the test is skipped, or fails in CI."""
    if HAPROXY is None or not postgresql_is_installed():
        (pytest.fail if "CI" in os.environ else pytest.skip)("HAProxy or PostgreSQL is missing")


@dataclass
class Deployment:
    """The running nodes and the balancer's address."""

    nodes: list[Node]
    address: str
    db: str
    folder: Path


@pytest.fixture
async def deployment(postgresql_databases: Databases, tmp_path: Path) -> AsyncIterator[Deployment]:
    db = postgresql_databases.new()
    with reserved_ports(2) as ports:
        nodes = [
            Node(name, port, db, tmp_path, "--drain-seconds", "1")
            for name, port in zip("ab", ports, strict=True)
        ]
        try:
            await asyncio.gather(*(node.start() for node in nodes))
            named = {node.name: node.port for node in nodes}
            async with balancing(named, tmp_path) as balancer:
                yield Deployment(nodes, f"http://127.0.0.1:{balancer.port}", db, tmp_path)
        finally:
            await asyncio.gather(*(node.stop() for node in nodes))


@contextlib.contextmanager
def reserved_ports(count: int) -> Iterator[list[int]]:
    port_sockets = [reserved() for _ in range(count)]
    yield [port_of(socket) for socket in port_sockets]
    for socket in port_sockets:
        socket.close()


@dataclass
class Table:
    """One game: its players by seat, without bots, and its spectators."""

    game: str
    players: dict[int, Player]
    permits: asyncio.Semaphore | None = None
    """Permits for moves of the person, who must have one for each move; None: no limit."""
    spectators: list[Player] = field(default_factory=list)

    @property
    def everyone(self) -> list[Player]:
        return [*self.players.values(), *self.spectators]

    def plies(self) -> int:
        """The number of acknowledged moves of its people."""
        return sum(
            1 for player in self.players.values() for ply in player.plies.values() if ply.seq
        )


Stack = contextlib.AsyncExitStack


async def pair(
    deployment: Deployment, stack: Stack, number: int, should_resign: Callable[[], bool]
) -> Table:
    """Two people, one of whom thinks longer and reconnects late, and a spectator."""
    kinds = (Client, LateClient, Client)
    clients = [await stack.enter_async_context(kind(deployment.address)) for kind in kinds]
    for client in clients[:2]:
        await client.http.session()
    seats = [p.SeatRequest(kind="me"), p.SeatRequest(kind="open")]
    game = await clients[0].http.create_game(request(GAME, seats, size=SIZE))
    rng = random.Random(number)

    def thinking(factor: float) -> Callable[[], Awaitable[None]]:
        return lambda: asyncio.sleep(rng.uniform(0.5, 1.5) * factor * THINK_S)

    players = [
        Player(client, game.id, thinking(factor), should_resign, rng=rng)
        for client, factor in zip(clients[:2], (1, 5), strict=True)
    ]
    watching = Player(clients[2], game.id, spectator=True)
    return Table(game.id, dict(enumerate(players)), spectators=[watching])


def request(game: str, seats: list[p.SeatRequest], **settings: int) -> p.NewGame:
    control = p.Control(kind="sudden_death", base_ms=BASE_MS)
    return p.NewGame(game_type=game, settings=dict(settings), control=control, seats=seats)


async def against_the_bot(
    deployment: Deployment, stack: Stack, should_resign: Callable[[], bool]
) -> Table:
    """One person and a bot, whose process also only knows the balancer."""
    ann = await stack.enter_async_context(Client(deployment.address))
    await ann.http.session("Ann")
    token = (await ann.http.register_bot(BOT)).token
    bots = Bots(deployment.address, token, deployment.folder / "bot.log", "--games", BOT_GAME)
    stack.push_async_callback(bots.stop)
    for node in deployment.nodes:
        await sees_the_bot(node)
    seats = [p.SeatRequest(kind="me"), p.SeatRequest(kind="bot", name=BOT, level=1)]
    game = await ann.http.create_game(request(BOT_GAME, seats))
    permits = asyncio.Semaphore(0)

    async def think() -> None:
        await asyncio.sleep(6 * THINK_S)
        await permits.acquire()

    return Table(game.id, {0: Player(ann, game.id, think, should_resign)}, permits)


async def sees_the_bot(node: Node) -> None:
    async with (
        Client(node.address) as watching,
        contextlib.aclosing(watching.lobby()) as lobby,
    ):
        async for message in lobby:
            if isinstance(message, p.Lobby) and any(bot.name == BOT for bot in message.bots):
                return


async def replace(deployment: Deployment, tables: list[Table]) -> None:
    """Replaces one node after another; all games continue in between."""
    for node in deployment.nodes:
        await plies_in_each(tables)
        assert await node.stop() == 0
        await plies_in_each(tables)
        await node.start()
    await plies_in_each(tables)


async def visit(deployment: Deployment, game: str) -> None:
    """Reads various pages until cancelled; none may be refused."""
    while True:
        async with Client(deployment.address) as visitor:
            await visitor.http.session()
            await visitor.http.game(game)
            await visitor.http.games()
            async with contextlib.aclosing(visitor.lobby()) as lobby:
                await anext(lobby)
        await asyncio.sleep(THINK_S)


async def plies_in_each(tables: list[Table]) -> None:
    """Waits until each game has advanced and has enough moves left."""
    before = [table.plies() for table in tables]
    for table in tables:
        if table.permits is not None:
            for _ in range(PERMITS_PER_STEP):
                table.permits.release()

    async def have_advanced() -> bool:
        return all(t.plies() >= b + MOVES_PER_STEP for t, b in zip(tables, before, strict=True))

    await eventually(have_advanced)


async def test_nodes_are_replaced_during_games(deployment: Deployment) -> None:
    """No move is lost, doubled or out of order, no one sees an error, and no one's clock pays for
    it."""
    replaced = False
    async with asyncio.timeout(3 * WAIT_S), Stack() as stack:
        tables = [await against_the_bot(deployment, stack, lambda: replaced)]
        tables += [await pair(deployment, stack, n, lambda: replaced) for n in range(PAIRS)]
        async with asyncio.TaskGroup() as playing:
            for player in (player for table in tables for player in table.everyone):
                playing.create_task(player.run())
            visiting = playing.create_task(visit(deployment, tables[0].game))
            await replace(deployment, tables)
            replaced = True
            visiting.cancel()
            for table in tables:
                if table.permits is not None:
                    table.permits.release()
        for table in tables:
            await check(deployment, table)
    pauses = [gap.length for t in tables for q in t.everyone for gap in q.gaps]
    assert len(pauses) >= len(tables)
    print(f"without a connection, ms: {sorted(round(pause) for pause in pauses)}")
    logs = [(deployment.folder / name).read_text() for name in ("a.log", "b.log", "bot.log")]
    assert not any("Traceback" in log for log in logs), logs
    await check_database(deployment)


async def check_database(deployment: Deployment) -> None:
    """Replays every log with `zeitnot check`."""
    pipe = asyncio.subprocess.PIPE
    command = [*PROGRAM, "check", "--db", deployment.db]
    checking = await asyncio.create_subprocess_exec(*command, stdout=pipe, stderr=pipe)
    output = await checking.communicate()
    assert checking.returncode == 0, output


async def check(deployment: Deployment, table: Table) -> None:
    """Compares the journals with the record, which is the same from each node."""
    records = []
    for node in deployment.nodes:
        async with Client(node.address) as asking:
            records.append(await asking.http.game(table.game))
    assert records[0] == records[1]
    events = records[0].events
    assert [event.seq for event in events] == list(range(1, len(events) + 1))
    end = events[-1]
    assert isinstance(end, p.Finished)
    assert end.reason == "resign"
    moves = [event for event in events if isinstance(event, p.Moved)]
    assert [move.ply for move in moves] == list(range(len(moves)))
    for player in table.everyone:
        assert player.faults == []
        assert [event.seq for event in player.events] == [event.seq for event in events]
    for seat, player in table.players.items():
        acknowledged = [(ply, record.move, record.seq) for ply, record in player.plies.items()]
        assert acknowledged == [(m.ply, m.move, m.seq) for m in moves if m.seat == seat]
        charged = charges(moves, seat)
        interrupted = check_pauses(events, charged)
        assert interrupted
        check_charges(player, charged, interrupted)


def charges(moves: list[p.Moved], seat: int) -> dict[int, int]:
    """The cost of each ply of a seat, in ms."""
    charged = {}
    before = BASE_MS
    for move in moves:
        if move.seat == seat:
            after = move.clock.remaining_ms[seat]
            assert after is not None
            charged[move.ply] = before - after
            before = after
    return charged


def check_charges(player: Player, charged: dict[int, int], interrupted: set[int]) -> None:
    """Each move costs the time that the player saw, without the time in which there was no
    connection; the first one is free. A player who was away for longer than the opponent pays only
    for a turn that began meanwhile, because the opponent moved."""
    costs = sum(charged.values())
    took = thought = absent = 0.0
    for ply, record in player.plies.items():
        tolerance = LATE_MS
        if ply not in interrupted:
            tolerance += sum(
                g.length for g in player.gaps if 0 <= record.turn_ms - g.end <= LATE_MS
            )
        took += record.took(player.gaps)
        thought += record.thought(player.gaps) if ply >= 2 else 0.0
        absent += tolerance - LATE_MS
        assert charged[ply] <= record.took(player.gaps) + tolerance, (ply, record, player.gaps)
    total_tolerance = len(player.gaps) * LATE_MS
    assert thought - total_tolerance <= costs <= 1.2 * took + absent + total_tolerance, (
        thought,
        costs,
        took,
        absent,
    )


def check_pauses(events: list[p.RoomEvent], charged: dict[int, int]) -> set[int]:
    """A move that a replacement interrupted costs the time before and after the interruption.
    Returns the plies of these moves, of all seats."""
    interrupted = set[int]()
    for paused, resumed, moved in zip(events, events[1:], events[2:], strict=False):
        if isinstance(paused, p.Paused) and isinstance(moved, p.Moved):
            assert isinstance(resumed, p.Resumed)
            interrupted.add(moved.ply)
            if moved.ply >= 2 and moved.ply in charged:
                known = paused.elapsed_ms + moved.at - resumed.at
                assert charged[moved.ply] <= known + EXACT_MS, (paused, resumed, moved)
    return interrupted
