"""Checks whether interrupted turns were charged correctly, and how soon the games of a dead node
continued. All functions are pure, and all instants are seconds of the trial's monotonic clock.

A turn's clock stops at the fault that interrupts it or when its move arrives. If its node cannot
reach the database, nothing is written, and the clock stops at the latest when players receive the
pause. Thus the duration has bounds: it ends at the latest at the death of the node or at the end of
its lease, and at the earliest at the first fault of the node, of its connection to the database, or
of the database. A duration outside of these bounds by more than MAX_ERROR_MS is an error.
"""

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from zeitnot_server.store.postgresql.nodes.nodes import LEASE_SECONDS

from ..killtest.journal import Acknowledged
from ..killtest.turn_start import Start

MAX_ERROR_MS = 100.0
NOTICED_S = 5.0  # a fault that begins within this time after a death delays the takeover
CLOCK_DIFFERENCE_S = 0.005  # by how much the clocks of node and database may differ
START_S = 0.05  # from the commit until the turn's clock runs, without a fault
RECOVERY_S = 5.0  # after a fault, a connection needs up to this time to notice that it is broken
TIGHT_MS = 100.0  # the largest difference of tight bounds


class Death(NamedTuple):
    """A node's process was killed, or stopped for longer than its lease, between these instants."""

    node: str
    requested_s: float
    done_s: float


class Span(NamedTuple):
    """The time of a fault. `place`: a node's name, a service, or "SERVICE of NODE" for the node's
    connection to it. `blocks`: new connections fail as well."""

    begin_s: float
    end_s: float
    place: str
    blocks: bool = True


@dataclass(frozen=True, slots=True)
class Pause:
    """A `paused` event: the turn had lasted `elapsed_ms`. `start`: when its clock started.
    `sent_s`: when its move was first sent, or None. `arrived`: the move has certainly reached the
    server, because the connection stayed open for a while after that."""

    game: str
    seq: int
    reason: str
    elapsed_ms: int
    start: Start
    received_s: float
    sent_s: float | None
    arrived: bool = False

    def begun_at(self, commit_s: float) -> "Pause":
        """The same pause, given the time of the commit that started the clock."""
        earliest = max(self.start.earliest, commit_s - CLOCK_DIFFERENCE_S)
        latest = min(self.start.latest, commit_s + START_S)
        return replace(self, start=Start(earliest, max(earliest, latest)))


class Holder(NamedTuple):
    """The node that owned the room when the turn began. `lease_end_s`: when the lease of its run
    ended, or None. `paused_itself`: the same run wrote the pause, so its clock measured the
    turn."""

    node: str
    lease_end_s: float | None = None
    paused_itself: bool = False


class Bounds(NamedTuple):
    """The shortest and the longest possible duration of an interrupted turn."""

    shortest_ms: float
    longest_ms: float

    def error_ms(self, elapsed_ms: int) -> float:
        """By how much a duration is outside of the bounds."""
        return max(self.shortest_ms - elapsed_ms, elapsed_ms - self.longest_ms, 0.0)

    @property
    def are_tight(self) -> bool:
        """Whether the duration is known within TIGHT_MS."""
        return self.longest_ms - self.shortest_ms <= TIGHT_MS

    @property
    def are_long(self) -> bool:
        """Whether the turn was long enough to detect a clock that charges nothing."""
        return self.shortest_ms > MAX_ERROR_MS


class Charge(NamedTuple):
    """The duration that a pause charges, and its bounds."""

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
            f" begun at {pause.start.earliest:.3f} s, received at {pause.received_s:.3f} s)"
        )


def bounds(pause: Pause, holder: Holder, deaths: Iterable[Death], faults: Iterable[Span]) -> Bounds:
    """The bounds of the turn that a pause interrupted. `faults`: those of all nodes."""
    start, relevant = pause.start, [span for span in faults if _interrupts(span, holder)]
    latest_ends = [pause.received_s]
    if not holder.paused_itself:
        latest_ends += [death.done_s for death in deaths if death.node == holder.node]
        latest_ends += _lease_ends(holder.lease_end_s, relevant)
    if pause.sent_s is not None and pause.arrived:
        latest_ends.append(max(pause.sent_s, start.earliest))
    end_s = min(end for end in latest_ends if end >= start.earliest)
    earliest_ends = [
        span.begin_s
        for span in relevant
        if span.begin_s <= end_s and _effective_until(span, holder) >= start.earliest
    ]
    if pause.sent_s is not None:
        earliest_ends.append(pause.sent_s)
    shortest_s = max(0.0, min([*earliest_ends, end_s]) - start.latest) if earliest_ends else 0.0
    return Bounds(1000 * shortest_s, 1000 * (end_s - start.earliest))


def is_explained(pause: Pause, holder: Holder, faults: Iterable[Span]) -> bool:
    """Whether a fault may have interrupted the turn. If a fault had broken the player's connection
    before, the turn is paused at its start, at no charge, until the player returns."""
    if holder.paused_itself and pause.elapsed_ms == 0:
        return True
    return any(
        span.begin_s <= pause.received_s and span.end_s + RECOVERY_S >= pause.start.earliest
        for span in faults
        if _interrupts(span, holder)
    )


def _interrupts(span: Span, holder: Holder) -> bool:
    """Whether this fault can interrupt a turn in a room of this node."""
    return span.place in (holder.node, f"database of {holder.node}", "database")


def _lease_ends(lease_end_s: float | None, relevant: Iterable[Span]) -> list[float]:
    """The latest times when a run's clock was written: the end of its lease and, if the lease ended
    while its node could not reach the database, the beginning of that fault."""
    if lease_end_s is None:
        return []
    fault_begins = [
        span.begin_s
        for span in relevant
        if span.blocks
        and span.place.startswith("database of ")
        and span.begin_s + LEASE_SECONDS <= lease_end_s <= span.end_s
    ]
    return [lease_end_s, *fault_begins]


def _effective_until(span: Span, holder: Holder) -> float:
    """Until when a fault can affect a turn. The connections to the database recover one by one: a
    turn can begin although its node cannot yet write the clock by which other nodes measure it."""
    has_own_clock = holder.paused_itself or span.place == holder.node
    return span.end_s if has_own_clock else span.end_s + RECOVERY_S


class Takeover(NamedTuple):
    """The time until a game of a dead node continued, from the node's death or from the end of a
    later fault. `is_undisturbed`: there were no other faults."""

    seconds: float
    is_undisturbed: bool
    game: str
    begin_s: float
    end_s: float


def takeovers(
    death: Death, faults: Sequence[Span], journal: Mapping[str, Sequence[Acknowledged]]
) -> list[Takeover]:
    """The takeover of each unfinished game of a node that died, up to the next acknowledgement.
    `journal`: by game, in order."""
    begin_s = _after_other_faults(death, faults)
    found = []
    for game, acks in journal.items():
        after = bisect_right(acks, death.done_s, key=lambda ack: ack.at)
        if 0 < after < len(acks) and acks[after - 1].node == death.node:
            end_s = acks[after].at
            is_undisturbed = not any(
                span.begin_s <= end_s and span.end_s + NOTICED_S >= death.requested_s
                for span in faults
                if not _is_cause(span, death)
            )
            found.append(Takeover(max(0.0, end_s - begin_s), is_undisturbed, game, begin_s, end_s))
    return found


def _is_cause(span: Span, death: Death) -> bool:
    """Whether this fault caused the death."""
    return span.place == death.node and span.begin_s <= death.requested_s <= span.end_s


class Stages(NamedTuple):
    """The stages of a takeover, in seconds from the death. `lease_s`: the dead node's lease ended.
    `first_s`: a player reached the new node. `resumed_s`: the player to move reached it. `ack_s`: a
    move was acknowledged."""

    lease_s: float
    first_s: float
    resumed_s: float
    ack_s: float


def stages(
    takeover: Takeover, lease_ends: Iterable[float], logged: Iterable[tuple[float, str]]
) -> Stages | None:
    """The stages of a takeover; None if the game had not begun, so that there was no pause.
    `lease_ends`: of all leases of the dead node. `logged`: time and kind of each event."""
    began_s = takeover.begin_s
    ends = [end_s for end_s in lease_ends if began_s <= end_s <= takeover.end_s]
    event_times = {kind: at_s for at_s, kind in logged if began_s <= at_s <= takeover.end_s}
    if not ends or "paused" not in event_times or "resumed" not in event_times:
        return None
    instants = (min(ends), event_times["paused"], event_times["resumed"], takeover.end_s)
    return Stages(*(instant - began_s for instant in instants))


def _after_other_faults(death: Death, faults: Iterable[Span]) -> float:
    """When the other nodes could take over: at the death, or at the end of other faults that began
    before the takeover."""
    begin_s = death.done_s
    for span in sorted(faults):
        if (
            not _is_cause(span, death)
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
