"""Whether a room's play is halted because nothing can be stored, and what has to be written before
it goes on. Pure: each change is a new value.
"""

from collections.abc import Sequence

import zeitnot_protocol as p

from ...rooms.commands import AdjournAfterCrash, Outage
from ...rooms.room import LogEntry, Phase, Room
from ...rooms.value import Value, replace

LATE_MS = 50  # a commit that takes longer is noted: the turn after it began later
Interruption = Outage | AdjournAfterCrash
"""The command that records a turn during which the server was down, or its disk unwritable."""
_BEGIN_A_TURN = (p.Started, p.Threw, p.Moved, p.TakenBack, p.Resumed)


class CommitState(Value, frozen=True):
    """Whether play is halted, and what has to be written before it goes on. `halted`: nothing can
    be stored, so play is suspended. `interruption`: what has to be written before anything else;
    `inherited`: it happened in an earlier run, so this run's clock cannot measure it. `unknown`:
    None if the outcome of the last commit is known; otherwise the rooms that it was to create.
    `announced`: the viewers know that play is halted."""

    interruption: Interruption | None = None
    inherited: bool = False
    halted: bool = False
    unknown: tuple[Room, ...] | None = None
    announced: bool = False

    @staticmethod
    def loaded(interruption: Interruption | None) -> "CommitState":
        """The state of a room that has just been loaded."""
        return CommitState(interruption=interruption, inherited=interruption is not None)

    def halt(self, room: Room, at_ms: int) -> "CommitState":
        """The state once play is halted as of `at_ms` (adjusted clock); the time until it goes on
        is charged to nobody. A turn that was interrupted before keeps the length that it had
        then."""
        since, before = room.clock.since_ms, self.interruption
        ticking = room.phase is Phase.RUNNING and since is not None and not room.clock.by_utc
        if ticking and not self.inherited:
            lasted = max(0, at_ms - (since or 0))
            before = Outage(min(lasted, before.elapsed_ms) if before else lasted)
        return replace(self, interruption=before, halted=True)

    def failed(self, created: tuple[Room, ...]) -> "CommitState":
        """The state after a commit of which it is not known whether it is on disk."""
        return replace(self, unknown=created)

    def reread(self) -> "CommitState":
        """The state after the log has been read: nothing is unknown."""
        return replace(self, unknown=None, halted=False)

    def unhalted(self) -> "CommitState":
        """The state for an attempt to go on: the next commit shows whether it succeeds."""
        return replace(self, halted=False)

    def committed(self) -> "CommitState":
        """The state after a successful commit, that of the interruption included."""
        return CommitState(unknown=self.unknown)

    def playing(self) -> "CommitState":
        """The state when play goes on: no interruption has to be written any more."""
        return replace(self, interruption=None, inherited=False, announced=False)


def starts_a_clock(room: Room, entries: Sequence[LogEntry], mover: int | None) -> bool:
    """Whether a clock of this room runs from when these entries are on disk, so that the time of
    their commit is charged to nobody. `mover`: the seat whose clock ran before them."""
    for entry in entries:
        event = entry.event
        # A seat that leaves ends no turn but its own.
        if isinstance(event, _BEGIN_A_TURN) or (
            isinstance(event, p.Withdrew) and event.seat == mover
        ):
            return not room.clock.by_utc
    return False


def begun_late(room: Room, entries: Sequence[LogEntry], now_ms: int) -> int | None:
    """When the turn begins that these entries have started, if that is noticeably later than their
    log says: now, unless it is paused."""
    is_late = now_ms > entries[-1].at_ms + LATE_MS
    return now_ms if is_late and room.clock.since_ms is not None else None
