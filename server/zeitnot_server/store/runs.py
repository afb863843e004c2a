"""Runs of the server: a number each, and how long each is known to have lived."""

import sqlite3
from dataclasses import dataclass

from .alive import Beat, Mark
from .tables import newest

_LAST_ROWS = 1000  # more than one transaction can hold: the newest times are among them


@dataclass(frozen=True, slots=True)
class Run:
    """A run that has begun. `previous`: the one before it, None on a new database.

    `crashed_in`: the room whose rules were at work when the previous run broke off.
    """

    number: int
    previous: int | None
    crashed_in: str | None = None


def begin(connection: sqlite3.Connection, last: Beat | None, mark: Mark | None, now: int) -> Run:
    """Settles the account of the previous run and opens the next. `now`: Unix milliseconds."""
    previous: int | None = connection.execute("SELECT max(number) FROM run").fetchone()[0]
    crashed_in = crashed_ply = None
    if previous is not None:
        if mark and mark.run == previous:
            crashed_in, crashed_ply = mark.room, mark.ply
        beaten = last.ms if last and last.run == previous else 0
        alive = max(_last_event_ms(connection, previous), beaten)
        connection.execute(
            "UPDATE run SET alive_ms = max(alive_ms, ?), crashed_in = ?, crashed_ply = ?"
            " WHERE number = ?",
            (alive, crashed_in, crashed_ply, previous),
        )
    number = (previous or 0) + 1
    connection.execute(
        "INSERT INTO run (number, started_at, alive_ms) VALUES (?, ?, 0)", (number, now)
    )
    return Run(number, previous, crashed_in)


def keep_alive(connection: sqlite3.Connection, run: int, ms: int) -> None:
    """The sign of life that survives a power failure too; every few seconds is enough."""
    connection.execute("UPDATE run SET alive_ms = max(alive_ms, ?) WHERE number = ?", (ms, run))


def last_alive_ms(connection: sqlite3.Connection, run: int) -> int:
    """How far a past run's clock is known to have come; 0 for a run unknown."""
    found = connection.execute("SELECT alive_ms FROM run WHERE number = ?", (run,)).fetchone()
    return int(found[0]) if found else 0


def crashes_in(connection: sqlite3.Connection, game: str) -> int:
    """How many runs broke off while the rules were at work on this room as it now stands.

    A room that has moved on since was not to blame, or is over it.
    """
    (count,) = connection.execute(
        "SELECT count(*) FROM run JOIN game ON game.id = run.crashed_in"
        f" WHERE run.crashed_in = ? AND run.crashed_ply = {newest('plies')}",
        (game,),
    ).fetchone()
    return int(count)


def _last_event_ms(connection: sqlite3.Connection, run: int) -> int:
    found = connection.execute(
        "SELECT max(at_ms) FROM (SELECT run, at_ms FROM event ORDER BY rowid DESC LIMIT ?)"
        " WHERE run = ?",
        (_LAST_ROWS, run),
    ).fetchone()[0]
    return int(found or 0)
