"""Measures what pondering has gained; pure.

`hit`: the reply that came is the one that the ponder search held best when it was stopped.
`nodes`: all nodes searched on the opponent's time for this one move.
`depth_gain`: how many more depths the move's search found already done than without pondering. A
depth counts as found done when a search has completed it within its first `READY_NODES` nodes,
which is less than a millisecond's work and, on a cold table, enough for a few plies only. Without
pondering it would have found what the ponder search found done when it began, on the table of the
last move's search, less one depth, because the move's search begins a ply later. Never below 0; 0
when either search has completed no depth. Depths are the engine's own: plies, or pairs of throw and
move where there are dice.
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
    """A ponder search, or several for one move if it was interrupted.

    `profile`: (depth, nodes searched when it was completed) of the first of them, which had the
    coldest table; `expected`: the reply held best at last; `at`: length of the game's record then.
    """

    at: int
    expected: str | None = None
    nodes: int = 0
    profile: Profile = ()

    def after(self, reports: Iterable[ReportLike], last: ReportLike | None) -> "Pondered":
        """Adds one more search, whose final report is `last` (None: it completed no iteration)."""
        if last is None:
            return self
        expected = last.best or (last.pv[0] if last.pv else None) or self.expected
        profile = self.profile or profile_of(reports)
        return Pondered(self.at, expected, self.nodes + last.nodes, profile)

    def report(self, reply: str, search: Profile) -> PonderReport:
        """The result for a move: `reply` came, and the move's search ran like this."""
        return PonderReport(
            hit=reply == self.expected,
            nodes=self.nodes,
            depth_gain=depth_gain(self.profile, search),
        )


def profile_of(reports: Iterable[ReportLike]) -> Profile:
    """(depth, nodes) at the first report of each depth, deeper and deeper."""
    profile: list[tuple[int, int]] = []
    for report in reports:
        if report.depth > (profile[-1][0] if profile else 0):
            profile.append((report.depth, report.nodes))
    return tuple(profile)


def depth_gain(ponder: Profile, search: Profile) -> int:
    """See the module."""
    if not ponder or not search:
        return 0
    return max(0, _depth_ready(search) - max(0, _depth_ready(ponder) - 1))


def _depth_ready(profile: Profile) -> int:
    return max((depth for depth, nodes in profile if nodes <= READY_NODES), default=0)
