"""The faults, and plans of faults. A seed determines the kinds, places, durations and order."""

import asyncio
import random
import signal
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from zeitnot_server.store.postgresql.base.connection import COMMAND_SECONDS
from zeitnot_server.store.postgresql.nodes.nodes import LEASE_SECONDS

from .clocks import Death, Span
from .cluster import NAMES, System
from .proxy import Proxy


class Kind(StrEnum):
    """The kinds of faults. `Fault.node` names the node that is affected, if it is one."""

    KILL = "kill"
    STOP = "stop"
    STOP_LONG = "stop beyond its lease"
    TERMINATE = "terminate"
    CUT_DATABASE = "cut from the database"
    STALL_DATABASE = "stall to the database"
    DELAY_DATABASE = "delay to the database"
    BLACKHOLE_DATABASE = "black hole to the database"
    CUT_BROKER = "cut from the broker"
    STALL_BROKER = "stall to the broker"
    KILL_DATABASE = "kill the database"
    STOP_DATABASE = "stop the database"
    KILL_BROKER = "kill the broker"


LONG_SECONDS = COMMAND_SECONDS + 4.0
"""The longest silence of the database, which makes the writer drop its connection."""
PASSABLE = {Kind.BLACKHOLE_DATABASE, Kind.DELAY_DATABASE}
"""Faults of a link that do not affect new connections."""
_EVERYWHERE = {Kind.KILL_DATABASE, Kind.STOP_DATABASE, Kind.KILL_BROKER}
_DURATIONS: Mapping[Kind, tuple[float, float]] = {
    Kind.KILL: (0.05, 6.0),
    Kind.STOP: (0.05, 2.0),
    Kind.STOP_LONG: (LEASE_SECONDS + 2.0, LEASE_SECONDS + 3.0),
    Kind.TERMINATE: (0.0, 2.0),
    Kind.CUT_DATABASE: (0.05, 6.0),
    Kind.STALL_DATABASE: (0.05, LONG_SECONDS),
    Kind.DELAY_DATABASE: (0.5, 2.0),
    Kind.BLACKHOLE_DATABASE: (0.5, LONG_SECONDS),
    Kind.CUT_BROKER: (0.05, 2.0),
    Kind.STALL_BROKER: (0.05, 2.0),
    Kind.KILL_DATABASE: (0.0, 2.0),
    Kind.STOP_DATABASE: (0.1, LONG_SECONDS),
    Kind.KILL_BROKER: (0.0, 1.0),
}
_WEIGHTS = {Kind.KILL: 4, Kind.STOP_LONG: 2, Kind.KILL_DATABASE: 1}
_DELAY_S = (0.005, 0.05)  # of each chunk of bytes


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault. `number`: from 1. `duration_s`: until it is repaired. `delay_s`: of each chunk of
    bytes, if it is a delay. `at_once`: it follows the previous fault without waiting for moves."""

    number: int
    kind: Kind
    node: str
    duration_s: float
    delay_s: float
    at_once: bool

    @property
    def resource(self) -> str:
        """The affected resource; each resource has at most one fault at a time."""
        if self.kind in (Kind.KILL, Kind.STOP, Kind.STOP_LONG, Kind.TERMINATE):
            return f"node {self.node}"
        service = "broker" if "broker" in self.kind else "database"
        return f"{service} of {self.node}" if self.node else service

    def __str__(self) -> str:
        node = f" {self.node}" if self.node else ""
        at_once = ", at once" if self.at_once else ""
        return f"{self.number}. {self.kind}{node}, {self.duration_s:.2f} s{at_once}"


def plan(count: int, seed: int, kinds: tuple[Kind, ...] = tuple(Kind)) -> list[Fault]:
    """Draws `count` faults: first each kind once, then kinds by weight."""
    rng = random.Random(seed)
    weights = [_WEIGHTS.get(kind, 2 if kind not in _EVERYWHERE else 1) for kind in kinds]
    order = rng.sample(kinds, len(kinds)) + rng.choices(kinds, weights, k=count)
    return [
        Fault(
            number,
            kind,
            "" if kind in _EVERYWHERE else rng.choice(NAMES),
            rng.uniform(*_DURATIONS[kind]),
            rng.uniform(*_DELAY_S),
            rng.random() < 0.3,
        )
        for number, kind in enumerate(order[:count], 1)
    ]


@dataclass
class Record:
    """The times of all faults, for the checks."""

    deaths: list[Death] = field(default_factory=list)
    spans: list[Span] = field(default_factory=list)


class Nemesis:
    """Executes faults. `record`: when each happened."""

    def __init__(self, system: System) -> None:
        self._system = system
        self.record = Record()

    async def do(self, fault: Fault) -> None:
        """Executes a fault; returns when it is repaired."""
        begin_s = time.monotonic()
        try:
            await self._actions[fault.kind](self, fault)
        finally:
            place = fault.resource.removeprefix("node ")
            blocks = fault.kind not in PASSABLE
            self.record.spans.append(Span(begin_s, time.monotonic(), place, blocks))

    async def _kill(self, fault: Fault) -> None:
        node, requested_s = self._system.nodes[fault.node], time.monotonic()
        node.send(signal.SIGKILL)
        self.record.deaths.append(Death(fault.node, requested_s, time.monotonic()))
        await node.kill()
        await asyncio.sleep(fault.duration_s)
        await node.start()

    async def _stop(self, fault: Fault) -> None:
        node, requested_s = self._system.nodes[fault.node], time.monotonic()
        node.send(signal.SIGSTOP)
        stopped_s = time.monotonic()
        await asyncio.sleep(fault.duration_s)
        if fault.kind is Kind.STOP_LONG:
            self.record.deaths.append(Death(fault.node, requested_s, stopped_s))
        node.send(signal.SIGCONT)

    async def _terminate(self, fault: Fault) -> None:
        node = self._system.nodes[fault.node]
        await node.terminate()
        await asyncio.sleep(fault.duration_s)
        await node.start()

    async def _database_link(self, fault: Fault) -> None:
        await self._link(self._system.database_links[fault.node], fault)

    async def _broker_link(self, fault: Fault) -> None:
        await self._link(self._system.broker_links[fault.node], fault)

    async def _link(self, link: Proxy, fault: Fault) -> None:
        if fault.kind in (Kind.CUT_DATABASE, Kind.CUT_BROKER):
            link.cut()
        elif fault.kind in (Kind.STALL_DATABASE, Kind.STALL_BROKER):
            link.stall()
        elif fault.kind is Kind.BLACKHOLE_DATABASE:
            link.blackhole()
        else:
            link.delay_s = fault.delay_s
        await asyncio.sleep(fault.duration_s)
        link.mend()

    async def _kill_database(self, fault: Fault) -> None:
        await self._system.kill_database()
        await asyncio.sleep(fault.duration_s)
        await self._system.restart_database()

    async def _stop_database(self, fault: Fault) -> None:
        self._system.postgres.signal(signal.SIGSTOP)
        await asyncio.sleep(fault.duration_s)
        self._system.postgres.signal(signal.SIGCONT)

    async def _kill_broker(self, fault: Fault) -> None:
        await self._system.broker.kill()
        await asyncio.sleep(fault.duration_s)
        await self._system.broker.start()

    _actions: Mapping[Kind, Callable[["Nemesis", Fault], Awaitable[None]]] = {
        Kind.KILL: _kill,
        Kind.STOP: _stop,
        Kind.STOP_LONG: _stop,
        Kind.TERMINATE: _terminate,
        Kind.CUT_DATABASE: _database_link,
        Kind.STALL_DATABASE: _database_link,
        Kind.DELAY_DATABASE: _database_link,
        Kind.BLACKHOLE_DATABASE: _database_link,
        Kind.CUT_BROKER: _broker_link,
        Kind.STALL_BROKER: _broker_link,
        Kind.KILL_DATABASE: _kill_database,
        Kind.STOP_DATABASE: _stop_database,
        Kind.KILL_BROKER: _kill_broker,
    }
