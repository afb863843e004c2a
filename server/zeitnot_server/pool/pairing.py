"""Which bots of the pool play each other next, in which game, and who begins. Pure.

The bot that has waited longest is paired first. Its opponent is the one it has met least often in
that game; of these, the one it met longest ago; of these, the one that has waited longest. Two bots
of one owner are not paired, and two bots that have just played wait REPEAT_MS before they play
again, so that a third bot has a chance. The seats are exchanged from game to game. Where all this
leaves a choice, the seed decides, so the same input gives the same pairs.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from hashlib import blake2b
from itertools import islice
from typing import NamedTuple

from ..limits.bounded_map import BoundedMap

REPEAT_MS = 60_000  # between two games of the same two bots
MAX_MEETINGS = 10_000  # remembered meetings: a pair of bots in one game
MAX_COMPARED = 32  # opponents in each game for one bot, those that have waited longest
FORGET_MS = 7 * 86_400_000  # after which a pair counts as new

GameAndClock = tuple[str, str]
"""A game's id, and the name of its time control in the pool."""


class Candidate(NamedTuple):
    """A bot that waits. `owner`: the account that owns it, or its own; `plays`: its games in
    the pool; `since_ms`: when it began to wait."""

    account: str
    owner: str
    plays: frozenset[GameAndClock]
    since_ms: int


class Pair(NamedTuple):
    """Two bots that play `game` next; `first` has the first seat."""

    game: GameAndClock
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
        met = self.of(pair.game, pair.first, pair.second)
        lead = 1 if pair.first < pair.second else -1
        self._put(pair, _Met(met.games + 1, now_ms, met.lead + lead), now_ms)

    def note_time(self, pair: Pair, now_ms: int) -> None:
        """Notes that the game of this pair has ended, or could not be created."""
        met = self.of(pair.game, pair.first, pair.second)
        self._put(pair, met._replace(last_ms=now_ms), now_ms)

    def of(self, game: GameAndClock, one: str, other: str) -> _Met:
        """The games of these two bots."""
        return self._met.get(_key(game, one, other)) or _Met()

    def _put(self, pair: Pair, met: _Met, now_ms: int) -> None:
        self._met.put(_key(pair.game, pair.first, pair.second), met, now_ms)


def pairs(waiting: Iterable[Candidate], meetings: Meetings, now_ms: int, seed: bytes) -> list[Pair]:
    """The games that begin now, each bot in one at most. `seed`: at most 64 bytes."""
    ties = _TieBreaker(seed)
    queue = sorted(waiting, key=lambda each: (each.since_ms, ties.rank(each.account)))
    queues = defaultdict[GameAndClock, list[Candidate]](list)
    for candidate in queue:
        for game in candidate.plays:
            queues[game].append(candidate)
    found, taken = list[Pair](), set[str]()
    for one in queue:
        if one.account in taken:
            continue
        taken.add(one.account)
        if best := _best(one, queues, taken, meetings, now_ms, ties):
            game, other = best
            taken.add(other.account)
            found.append(_seated(game, one.account, other.account, meetings, ties))
    return found


class _TieBreaker:
    """Orders equals at random, by the seed alone: the same words have the same rank."""

    def __init__(self, seed: bytes) -> None:
        self._seed = seed

    def rank(self, *words: str) -> bytes:
        return blake2b("\0".join(words).encode(), key=self._seed, digest_size=8).digest()


def _best(
    one: Candidate,
    queues: Mapping[GameAndClock, Sequence[Candidate]],
    taken: Collection[str],
    meetings: Meetings,
    now_ms: int,
    ties: _TieBreaker,
) -> tuple[GameAndClock, Candidate] | None:
    """The game and the opponent for this bot; None: there is none now."""
    options = []
    for game in sorted(one.plays):
        free = (o for o in queues[game] if o.account not in taken and o.owner != one.owner)
        for other in islice(free, MAX_COMPARED):
            met = meetings.of(game, one.account, other.account)
            if now_ms - met.last_ms >= REPEAT_MS:
                order = (met.games, met.last_ms, other.since_ms)
                options.append((order, ties.rank(other.account, *game), game, other))
    if not options:
        return None
    *_, game, other = min(options)
    return game, other


def _seated(
    game: GameAndClock, one: str, other: str, meetings: Meetings, ties: _TieBreaker
) -> Pair:
    """The pair, in which the one begins that has begun less often; if both have equally often, the
    tie-breaker decides."""
    low, high = sorted((one, other))
    lead = meetings.of(game, low, high).lead
    low_begins = lead < 0 if lead else ties.rank(low, high, *game)[0] % 2 == 0
    return Pair(game, low, high) if low_begins else Pair(game, high, low)


def _key(game: GameAndClock, one: str, other: str) -> str:
    return "\0".join((*game, *sorted((one, other))))


def _forgotten_in_ms(met: _Met, now_ms: int) -> float:
    return max(0, met.last_ms + FORGET_MS - now_ms)
