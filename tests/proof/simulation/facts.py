"""The records that the judge keeps, and its tolerances for clocks."""

from dataclasses import dataclass
from typing import NamedTuple

import zeitnot_protocol as p
from zeitnot_server.rooms.room import LogEntry

MAX_LAG_MS = 400  # lag compensation of the slowest connection
READ_MS = 50  # longest time to read the end of the log
KILL_MS = 100  # largest error of a clock after a kill
STALL_MS = 12  # largest error after a stall: the time between two samples
STAND_IN_MS = 30_000  # the least time of a bot that takes a seat
ROUNDED_MS = 2  # a stamp and the time unread are rounded to milliseconds


class Broken(AssertionError):
    """A violated invariant."""


class Speaker(NamedTuple):
    """The user of a socket: an account (None: not signed in), and the seat, if the socket is for
    one of a bot's several seats."""

    account: str | None
    seat: int | None = None


def sent_id(entry: LogEntry) -> str:
    """The id with which the client sent an entry's command. The log prefixes it with the seat, if
    the socket is for one of a bot's several seats."""
    stored = entry.command_id or ""
    return stored.partition("/")[2] if stored.startswith("#") else stored


@dataclass
class Arrival:
    """The arrival of a move's frame at the server. `seconds`: in simulated time. `stamp`: the
    server's time of the arrival. `seat`: of its socket, if a bot has several. `void`: its commit
    failed."""

    account: str
    seat: int | None
    command: p.Move
    run: int
    seconds: float
    stamp: int
    void: bool = False


@dataclass
class Turn:
    """The running turn. `begun`: when the commit of its first entry became durable, and then when
    that commit returned, in seconds. The rest is in milliseconds. `entry_ms`: the stamp of that
    entry. `used`: the part before the last pause. `slack`: the tolerance. `stalled`: how long the
    server was stopped."""

    run: int
    entry_ms: int
    begun: float
    begun_ms: int
    used: int = 0
    slack: int = 0
    stalled: int = 0
