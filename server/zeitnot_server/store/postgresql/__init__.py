"""The store on PostgreSQL, for a server that one machine or one process cannot carry: asyncpg, one
writer a node, a lease for each node. What any SQL database shares is in `store.sql`."""

from .store import PostgresqlStore

__all__ = ["PostgresqlStore"]
