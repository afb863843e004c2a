"""The clock for times in rows."""

import time


def wall_ms() -> int:
    """Unix time in milliseconds."""
    return time.time_ns() // 1_000_000
