"""The fact that concerns the other nodes, published on the bus (`events.bus`)."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ShownChanged:
    """Something has changed here that the other nodes show: a listed game, or a bot."""
