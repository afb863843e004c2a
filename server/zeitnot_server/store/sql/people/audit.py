"""The audit log in SQL; see `store.audit`."""

from ....rooms.room import Phase
from ...audit import AuditActor, AuditEntry, Termination
from ..base import dialect
from ..base.connection import Connection

PRUNED_AT_ONCE = 1000  # rows
RECENT_ROWS = 10_000

_COLUMNS = ", ".join(AuditEntry._fields)
_ADD = (
    f"INSERT INTO audit ({_COLUMNS}) SELECT coalesce(max(id), 0) + 1,"
    " CAST(? AS bigint), ?, ?, ?, ?, ? FROM audit"
)
# The newest row is never deleted, because its id must not be reused.
_PRUNE = (
    "DELETE FROM audit WHERE id IN"
    " (SELECT id FROM audit WHERE at < ? AND id < (SELECT max(id) FROM audit) LIMIT ?)"
)
_RENAMED = (
    "SELECT account.id, account.name"
    " FROM (SELECT act, subject FROM audit ORDER BY id DESC LIMIT ?) AS done"
    " JOIN account ON account.id = substr(done.subject, 9)"
    " WHERE done.act = 'renamed' AND done.subject LIKE 'account %'"
)
_PENDING_TERMINATIONS = (
    f"SELECT {', '.join(f'done.{name}' for name in AuditEntry._fields)}"
    f" FROM (SELECT {_COLUMNS} FROM audit ORDER BY id DESC LIMIT ?) AS done"
    " JOIN game ON game.id = substr(done.subject, 6)"
    " WHERE done.act IN ('game_ended', 'game_adjudicated') AND game.state <> ? ORDER BY done.id"
)
_NEXT = "SELECT id, at FROM audit WHERE id > ? ORDER BY id LIMIT ?"


def add(
    connection: Connection,
    by: AuditActor,
    act: str,
    subject: str,
    now: int,
    reason: str | None = None,
) -> None:
    """Adds a row for an action in this transaction."""
    dialect.lock(connection, "audit")
    connection.execute(_ADD, (now, by.actor, act, subject, by.address, reason))


def game_ended(
    connection: Connection, by: AuditActor, game: str, now: int, end: Termination
) -> None:
    """Adds a row that says how a game is to end; a running server then ends it."""
    add(connection, by, end.act, f"game {game}", now, end.text)


def newest(connection: Connection) -> int:
    """The number of the last row."""
    (newest_id,) = connection.execute("SELECT coalesce(max(id), 0) FROM audit").fetchone()
    return int(newest_id)


def since(connection: Connection, number: int) -> list[AuditEntry]:
    """The rows after this number, in order."""
    query = f"SELECT {_COLUMNS} FROM audit WHERE id > ? ORDER BY id"
    return [AuditEntry(*row) for row in connection.execute(query, (number,))]


def recently_renamed(connection: Connection) -> dict[str, str]:
    """The names of the accounts that were renamed within the last RECENT_ROWS rows, by account: the
    logs of their games may not have been rewritten yet."""
    return dict(connection.execute(_RENAMED, (RECENT_ROWS,)))


def pending_terminations(connection: Connection) -> list[AuditEntry]:
    """The terminations among the last RECENT_ROWS rows whose games have not ended."""
    parameters = (RECENT_ROWS, Phase.FINISHED.value)
    return [AuditEntry(*row) for row in connection.execute(_PENDING_TERMINATIONS, parameters)]


def show(
    connection: Connection, subject: str | None, act: str | None, limit: int
) -> list[AuditEntry]:
    """The newest rows first; of one account (as subject or actor), of one act, or all."""
    query = (
        f"SELECT {_COLUMNS} FROM audit WHERE (CAST(:subject AS text) IS NULL"
        " OR subject IN ('account ' || :subject, 'sign-in ' || :subject) OR actor = :subject)"
        " AND (CAST(:act AS text) IS NULL OR act = :act) ORDER BY id DESC LIMIT :limit"
    )
    parameters = {"subject": subject, "act": act, "limit": limit}
    return [AuditEntry(*row) for row in connection.execute(query, parameters)]


def prune(connection: Connection, before_ms: int) -> int:
    """Deletes at most PRUNED_AT_ONCE rows older than that instant (Unix ms); returns how many."""
    return connection.execute(_PRUNE, (before_ms, PRUNED_AT_ONCE)).rowcount


def prune_next(
    connection: Connection, after: int, before_ms: int, now_ms: int
) -> tuple[int, int | None]:
    """Deletes old rows among the PRUNED_AT_ONCE rows after this number: the cost does not grow with
    the log. Returns how many were deleted, and the id after which to continue; None: all further
    rows are newer. Rows with times in the future, from a wrong clock, say nothing about further
    rows.
    """
    rows = connection.execute(_NEXT, (after, PRUNED_AT_ONCE)).fetchall()
    last = newest(connection)
    old = [(id,) for id, at in rows if at < before_ms and id != last]
    connection.executemany("DELETE FROM audit WHERE id = ?", old)
    continues = len(rows) == PRUNED_AT_ONCE and (old or any(at > now_ms for _, at in rows))
    return len(old), rows[-1][0] if continues else None
