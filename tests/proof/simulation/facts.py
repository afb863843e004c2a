"""The judge's notes, and its tolerances for clocks."""

from dataclasses import dataclass
from typing import NamedTuple

import zeitnot_protocol as p
from zeitnot_server.rooms.room import LogEntry

MAX_LAG_MS = 400  # lag owed to the slowest connection
READ_MS = 50  # longest time to read the end of the log
KILL_MS = 100  # largest error of a clock after a kill
STALL_MS = 12  # largest error after a stall: the time between two samples
ROUNDED_MS = 2  # a stamp and the time unread are rounded to milliseconds


class Broken(AssertionError):
    """An invariant does not hold; the message says which."""


class Speaker(NamedTuple):
    """For whom a socket is: an account (None: nobody signed in), and one seat of a bot that has
    several."""

    account: str | None
    seat: int | None = None


def sent_id(entry: LogEntry) -> str:
    """The id that the command behind an entry was sent with: the log has the seat before it where a
    bot's socket is for one seat."""
    stored = entry.command_id or ""
    return stored.partition("/")[2] if stored.startswith("#") else stored


@dataclass
class Arrival:
    """A move's frame at the server: its real time in seconds and its stamp. `seat`: the one for
    which its socket is, where a bot has several."""

    account: str
    seat: int | None
    command: p.Move
    run: int
    seconds: float
    stamp: int
    void: bool = False


@dataclass
class Turn:
    """The running turn. `begun`: when its commit became durable, then when it returned, in seconds;
    `used`, `slack`, `stalled`: milliseconds."""

    run: int
    row_ms: int
    begun: float
    begun_ms: int
    used: int = 0
    slack: int = 0
    stalled: int = 0
