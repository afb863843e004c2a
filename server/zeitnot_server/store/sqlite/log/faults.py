"""Checks for `zeitnot check` whether each row of the game log is in a segment or the tail."""

import sqlite3
from collections import Counter
from collections.abc import Iterator

import msgspec

from ...sql.logs.places import decode_ids, first_of_tail

_ORPHANS = """SELECT game, count(*) FROM log_entry
WHERE game NOT IN (SELECT id FROM game) GROUP BY game"""


def faults(connection: sqlite3.Connection) -> Iterator[str]:
    """A sentence for each fault. Rows that a segment lists but the log lacks are found when their
    game is read. Raises sqlite3.DatabaseError."""
    for game, rows in connection.execute(_ORPHANS).fetchall():
        yield f"table log_entry: rows of a game {game} that does not exist: {rows}"
    count, lowest, last = connection.execute(
        "SELECT count(*), coalesce(min(id), 1), coalesce(max(id), 0) FROM log_entry"
    ).fetchone()
    if missing := last - lowest + 1 - count:
        yield f"table log_entry: rows missing between {lowest} and {last}: {missing}"
    listed = bytearray(min(first_of_tail(connection), last + 1))  # one byte for each row
    yield from _list(connection, listed)
    unlisted = Counter[str]()
    before_tail = connection.execute("SELECT id, game FROM log_entry WHERE id < ?", (len(listed),))
    for id, game in before_tail:
        if not listed[id]:
            unlisted[game] += 1
    for game, count in unlisted.items():
        yield f"table log_entry: rows of game {game} that are in no segment: {count}"


def _list(connection: sqlite3.Connection, listed: bytearray) -> Iterator[str]:
    """Marks the rows that segments list; yields a sentence for each invalid segment."""
    for game, seq, stored in connection.execute("SELECT game, seq, ids FROM log_segment"):
        try:
            ids = decode_ids(stored)
        except (msgspec.DecodeError, TypeError) as bad:
            yield f"table log_segment: the rows of game {game} from event {seq} on: {bad}"
            continue
        marked = [id for id in ids if 0 < id < len(listed)]
        if twice := [id for id in marked if listed[id]]:
            yield f"table log_segment: row {twice[0]} is listed twice, once for game {game}"
        for id in marked:
            listed[id] = 1
