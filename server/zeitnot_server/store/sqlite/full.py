"""Whether a disk that is full is to blame."""

import sqlite3


def is_full(error: BaseException) -> bool:
    """As SQLite says it, or whoever refused later writes for that reason."""
    code = (getattr(error, "sqlite_errorcode", None) or 0) & 0xFF
    return code == sqlite3.SQLITE_FULL or f"{error}" == "database or disk is full"
