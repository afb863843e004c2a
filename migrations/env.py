"""Runs the migrations on the connection that the store's module `migrate` passes."""

from alembic import context

from zeitnot_server.store.errors import SchemaError
from zeitnot_server.store.sql.base.tables import Base
from zeitnot_server.store.sqlite.log.tables import LOG

connection = context.config.attributes.get("connection")
if connection is None:
    raise RuntimeError("migrations run by `zeitnot migrate`, not by the alembic command")

is_sqlite = connection.dialect.name == "sqlite"
context.configure(
    connection=connection,
    target_metadata=[Base.metadata, LOG] if is_sqlite else Base.metadata,
    transactional_ddl=True,
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()
    broken = is_sqlite and connection.exec_driver_sql("PRAGMA foreign_key_check").fetchall()
    if broken:
        raise SchemaError(f"The migration would break references: {broken[:5]}.")
