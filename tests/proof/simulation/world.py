"""Simulates one game per seed, which determines everything that happens.

`play(seed)` returns counts of what happened; a violated invariant raises `Broken`.
"""

import asyncio
from dataclasses import dataclass, replace
from random import Random
from typing import Any

import msgspec
import structlog

import zeitnot_protocol as p
from zeitnot_server.rooms.commands import NewGameIds
from zeitnot_server.rooms.players import StandIn
from zeitnot_server.rooms.room import Actor, GameSetup, Invitation, LogEntry, Room
from zeitnot_server.rooms.rules import Rules
from zeitnot_server.rooms.setup import with_defaults

from .client import Behaviour, Device
from .disk import Disk, DiskFaults, DurableEntry, ModelStore, Observer
from .facts import Broken
from .games import STAND_IN, draw_rules
from .judge import Judge
from .network import Latency
from .server import WALL_NS, WORLD, Life
from .virtual import VirtualLoop

GAME = "sim00000"
MAX_S = 400.0
GNU = Actor(STAND_IN, "Gnu", bot=True)
PEOPLE = ["Ann", "Bob", "Cyd", "Dan", "Eve", "Fay", "Gus"]  # the last one has no seat


@dataclass(frozen=True, slots=True)
class Plan:
    """The parameters of one run, drawn from its seed."""

    rules: Rules
    control: p.Control
    setup: p.Setup
    bots: bool  # bots play, perhaps with one person
    accounts: int  # fewer than seats if a bot has several of them
    disk_faults: DiskFaults
    latencies: tuple[Latency, ...]
    behaviours: tuple[Behaviour, ...]
    extra_devices: int  # additional devices of players
    spectators: int
    crashes: int  # of the server
    cuts: int  # of connections
    stalls: int  # of the server process
    unread_spells: int  # times in which a client does not read
    socket_frames: int  # frames that may be in flight on a connection
    busy_spells: int  # times in which the event loop is busy
    fills: bool = False  # a bot takes the seats of people who leave


def plan(seed: int, only_multiplayer: bool = False) -> Plan:
    """Draws the parameters of one game. `only_multiplayer`: see `draw_rules`."""
    rng = Random(seed)
    rules = draw_rules(rng, only_multiplayer)
    control = _control(rng, rules.seats)
    loss_probability = 0.1 * rng.random() ** 3
    latency = Latency(
        rng.choice((0.001, 0.01, 0.05, 0.15)), rng.choice((0.001, 0.02)), loss_probability
    )
    behaviour = Behaviour(
        thinks=rng.choice((0.01, 0.05, 0.2)),
        dawdles=rng.choice((0, 0, 0.02, 0.1)),
        nonsense=rng.choice((0, 0, 0.1)),
        resigns=rng.choice((0, 0.05, 0.2) if rules.plays_on else (0, 0, 0, 0.02)),
        offers=rng.choice((0, 0, 0.1)),
        talks=rng.choice((0, 0, 0.1)),
        regrets=rng.choice((0, 0.2)),
        pauses=rng.choice((0, 0, 0, 0.1)),
        aborts=rng.choice((0, 0, 0, 0, 0.02)),
        rematches=rng.choice((0, 1)),
        engine=rng.choice((True, False)),
    )
    bots = rng.random() < 0.3
    setup = p.Setup(
        clock_starts=rng.choice(("first_move", "start")),
        engine_lines="spectators" if bots and rules.hidden is None else "own",
    )
    drawn = Plan(
        rules=rules,
        control=control,
        setup=with_defaults(setup, control, rules),
        bots=bots,
        accounts=rng.randint(1, rules.seats) if bots and rules.seats > 2 else rules.seats,
        disk_faults=_disk_faults(rng),
        latencies=tuple(
            replace(latency, base=latency.base * rng.uniform(0.5, 2)) for _ in range(3)
        ),
        behaviours=(behaviour, replace(behaviour, thinks=behaviour.thinks * rng.uniform(0.3, 3))),
        extra_devices=rng.choice((0, 0, 0, 1, 2)),
        spectators=rng.choice((0, 0, 1)),
        crashes=rng.choice((0, 0, 0, 1, 1, 2, 4)),
        cuts=rng.choice((0, 0, 1, 3, 6)),
        stalls=rng.choice((0, 0, 0, 0, 1, 2)),
        unread_spells=rng.choice((0, 0, 0, 1, 2)),
        socket_frames=rng.choice((4, 64, 64)),
        busy_spells=rng.choice((0, 0, 0, 3, 40)),
    )
    return _with_stand_ins(drawn, rng) if rules.seats > 2 and not bots else drawn


def _with_stand_ins(drawn: Plan, rng: Random) -> Plan:
    """The plan, perhaps with bots that take seats; drawn last, to leave other plans unchanged."""
    fills, resigns = rng.random() < 0.6, rng.choice((0.02, 0.05, 0.2))
    setup = msgspec.structs.replace(drawn.setup, bots_fill=True)
    behaviours = tuple(replace(each, resigns=resigns) for each in drawn.behaviours)
    return replace(drawn, fills=True, setup=setup, behaviours=behaviours) if fills else drawn


def _control(rng: Random, seats: int) -> p.Control:
    base = rng.choice((1_500, 4_000, 15_000))
    controls = [
        p.Control(kind="sudden_death", base_ms=base),
        p.Control(kind="sudden_death", base_ms=base, move_limit_ms=base // 2),
        p.Control(kind="fischer", base_ms=base, increment_ms=rng.choice((100, 1_000))),
        p.Control(kind="fischer", base_ms=base, increment_ms=700, cap_ms=base + 500),
        p.Control(kind="delay", base_ms=base, delay_ms=300),
        p.Control(kind="bronstein", base_ms=base, delay_ms=300),
        p.Control(kind="per_move", time_ms=base // 2),
        p.Control(kind="byoyomi", base_ms=base, periods=3, period_ms=1_000),
        p.Control(kind="unlimited"),
    ]
    if seats == 2:
        controls.append(p.Control(kind="hourglass", base_ms=base))
    return rng.choice(controls)


def _disk_faults(rng: Random) -> DiskFaults:
    if rng.random() < 0.5:
        return DiskFaults()
    start = rng.uniform(0, 3)
    return DiskFaults(
        usual_s=rng.choice((0.002, 0.02)),
        slow=rng.choice((0, 0.05, 0.3)),
        slowest_s=rng.choice((0.3, 2.0)),
        lost=rng.choice((0, 0, 0.05)),
        unknown=rng.choice((0, 0, 0.05)),
        full_s=(start, start + rng.choice((0, 0, 0, 1.5))),
    )


class World:
    """The simulated world of one seed."""

    def __init__(self, seed: int, loop: VirtualLoop, only_multiplayer: bool = False) -> None:
        self.seed = seed
        self.game = GAME
        self.plan = plan(seed, only_multiplayer)
        self.socket_frames = self.plan.socket_frames
        self.life: Life | None = None
        self._loop = loop
        self._rng = Random(f"{seed}/world")
        self._life_rng = Random(f"{seed}/server")
        people = {f"zn_{name}": Actor(f"acc{name}", name, self._is_bot(name)) for name in PEOPLE}
        self.disk = Disk({**people, "zn_Gnu": GNU})
        game_setup = GameSetup(
            GAME,
            self.plan.rules,
            self.plan.rules.settings,
            self.plan.control,
            self._rng.randbytes(32),
            WALL_NS // 1_000_000,
            tuple(self._invitation(seat) for seat in range(self.plan.rules.seats)),
            setup=self.plan.setup,
        )
        self.disk.game_setups[GAME] = game_setup
        self.disk.log[GAME] = []
        self.judge = Judge(loop, game_setup)
        self.devices: list[Device] = []
        self._errors: list[BaseException] = []
        self._crashes = self._crash_points()
        self._commits = 0

    def _is_bot(self, name: str) -> bool:
        """In games of bots, the last player is a person if that player has one seat and people may
        play."""
        plan = self.plan
        may_sit = plan.setup.engine_lines == "own" and 2 * plan.accounts > plan.rules.seats
        return plan.bots and not (may_sit and name == PEOPLE[plan.accounts - 1])

    def _player(self, seat: int) -> str:
        return PEOPLE[seat % self.plan.accounts]

    def _invitation(self, seat: int) -> Invitation | None:
        """Seats are reserved if a bot has several, and free otherwise."""
        if self.plan.accounts == self.plan.rules.seats:
            return None
        name = self._player(seat)
        return Invitation(f"acc{name}", name, bot=self._is_bot(name))

    # ── the server's lives ─────────────────────────────────────────────────────────────────────

    def start(self) -> None:
        """The server starts."""
        run = self.disk.begin_run()
        observer = Observer(
            durable=self._durable,
            returned=self._returned,
            failed=lambda _, r: self.judge.clocks.failed(r),
        )
        rng = Random(self._life_rng.random())
        store = ModelStore(self.disk, self.plan.disk_faults, rng, observer, self._on_commit)
        self.life = Life(
            *(self._loop, run, store, rng, self._new_game_ids, self._errors), self._find_stand_in
        )
        self.judge.clocks.started(run, self.life.clock.ms)
        self._loop.tick, self._loop.sample = self.life.beat, self.life.clock.sample

    def crash(self) -> None:
        """The server crashes, and restarts a little later."""
        if self.life is None:
            return
        self.life.crash()
        self.life = None
        self._loop.tick = self._loop.sample = lambda: None
        self.judge.clocks.crashed()
        self._loop.call_later(self._rng.choice((0.05, 0.5, 3.0)), self.start)

    def _crash_points(self) -> dict[tuple[int, str], int]:
        """The crashes during commits: by a commit's number and the point reached in it, the number
        of loop iterations until the crash."""
        points = ("begun", "durable", "returned")
        return {
            (self._rng.randint(1, 25), self._rng.choice(points)): self._rng.randint(0, 12)
            for _ in range(self.plan.crashes)
        }

    def _on_commit(self, point: str) -> None:
        self._commits += point == "begun"
        iterations = self._crashes.pop((self._commits, point), None)
        if iterations is not None:
            self._crash_after(iterations)

    def _crash_after(self, iterations: int) -> None:
        if iterations == 0:
            self.crash()
        else:
            self._loop.call_soon(self._crash_after, iterations - 1)

    def _new_game_ids(self) -> NewGameIds:
        return NewGameIds(f"sim{self._rng.randrange(10**9)}", self._rng.randbytes(32))

    def _durable(self, game: str, entries: list[DurableEntry]) -> None:
        if game == GAME:
            self.judge.durable(entries)
            for durable in entries:
                if isinstance(durable.entry.event, p.Vacated):
                    self._connect_stand_in(durable.entry.event.seat)

    def _find_stand_in(self, room: Room, seat: int, addresses: object) -> StandIn | None:
        """A free bot, most of the time."""
        return StandIn(GNU) if self._rng.random() < 0.8 else None

    def _connect_stand_in(self, seat: int) -> None:
        """The bot learns from the lobby that it has this seat, and connects."""
        behaviour, latency = self.plan.behaviours[seat % 2], self.plan.latencies[seat % 3]
        device = Device(self, "zn_Gnu", seat, behaviour, latency, 100 + seat, multi_seat=True)
        self.devices.append(device)
        self._loop.call_later(self._rng.uniform(0, 0.5), device.connect)

    def _returned(self, game: str, entries: list[LogEntry], is_certain: bool) -> None:
        if game == GAME:
            self.judge.clocks.returned(entries, is_certain)

    # ── the script ─────────────────────────────────────────────────────────────────────────────

    async def run(self) -> None:
        """Plays until the game is finished and every client is in sync."""
        self.start()
        self._connect_players()
        self._schedule_faults()
        while not (self.judge.finished and self._all_synced()):
            await asyncio.sleep(0.25)
            if self.judge.breach:
                raise self.judge.breach
            if self._errors:
                raise self._errors[0]
            self.judge.check(self._loop.time() < MAX_S, "the game does not end")

    def on_error(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """Records an exception that no task handles."""
        error = context.get("exception") or Broken(context["message"])
        self._errors.append(error)

    def _connect_players(self) -> None:
        seats, multi_seat = self.plan.rules.seats, self.plan.accounts < self.plan.rules.seats
        tokens: list[tuple[str | None, int | None]] = [
            (
                f"zn_{self._player(seat)}",
                seat if multi_seat else self._rng.choice((None, None, seat)),
            )
            for seat in range(seats)
        ]
        tokens += [
            (f"zn_{self._player(n % seats)}", n % seats if multi_seat else None)
            for n in range(self.plan.extra_devices)
        ]
        tokens += [(self._rng.choice((None, "zn_Gus")), None) for _ in range(self.plan.spectators)]
        players = len(tokens) - self.plan.spectators
        for n, (token, seat) in enumerate(tokens):
            behaviour = self.plan.behaviours[n % 2]
            behaviour = behaviour if n < players else replace(behaviour, plays=False)
            latency = self.plan.latencies[n % 3]
            device = Device(self, token, seat, behaviour, latency, n, multi_seat)
            self.devices.append(device)
            self._loop.call_later(self._rng.uniform(0, 0.2), device.connect)

    def _schedule_faults(self) -> None:
        rng, plan = self._rng, self.plan
        for _ in range(plan.crashes // 2):
            self._loop.call_later(rng.uniform(0, 5), self.crash)
        for _ in range(plan.cuts):
            device = rng.choice(self.devices)
            fault = rng.choice((device.cut, device.cut, device.leave_and_return))
            self._loop.call_later(rng.uniform(0, 5), fault)
        for _ in range(plan.stalls):
            self._loop.call_later(rng.uniform(0, 5), self._stall, rng.choice((0.05, 0.2, 0.6, 2.0)))
        for _ in range(plan.unread_spells):
            device = rng.choice(self.devices)
            self._loop.call_later(rng.uniform(0, 3), device.stop_reading, rng.uniform(0.5, 6))
        for _ in range(plan.busy_spells):
            self._loop.call_later(rng.uniform(0, 8), self._keep_busy, rng.choice((0.02, 0.1, 0.5)))

    def _keep_busy(self, seconds: float) -> None:
        """Keeps the event loop busy, so that frames are read late."""
        self.judge.clocks.was_busy()
        self._loop.busy(seconds)

    def _stall(self, seconds: float) -> None:
        self.judge.clocks.stalled(round(seconds * 1000))
        self._loop.stall(seconds)

    def _all_synced(self) -> bool:
        last_seq = len(self.judge.entries)
        return self.life is not None and all(
            device.session.synced and device.session.state.seq == last_seq
            for device in self.devices
        )


def play(seed: int, only_multiplayer: bool = False) -> dict[str, int]:
    """Simulates one game. `only_multiplayer`: see `draw_rules`. Raises Broken, or the exception
    of the server or a client."""
    return _run_world(seed, only_multiplayer).judge.tally


def trace(seed: int) -> list[str]:
    """All entries of a game's log, which depend only on the seed."""
    return [entry.body for entry in _run_world(seed).judge.entries]


def _run_world(seed: int, only_multiplayer: bool = False) -> World:
    loop = VirtualLoop()
    with structlog.testing.capture_logs(_WITH_TRACE) as logs:
        try:
            world = loop.run_until_complete(_run(seed, loop, only_multiplayer))
        except Broken as broken:
            raise _first_cause(logs, broken) from broken
        finally:
            loop.close()
    if any(entry["event"] in _FAULTS for entry in logs):
        raise _first_cause(logs, Broken("a room failed"))
    return world


_FAULTS = ("room failed", "command failed")
_WITH_TRACE = [structlog.processors.format_exc_info]


def _first_cause(logs: Any, broken: Broken) -> Broken:
    """The error of a room that failed, if there is one, because it causes all other errors."""
    failed = [entry for entry in logs if entry["event"] in _FAULTS]
    is_root_cause = not failed or "Broken" in failed[0]["exception"]
    return broken if is_root_cause else Broken(f"a room failed: {failed[0]['exception']}")


async def _run(seed: int, loop: VirtualLoop, only_multiplayer: bool) -> World:
    this_task = asyncio.current_task()
    assert this_task is not None
    this_task.set_name(WORLD)
    world = World(seed, loop, only_multiplayer)
    loop.set_exception_handler(world.on_error)
    try:
        await world.run()
        return world
    finally:
        if world.life:
            world.life.crash()
        while rest := asyncio.all_tasks() - {this_task}:
            for task in rest:
                task.cancel()
            await asyncio.gather(*rest, return_exceptions=True)
