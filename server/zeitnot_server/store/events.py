"""The facts about the database that a store publishes on its bus (`events.bus`)."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class StorageState:
    """Nothing can be written, for this reason; None: it works again."""

    trouble: str | None


@dataclass(frozen=True, slots=True)
class LeaseLost:
    """Another node has ended this node's lease (`nodes`): nothing is ever written any more, so the
    process has to end."""
