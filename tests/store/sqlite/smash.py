"""A disk that goes bad: some pages of the log hold noise."""

import random
from pathlib import Path

PAGE = 4096
LEAF = 0x0D  # of a table, SQLite's file format, section 1.6


def smash_events(database: Path, every: int = 5) -> int:
    """Overwrites every fifth page that holds moves, but the newest ones; how many. Nobody may have
    the database open."""
    raw = bytearray(database.read_bytes())
    noise = random.Random(1)
    pages = [
        at
        for at in range(PAGE, len(raw), PAGE)
        if raw[at] == LEAF and b'"type":"moved"' in raw[at : at + PAGE]
    ]
    chosen = pages[: -len(pages) // 5][::every]
    for at in chosen:
        raw[at : at + PAGE] = noise.randbytes(PAGE)
    database.write_bytes(raw)
    return len(chosen)


def smash_pages(database: Path, every: int = 7, first: int = 2) -> None:
    """Overwrites every seventh page from this one on, whatever is on it. Nobody may have the
    database open."""
    raw = bytearray(database.read_bytes())
    noise = random.Random(1)
    for at in range(first * PAGE, len(raw), every * PAGE):
        raw[at : at + PAGE] = noise.randbytes(PAGE)
    database.write_bytes(raw)
