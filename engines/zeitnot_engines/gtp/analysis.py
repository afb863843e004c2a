"""Reports of a running analysis, as introduced by Leela Zero (`lz-`) and KataGo (`kata-`) and read
by Sabaki, Lizzie and others: one line for all moves, with an `info` for each.

`visits`: playouts through the move; `winrate`: of the side that is analysed; `prior`: the move's
prior probability; `lcb`: the lower bound of the win rate's 95 % interval; `order`: 0 for the best
move. Leela Zero's numbers are in hundredths of a percent, KataGo's are shares of 1. `scoreLead` and
`ownership` are estimates by playouts without a tree; see estimates.py.
"""

import math
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from .._core import Line
from ..engine import Report, Search
from .estimates import Estimates

INTERVAL_S = 1.0
MOVES = 10  # how many moves are reported without `maxmoves`
_Z95 = 1.96
_COLOURS = ("b", "w", "black", "white")


@dataclass(frozen=True, slots=True)
class Request:
    """A request for an analysis. `colour`: None: the side to move; `allowed`, `avoided`: moves at
    the root; `root_info`: KataGo's line about the root; `ownership`: its estimate for each
    point."""

    colour: str | None = None
    interval_s: float = INTERVAL_S
    moves: int = MOVES
    allowed: frozenset[str] = frozenset()
    avoided: frozenset[str] = frozenset()
    root_info: bool = False
    ownership: bool = False

    def search_moves(self, legal: Sequence[str]) -> list[str] | None:
        """The moves to search; None: all."""
        moves = [
            move
            for move in legal
            if move.lower() not in self.avoided
            and (not self.allowed or move.lower() in self.allowed)
        ]
        return None if len(moves) == len(legal) or not moves else moves


def read_request(words: Sequence[str]) -> Request:
    """Parses the arguments: a colour, the interval in hundredths of a second, then names with
    values. Names that only add other reports are skipped. Raises ValueError."""
    rest = list(words)
    fields: dict[str, Any] = {}
    if rest and rest[0].lower() in _COLOURS:
        fields["colour"] = rest.pop(0)
    if rest and rest[0].isdecimal():
        fields["interval_s"] = _interval_s(rest.pop(0))
    while rest:
        name = rest.pop(0)
        if name in ("avoid", "allow"):
            _, moves, _ = rest.pop(0), rest.pop(0), int(rest.pop(0))
            field = f"{name}ed"
            fields[field] = fields.get(field, frozenset()) | set(moves.lower().split(","))
        elif name == "interval":
            fields["interval_s"] = _interval_s(rest.pop(0))
        elif name == "maxmoves":
            fields["moves"] = max(1, min(int(rest.pop(0)), 1000))
        elif name == "rootInfo":
            fields["root_info"] = rest.pop(0) == "true"
        elif name == "ownership":
            fields["ownership"] = rest.pop(0) == "true"
        else:
            rest.pop(0)
    return Request(**fields)


def leela_line(report: Report, _: Request, __: Estimates) -> str:
    """The report in Leela Zero's format."""
    infos = [_info(order, line, _hundredths) for order, line in enumerate(report.lines)]
    return " ".join(infos)


def kata_line(report: Report, request: Request, estimates: Estimates) -> str:
    """The report in KataGo's format."""
    leads = estimates.leads([line.move for line in report.lines])
    parts = [
        _info(order, line, _share, _lead(leads.get(line.move)))
        for order, line in enumerate(report.lines)
    ]
    if request.root_info:
        lead = _lead(estimates.root_lead)
        parts.append(f"rootInfo visits {report.nodes} winrate {_share(report.value)}{lead}")
    if request.ownership:
        owned = " ".join(f"{share:.3f}" for share in estimates.ownership)
        parts.append(f"ownership {owned}")
    return " ".join(parts)


def _info(order: int, line: Line, share_text: Callable[[float], str], score: str = "") -> str:
    visits = line.visits or 0
    prior = "" if line.prior is None else f" prior {share_text(line.prior)}"
    lcb = share_text(lower_bound(line.value, visits))
    return (
        f"info move {line.move} visits {visits} winrate {share_text(line.value)}{score}{prior} "
        f"lcb {lcb} order {order} pv {' '.join(line.pv) or line.move}"
    )


def _hundredths(share: float) -> str:
    return str(round(10_000 * share))


def _share(share: float) -> str:
    return f"{share:.6f}"


def _lead(points: float | None) -> str:
    """The lead under both of its names, because some programs read only the older one."""
    return "" if points is None else f" scoreMean {points:.3f} scoreLead {points:.3f}"


MAX_INTERVAL_S = 3600.0


def lower_bound(win_rate: float, visits: int) -> float:
    """The lower bound of a win rate's 95 % interval (normal approximation), at least 0."""
    if visits == 0:
        return 0.0
    variance = max(0.0, win_rate * (1 - win_rate))
    return max(0.0, win_rate - _Z95 * math.sqrt(variance / visits))


class Analysis:
    """A search whose latest report is sent at intervals, until it ends or is stopped."""

    def __init__(
        self,
        search: Search[Report],
        interval_s: float,
        line: Callable[[Report], str],
        say: Callable[[str], object],
    ) -> None:
        self._search, self._interval_s, self._line, self._say = search, interval_s, line, say
        self._thread = threading.Thread(target=self._run)
        self._thread.start()

    def stop(self) -> None:
        """Ends the search; its last report has been sent when this returns."""
        self._search.stop()
        self._thread.join()

    def result(self) -> Report:
        """Waits for the end of the search, and returns its result after all reports were sent.
        Raises what the search raised; a KeyboardInterrupt stops it."""
        try:
            self._thread.join()
        except BaseException:
            self.stop()
            raise
        return self._search.result()

    def _run(self) -> None:
        while not self._search.wait(self._interval_s):
            self._report(self._search.latest)
        self._report(self._search.final)

    def _report(self, report: Report | None) -> None:
        if report is not None and (text := self._line(report)):
            self._say(text + "\n")


def _interval_s(word: str) -> float:
    return min(max(1, int(word)) / 100, MAX_INTERVAL_S)
