"""Runs of the server: a number each, and how long each is known to have lived.

Two signs of life: a quick one, every few milliseconds, that need only outlive the process
(`SignOfLife`), and a durable one every few seconds.
"""

from dataclasses import dataclass, field
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Run:
    """A run that has begun. `previous`: the one before it, None on a new database.

    `crashed_in`: the room whose rules were at work when the previous run broke off.
    """

    number: int
    previous: int | None
    crashed_in: str | None = None
    key: str = field(default="", compare=False)


class Runs(Protocol):
    """A write is durable when its await returns; each raises WriteFailed or ReadFailed."""

    async def begin(self) -> Run:
        """Opens this run and settles how long the previous one lived; names are compared by today's
        table of look-alikes from now on."""

    async def keep_alive(self, run: int, ms: int) -> None:
        """The durable sign of life; a run never becomes younger by it."""

    async def last_alive_ms(self, run: int) -> int:
        """How far a past run's clock is known to have come; 0 for a run unknown."""


class SignOfLife(Protocol):
    """How far the server's clock had come when it died, and what it was doing: each costs
    microseconds, and what it leaves outlives the process."""

    def beat(self, run: int, ms: int) -> None:
        """A sign of life."""

    def mark(self, run: int, room: str, ply: int) -> None:
        """The rules of this room are about to work. `room`: 32 characters of ASCII at most."""

    def unmark(self) -> None:
        """They have come back."""


class AtWork:
    """Marks a room for as long as its rules are at work. A class, for there are three of them a
    move, and a generator costs several times as much."""

    __slots__ = ("_alive", "_ply", "_room", "_run")

    def __init__(self, alive: SignOfLife, run: int, room: str, ply: int) -> None:
        self._alive, self._run, self._room, self._ply = alive, run, room, ply

    def __enter__(self) -> None:
        self._alive.mark(self._run, self._room, self._ply)

    def __exit__(self, *_: object) -> None:
        self._alive.unmark()
