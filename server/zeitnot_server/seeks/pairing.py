"""Which people play each other next, and who begins. Pure.

Two people may meet if they look for the same game, do not ask for the same seat, neither avoids the
other, and their ratings differ by no more than the reach of both, which grows while they wait. Who
has waited longest has the first choice: somebody else than the last opponent if there is a choice,
then the nearest rating in steps of NEAR_POINTS, then who has waited longest. A rating that is
uncertain counts as near to all that it may be. Seats go by what is asked for, and else to the one
who has begun less often.
"""

from collections.abc import Collection, Iterable
from typing import NamedTuple

from ..limits.bounded_map import BoundedMap
from ..lobby.matching import Entry, Lots, Meetings, first_by_lead, match
from ..lobby.ports import Rating

START_REACH = 100
REACH_PER_SECOND = 10
NEAR_POINTS = 50
AGAIN_MS = 10 * 60_000  # for how long somebody else is preferred to the last opponent
MAX_LEADS = 10_000  # accounts


class Provisional(NamedTuple):
    """The rating of a player who has none: it may be anything near the middle."""

    rating: float = 1500.0
    deviation: float = 500.0


class Seeker(NamedTuple):
    """Who looks for an opponent. `number`: of the seek; `entry`: the game and its terms; `seat`:
    the one asked for; `since_ms`: since when they have waited, Unix ms; `most_gap`: as in `Seek`;
    `avoided`: accounts that they do not want to meet."""

    number: str
    account: str
    entry: Entry
    since_ms: int
    seat: int | None = None
    rating: Rating = Provisional()
    most_gap: int | None = None
    avoided: Collection[str] = frozenset()

    @property
    def entries(self) -> tuple[Entry]:
        """The one entry, for the matching."""
        return (self.entry,)


class SeekPair(NamedTuple):
    """Two people who play; `first` has the first seat."""

    first: Seeker
    second: Seeker


class Leads:
    """How much more often each account has had the first seat than the second, as far as this run
    of the server knows."""

    def __init__(self) -> None:
        self._leads = BoundedMap[int](MAX_LEADS, lambda lead, now: abs(lead))

    def of(self, account: str) -> int:
        """The lead of this account."""
        return self._leads.get(account) or 0

    def note(self, first: str, second: str, now_ms: int) -> None:
        """Notes that a game of these two begins."""
        for account, more in ((first, 1), (second, -1)):
            self._leads.put(account, self.of(account) + more, now_ms)


def reach(waited_ms: int, most_gap: int | None) -> float:
    """How many points the rating of an opponent may differ after this time."""
    points = START_REACH + REACH_PER_SECOND * max(0, waited_ms) / 1000
    return points if most_gap is None else min(points, most_gap)


class _Bounds(NamedTuple):
    """What ratings are compared by, as numbers: a round compares many pairs. `reach`: now."""

    rating: float
    deviation: float
    reach: float


def _bounds_of(seeker: Seeker, now_ms: int) -> _Bounds:
    within = reach(now_ms - seeker.since_ms, seeker.most_gap)
    return _Bounds(seeker.rating.rating, seeker.rating.deviation, within)


def _gap(one: _Bounds, other: _Bounds) -> float | None:
    """The points by which two ratings differ, without what may be the error of the less certain
    one; None: it is beyond the reach of one of them."""
    rating, deviation, within = one
    other_rating, other_deviation, other_within = other
    points = abs(rating - other_rating) - max(deviation, other_deviation)
    if points > within or points > other_within:
        return None
    return max(0.0, points)


def may_meet(one: Seeker, other: Seeker, now_ms: int) -> bool:
    """Whether these two may be paired now, if they look for the same game."""
    if not _suit_each_other(one, other):
        return False
    return _gap(_bounds_of(one, now_ms), _bounds_of(other, now_ms)) is not None


def _suit_each_other(one: Seeker, other: Seeker) -> bool:
    """Whether these two may be paired, whatever their ratings."""
    if one.account == other.account or (one.seat is not None and one.seat == other.seat):
        return False
    return one.account not in other.avoided and other.account not in one.avoided


def pairs(
    waiting: Iterable[Seeker], meetings: Meetings, leads: Leads, now_ms: int, seed: bytes
) -> list[SeekPair]:
    """The games that begin now, each person in one at most. `now_ms`: Unix ms; `seed`: at most 64
    bytes, which decides where there is a choice."""
    lots, queue = Lots(seed), list(waiting)
    bounds = {each.number: _bounds_of(each, now_ms) for each in queue}

    def order(entry: Entry, one: Seeker, other: Seeker) -> tuple[float, ...] | None:
        if one.seat is not None and one.seat == other.seat:  # first, because it is quick
            return None
        points = _gap(bounds[one.number], bounds[other.number])
        if points is None or not _suit_each_other(one, other):
            return None
        met_lately = now_ms - meetings.of(entry, one.account, other.account).last_ms < AGAIN_MS
        return met_lately, points // NEAR_POINTS, other.since_ms

    queue.sort(key=lambda each: (each.since_ms, lots.draw(each.account)))
    found = match(queue, order, lots)
    return [_seated(one, other, meetings, leads, lots) for _, one, other in found]


def _seated(one: Seeker, other: Seeker, meetings: Meetings, leads: Leads, lots: Lots) -> SeekPair:
    """The pair with the seats asked for, else with the one first that has begun less often."""
    if one.seat is not None or other.seat is not None:
        is_first = one.seat == 0 or other.seat == 1
        return SeekPair(one, other) if is_first else SeekPair(other, one)
    low, high = sorted((one, other), key=lambda each: each.account)
    lead = leads.of(low.account) - leads.of(high.account)
    lead = lead or meetings.of(one.entry, low.account, high.account).lead
    first, _ = first_by_lead(lead, low.account, high.account, one.entry, lots)
    return SeekPair(low, high) if first == low.account else SeekPair(high, low)
