"""Compares the journal with the database, which is read without server code, because that could
hide a loss."""

import contextlib
import json
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from .journal import Acknowledged
from .logs import Database, Log, opened

_ROW = "SELECT account, command_id, kind, body FROM event WHERE game = ? AND seq = ?"
_MERGED = "SELECT guest, account FROM merged_guest"


def lost_moves(
    database: Database, entries: Iterable[Acknowledged], *, merged: bool = False
) -> list[str]:
    """Describes each acknowledgement that is missing in the log or differs from it. `merged`: the
    log may name a guest, and the client the account into which it was merged, or the reverse."""
    with opened(database) as log:
        found = [(log.rows(_ROW, (entry.game, entry.seq)), entry) for entry in entries]
        accounts = dict[str, str](log.rows(_MERGED) if merged else [])
    return [fault for rows, entry in found if (fault := _missing(rows, entry, accounts))]


def lost_after_recovery(database: Path, entries: Iterable[Acknowledged]) -> list[str]:
    """Like `lost_moves`, for files after a power failure, which SQLite recovers first."""
    if not database.exists():
        return ["the database is gone"]
    try:
        with contextlib.closing(sqlite3.connect(database)) as connection:
            connection.execute("SELECT count(*) FROM log").fetchone()
    except sqlite3.DatabaseError as error:
        return [f"the database cannot be opened: {error}"]
    return lost_moves(database, entries)


def damages(database: Database) -> list[str]:
    """Damage that the database itself finds, and gaps in the event numbers."""
    with opened(database) as log:
        gaps = log.rows(
            "SELECT game, count(*), max(seq) FROM event GROUP BY game HAVING count(*) <> max(seq)"
        )
        return log.damages() + [f"{game}: numbers are missing" for game, *_ in gaps]


def contradicted_games(
    database: Database, received_moves: Mapping[str, Sequence[str]]
) -> list[str]:
    """Games in which a client received other moves than the log has."""
    with opened(database) as log:
        return [
            f"{game}: the log has other moves than were sent"
            for game, moves in received_moves.items()
            if _moves(log, game)[: len(moves)] != list(moves)
        ]


def _missing(
    rows: Sequence[Sequence[Any]], entry: Acknowledged, accounts: Mapping[str, str]
) -> str | None:
    name = f"{entry.game} {entry.command} (event {entry.seq})"
    if not rows:
        return f"{name} is lost"
    account, command, kind, body = rows[0]
    expected = accounts.get(entry.account, entry.account)
    if (accounts.get(account, account), command) != (expected, entry.command):
        return f"{name}: the log has {command} there"
    event = json.loads(body)
    if entry.move is not None and (kind, event["move"], event["ply"]) != (
        "moved",
        entry.move,
        entry.ply,
    ):
        return f"{name}: the log has {event}"
    return None


def _moves(log: Log, game: str) -> list[str]:
    query = "SELECT body FROM event WHERE game = ? AND kind = 'moved' ORDER BY seq"
    return [json.loads(body)["move"] for (body,) in log.rows(query, (game,))]
