"""The matching of players who wait for each other, for the bots of the pool and for people. Pure.

The first in the queue is paired first. Of the others that play one of the same entries it gets the
one that a policy puts first. So who has waited longest has the first choice, and the same input
gives the same pairs. Each player is compared with few others, because a round must not take long.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Sequence
from hashlib import blake2b
from itertools import islice
from typing import Any, NamedTuple, Protocol, TypeVar

from ..limits.bounded_map import BoundedMap

MAX_COMPARED = 32  # allowed opponents in each entry for one player, those that have waited longest
MAX_SEEN = 128  # the same, also counting those that the policy does not allow
MAX_MEETINGS = 10_000  # pairs of players that are remembered, in one entry each
FORGET_MS = 7 * 86_400_000  # after which a pair counts as new
LONG_AGO_MS = -86_400_000

Entry = tuple[str, str]
"""What two players play: a game's id, and a text for everything else, such as the time control."""


class Candidate(Protocol):
    """A player who waits. `entries`: what they play."""

    @property
    def account(self) -> str: ...

    @property
    def entries(self) -> Collection[Entry]: ...


C = TypeVar("C", bound=Candidate)


class Met(NamedTuple):
    """The games of two players in one entry. `last_ms`: when the last one began or ended, or could
    not be created; `lead`: how often the one whose account comes first in the alphabet has had the
    first seat, minus how often the other has."""

    games: int = 0
    last_ms: int = LONG_AGO_MS
    lead: int = 0


class Meetings:
    """Who has played whom, as far as this run of the server knows."""

    def __init__(self) -> None:
        self._met = BoundedMap[Met](MAX_MEETINGS, _forgotten_in_ms)

    def note_start(self, entry: Entry, first: str, second: str, now_ms: int) -> None:
        """Notes that a game of these two begins."""
        met = self.of(entry, first, second)
        lead = 1 if first < second else -1
        self._put(entry, first, second, Met(met.games + 1, now_ms, met.lead + lead))

    def note_time(self, entry: Entry, first: str, second: str, now_ms: int) -> None:
        """Notes that the game of these two has ended, or could not be created."""
        met = self.of(entry, first, second)
        self._put(entry, first, second, met._replace(last_ms=now_ms))

    def of(self, entry: Entry, one: str, other: str) -> Met:
        """The games of these two players."""
        return self._met.get(_key(entry, one, other)) or Met()

    def _put(self, entry: Entry, first: str, second: str, met: Met) -> None:
        self._met.put(_key(entry, first, second), met, met.last_ms)


class Lots:
    """Draws lots that depend only on the seed (at most 64 bytes) and the words."""

    def __init__(self, seed: bytes) -> None:
        self._seed = seed

    def draw(self, *words: str) -> bytes:
        """Eight bytes."""
        return blake2b("\0".join(words).encode(), key=self._seed, digest_size=8).digest()


def match(
    queue: Sequence[C], order: Callable[[Entry, C, C], Any | None], lots: Lots
) -> list[tuple[Entry, C, C]]:
    """The pairs, each player in one at most. `queue`: who has waited longest comes first; `order`:
    for a player and another, a value by which the least is chosen, None: they must not meet."""
    free = defaultdict[Entry, dict[str, C]](dict)  # by entry and account, in the queue's order
    for candidate in queue:
        for entry in candidate.entries:
            free[entry][candidate.account] = candidate
    found, taken = list[tuple[Entry, C, C]](), set[str]()
    for one in queue:
        if one.account in taken:
            continue
        _take(one, free, taken)
        options = []
        for entry in sorted(one.entries):
            ranked = ((order(entry, one, o), o) for o in islice(free[entry].values(), MAX_SEEN))
            allowed = ((rank, other) for rank, other in ranked if rank is not None)
            for rank, other in islice(allowed, MAX_COMPARED):
                options.append((rank, lots.draw(other.account, *entry), entry, other))
        if options:
            *_, entry, other = min(options, key=lambda option: option[:2])
            _take(other, free, taken)
            found.append((entry, one, other))
    return found


def _take(one: C, free: dict[Entry, dict[str, C]], taken: set[str]) -> None:
    taken.add(one.account)
    for entry in one.entries:
        free[entry].pop(one.account, None)


def first_by_lead(lead: int, low: str, high: str, entry: Entry, lots: Lots) -> tuple[str, str]:
    """These two, the one first that has the first seat. `lead`: how much more often `low` has had
    it; if both have equally often, the lot decides."""
    low_begins = lead < 0 if lead else lots.draw(low, high, *entry)[0] % 2 == 0
    return (low, high) if low_begins else (high, low)


def _key(entry: Entry, one: str, other: str) -> str:
    return "\0".join((*entry, *sorted((one, other))))


def _forgotten_in_ms(met: Met, now_ms: int) -> float:
    return max(0, met.last_ms + FORGET_MS - now_ms)
