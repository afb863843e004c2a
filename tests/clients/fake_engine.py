"""An engine without a search: it reports preset values, and respects limits and `stop`."""

import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from zeitnot_engines.bots.player import PONDER_MS
from zeitnot_engines.engine import StopToken
from zeitnot_engines.interfaces import HistoryLike, ReportLike


@dataclass
class FakeReport:
    """A report like that of the native core."""

    best: str | None = None
    value: float = 0.0
    seat: int = 0
    unit: str = "points"
    depth: int = 0
    nodes: int = 0
    nps: float = 1_000.0
    seldepth: int = 0
    seconds: float = 0.25
    pv: list[str] = field(default_factory=list)
    lines: list[Any] = field(default_factory=list)


@dataclass
class FakeLine:
    """One move of a report."""

    value: float
    pv: list[str]
    visits: int | None = None
    distance: int | None = None


class FakeEngine:
    """An engine whose best move is always the first legal one. A search with a time limit ends at
    once, after `depths` reports; one without ends when it is stopped, or at its depth or node
    limit."""

    def __init__(self, value: float = 0.0, depths: int = 3) -> None:
        self.value = value
        self.depths = depths
        self.searches: list[dict[str, Any]] = []
        self.lines: list[FakeLine] = []  # the lines of every report
        self.values: dict[str, float] = {}  # values of single moves
        self.error: Exception | None = None
        self.failures = 10**6  # this many searches raise `error`, if it is set
        self.illegal: str | None = None  # an illegal best move to report
        self.ignores_stop = False
        self._busy = threading.Lock()

    def search(
        self,
        history: HistoryLike,
        *,
        depth: int | None = None,
        nodes: int | None = None,
        ms: int | None = None,
        soft_ms: int | None = None,
        stop: StopToken | None = None,
        on_report: Any = None,
        searchmoves: Sequence[str] | None = None,
        seat: int | None = None,
    ) -> ReportLike:
        assert self._busy.acquire(blocking=False), "two searches on one engine"
        try:
            limits = {"depth": depth, "nodes": nodes, "ms": ms, "soft_ms": soft_ms}
            self.searches.append(limits | {"history": history, "stop": stop, "seat": seat})
            if self.error and self.failures:
                self.failures -= 1
                raise self.error
            if searchmoves is not None:
                (move,) = searchmoves
                value = self.values.get(move, self.value)
                return FakeReport(move, value, history.side, depth=1)
            report = self._deepen(history, depth or self.depths, on_report)
            if self.illegal:
                return FakeReport(self.illegal, depth=1)
            if ms == PONDER_MS:
                assert stop
                self._wait(stop)
            return report
        finally:
            self._busy.release()

    def _wait(self, stop: StopToken) -> None:
        end = time.monotonic() + 60
        while self.ignores_stop or not stop.stopped:
            assert time.monotonic() < end, "the ponder search was not stopped"
            time.sleep(0.001)

    def _deepen(self, history: HistoryLike, depths: int, on_report: Any) -> FakeReport:
        best = history.legal()[0]
        report = FakeReport(best)
        for depth in range(1, depths + 1):
            report = FakeReport(best, self.value, history.side, depth=depth, pv=[best])
            report.nodes = 100 * depth
            report.lines = self.lines
            if on_report:
                on_report(report)
        return report
