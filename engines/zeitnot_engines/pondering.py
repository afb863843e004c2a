"""What pondering brought, measured; pure.

`hit`: the reply that came is the one that the ponder search held best when it was stopped.
`nodes`: all nodes searched on the opponent's time for this one move.
`depth_gain`: compared node for node. Let m be the smaller of the nodes of the ponder search and of
the move's search. The gain is the depth that the move's search had completed within its first m
nodes, less the depth that the ponder search had completed within its first m nodes; never below 0.
Both are iterative deepening on nearly the same tree, but the first began without the help of
pondering and the second with it, so the difference is what the warm table gave. It is counted in
the engine's own depths (plies; pairs of throw and move where there are dice). Without a finished
iteration on both sides there is no gain.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from zeitnot_client.protocol import PonderReport

from .interfaces import ReportLike

Profile = tuple[tuple[int, int], ...]


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
        """With one more search, whose final report is `last` (None: it never got that far)."""
        if last is None:
            return self
        expected = last.best or (last.pv[0] if last.pv else None) or self.expected
        profile = self.profile or profile_of(reports)
        return Pondered(self.at, expected, self.nodes + last.nodes, profile)

    def report(self, reply: str, search: Profile) -> PonderReport:
        """The account for a move: `reply` came, and the move's search went so."""
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
    nodes = min(ponder[-1][1], search[-1][1])
    return max(0, _depth_within(search, nodes) - _depth_within(ponder, nodes))


def _depth_within(profile: Profile, nodes: int) -> int:
    return max((depth for depth, spent in profile if spent <= nodes), default=0)
