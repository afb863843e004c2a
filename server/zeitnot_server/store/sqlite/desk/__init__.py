"""The operator's desk on SQLite: beside a running server, in short transactions."""

from .desk import SqliteDesk, opened

__all__ = ["SqliteDesk", "opened"]
