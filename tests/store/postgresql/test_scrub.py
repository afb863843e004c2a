"""Damage that a full read finds."""

from functools import partial

import asyncpg
import pytest

from zeitnot_server.store.address import Address
from zeitnot_server.store.postgresql import scrub
from zeitnot_server.store.postgresql.base.connection import connect
from zeitnot_server.store.postgresql.base.damage import Damage
from zeitnot_server.store.sql.base.connection import Connection


async def test_an_io_error_is_over_when_its_table_can_be_read(
    address: Address, monkeypatch: pytest.MonkeyPatch
) -> None:
    errors: list[Exception] = [asyncpg.PostgresIOError("disk")]
    read = scrub.slice_of

    def once_bad(connection: Connection, table: str, first: int) -> None:
        if table == "event" and errors:
            raise errors.pop(0)
        read(connection, table, first)

    monkeypatch.setattr(scrub, "slice_of", once_bad)
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
    assert damage.found == {"table event": "page"}, "what was read is not what was written"
