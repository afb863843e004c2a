"""Whether a turn that was interrupted was charged for as long as it had lasted, and how soon the
games of a node that has died go on. Pure: all instants are monotonic seconds of the trial's.

A turn's clock stops at the fault that interrupts it, or when its move arrives, or, if nothing is
written while a node cannot reach the database, at the latest when the pause is told. So its length
has bounds: it is no longer than to the death of its node, or to the end of its lease, nor shorter
than to the first fault that can interrupt it: of its node, of that node's way to the database, or
of the database. Beyond them by more than MAX_ERROR_MS a fault is an error.
"""

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from zeitnot_server.store.postgresql.nodes.nodes import LEASE_SECONDS

from ..killtest.journal import Acknowledged
from ..killtest.turn_start import Start

MAX_ERROR_MS = 100.0
NOTICED_S = 5.0  # what begins within this time after a death delays the takeover
COMMIT_S = 0.005  # by how much the clocks of the two may differ
START_S = 0.05  # from its commit until a turn's clock runs, if nothing is amiss
AFTER_S = 5.0  # for so long after its end a connection may not know yet that it was broken
TIGHT_MS = 100.0


class Death(NamedTuple):
    """A node's process ended, or was stopped for longer than its lease, between these instants."""

    node: str
    requested_s: float
    done_s: float


class Span(NamedTuple):
    """When something was amiss, from the first instant to the last. `what`: a node's name, or else
    what lies between nodes; `blocks`: new connections do not get through either."""

    begin_s: float
    end_s: float
    what: str
    blocks: bool = True


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
        latest = min(self.start.latest, commit_s + START_S)
        return replace(self, start=Start(earliest, max(earliest, latest)))


class Holder(NamedTuple):
    """Who had the room when the turn began. `lease_end_s`: of that run, if it has ended;
    `paused_itself`: the pause is of the same run, so its clock measured the turn."""

    node: str
    lease_end_s: float | None = None
    paused_itself: bool = False


class Bounds(NamedTuple):
    """A turn was interrupted after no less and no more than this."""

    shortest_ms: float
    longest_ms: float

    def error_ms(self, elapsed_ms: int) -> float:
        """By how much a length is beyond them."""
        return max(self.shortest_ms - elapsed_ms, elapsed_ms - self.longest_ms, 0.0)

    @property
    def are_tight(self) -> bool:
        """Whether the length is known to TIGHT_MS."""
        return self.longest_ms - self.shortest_ms <= TIGHT_MS

    @property
    def are_long(self) -> bool:
        """Whether the turn was so long that a clock that charged nothing would be seen."""
        return self.shortest_ms > MAX_ERROR_MS


class Charge(NamedTuple):
    """What a pause says that the turn had cost, and what it may say."""

    pause: Pause
    holder: Holder
    bounds: Bounds

    @property
    def error_ms(self) -> float:
        return self.bounds.error_ms(self.pause.elapsed_ms)

    @property
    def is_wrong(self) -> bool:
        return self.error_ms > MAX_ERROR_MS

    def __str__(self) -> str:
        pause, (shortest_ms, longest_ms) = self.pause, self.bounds
        return (
            f"{pause.game}, event {pause.seq}: a turn on node {self.holder.node} was charged"
            f" {pause.elapsed_ms} ms, not {shortest_ms:.0f} to {longest_ms:.0f} ({pause.reason},"
            f" begun at {pause.start.earliest:.3f} s, told at {pause.received_s:.3f} s)"
        )


def bounds(
    pause: Pause, holder: Holder, deaths: Iterable[Death], troubles: Iterable[Span]
) -> Bounds:
    """Of the turn that a pause interrupted. `troubles`: all faults, of any node."""
    start, own = pause.start, [span for span in troubles if _interrupts(span, holder)]
    ends = [pause.received_s]
    if not holder.paused_itself:
        ends += [death.done_s for death in deaths if death.node == holder.node]
        ends += _lease_ends(holder.lease_end_s, own)
    if pause.sent_s is not None and pause.arrived:
        ends.append(max(pause.sent_s, start.earliest))
    end_s = min(end for end in ends if end >= start.earliest)
    firsts = [
        span.begin_s
        for span in own
        if span.begin_s <= end_s and _felt_until(span, holder) >= start.earliest
    ]
    if pause.sent_s is not None:
        firsts.append(pause.sent_s)
    shortest_s = max(0.0, min([*firsts, end_s]) - start.latest) if firsts else 0.0
    return Bounds(1000 * shortest_s, 1000 * (end_s - start.earliest))


def is_explained(pause: Pause, holder: Holder, troubles: Iterable[Span]) -> bool:
    """Whether a fault can have interrupted the turn, or have broken its player's connection before
    it began: then it is paused as it begins, at no charge, until the player is back."""
    if holder.paused_itself and pause.elapsed_ms == 0:
        return True
    return any(
        span.begin_s <= pause.received_s and span.end_s + AFTER_S >= pause.start.earliest
        for span in troubles
        if _interrupts(span, holder)
    )


def _interrupts(span: Span, holder: Holder) -> bool:
    """Whether this can interrupt a turn in a room of this node's."""
    return span.what in (holder.node, f"database of {holder.node}", "database")


def _lease_ends(lease_end_s: float | None, own: Iterable[Span]) -> list[float]:
    """When a run's clock was written last, at the latest: at the end of its lease, or, if that
    ended while its node could not reach the database, before that fault."""
    if lease_end_s is None:
        return []
    cut_s = [
        span.begin_s
        for span in own
        if span.blocks
        and span.what.startswith("database of ")
        and span.begin_s + LEASE_SECONDS <= lease_end_s <= span.end_s
    ]
    return [lease_end_s, *cut_s]


def _felt_until(span: Span, holder: Holder) -> float:
    """Until when a fault can interrupt a turn. The connections to the database recover one by one:
    a turn can begin although its node's clock, by which others measure it, cannot be written."""
    own_clock = holder.paused_itself or span.what == holder.node
    return span.end_s if own_clock else span.end_s + AFTER_S


class Takeover(NamedTuple):
    """How long until a game went on, from its node's death, or from the end of what else was amiss
    meanwhile; `alone`: nothing was. `begin_s`, `end_s`: both instants."""

    seconds: float
    alone: bool
    game: str
    begin_s: float
    end_s: float


def takeovers(
    death: Death, troubles: Sequence[Span], journal: Mapping[str, Sequence[Acknowledged]]
) -> list[Takeover]:
    """Of each game that a node had when it died, to the next acknowledgement. `journal`: by game,
    in order. Games that had ended are left out."""
    begin_s = _free_of_trouble(death, troubles)
    found = []
    for game, acks in journal.items():
        at = bisect_right(acks, death.done_s, key=lambda ack: ack.at)
        if 0 < at < len(acks) and acks[at - 1].node == death.node:
            end_s = acks[at].at
            alone = not any(
                span.begin_s <= end_s and span.end_s + NOTICED_S >= death.requested_s
                for span in troubles
                if not _is_own(span, death)
            )
            found.append(Takeover(max(0.0, end_s - begin_s), alone, game, begin_s, end_s))
    return found


def _is_own(span: Span, death: Death) -> bool:
    """Whether this is the fault that was the death."""
    return span.what == death.node and span.begin_s <= death.requested_s <= span.end_s


class Stages(NamedTuple):
    """Of a takeover, each in seconds from the death: until the dead node's lease had ended, until a
    player had come to the node that took the game, until the one to move had, and until a move was
    acknowledged."""

    lease_s: float
    first_s: float
    resumed_s: float
    ack_s: float


def stages(
    takeover: Takeover, lease_ends: Iterable[float], logged: Iterable[tuple[float, str]]
) -> Stages | None:
    """`lease_ends`: of all leases of the dead node; `logged`: the game's events, when and of what
    kind. None: the game had not begun, so that nothing was paused."""
    began_s = takeover.begin_s
    ends = [end_s for end_s in lease_ends if began_s <= end_s <= takeover.end_s]
    at = {kind: at_s for at_s, kind in logged if began_s <= at_s <= takeover.end_s}
    if not ends or "paused" not in at or "resumed" not in at:
        return None
    marks = (min(ends), at["paused"], at["resumed"], takeover.end_s)
    return Stages(*(mark - began_s for mark in marks))


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
