"""Scrubbing: a full read of all tables finds damage."""

from functools import partial

import asyncpg
import pytest

from zeitnot_server.store.address import Address
from zeitnot_server.store.postgresql import scrub
from zeitnot_server.store.postgresql.base.connection import connect
from zeitnot_server.store.postgresql.base.damage import Damage
from zeitnot_server.store.sql.base.connection import Connection


async def test_an_io_error_is_forgotten_when_its_table_is_readable(
    address: Address, monkeypatch: pytest.MonkeyPatch
) -> None:
    errors: list[Exception] = [asyncpg.PostgresIOError("disk")]
    read = scrub.slice_of

    def fail_once(connection: Connection, table: str, first: int) -> None:
        if table == "event" and errors:
            raise errors.pop(0)
        read(connection, table, first)

    monkeypatch.setattr(scrub, "slice_of", fail_once)
    monkeypatch.setattr(scrub, "pages_of", lambda connection, table: 1)
    monkeypatch.setattr(scrub, "BUSY_SHARE", 1.0)
    damage = Damage()
    once = scrub.Scrub(partial(connect, address, "scrub"), damage).once
    await once()
    assert damage.found == {"table event": "disk"}
    await once()
    assert damage.found == {}
    errors.append(asyncpg.DataCorruptedError("page"))
    await once()
    await once()
    assert damage.found == {"table event": "page"}, (
        "a corrupted page stays reported although the table is readable"
    )
