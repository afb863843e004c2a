"""Creates the tables, or migrates them to this version's schema, before anything else uses them.

No version before 0.2 ran on PostgreSQL. So a new database gets the current tables at once, and
later migrations change them in one transaction. Nodes that start together wait for one another.

A migration with `nodes_may_run = True` only adds things that nodes of the version before do not
need, so they keep running. Any other migration is refused while a node runs.
"""

import asyncio
from typing import Any

import asyncpg
from sqlalchemy import Connection, inspect, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.pool import NullPool

from ..address import Address
from ..errors import ReadFailed, SchemaError
from ..sql import migrations
from ..sql.base.tables import Base
from ..sql.migrations import Upgrade, newest_revision
from .base import privileges, standby
from .base.blocking import connected
from .base.connection import DRIVER, GONE, close, connect, run_sync
from .base.tables import NODES
from .nodes.running import revoke_unless_running

MIGRATE_SECONDS = 24 * 3600.0  # of one statement: an index on all moves takes long
_PATIENT = {"lock_timeout": "0", "idle_in_transaction_session_timeout": "0"}
_AWAY = (*GONE, asyncpg.OperatorInterventionError)  # or it is being stopped
_REVISIONS = "SELECT version_num FROM alembic_version"
_LOCK = 0x5A65_6974  # of pg_advisory_xact_lock: one migrates at a time


def upgrade(address: Address) -> Upgrade:
    """Like `upgrade_async`, for commands."""
    return asyncio.run(upgrade_async(address))


async def upgrade_async(address: Address) -> Upgrade:
    """Creates or migrates the tables if necessary. Raises SchemaError, ReadFailed; Unavailable if
    nothing can be written now."""
    await _check_standby(address)

    async def opened() -> Any:
        return await connect(address, "migrate", _PATIENT, command_s=MIGRATE_SECONDS)

    engine = create_async_engine(DRIVER, async_creator=opened, poolclass=NullPool)
    try:
        async with engine.begin() as connection:
            return await connection.run_sync(lambda c: _upgrade(c, address))
    except DBAPIError as error:
        if _is_lost(error):
            raise ReadFailed(f"{address} cannot be read: {error.orig}.") from error
        if isinstance(cause := _cause(error), privileges.REFUSED):
            raise SchemaError(await _explain_refusal(address, cause)) from error
        raise SchemaError(
            f"The migration failed, and nothing was changed: {error.orig}."
        ) from error
    finally:
        await engine.dispose()


async def _check_standby(address: Address) -> None:
    raw = await connect(address, "migrate", command_s=standby.SECONDS)
    try:
        await run_sync(lambda connection: standby.check(connection, address), raw)
    finally:
        await close(raw)


def _is_lost(error: DBAPIError) -> bool:
    """Whether the database is unreachable, which says nothing about the schema."""
    return error.connection_invalidated or isinstance(_cause(error), _AWAY)


def _cause(error: DBAPIError) -> BaseException | None:
    """asyncpg's own error."""
    return error.orig.__cause__ if error.orig is not None else None


async def _explain_refusal(address: Address, error: BaseException) -> str:
    """What to do about a missing privilege. Raises ReadFailed."""
    raw = await connect(address, "migrate", command_s=standby.SECONDS)
    try:
        lacks = await run_sync(privileges.missing, raw)
    finally:
        await close(raw)
    if lacks is not None:
        return f"{address}: {lacks} {privileges.HELP}"
    return f"{address}: {error}: migrate as the owner. {privileges.HELP}"


def _upgrade(connection: Connection, address: Address) -> Upgrade:
    head = newest_revision()
    connection.execute(text(f"SELECT pg_advisory_xact_lock({_LOCK})"))
    before = revision(connection, address)
    if before != head:
        _migrate(connection, address, before, head)
    return Upgrade(before, head)


def _migrate(connection: Connection, address: Address, before: str | None, head: str) -> None:
    from alembic import command  # slow to import, and rarely needed
    from alembic.runtime.migration import MigrationContext

    from ..sql.scripts import config, scripts

    if before is None:
        _check_encoding(connection, address)
        Base.metadata.create_all(connection)
        NODES.create_all(connection)
        MigrationContext.configure(connection).stamp(scripts(), head)
        return
    migrations.check_known(before, address)
    _check_nodes(before, address)
    settings = config()
    settings.attributes["connection"] = connection
    command.upgrade(settings, head)


def _check_nodes(before: str, address: Address) -> None:
    """Raises SchemaError if a node is running and the migrations since `before` do not allow
    that."""
    from ..sql.scripts import scripts

    steps = scripts().iterate_revisions(newest_revision(), before)
    if all(getattr(step.module, "nodes_may_run", False) for step in steps):
        return
    with connected(address, "migrate nodes") as looking:
        names = revoke_unless_running(looking)
    if names:
        raise SchemaError(
            "This version changes the database in a way that running nodes do not "
            f"understand (revision {before} to {newest_revision()}). Stop these nodes "
            f"first: {', '.join(names)}."
        )


def revision(connection: Connection, address: Address) -> str | None:
    """The revision of a database; None: it is empty. Raises SchemaError."""
    tables = inspect(connection).get_table_names()
    rows = "alembic_version" in tables and connection.execute(text(_REVISIONS)).all()
    if not rows and tables:
        raise SchemaError(f"{address} is not a Zeitnot database.")
    return str(rows[0][0]) if rows else None


def _check_encoding(connection: Connection, address: Address) -> None:
    encoding = connection.scalar(text("SHOW server_encoding"))
    if encoding != "UTF8":
        raise SchemaError(f"{address} has the encoding {encoding}, but must have UTF8.")
