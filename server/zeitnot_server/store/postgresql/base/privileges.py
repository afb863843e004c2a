"""Finds the privileges that the connecting role lacks, after the database has refused something."""

from collections.abc import Sequence
from itertools import groupby
from operator import itemgetter

import asyncpg

from ...sql.base.connection import Connection

REFUSED = (asyncpg.InsufficientPrivilegeError, asyncpg.InvalidSchemaNameError)
"""asyncpg's errors for a missing privilege; the second one without USAGE on the schema."""
HELP = "See docs/how-to/postgresql.md#a-role-that-owns-nothing."
NEEDED = ("SELECT", "INSERT", "UPDATE", "DELETE")
"""On each table."""
# Without USAGE on the schema there is no current one.
_SCHEMA = """SELECT current_user, name, has_schema_privilege(name, 'USAGE'),
    has_schema_privilege(name, 'CREATE')
FROM (SELECT coalesce(current_schema(), 'public') AS name) AS current"""
_TABLES = """SELECT relname, ARRAY(
    SELECT needed FROM unnest(CAST(? AS text[])) WITH ORDINALITY AS privilege (needed, place)
    WHERE NOT has_table_privilege(pg_class.oid, needed) ORDER BY place)
FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
WHERE nspname = ? AND relkind = 'r' ORDER BY relname"""


def missing(connection: Connection) -> str | None:
    """A sentence such as `the role NAME lacks SELECT on game.`; None if the role lacks none of
    those that a server needs."""
    role, schema, can_use, can_create = connection.execute(_SCHEMA).fetchone()
    rows = connection.execute(_TABLES, (list(NEEDED), schema)).fetchall()
    if not can_use:
        lacks = f"USAGE on schema {schema}"
    elif not rows and not can_create:
        lacks = f"CREATE on schema {schema}"
    else:
        lacks = _on_tables({table: privileges for table, privileges in rows})
    return f"the role {role} lacks {lacks}." if lacks else None


def _on_tables(missing_on: dict[str, Sequence[str]]) -> str:
    """`SELECT and DELETE on all tables`, `SELECT on game, seat; DELETE on game`; empty if none is
    missing."""
    tables = {
        privilege: [table for table, lacking in missing_on.items() if privilege in lacking]
        for privilege in NEEDED
    }
    lacking = [(privilege, names) for privilege, names in tables.items() if names]
    parts = []
    for names, group in groupby(lacking, key=itemgetter(1)):
        *others, last = [privilege for privilege, _ in group]
        privileges = f"{', '.join(others)} and {last}" if others else last
        place = "all tables" if len(names) == len(missing_on) else ", ".join(names)
        parts.append(f"{privileges} on {place}")
    return "; ".join(parts)
