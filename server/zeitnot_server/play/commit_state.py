"""How a room's actor stands to the log: whether play stands still, and what has to be written
before it goes on. Pure: each change is a new value.
"""

from collections.abc import Sequence

import zeitnot_protocol as p

from ..rooms.commands import AdjournAfterCrash, Outage
from ..rooms.room import LogEntry, Phase, Room
from ..rooms.value import Value, replace

Interruption = Outage | AdjournAfterCrash
"""What is written about a turn during which the server, or its disk, was away."""


class CommitState(Value, frozen=True):
    """`halted`: nothing can be written. `due`: the interruption to write first; `inherited`: it is
    of an earlier run, so this run's clock says nothing of its length. `unknown`: only the log can
    tell whether the last commit happened; the rooms that it was to make. `announced`: the viewers
    know that play stands still.
    """

    due: Interruption | None = None
    inherited: bool = False
    halted: bool = False
    unknown: tuple[Room, ...] | None = None
    announced: bool = False

    @staticmethod
    def loaded(due: Interruption | None) -> "CommitState":
        """Of a room that comes from the log."""
        return CommitState(due=due, inherited=due is not None)

    def stopped(self, room: Room, at_ms: int) -> "CommitState":
        """Play stands still as of `at_ms` (the adjusted clock's), and the time until it goes on is
        nobody's. A turn that was interrupted already has lasted no longer."""
        since, due = room.clock.since_ms, self.due
        ticking = room.phase is Phase.RUNNING and since is not None and not room.by_utc
        if ticking and not self.inherited:
            lasted = max(0, at_ms - (since or 0))
            due = Outage(min(lasted, due.elapsed_ms) if due else lasted)
        return replace(self, due=due, halted=True)

    def failed(self, created: tuple[Room, ...]) -> "CommitState":
        """The outcome of a commit is not known."""
        return replace(self, unknown=created)

    def reread(self) -> "CommitState":
        """The log has been read: nothing is unknown."""
        return replace(self, unknown=None, halted=False)

    def trying(self) -> "CommitState":
        """Play is to go on; a commit will show whether it can."""
        return replace(self, halted=False)

    def committed(self) -> "CommitState":
        """Something has been written, and the disk with it."""
        return CommitState(unknown=self.unknown)

    def playing(self) -> "CommitState":
        """Nothing is left to write first."""
        return replace(self, due=None)


def after_commit(room: Room, entries: Sequence[LogEntry], now_ms: int) -> Room:
    """The room once these entries are on disk, at `now_ms`. A clock that they start has run from
    then on: the commit was nobody's time."""
    starting = p.Started | p.Threw | p.Moved | p.TakenBack | p.Resumed
    if room.by_utc or not any(isinstance(entry.event, starting) for entry in entries):
        return room
    return replace(room, clock=room.clock.started_at(now_ms))
