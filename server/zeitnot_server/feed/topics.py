"""The feed's topics, as values that are checked when made.

MQTT 5, section 4.7: levels are separated by `/`; `+` and `#` belong to filters only; no NUL; at
most 65,535 bytes of UTF-8. Here a level is never empty.
"""

from dataclasses import dataclass

PREFIX = ("zeitnot", "v1")
_FORBIDDEN = frozenset("/+#\0")
_MAX_BYTES = 65_535


class BadTopic(ValueError):
    """The text cannot be a level of a topic."""


@dataclass(frozen=True, slots=True)
class Topic:
    """A topic to publish under: its levels below `zeitnot/v1`. Raises BadTopic."""

    levels: tuple[str, ...]

    def __post_init__(self) -> None:
        for level in self.levels:
            if not level or not level.isprintable() or _FORBIDDEN.intersection(level):
                raise BadTopic(f"{level!r} cannot be a level of a topic")
        if not self.levels or len(str(self).encode()) > _MAX_BYTES:
            raise BadTopic("a topic has 1 to 65,535 bytes")

    def __str__(self) -> str:
        return "/".join((*PREFIX, *self.levels))


LOBBY = Topic(("lobby",))


def state(game: str) -> Topic:
    """The topic of a game's summary, which is retained."""
    return Topic(("games", game, "state"))


def events(game: str) -> Topic:
    """The topic of a game's numbered events, as spectators see them."""
    return Topic(("games", game, "events"))


def bot(name: str) -> Topic:
    """The topic of a bot's row, which is retained while the bot is online."""
    return Topic(("bots", name))


def node(name: str) -> Topic:
    """The topic that says whether this server is online; retained.
    The MQTT last will publishes that it is not."""
    return Topic(("nodes", name))


HINTS = "/".join((*PREFIX, "hints", "+"))
"""The filter for the hints of all nodes."""


def hint(node: str) -> Topic:
    """The topic of empty messages, never retained, which say that something has changed on this
    node that other nodes show."""
    return Topic(("hints", node))
