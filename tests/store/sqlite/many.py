"""Creates thousands of games quickly, by copying a played game with SQL."""

import sqlite3
from pathlib import Path

from zeitnot_server.store.sql.logs.places import CLOCK_KINDS, TURN_KINDS

_COLUMNS = "SELECT group_concat(name) FROM pragma_table_info(?) WHERE name NOT IN (?, 'id')"
_NUMBERS = "WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < :count)"
_SEGMENTS = f"""INSERT OR REPLACE INTO log_segment
SELECT part.game, part.seq, ids, last.plies, last.position, turn, clock, acted, moved FROM (
    SELECT game, min(seq) AS seq, max(id) AS last,
        '[' || min(id) || replace(hex(zeroblob(count(*) - 1)), '00', ',1') || ']' AS ids,
        max(id) FILTER (WHERE kind IN {TURN_KINDS}) AS turn,
        max(id) FILTER (WHERE kind IN {CLOCK_KINDS}) AS clock,
        max(id) FILTER (WHERE seat IS NOT NULL) AS acted,
        coalesce(sum(DISTINCT 1 << seat) FILTER (WHERE kind = 'moved'), 0) AS moved
    FROM log_entry WHERE id >= :first GROUP BY game
) AS part JOIN log_entry AS last ON last.id = part.last"""


def copy_game(database: Path, game: str, count: int, *, in_tail: bool = False) -> None:
    """Copies a game with its seats and events `count` times, as `game` + `x` + a number. Each copy
    has a segment of the log, unless `in_tail`. No server may have the database open."""
    connection = sqlite3.connect(database)
    with connection:
        (first,) = connection.execute("SELECT first FROM log_tail").fetchone()
        for table, key in (("game", "id"), ("seat", "game"), ("log_entry", "game")):
            source = "log" if table == "log_entry" else table
            (columns,) = connection.execute(_COLUMNS, (table, key)).fetchone()
            new = f"'{game}x' || n"
            named = f"replace(body, '\"{game}\"', '\"' || {new} || '\"')"
            values = columns.replace("body", named)
            order = " ORDER BY n, seq" if table == "log_entry" else ""
            connection.execute(
                f"{_NUMBERS} INSERT INTO {table} ({key}, {columns})"
                f" SELECT {new}, {values} FROM {source}, n WHERE {source}.{key} = :game{order}",
                {"count": count, "game": game},
            )
        if not in_tail:
            connection.execute(_SEGMENTS, {"first": first})
            connection.execute("UPDATE log_tail SET first = (SELECT max(id) + 1 FROM log_entry)")
    connection.close()
