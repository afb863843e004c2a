"""Fault reports of bots, in SQL. The oldest of a bot is dropped when it has too many."""

import zeitnot_protocol as p

from ....bot_pages.page_store import MAX_FAULTS
from ..base import dialect
from ..base.connection import Connection

_NAMES = ("game", "ply", "kind", "position", "detail", "command", "version")
_COLUMNS = ", ".join(_NAMES)
FAULTS = (
    f"SELECT fault.at, game.game_type, {', '.join(f'fault.{name}' for name in _NAMES)}"
    " FROM fault JOIN game ON game.id = fault.game WHERE account = ? ORDER BY fault.id DESC"
)


def add(connection: Connection, account: str, fault: p.NewFault, at: int) -> bool:
    """See `page_store.BotPages.add_fault`."""
    query = "SELECT 1 FROM seat WHERE game = ? AND ? IN (account, stand_in)"
    if connection.execute(query, (fault.game, account)).fetchone() is None:
        return False
    dialect.lock(connection, "fault")
    query = "SELECT coalesce(max(id), 0) FROM fault WHERE account = ?"
    (last,) = connection.execute(query, (account,)).fetchone()
    values = [getattr(fault, name) for name in _NAMES]
    connection.execute(
        f"INSERT INTO fault (account, id, at, {_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (account, last + 1, at, *values),
    )
    oldest = last + 1 - MAX_FAULTS
    connection.execute("DELETE FROM fault WHERE account = ? AND id <= ?", (account, oldest))
    return True


def faults(connection: Connection, account: str) -> list[p.Fault]:
    """See `page_store.BotPages`."""
    names = ("at", "game_type", *_NAMES)
    rows = connection.execute(FAULTS, (account,))
    return [p.Fault(**dict(zip(names, row, strict=True))) for row in rows]
