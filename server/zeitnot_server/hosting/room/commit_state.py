"""Whether a room's play is halted because nothing can be stored, and what has to be written before
play continues. Pure: each change is a new value.
"""

from collections.abc import Sequence

import zeitnot_protocol as p

from ...rooms.commands import AdjournAfterCrash, Outage
from ...rooms.room import LogEntry, Phase, Room
from ...rooms.value import Value, replace

LATE_MS = 50  # a commit that takes longer is noted: the turn after it began later
Interruption = Outage | AdjournAfterCrash
"""The command that records a turn during which the server was down, or its disk unwritable."""
_TURN_STARTING_EVENTS = (p.Started, p.Threw, p.Moved, p.TakenBack, p.Resumed)


class CommitState(Value, frozen=True):
    """Whether play is halted, and what has to be written before it continues. `halted`: nothing can
    be stored, so play is suspended. `interruption`: what has to be written before anything else;
    `inherited`: it happened in an earlier run, so this run's clock cannot measure it.
    `unresolved_commit`: None if the outcome of the last commit is known; otherwise the rooms that
    it was to create. `announced`: the viewers have been sent that play is halted."""

    interruption: Interruption | None = None
    inherited: bool = False
    halted: bool = False
    unresolved_commit: tuple[Room, ...] | None = None
    announced: bool = False

    @staticmethod
    def loaded(interruption: Interruption | None) -> "CommitState":
        """The state of a room that has just been loaded."""
        return CommitState(interruption=interruption, inherited=interruption is not None)

    def halt(self, room: Room, at_ms: int) -> "CommitState":
        """The state after play was halted at `at_ms` (adjusted clock). The time until it continues
        is not charged to any player. A turn that was already interrupted keeps the length that it
        had then."""
        since, interruption = room.clock.since_ms, self.interruption
        is_ticking = room.phase is Phase.RUNNING and since is not None and not room.clock.uses_utc
        if is_ticking and not self.inherited:
            elapsed_ms = max(0, at_ms - (since or 0))
            if interruption:
                elapsed_ms = min(elapsed_ms, interruption.elapsed_ms)
            interruption = Outage(elapsed_ms)
        return replace(self, interruption=interruption, halted=True)

    def with_unresolved_commit(self, created: tuple[Room, ...]) -> "CommitState":
        """The state after a commit that may or may not be on disk."""
        return replace(self, unresolved_commit=created)

    def resolved(self) -> "CommitState":
        """The state after the log has been read again: the outcome of the last commit is known."""
        return replace(self, unresolved_commit=None, halted=False)

    def retrying(self) -> "CommitState":
        """The state for an attempt to continue: the next commit shows whether it succeeds."""
        return replace(self, halted=False)

    def committed(self) -> "CommitState":
        """The state after a successful commit, which includes that of the interruption."""
        return CommitState(unresolved_commit=self.unresolved_commit)

    def resumed(self) -> "CommitState":
        """The state when play continues: no interruption has to be written any more."""
        return replace(self, interruption=None, inherited=False, announced=False)


def starts_clock(room: Room, entries: Sequence[LogEntry], mover: int | None) -> bool:
    """Whether these entries start a clock, which then runs from when they are on disk, so that the
    time of their commit is not charged. `mover`: the seat whose clock ran before them."""
    for entry in entries:
        event = entry.event
        # a seat that leaves, or gets another player, ends only its own turn
        if isinstance(event, _TURN_STARTING_EVENTS) or (
            isinstance(event, p.Withdrew | p.Vacated) and event.seat == mover
        ):
            return not room.clock.uses_utc
    return False


def late_turn_start_ms(room: Room, entries: Sequence[LogEntry], now_ms: int) -> int | None:
    """The start of the turn that these entries have begun, if it is noticeably later than their log
    says: now. None if it is not, or if the turn is paused."""
    is_late = now_ms > entries[-1].at_ms + LATE_MS
    return now_ms if is_late and room.clock.since_ms is not None else None
