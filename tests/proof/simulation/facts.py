"""What the judge notes down, and how exact it demands a clock to be."""

from dataclasses import dataclass

import zeitnot_protocol as p

MOST_LAG_MS = 400  # what the slowest line of the simulation is owed
READ_MS = 50  # reading the log's tail takes no longer
KILL_MS = 100  # how wrong a clock may be after a kill
STALL_MS = 12  # what a stop of the process may leave: the time between two samples
ROUNDED_MS = 2  # a stamp and how long its frame had lain are whole milliseconds


class Broken(AssertionError):
    """An invariant does not hold; the message says which."""


@dataclass
class Arrival:
    """A move's frame at the server: real time and the stamp it got."""

    account: str
    command: p.Move
    run: int
    seconds: float
    stamp: int
    void: bool = False


@dataclass
class Turn:
    """The running turn. `begun`: when its entry's commit was durable, later when it returned."""

    run: int
    row_ms: int
    begun: float
    begun_ms: int
    used: int = 0
    slack: int = 0
    stalled: int = 0
