"""The event about this node's published state, on the bus (`events.bus`)."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ShownChanged:
    """Something that other nodes show has changed on this node: a listed game, or a bot."""
