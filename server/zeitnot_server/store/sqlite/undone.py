"""Counts the rows of the audit log that restoring a copy undoes."""

import sqlite3

from ..audit import OPERATOR, AuditDifference

ENDED = ("token_revoked", "token_rotated", "logged_out")
"""Actions of an account that make a secret invalid."""


def undone(connection: sqlite3.Connection, other: str) -> AuditDifference:
    """Compares with the audit log of the database `other` (a URI) row by row: after a restore, a
    number may have been used twice. Raises sqlite3.Error."""
    connection.execute("ATTACH ? AS other", (other,))
    marks = ", ".join("?" * len(ENDED))
    rows = (
        "SELECT id, at, actor, act, subject FROM main.audit"
        " EXCEPT SELECT id, at, actor, act, subject FROM other.audit"
    )
    query = (
        "SELECT count(*) FILTER (WHERE actor = ? AND act != 'pruned'),"
        f" count(*) FILTER (WHERE actor != ? AND act IN ({marks})) FROM ({rows})"
    )
    row = connection.execute(query, (OPERATOR, OPERATOR, *ENDED)).fetchone()
    return AuditDifference(*row)
