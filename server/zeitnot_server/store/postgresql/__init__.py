"""The store on PostgreSQL, for several nodes or machines: asyncpg, one writer per node, a lease for
each node. The parts that all SQL databases share are in `store.sql`."""

from .store import PostgresqlStore

__all__ = ["PostgresqlStore"]
