"""The fact about bots that is published on the bus (`events.bus`)."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class BotGamesCounted:
    """The games with bots that were made before this start of the server are counted."""
