"""The operator's store on SQLite: beside a running server, in short transactions."""

from .admin_store import SqliteAdminStore, opened

__all__ = ["SqliteAdminStore", "opened"]
