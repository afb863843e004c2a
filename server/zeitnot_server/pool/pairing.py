"""Which bots of the pool play each other next, in which game, and who begins. Pure.

The bot that has waited longest is paired first; those that have missed a game lately come after
all others, because bots that never come must not keep the others from playing. Its opponent is the
one it has met least often in that game; of these, the one it met longest ago; of these, the one
that has waited longest. Two bots of one owner are not paired, and two bots that have just played
wait REPEAT_MS before they play again, so that a third bot has a chance. The seats are exchanged
from game to game. Where all this leaves a choice, the seed decides, so the same input gives the
same pairs.
"""

from collections.abc import Iterable
from typing import NamedTuple

from ..lobby.matching import Entry, Lots, Meetings, first_by_lead, match

REPEAT_MS = 60_000  # between two games of the same two bots


class Candidate(NamedTuple):
    """A bot that waits. `owner`: the account that owns it, or its own; `entries`: what it plays,
    each a game's id and the name of a time control; `since_ms`: since when it has waited;
    `comes_last`: it has missed a game lately, or another bot from the same source has."""

    account: str
    owner: str
    entries: frozenset[Entry]
    since_ms: int
    comes_last: bool = False


class Pair(NamedTuple):
    """Two bots that play `entry`; `first` has the first seat."""

    entry: Entry
    first: str
    second: str


def pairs(waiting: Iterable[Candidate], meetings: Meetings, now_ms: int, seed: bytes) -> list[Pair]:
    """The games that begin now, each bot in one at most. `seed`: at most 64 bytes."""
    lots = Lots(seed)

    def order(entry: Entry, one: Candidate, other: Candidate) -> tuple[int, ...] | None:
        met = meetings.of(entry, one.account, other.account)
        if one.owner == other.owner or now_ms - met.last_ms < REPEAT_MS:
            return None
        return other.comes_last, met.games, met.last_ms, other.since_ms

    def place(each: Candidate) -> tuple[bool, int, bytes]:
        return each.comes_last, each.since_ms, lots.draw(each.account)

    queue = sorted(waiting, key=place)
    return [
        _seated(entry, one.account, other.account, meetings, lots)
        for entry, one, other in match(queue, order, lots)
    ]


def _seated(entry: Entry, one: str, other: str, meetings: Meetings, lots: Lots) -> Pair:
    """The pair, in which the one begins that has begun less often against the other."""
    low, high = sorted((one, other))
    lead = meetings.of(entry, low, high).lead
    return Pair(entry, *first_by_lead(lead, low, high, entry, lots))
