"""Makes the tables, and migrates them to this version's schema, before anything else uses them.

No version before 0.2 ran on PostgreSQL: a new database gets today's tables at once, and later
migrations, in one transaction, what they change. Nodes that start together wait for one another.
"""

import asyncio

import asyncpg
from alembic import command
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine
from sqlalchemy.pool import NullPool

from ..address import Address
from ..errors import ReadFailed, SchemaError
from ..sql.tables import Base
from ..sqlite.migrate import Upgrade, config_for, directory, newest_revision
from .connection import CONNECT_SECONDS, LOST
from .tables import NODES

_LOCK = 0x5A65_6974  # of pg_advisory_xact_lock: one migrates at a time


def upgrade(address: Address) -> Upgrade:
    """As `upgrade_async`, for commands."""
    return asyncio.run(upgrade_async(address))


async def upgrade_async(address: Address) -> Upgrade:
    """Makes or migrates the tables, or does nothing. Raises SchemaError, ReadFailed."""
    settings = {"application_name": "zeitnot migrate", "timezone": "UTC"}
    # By asyncpg itself, as all other connections, so that every form of URL means the same.
    engine = create_async_engine(
        "postgresql+asyncpg://",
        poolclass=NullPool,
        async_creator=lambda: asyncpg.connect(
            address.url, timeout=CONNECT_SECONDS, server_settings=settings
        ),
    )
    try:
        connection = await _connected(engine.connect(), address)
        try:
            async with connection.begin():
                return await connection.run_sync(lambda c: _upgrade(c, address))
        finally:
            await connection.close()
    except DBAPIError as error:
        raise SchemaError(f"The migration failed and changed nothing: {error.orig}.") from error
    finally:
        await engine.dispose()


async def _connected(connection: AsyncConnection, address: Address) -> AsyncConnection:
    """Raises ReadFailed."""
    try:
        return await connection.start()
    except (*LOST, DBAPIError, ValueError) as bad:
        why = (bad.orig if isinstance(bad, DBAPIError) else bad) or type(bad).__name__
        raise ReadFailed(f"{address} cannot be reached: {why}.") from bad


def _upgrade(connection: Connection, address: Address) -> Upgrade:
    head = newest_revision()
    connection.execute(text(f"SELECT pg_advisory_xact_lock({_LOCK})"))
    before = revision(connection, address)
    if before == head:
        return Upgrade(before, head)
    config = config_for(directory())
    config.attributes["connection"] = connection
    if before is None:
        _check_encoding(connection, address)
        Base.metadata.create_all(connection)
        NODES.create_all(connection)
        script = ScriptDirectory.from_config(config)
        MigrationContext.configure(connection).stamp(script, head)
    else:
        known = {known.revision for known in ScriptDirectory.from_config(config).walk_revisions()}
        if before not in known:
            raise SchemaError(f"{address} was made by a newer Zeitnot (revision {before}).")
        command.upgrade(config, head)
    return Upgrade(before, head)


def revision(connection: Connection, address: Address) -> str | None:
    """The revision of a database; None: it is empty. Raises SchemaError."""
    revisions = MigrationContext.configure(connection).get_current_heads()
    tables = inspect(connection).get_table_names()
    if not revisions and tables:
        raise SchemaError(f"{address} is a database, but not one of Zeitnot's.")
    return revisions[0] if revisions else None


def _check_encoding(connection: Connection, address: Address) -> None:
    encoding = connection.scalar(text("SHOW server_encoding"))
    if encoding != "UTF8":
        raise SchemaError(f"{address} has the encoding {encoding}, and must have UTF8.")
