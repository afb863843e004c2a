"""Compares journal and database by sqlite3 alone, so that no server code can hide a loss."""

import contextlib
import json
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from .journal import Acknowledged

_ROW = "SELECT account, command_id, kind, body FROM event WHERE game = ? AND seq = ?"


def lost_moves(database: Path, entries: Iterable[Acknowledged]) -> list[str]:
    """The acknowledgements that are missing in the log or differ from it, in plain words."""
    with contextlib.closing(_open(database)) as connection:
        return [fault for entry in entries if (fault := _missing(connection, entry))]


def lost_after_recovery(database: Path, entries: Iterable[Acknowledged]) -> list[str]:
    """As `lost_moves`, for files after a power failure, which SQLite recovers first."""
    if not database.exists():
        return ["the database is gone"]
    try:
        with contextlib.closing(sqlite3.connect(database)) as connection:
            connection.execute("SELECT count(*) FROM event").fetchone()
    except sqlite3.DatabaseError as error:
        return [f"the database cannot be opened: {error}"]
    return lost_moves(database, entries)


def damages(database: Path) -> list[str]:
    """Damage found by SQLite's integrity check, and gaps in the numbers of events."""
    with contextlib.closing(_open(database)) as connection:
        result = [row[0] for row in connection.execute("PRAGMA integrity_check")]
        gaps = connection.execute(
            "SELECT game, count(*), max(seq) FROM event GROUP BY game HAVING count(*) <> max(seq)"
        ).fetchall()
    return [f for f in result if f != "ok"] + [f"{game}: numbers are missing" for game, *_ in gaps]


def contradicted_games(database: Path, received_moves: Mapping[str, Sequence[str]]) -> list[str]:
    """Games of which a client received other moves than the log has."""
    with contextlib.closing(_open(database)) as connection:
        return [
            f"{game}: the log has other moves than were sent"
            for game, moves in received_moves.items()
            if _moves(connection, game)[: len(moves)] != list(moves)
        ]


def _open(database: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"file:{database}?mode=ro", uri=True, timeout=20)


def _missing(connection: sqlite3.Connection, entry: Acknowledged) -> str | None:
    row = connection.execute(_ROW, (entry.game, entry.seq)).fetchone()
    name = f"{entry.game} {entry.command} (event {entry.seq})"
    if row is None:
        return f"{name} is lost"
    account, command, kind, body = row
    if (account, command) != (entry.account, entry.command):
        return f"{name}: the log has {command} there"
    event = json.loads(body)
    if entry.move is not None and (kind, event["move"], event["ply"]) != (
        "moved",
        entry.move,
        entry.ply,
    ):
        return f"{name}: the log has {event}"
    return None


def _moves(connection: sqlite3.Connection, game: str) -> list[str]:
    query = "SELECT body FROM event WHERE game = ? AND kind = 'moved' ORDER BY seq"
    return [json.loads(body)["move"] for (body,) in connection.execute(query, (game,))]
