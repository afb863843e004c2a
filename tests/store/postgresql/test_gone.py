"""After any error of a connection, the store's tasks continue with a new one."""

from typing import Any

import asyncpg
import pytest

from zeitnot_server.store import ReadFailed, WriteFailed
from zeitnot_server.store.postgresql.base.connection import reason

from .conftest import Open

ERRORS = [
    asyncpg.InternalClientError("cannot switch to state 11; another operation (2) is in progress"),
    asyncpg.ConnectionDoesNotExistError("connection was closed in the middle of operation"),
    RuntimeError("unforeseen"),
]


def test_errors_for_the_operator_do_not_mention_the_driver() -> None:
    assert reason(ERRORS[0]) == "the connection was lost"


class BrokenConnection:
    """A connection that fails at its next use."""

    def __init__(self, error: Exception) -> None:
        self._error = error

    def is_closed(self) -> bool:
        return False

    def terminate(self) -> None:
        pass

    def transaction(self, **_: Any) -> Any:
        raise self._error


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)
async def test_writer_and_lookup_reconnect_after_an_error(error: Exception, node: Open) -> None:
    async with node("a") as a:
        ann = await a.accounts.create_guest("Ann")
        for part in (a._writer, a._lookup):
            await (await part._connection.open()).close()
            part._connection._raw = BrokenConnection(error)
        with pytest.raises(ReadFailed, match="could not be read"):
            await a.accounts.find(ann.account)
        with pytest.raises(WriteFailed, match="not known whether"):
            await a.accounts.create_guest("Bob")
        assert await a.accounts.find(ann.account) is not None
        assert (await a.accounts.create_guest("Bob")).name == "Bob"
