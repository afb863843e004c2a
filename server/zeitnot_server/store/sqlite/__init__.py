"""The store on SQLite in WAL mode: one file, one writer. All that knows sqlite3, SQLAlchemy and the
files beside the database is here."""

from .store import SqliteStore

__all__ = ["SqliteStore"]
