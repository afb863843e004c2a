"""The store on SQLite in WAL mode: one file, one writer. What belongs to the file is here; the rest
is in `sql`."""

from . import admin, archive, checks
from .store import SqliteStore

__all__ = ["SqliteStore", "admin", "archive", "checks"]
