"""Metrics of the house bots for Prometheus, on a separate port.

The bots run in a separate process, so the server cannot know how many searches are waiting.
docs/reference/metrics.md explains the names.
"""

from collections.abc import Iterator
from typing import Protocol

from prometheus_client import REGISTRY, CollectorRegistry, start_http_server
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from .search_queue import SearchQueue


class BotStatus(Protocol):
    """What is measured of every bot."""

    @property
    def games(self) -> int: ...


class HouseStatus(BotStatus, Protocol):
    """The part of `house.House` that is measured."""

    search_queue: SearchQueue


class HouseMetrics(Collector):
    """Reads the counters of the bots' loop, on the thread that serves the metrics. A bot with an
    external engine has no queue of searches, and only its games are counted."""

    def __init__(self, house: HouseStatus | BotStatus) -> None:
        self._house = house

    def collect(self) -> Iterator[Metric]:
        """All metric families."""
        yield GaugeMetricFamily(
            "zeitnot_house_games", "Games that the bots play or wait in", self._house.games
        )
        search_queue: SearchQueue | None = getattr(self._house, "search_queue", None)
        if search_queue is not None:
            yield from _searches(search_queue)


def _searches(search_queue: SearchQueue) -> Iterator[Metric]:
    searches = GaugeMetricFamily(
        "zeitnot_house_searches", "Current searches", labels=["kind", "state"]
    )
    for (kind, state), number in search_queue.counts().items():
        searches.add_metric([kind, state], number)
    yield searches
    yield GaugeMetricFamily("zeitnot_house_load", "Thinking searches per core", search_queue.load)
    yield CounterMetricFamily("zeitnot_house_thoughts", "Moves searched", search_queue.searches)
    for name, text, ms in (
        ("asked", "Thinking time requested", search_queue.requested_ms),
        ("granted", "Thinking time granted", search_queue.granted_ms),
    ):
        full = f"zeitnot_house_thinking_{name}_seconds"
        yield CounterMetricFamily(full, text, ms / 1000)


def serve_metrics(house: HouseStatus | BotStatus, host: str, port: int) -> int:
    """Serves the metrics, with those of the process, in a thread until the process ends. Returns
    the port; 0 selects a free one. Raises OSError if the port cannot be bound."""
    registry = CollectorRegistry()
    registry.register(HouseMetrics(house))
    registry.register(_Process())
    server, _ = start_http_server(port, host, registry)
    return int(server.server_port)


class _Process(Collector):
    """The process metrics of the Prometheus library."""

    def collect(self) -> Iterator[Metric]:
        yield from REGISTRY.collect()
