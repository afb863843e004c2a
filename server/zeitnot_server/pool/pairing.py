"""Which bots of the pool play each other next, in which game, and who begins. Pure.

The bot that has waited longest is paired first. Of the others that play one of its games it gets
the one that it has met least often in that game; then the one that it met longest ago; then the one
that has waited longest. Two bots of one owner are not paired, and two bots that have just played
wait REPEAT_MS before they play again, so that a third bot has a chance. The seats are exchanged
from game to game. Where all this leaves a choice, the seed decides, so the same input gives the
same pairs.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from hashlib import blake2b
from itertools import islice
from typing import NamedTuple

from ..limits.bounded_map import BoundedMap

REPEAT_MS = 60_000  # between two games of the same two bots
MAX_MEETINGS = 10_000  # pairs of bots that are remembered, in one game each
MAX_COMPARED = 32  # opponents in each game for one bot, those that have waited longest
FORGET_MS = 7 * 86_400_000  # after which a pair counts as new

Entry = tuple[str, str]
"""A game's id, and the name of a time control."""


class Candidate(NamedTuple):
    """A bot that waits. `owner`: the account that owns it, or its own; `entries`: what it plays;
    `since_ms`: since when it has waited."""

    account: str
    owner: str
    entries: frozenset[Entry]
    since_ms: int


class Pair(NamedTuple):
    """Two bots that play `entry`; `first` has the first seat."""

    entry: Entry
    first: str
    second: str


class _Met(NamedTuple):
    """The games of two bots. `last_ms`: when the last one began or ended, or could not be created;
    `lead`: how often the one whose account comes first in the alphabet
    has had the first seat, minus how often the other has."""

    games: int = 0
    last_ms: int = -REPEAT_MS
    lead: int = 0


class Meetings:
    """Who has played whom, as far as this run of the server knows."""

    def __init__(self) -> None:
        self._met = BoundedMap[_Met](MAX_MEETINGS, _forgotten_in_ms)

    def note_start(self, pair: Pair, now_ms: int) -> None:
        """Notes that a game of this pair begins."""
        met = self.of(pair.entry, pair.first, pair.second)
        lead = 1 if pair.first < pair.second else -1
        self._put(pair, _Met(met.games + 1, now_ms, met.lead + lead), now_ms)

    def note_time(self, pair: Pair, now_ms: int) -> None:
        """Notes that the game of this pair has ended, or could not be created."""
        met = self.of(pair.entry, pair.first, pair.second)
        self._put(pair, met._replace(last_ms=now_ms), now_ms)

    def of(self, entry: Entry, one: str, other: str) -> _Met:
        """The games of these two bots."""
        return self._met.get(_key(entry, one, other)) or _Met()

    def _put(self, pair: Pair, met: _Met, now_ms: int) -> None:
        self._met.put(_key(pair.entry, pair.first, pair.second), met, now_ms)


def pairs(waiting: Iterable[Candidate], meetings: Meetings, now_ms: int, seed: bytes) -> list[Pair]:
    """The games that begin now, each bot in one at most. `seed`: at most 64 bytes."""
    lot = _Lots(seed)
    queue = sorted(waiting, key=lambda each: (each.since_ms, lot.draw(each.account)))
    queues = defaultdict[Entry, list[Candidate]](list)
    for candidate in queue:
        for entry in candidate.entries:
            queues[entry].append(candidate)
    found, taken = list[Pair](), set[str]()
    for one in queue:
        if one.account in taken:
            continue
        taken.add(one.account)
        if best := _best(one, queues, taken, meetings, now_ms, lot):
            entry, other = best
            taken.add(other.account)
            found.append(_seated(entry, one.account, other.account, meetings, lot))
    return found


class _Lots:
    """Draws lots that depend only on the seed and the words."""

    def __init__(self, seed: bytes) -> None:
        self._seed = seed

    def draw(self, *words: str) -> bytes:
        return blake2b("\0".join(words).encode(), key=self._seed, digest_size=8).digest()


def _best(
    one: Candidate,
    queues: Mapping[Entry, Sequence[Candidate]],
    taken: Collection[str],
    meetings: Meetings,
    now_ms: int,
    lot: _Lots,
) -> tuple[Entry, Candidate] | None:
    """The game and the opponent for this bot; None: there is none now."""
    options = []
    for entry in sorted(one.entries):
        free = (o for o in queues[entry] if o.account not in taken and o.owner != one.owner)
        for other in islice(free, MAX_COMPARED):
            met = meetings.of(entry, one.account, other.account)
            if now_ms - met.last_ms >= REPEAT_MS:
                order = (met.games, met.last_ms, other.since_ms)
                options.append((order, lot.draw(other.account, *entry), entry, other))
    if not options:
        return None
    *_, entry, other = min(options)
    return entry, other


def _seated(entry: Entry, one: str, other: str, meetings: Meetings, lot: _Lots) -> Pair:
    """The pair, in which the one begins that has begun less often; if both have equally often, the
    lot decides."""
    low, high = sorted((one, other))
    lead = meetings.of(entry, low, high).lead
    low_begins = lead < 0 if lead else lot.draw(low, high, *entry)[0] % 2 == 0
    return Pair(entry, low, high) if low_begins else Pair(entry, high, low)


def _key(entry: Entry, one: str, other: str) -> str:
    return "\0".join((*entry, *sorted((one, other))))


def _forgotten_in_ms(met: _Met, now_ms: int) -> float:
    return max(0, met.last_ms + FORGET_MS - now_ms)
