"""Measures the gain of pondering; pure.

`hit`: the reply was the one that the ponder search considered best when it was stopped.
`nodes`: all nodes searched on the opponent's time for this move.
`depth_gain`: how many more depths were already complete for the move's search than without
pondering. A depth counts as already complete if the search completes it within its first
`READY_NODES` nodes, which take less than a millisecond and, with an empty table, are enough for
only a few plies. Without pondering, the search would have had the depths that were complete when
the ponder search began, with the table of the previous move, less one because the move's search
begins a ply later. The gain is at least 0, and 0 if either search has completed no depth. Depths
are the engine's: plies, or pairs of throw and move in games with dice.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from zeitnot_protocol import PonderReport

from .._core import methods_for_any_seat
from ..interfaces import ReportLike

Profile = tuple[tuple[int, int], ...]
READY_NODES = 1_000


def can_ponder(game: str, method: str | None) -> bool:
    """Whether the method searches a position of this game for a seat that is not to move."""
    return method in methods_for_any_seat(game)


@dataclass(frozen=True, slots=True)
class Pondered:
    """The ponder search for a move, or several of them if it was interrupted.

    `profile`: pairs (depth, nodes when it was complete) of the first search, which had the emptiest
    table; `expected`: the reply that was considered best at the end; `at`: the length of the game's
    record.
    """

    at: int
    expected: str | None = None
    nodes: int = 0
    profile: Profile = ()

    def after(self, reports: Iterable[ReportLike], last: ReportLike | None) -> "Pondered":
        """Adds a search, whose final report is `last` (None: it completed no iteration)."""
        if last is None:
            return self
        expected = last.best or (last.pv[0] if last.pv else None) or self.expected
        profile = self.profile or profile_of(reports)
        return Pondered(self.at, expected, self.nodes + last.nodes, profile)

    def report(self, reply: str, search: Profile) -> PonderReport:
        """The report for a move, after the reply, with the profile of the move's search."""
        return PonderReport(
            hit=reply == self.expected,
            nodes=self.nodes,
            depth_gain=depth_gain(self.profile, search),
        )


def profile_of(reports: Iterable[ReportLike]) -> Profile:
    """Pairs (depth, nodes) at the first report of each new depth."""
    profile: list[tuple[int, int]] = []
    for report in reports:
        if report.depth > (profile[-1][0] if profile else 0):
            profile.append((report.depth, report.nodes))
    return tuple(profile)


def depth_gain(ponder: Profile, search: Profile) -> int:
    """The gain in depths; see the module."""
    if not ponder or not search:
        return 0
    return max(0, _depth_ready(search) - max(0, _depth_ready(ponder) - 1))


def _depth_ready(profile: Profile) -> int:
    return max((depth for depth, nodes in profile if nodes <= READY_NODES), default=0)
