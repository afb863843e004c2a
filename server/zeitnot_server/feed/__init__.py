"""The public feed over MQTT: copies of what spectators see, for dashboards, screens and boards.

No game waits for it or depends on it. See docs/reference/feed.md for the topics, and for what is
dropped while the broker is down.
"""

from .address import Address, BadAddress
from .feed import Feed, NullFeed
from .mqtt import MqttFeed

__all__ = ["Address", "BadAddress", "Feed", "MqttFeed", "NullFeed"]
