"""What `zeitnot admin` writes, written as it does it: by another connection, beside the server."""

import contextlib
import sqlite3
from collections.abc import Callable
from typing import TypeVar

from zeitnot_server.store import By, Sanction
from zeitnot_server.store.sanctions import Kind
from zeitnot_server.store.sqlite import sanctions
from zeitnot_server.store.sqlite.connect import connect
from zeitnot_server.store.sqlite.now import wall_ms

from .running_server import Server

T = TypeVar("T")
OPERATOR = By("operator")


def operate(server: Server, work: Callable[[sqlite3.Connection], T]) -> T:
    """One transaction in the database of a running server."""
    with contextlib.closing(connect(server.db)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        done = work(connection)
        connection.execute("COMMIT")
    return done


def ban(
    account: str | None = None,
    network: str | None = None,
    *,
    kind: Kind = "ban",
    reason: str = "spam",
    lasts_ms: int | None = None,
) -> Callable[[sqlite3.Connection], None]:
    """Bans or mutes."""
    now = wall_ms()
    until = None if lasts_ms is None else now + lasts_ms
    created = Sanction(kind, account, network, reason, now, until)
    return lambda connection: sanctions.add(connection, OPERATOR, created)


def account_of(server: Server, token: str) -> str:
    """Whose token this is."""
    status, own, _ = server.http("GET", "/api/v1/tokens", token=token)
    assert status == 200
    return next(str(one["account"]) for one in own["tokens"] if one.get("current"))
