"""Codes with which people may keep names, in SQL."""

import secrets

from ...audit import AuditActor
from ...errors import WrongCode
from ...tokens import JoinCode, code_digest, new_code
from ..base.connection import Connection
from . import audit

MAX_LISTED = 1000
WRONG = "To keep a name here you need a code, and this is none that is valid."

_CODE = f"SELECT {', '.join(JoinCode._fields)} FROM join_code"


def make(
    connection: Connection,
    by: AuditActor,
    note: str | None,
    max_uses: int | None,
    expires_at: int | None,
    now: int,
) -> tuple[JoinCode, str]:
    """Makes a code for joining; returns it with its only copy."""
    code, id = new_code(), secrets.token_hex(4)
    connection.execute(
        "INSERT INTO join_code (id, hash, note, made_at, expires_at, max_uses)"
        " VALUES (?, ?, ?, ?, ?, ?)",
        (id, code_digest(code), note, now, expires_at, max_uses),
    )
    audit.add(connection, by, "join_code_made", f"join code {id}", now, note)
    return JoinCode(id, note, now, expires_at, 0, max_uses, None), code


def listed(connection: Connection, now: int, *, ended: bool) -> list[JoinCode]:
    """The codes for joining that are valid, or the newest MAX_LISTED of all; the newest
    first."""
    rows = connection.execute(f"{_CODE} ORDER BY made_at DESC, id LIMIT {MAX_LISTED}")
    return [code for code in (JoinCode(*row) for row in rows) if ended or code.is_valid(now)]


def end(connection: Connection, by: AuditActor, id: str, now: int) -> bool:
    """Ends a code for joining. False: there is none with this id that has not been ended."""
    query = "UPDATE join_code SET ended_at = ? WHERE id = ? AND ended_at IS NULL"
    is_ended = connection.execute(query, (now, id)).rowcount == 1
    if is_ended:
        audit.add(connection, by, "join_code_ended", f"join code {id}", now)
    return is_ended


def use(connection: Connection, code: str, now: int) -> None:
    """Uses a code for joining once. Raises WrongCode."""
    used = connection.execute(
        "UPDATE join_code SET uses = uses + 1 WHERE hash = ? AND ended_at IS NULL"
        " AND (expires_at IS NULL OR expires_at > ?) AND (max_uses IS NULL OR uses < max_uses)",
        (code_digest(code), now),
    )
    if used.rowcount != 1:
        raise WrongCode(WRONG)
