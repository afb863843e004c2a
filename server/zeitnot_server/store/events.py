"""The events that a store publishes on its bus (`events.bus`)."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class StorageState:
    """The database has become read-only for this reason, or writable again (None)."""

    read_only_reason: str | None


@dataclass(frozen=True, slots=True)
class LeaseLost:
    """Another node has ended this node's lease (`nodes`). This process cannot write any more, so it
    has to end."""
