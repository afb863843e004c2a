"""/metrics: counters and gauges as Prometheus metric families.

Counters are plain numbers (`store.tally`, `room.host`), so that counting a move is cheap; they
become families when they are scraped. Gauges need a walk through the rooms. The walk yields to the
loop between chunks, and runs at most once a second, so that frequent scrapes delay no one. No label
has values that clients can choose. docs/reference/metrics.md explains all metrics.
"""

import asyncio
import math
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import get_args

from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, CollectorRegistry, generate_latest
from prometheus_client.core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
    Metric,
)
from prometheus_client.registry import Collector

import zeitnot_protocol as p

from ..game_server.game_server import GameServer
from ..hosting.room.host import OmissionReason
from ..limits.table import COUNTED
from ..rooms.room import IN_PROGRESS, Phase
from ..store import Histogram
from .http.networks import Networks, address_of

CONTENT_TYPE = CONTENT_TYPE_LATEST
ROOMS_A_TICK = 500  # rooms counted in one tick of the loop
FRESH_SECONDS = 1.0


@dataclass(slots=True)
class Census:
    """Counts over the rooms in memory."""

    rooms: Counter[Phase] = field(default_factory=Counter)
    spectators: int = 0
    queued: int = 0
    longest_queue: int = 0
    bot_games: Counter[str] = field(default_factory=Counter)


class Metrics(Collector):
    """A server's metrics. `readers`: the addresses that may read them; `seconds`: any clock."""

    def __init__(
        self,
        game_server: GameServer,
        readers: Networks,
        seconds: Callable[[], float] = time.monotonic,
    ) -> None:
        self._game_server = game_server
        self._readers = readers
        self._seconds = seconds
        self._census = Census()
        self._walk: asyncio.Task[None] | None = None
        self._fresh_until = 0.0
        self._registry = CollectorRegistry()
        self._registry.register(self)

    def may_read(self, client: str) -> bool:
        """Whether this address may read the metrics."""
        return address_of(client) in self._readers

    async def text(self) -> bytes:
        """All metrics as text, including those of the feed and of the process."""
        if self._walk is None and self._seconds() >= self._fresh_until:
            self._walk = asyncio.create_task(self._count_rooms())
        if self._walk is not None:
            await asyncio.shield(self._walk)
        return generate_latest(REGISTRY) + generate_latest(self._registry)

    async def _count_rooms(self) -> None:
        """Takes a new census."""
        try:
            self._census = await census(self._game_server)
            self._fresh_until = self._seconds() + FRESH_SECONDS
        finally:
            self._walk = None

    def collect(self) -> Iterator[Metric]:
        """The metric families; the rooms as of the last census."""
        yield from self._latencies()
        yield from self._counts()
        yield from self._gauges()
        yield from self._of_rooms()

    def _latencies(self) -> Iterator[Metric]:
        written, tally = self._game_server.store.tally, self._game_server.tally
        yield _histogram(
            "commit_seconds", "From queueing a commit until it is on disk", written.commit_s
        )
        yield _histogram("ack_seconds", "From stamp to acknowledgement", tally.ack_s)
        yield _histogram(
            "writer_batch_rows", "Rows of commits in a transaction", written.batch_rows
        )
        yield _histogram("loop_lag_seconds", "How late the loop ran its heartbeat", tally.lag_s)

    def _counts(self) -> Iterator[Metric]:
        tally, clock = self._game_server.tally, self._game_server.clock
        ended = {reason: tally.ended[reason] for reason in get_args(p.Reason)}
        yield _counter("moves", "Moves played", tally.moves)
        yield _counters("games", "Games ended", "reason", ended)
        yield _counter("flags", "Games ended by a flag", tally.ended["flag"])
        yield _counter("stalls", "Times that the process was stopped or got no CPU", clock.stalls)
        yield _counter("stalled_seconds", "How long all stalls lasted", clock.stalled_ms / 1000)
        # All from the start: to Prometheus a counter that appears has not increased.
        refused = {code: tally.refused[code] for code in get_args(p.ErrorCode)}
        yield _counters("refusals", "Refusals, wire and HTTP", "code", refused)
        reached = {limit: tally.limits_reached[limit] for limit in COUNTED}
        yield _counters("limits_reached", "Times that a limit was reached", "limit", reached)
        left_out = {why: tally.reports_left_out[why] for why in get_args(OmissionReason)}
        yield _counters("reports_left_out", "Reports not kept as sent", "why", left_out)
        taken_over = self._game_server.bots.online.processes.reassigned
        yield _counter("bot_takeovers", "Games given to another process of a bot", taken_over)
        yield _counter(
            "outbox_cut", "Viewers cut off because they did not read", tally.disconnected
        )

    def _gauges(self) -> Iterator[Metric]:
        game_server, tally = self._game_server, self._game_server.tally
        bots = game_server.bots.online
        sockets = {kind: tally.sockets[kind] for kind in ("room", "lobby")}
        yield _gauge("connections", "Open connections", len(tally.connections))
        yield _gauges("sockets", "Open WebSockets", "kind", sockets)
        yield _gauge(
            "watchers", "Sockets that watch the lobby", game_server.lobby.service.watcher_count
        )
        yield _gauge("bots_online", "Bots in the lobby, all of them", len(bots.listed()))
        yield _gauge("bot_processes", "Processes of bots in the lobby", bots.processes.running)
        yield _gauge(
            "bot_games_waiting", "Games waiting for a process of a bot", bots.processes.waiting
        )
        yield _gauge("writer_queue", "Writes that wait", game_server.store.waiting)
        yield _gauge(
            "read_only",
            "1 while the database cannot be written",
            game_server.store.read_only_reason is not None,
        )
        free = math.nan if game_server.disk.free is None else game_server.disk.free
        yield _gauge("disk_free_bytes", "Free on the database's disk", free)
        yield _gauge("disk_low", "1 while only games in progress are stored", game_server.disk.low)
        synchronous = game_server.lobby.peers.synchronous
        yield _gauge(
            "synchronous",
            "1 while commits wait for a standby",
            math.nan if synchronous is None else synchronous,
        )
        yield _gauge("damaged", "1 once damage was found", bool(game_server.store.damage.found))
        name = {game_server.store.nodes.this.name: 1}
        yield _gauges("node_info", "1, for this node's name", "node", name)
        peers = game_server.lobby.peers
        yield _gauge("other_nodes", "Other nodes that this one sees", peers.others)
        yield _gauge("other_nodes_age_seconds", "Since this node has seen the others", peers.age_s)

    def _of_rooms(self) -> Iterator[Metric]:
        counts = self._census
        rooms = {phase.value: counts.rooms[phase] for phase in Phase}
        depth = {"max": counts.longest_queue, "total": counts.queued}
        games = {bot.name: counts.bot_games[bot.name] for bot in self._game_server.house_bots}
        yield _gauges("rooms", "Rooms in memory", "phase", rooms)
        yield _gauge("spectators", "Viewers without a seat, in all rooms", counts.spectators)
        yield _gauges("queue_depth", "Items in rooms' queues", "of", depth)
        yield _gauges("bot_games", "Games of the server's own bots, once a seat", "bot", games)


async def census(game_server: GameServer) -> Census:
    """Counts the rooms in memory. Other tasks run meanwhile, so rooms may be loaded and
    unloaded."""
    counts, own = Census(), {bot.account: bot.name for bot in game_server.house_bots}
    for number, room_actor in enumerate(game_server.registry):
        if number % ROOMS_A_TICK == ROOMS_A_TICK - 1:
            await asyncio.sleep(0)
        if game_server.registry.in_memory(room_actor.room.id) is not room_actor:
            continue
        room, waiting = room_actor.room, room_actor.waiting
        counts.rooms[room.phase] += 1
        counts.spectators += room_actor.audience.spectators
        counts.queued += waiting
        counts.longest_queue = max(counts.longest_queue, waiting)
        if own and room.phase in IN_PROGRESS:
            seated = (seat.actor.account for seat in room.seats if seat.actor)
            counts.bot_games.update(own[account] for account in seated if account in own)
    return counts


# ── families ───────────────────────────────────────────────────────────────────────────────────


def _histogram(name: str, text: str, spread: Histogram) -> Metric:
    counts, cumulative, buckets = list(spread.counts), 0, []
    for bound, count in zip((*spread.bounds, "+Inf"), counts, strict=True):
        cumulative += count
        buckets.append((str(bound), cumulative))
    return HistogramMetricFamily(f"zeitnot_{name}", text, buckets, spread.total)


def _counter(name: str, text: str, value: float) -> Metric:
    return CounterMetricFamily(f"zeitnot_{name}", text, value)


def _gauge(name: str, text: str, value: float) -> Metric:
    return GaugeMetricFamily(f"zeitnot_{name}", text, value)


def _counters(name: str, text: str, label: str, values: Mapping[str, float]) -> Metric:
    family = CounterMetricFamily(f"zeitnot_{name}", text, labels=[label])
    for value, number in sorted(values.items()):
        family.add_metric([value], number)
    return family


def _gauges(name: str, text: str, label: str, values: Mapping[str, float]) -> Metric:
    family = GaugeMetricFamily(f"zeitnot_{name}", text, labels=[label])
    for value, number in sorted(values.items()):
        family.add_metric([value], number)
    return family
