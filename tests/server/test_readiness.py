"""The answers of a server that is not ready, to a balancer and to all other clients."""

import asyncio

import pytest

from zeitnot_server.store import ReadFailed, ReadOnly
from zeitnot_server.web.readiness import (
    CLOSE,
    KEEP,
    KEEP_SECONDS,
    QUICK_SECONDS,
    READY_SECONDS,
    Readiness,
)


class Database:
    """A database whose answers the test sets."""

    def __init__(self) -> None:
        self.error: Exception | None = None
        self.hangs = False
        self.damage: str | None = None
        self.now_s = 100.0
        self.readiness = Readiness(self._ping, lambda: self.damage, lambda: self.now_s)

    async def _ping(self) -> None:
        if self.hangs:
            await asyncio.Event().wait()
        if self.error is not None:
            raise self.error


@pytest.fixture
def database() -> Database:
    return Database()


async def test_reasons(database: Database) -> None:
    assert await database.readiness.check() is None
    database.error = ReadOnly("the disk is full")
    assert await database.readiness.check() == ("read-only", "the disk is full")
    database.error = ReadFailed("no connection")
    assert await database.readiness.check() == ("the database does not answer", "no connection")
    database.error, database.damage = None, "page 7"
    assert await database.readiness.check() == ("damaged", "page 7")
    database.damage = None
    assert await database.readiness.check() is None


async def test_a_balancer_keeps_sockets_at_first_and_while_no_node_is_usable(
    database: Database,
) -> None:
    readiness = database.readiness
    database.error = ReadOnly("no connection")
    await readiness.check(quick=True)
    assert [readiness.status(usable_nodes) for usable_nodes in (None, 0, 2)] == [CLOSE, KEEP, KEEP]
    database.now_s += KEEP_SECONDS
    await readiness.check(quick=True)
    assert [readiness.status(usable_nodes) for usable_nodes in (None, 0, 2)] == [CLOSE, KEEP, CLOSE]
    database.error = None
    assert await readiness.check(quick=True) is None
    database.error = ReadOnly("no connection")
    await readiness.check(quick=True)
    assert readiness.status(2) == KEEP


async def test_a_balancer_does_not_wait_for_a_slow_database(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert QUICK_SECONDS < READY_SECONDS
    monkeypatch.setattr("zeitnot_server.web.readiness.QUICK_SECONDS", 0.0)
    assert await database.readiness.check() is None
    database.hangs = True
    database.now_s += READY_SECONDS - 0.1
    assert await database.readiness.check(quick=True) is None
    database.now_s += 0.2
    assert await database.readiness.check(quick=True) == (
        "the database does not answer",
        "too slow",
    )
