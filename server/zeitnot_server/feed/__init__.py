"""The public feed over MQTT: copies of what spectators see, for dashboards, screens and boards.

Nothing in a game waits for it or depends on it. See docs/reference/feed.md for the topics, and what
is dropped when the broker is away.
"""

from .address import Address, BadAddress
from .feed import Feed, NullFeed
from .mqtt import MqttFeed

__all__ = ["Address", "BadAddress", "Feed", "MqttFeed", "NullFeed"]
