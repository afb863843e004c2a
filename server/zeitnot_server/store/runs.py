"""Runs of the server: each has a number, and a time until which it is known to have been alive.

There are two heartbeats: a quick one, every few milliseconds, which only has to survive the process
(`Heartbeats`), and a durable one every few seconds.
"""

from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Run:
    """A run that has begun. `previous`: the one before it, None on a new database.

    `crashed_in`: the room whose rules were running when the previous run crashed.
    """

    number: int
    previous: int | None
    crashed_in: str | None = None
    key: str = field(default="", compare=False)


class Runs(Protocol):
    """A write is durable when its await returns; each raises WriteFailed or ReadFailed."""

    async def begin(self) -> Run:
        """Begins this run and records how long the previous one was alive; recomputes the forms in
        which names are compared, by the current table of look-alikes."""

    async def save_heartbeat(self, run: int, ms: int) -> None:
        """The durable heartbeat; it never moves a run's time back."""

    async def end(self, run: int, ms: int) -> None:
        """Ends this run, whose clock stood at `ms` when it accepted its last command. Its node
        gives up its lease, and with it all its rooms: nothing can be committed afterwards."""

    async def last_alive_ms(self, run: int) -> int:
        """The last known time of a past run's clock; 0 for an unknown run."""

    async def lasted(self, run: int, room: str, since_ms: int) -> int:
        """How long a room's turn had lasted when a past run was last alive, ms. `since_ms`: when
        the move before it came, on that run's clock."""


class Heartbeats(Protocol):
    """The server's clock and the room at work at the time of a crash: each call takes microseconds,
    and what it writes survives the process."""

    def beat(self, run: int, ms: int) -> None:
        """Writes the present time of this run's clock."""

    def storing(self, room: str, since_ms: int) -> AbstractContextManager[None]:
        """While a move of this room is being stored, which has come at this time."""

    def began(self, room: str, late_ms: int | None) -> None:
        """A turn of this room has begun, as its log says, when the move before it came; or, with
        `late_ms`, at that later time: the move had to wait until it was stored."""

    def mark(self, run: int, room: str, ply: int) -> None:
        """The rules of this room are about to run. `room`: 32 characters of ASCII at most."""

    def unmark(self) -> None:
        """The rules have returned."""
