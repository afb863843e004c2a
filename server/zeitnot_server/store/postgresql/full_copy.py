"""Reads or writes an entire database, to copy it to or from another one."""

import contextlib
from collections.abc import Callable, Iterator

from ..address import Address
from ..errors import DatabaseInUse, SchemaError, WriteFailed
from ..sql import copying
from ..sql.base.connection import ConstraintViolated
from .admin import check_current
from .base import standby
from .base.blocking import connected
from .base.connection import LOST, Connection, reason
from .migrate import upgrade
from .nodes import leases
from .served import COUNT_NODES

_PATIENT = {"idle_in_transaction_session_timeout": "0"}


@contextlib.contextmanager
def reading(address: Address) -> Iterator[Connection]:
    """All rows, as if the leases of dead nodes had ended. Nothing is changed. Raises DatabaseInUse,
    SchemaError, ReadFailed."""
    with connected(address, "copy", _PATIENT) as connection:
        check_current(connection)
        _check_alone(connection, address)
        connection.execute("BEGIN ISOLATION LEVEL REPEATABLE READ")
        try:
            for (run,) in connection.execute("SELECT run FROM lease WHERE NOT ended").fetchall():
                leases.end(connection, run)
            yield connection
        finally:
            connection.execute("ROLLBACK")


@contextlib.contextmanager
def writing(address: Address, say: Callable[[str], None]) -> Iterator[Connection]:
    """An empty database, which gets all rows or none. `say`: see `standby.wait`. Raises
    DatabaseInUse, SchemaError, ReadFailed, WriteFailed."""
    upgrade(address)
    with connected(address, "copy", _PATIENT) as connection:
        _check_alone(connection, address)
        if copying.count(connection):
            raise SchemaError(
                f"{address} is not empty. Give a new database (see "
                "docs/how-to/cluster.md#put-a-dump-back)."
            )
        connection.execute("BEGIN")
        try:
            yield connection
        except (*LOST, ConstraintViolated) as bad:
            raise WriteFailed(f"{address} could not be written: {reason(bad)}.") from bad
        standby.wait(address, say)  # before the COMMIT, so that everything can still be undone
        try:
            connection.execute("COMMIT")
        except LOST as bad:
            raise WriteFailed(
                f"It is not known whether everything was stored in {address} "
                f"({reason(bad)}). Run `zeitnot check`."
            ) from bad


def _check_alone(connection: Connection, address: Address) -> None:
    (nodes,) = connection.execute(COUNT_NODES).fetchone()
    if nodes:
        raise DatabaseInUse(f"A server is using {address}. Stop it first.")
