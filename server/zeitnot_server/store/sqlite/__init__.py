"""The store on SQLite in WAL mode: one file, one writer. Everything that uses sqlite3, SQLAlchemy
or the files beside the database is here."""

from .store import SqliteStore

__all__ = ["SqliteStore"]
