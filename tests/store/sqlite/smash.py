"""Simulates a failing disk: overwrites pages of a database with noise."""

import random
from pathlib import Path

PAGE_BYTES = 4096
TABLE_LEAF = 0x0D  # page type, SQLite's file format, section 1.6


def smash_events(database: Path, every: int = 5) -> int:
    """Overwrites every fifth page with moves, except the newest ones; returns their number. The
    database must be closed."""
    raw = bytearray(database.read_bytes())
    noise = random.Random(1)
    pages = [
        at
        for at in range(PAGE_BYTES, len(raw), PAGE_BYTES)
        if raw[at] == TABLE_LEAF and b'"type":"moved"' in raw[at : at + PAGE_BYTES]
    ]
    chosen = pages[: -len(pages) // 5][::every]
    for at in chosen:
        raw[at : at + PAGE_BYTES] = noise.randbytes(PAGE_BYTES)
    database.write_bytes(raw)
    return len(chosen)


def smash_pages(database: Path, every: int = 7, first: int = 2) -> None:
    """Overwrites every seventh page from page `first` on. The database must be closed."""
    raw = bytearray(database.read_bytes())
    noise = random.Random(1)
    for at in range(first * PAGE_BYTES, len(raw), every * PAGE_BYTES):
        raw[at : at + PAGE_BYTES] = noise.randbytes(PAGE_BYTES)
    database.write_bytes(raw)
