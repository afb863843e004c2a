"""Which database there is: the one place that names it.

Everybody else knows what a store can do."""

from pathlib import Path

from .store import RulesFor, Store
from .store.sqlite import SqliteStore


async def open_store(path: Path, rules_for: RulesFor, *, wait_s: float = 0.0) -> Store:
    """Locks, migrates and opens. Raises DatabaseInUse, SchemaError, ReadFailed, OSError. `wait_s`:
    for the lock."""
    return await SqliteStore.open(path, rules_for, wait_s=wait_s)
