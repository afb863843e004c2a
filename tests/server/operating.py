"""The operator's changes, made as `zeitnot admin` makes them: over a second database connection
while the server runs."""

import contextlib
import sqlite3
from collections.abc import Callable
from typing import TypeVar

from zeitnot_server.store import AuditActor, Sanction
from zeitnot_server.store.sanctions import Kind
from zeitnot_server.store.sql.base.now import wall_ms
from zeitnot_server.store.sql.people import sanctions
from zeitnot_server.store.sqlite.connect import connect

from .running_server import Server

T = TypeVar("T")
OPERATOR = AuditActor("operator")


def operate(server: Server, work: Callable[[sqlite3.Connection], T]) -> T:
    """One transaction in the database of a running server."""
    with contextlib.closing(connect(server.db)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        result = work(connection)
        connection.execute("COMMIT")
    return result


def ban(
    account: str | None = None,
    network: str | None = None,
    *,
    kind: Kind = "ban",
    reason: str = "spam",
    lasts_ms: int | None = None,
) -> Callable[[sqlite3.Connection], None]:
    """The work for `operate` that bans or mutes an account or a network."""
    now_ms = wall_ms()
    until_ms = None if lasts_ms is None else now_ms + lasts_ms
    created = Sanction(kind, account, network, reason, now_ms, until_ms)
    return lambda connection: sanctions.add(connection, OPERATOR, created)


def account_of(server: Server, token: str) -> str:
    """The account that the token belongs to."""
    status, listed, _ = server.http("GET", "/api/v1/tokens", token=token)
    assert status == 200
    return next(str(row["account"]) for row in listed["tokens"] if row.get("current"))
