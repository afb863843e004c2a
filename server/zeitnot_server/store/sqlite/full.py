"""Whether an error was caused by a full disk."""

import sqlite3


def is_full(error: BaseException) -> bool:
    """By SQLite's error code, or because later writes were refused for that reason."""
    code = (getattr(error, "sqlite_errorcode", None) or 0) & 0xFF
    return code == sqlite3.SQLITE_FULL or f"{error}" == "database or disk is full"
