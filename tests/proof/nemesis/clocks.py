"""Whether a turn that was interrupted was charged for as long as it had lasted, and how soon the
games of a node that has died go on. Pure: all instants are monotonic seconds of the trial's.

A turn's clock stops at the fault that interrupts it, or when its move arrives, or, if nothing is
written while a node cannot reach the database, at the latest when the pause is told. So its length
has bounds: it is no longer than to the death of its node, nor shorter than to the first fault in
it. Beyond them by more than MAX_ERROR_MS a fault is an error.
"""

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from ..killtest.journal import Acknowledged
from ..killtest.turn_start import Start

MAX_ERROR_MS = 100.0
NOTICED_S = 5.0  # what begins within this time after a death delays the takeover
COMMIT_S = 0.005  # by how much the clocks of the two may differ
AFTER_S = 5.0  # for so long after its end a fault may still come to light


class Death(NamedTuple):
    """A node's process ended, or was stopped for longer than its lease, between these instants."""

    node: str
    requested_s: float
    done_s: float


class Span(NamedTuple):
    """When something was amiss, from the first instant to the last. `what`: a node's name, or else
    what lies between nodes."""

    begin_s: float
    end_s: float
    what: str


@dataclass(frozen=True, slots=True)
class Pause:
    """A `paused` event: the turn had lasted `elapsed_ms`. `start`: when its clock was started;
    `sent_s`: when its move was sent first, if it was; `arrived`: the connection was open for a
    while afterwards."""

    game: str
    seq: int
    reason: str
    elapsed_ms: int
    start: Start
    received_s: float
    sent_s: float | None
    arrived: bool = False

    def begun_at(self, commit_s: float) -> "Pause":
        """The same, where the commit that started the clock is known."""
        earliest = max(self.start.earliest, commit_s - COMMIT_S)
        return replace(self, start=Start(earliest, max(earliest, self.start.latest)))


def error_ms(
    pause: Pause, node: str | None, deaths: Sequence[Death], troubles: Iterable[Span]
) -> float:
    """By how much the length in a pause is beyond its bounds. `node`: who had the room;
    `troubles`: all faults, of any node."""
    end_s = min(
        (
            death.done_s
            for death in deaths
            if death.node == node and pause.start.earliest <= death.done_s <= pause.received_s
        ),
        default=pause.received_s,
    )
    if pause.sent_s is not None and pause.arrived:
        end_s = min(end_s, pause.sent_s)
    first_s = min(
        (
            max(span.begin_s, pause.start.latest)
            for span in troubles
            if span.end_s + AFTER_S >= pause.start.earliest and span.begin_s <= pause.received_s
        ),
        default=pause.start.latest,
    )
    if pause.sent_s is not None:
        first_s = min(first_s, pause.sent_s)
    longest_ms = 1000 * (end_s - pause.start.earliest)
    shortest_ms = 1000 * (min(first_s, end_s) - min(pause.start.latest, end_s))
    return max(shortest_ms - pause.elapsed_ms, pause.elapsed_ms - longest_ms, 0.0)


class Takeover(NamedTuple):
    """How long until a game went on, from its node's death, or from the end of what else was amiss
    meanwhile; `alone`: nothing was."""

    seconds: float
    alone: bool


def takeovers(
    death: Death, troubles: Sequence[Span], journal: Mapping[str, Sequence[Acknowledged]]
) -> list[Takeover]:
    """Of each game that a node had when it died, to the next acknowledgement. `journal`: by game,
    in order. Games that had ended are left out."""
    begin_s = _free_of_trouble(death, troubles)
    found = []
    for acks in journal.values():
        at = bisect_right(acks, death.done_s, key=lambda ack: ack.at)
        if 0 < at < len(acks) and acks[at - 1].node == death.node:
            end_s = acks[at].at
            alone = not any(
                span.begin_s <= end_s and span.end_s + NOTICED_S >= death.requested_s
                for span in troubles
                if not _is_own(span, death)
            )
            found.append(Takeover(max(0.0, end_s - begin_s), alone))
    return found


def _is_own(span: Span, death: Death) -> bool:
    """Whether this is the fault that was the death."""
    return span.what == death.node and span.begin_s <= death.requested_s <= span.end_s


def lease_end_s(death: Death, troubles: Iterable[Span], leases: Iterable[Span]) -> float | None:
    """How long until a dead node's lease had ended, counted likewise; None: it had none."""
    for lease in leases:
        if lease.what == death.node and lease.begin_s <= death.requested_s <= lease.end_s:
            return max(0.0, lease.end_s - _free_of_trouble(death, troubles))
    return None


def _free_of_trouble(death: Death, troubles: Iterable[Span]) -> float:
    """When the others could have taken over: at the death, or at the end of other faults that began
    before they had."""
    begin_s = death.done_s
    for span in sorted(troubles):
        if (
            not _is_own(span, death)
            and span.begin_s <= begin_s + NOTICED_S
            and span.end_s > begin_s
        ):
            begin_s = span.end_s
    return begin_s


def by_game(journal: Iterable[Acknowledged]) -> dict[str, list[Acknowledged]]:
    """The acknowledgements of each game."""
    games: dict[str, list[Acknowledged]] = {}
    for ack in journal:
        games.setdefault(ack.game, []).append(ack)
    return games
