"""Short questions about games, by key or index."""

import json
from collections.abc import Collection

from ..base import dialect
from ..base.connection import Connection


def made_by(connection: Connection, account: str, without: Collection[str] = ()) -> tuple[int, int]:
    """How many games made by this account have not ended, and how many of these are listed and have
    not begun, not counting the ids in `without`. The condition on `state` is that of the partial
    index."""
    ids = dialect.of(connection).texts_of.format("?")
    others = f" AND id NOT IN (SELECT value FROM {ids})" if without else ""
    unfinished, open_listed = connection.execute(
        "SELECT count(*), count(*) FILTER (WHERE state = 'open' AND listed) FROM game"
        f" WHERE maker = ? AND state != 'finished'{others}",
        (account, json.dumps(list(without))) if without else (account,),
    ).fetchone()
    return unfinished, open_listed


def has_ended(connection: Connection, game: str) -> bool:
    """Whether there is such a game and it has ended."""
    query = "SELECT 1 FROM game WHERE id = ? AND state = 'finished'"
    return connection.execute(query, (game,)).fetchone() is not None
