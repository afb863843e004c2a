"""Makes thousands of games in a database quickly: copies a played game by SQL."""

import sqlite3
from pathlib import Path

_COLUMNS = "SELECT group_concat(name) FROM pragma_table_info(?) WHERE name <> ?"
_NUMBERS = "WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < :count)"


def copy_game(database: Path, game: str, count: int) -> None:
    """Copies a game with its seats and events `count` times, as `game` + `x` + a number. No server
    may have the database open."""
    connection = sqlite3.connect(database)
    with connection:
        for table, key in (("game", "id"), ("seat", "game"), ("event", "game")):
            (columns,) = connection.execute(_COLUMNS, (table, key)).fetchone()
            new = f"'{game}x' || n"
            named = f"replace(body, '\"{game}\"', '\"' || {new} || '\"')"
            values = columns.replace("body", named)
            connection.execute(
                f"{_NUMBERS} INSERT INTO {table} ({key}, {columns})"
                f" SELECT {new}, {values} FROM {table}, n WHERE {table}.{key} = :game",
                {"count": count, "game": game},
            )
    connection.close()
