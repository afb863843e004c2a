"""Runs of the server. Each has a number, and the last time at which it was known to be alive.

There are two heartbeats: a quick one, every few milliseconds, which only has to survive the process
(`Heartbeats`), and a durable one every few seconds.
"""

from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Run:
    """A run that has begun. `previous`: the run before it, None on a new database.

    `crashed_in`: the room whose rules were running when the previous run crashed.
    """

    number: int
    previous: int | None
    crashed_in: str | None = None
    key: str = field(default="", compare=False)


class Runs(Protocol):
    """A write is durable when its await returns; each raises WriteFailed or ReadFailed."""

    async def begin(self) -> Run:
        """Begins this run, and records how long the previous one was alive. Also recomputes the
        skeletons of names by the current table of look-alikes."""

    async def save_heartbeat(self, run: int, ms: int) -> None:
        """Writes the durable heartbeat. It never sets a run's time back."""

    async def end(self, run: int, ms: int) -> None:
        """Ends this run. `ms`: its clock when it accepted its last command. Its node gives up its
        lease and so all its rooms: nothing can be committed afterwards."""

    async def last_alive_ms(self, run: int) -> int:
        """The last known time of a past run's clock; 0 for an unknown run."""

    async def lasted(self, run: int, room: str, since_ms: int) -> int:
        """How long (ms) a room's turn had lasted when a past run was last alive. `since_ms`: when
        the move before it arrived, on that run's clock."""


class Heartbeats(Protocol):
    """The server's clock and the room whose rules are running, for the case of a crash. Each call
    takes microseconds, and its writes survive the process."""

    def beat(self, run: int, ms: int) -> None:
        """Writes the current time of this run's clock."""

    def storing(self, room: str, since_ms: int) -> AbstractContextManager[None]:
        """A context in which a move of this room, which arrived at `since_ms`, is stored."""

    def began(self, room: str, late_ms: int | None) -> None:
        """Notes that a turn of this room has begun: when the previous move arrived, as the log
        says, or, if that move had to wait until it was stored, later, at `late_ms`."""

    def mark(self, run: int, room: str, ply: int) -> None:
        """Marks a room whose rules are about to run. `room`: at most 32 ASCII characters."""

    def unmark(self) -> None:
        """Clears the mark: the rules have returned."""
