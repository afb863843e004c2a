"""A synchronous bus on which facts are published to all subscribers.

A fact is a value that says what has happened, such as a commit or a change of the disk's space.
Subscribers subscribe to its class. They are called at once, in the order in which they have
subscribed. They must not wait; an error in one is logged, and the others are still called. A crash
between the commit and the publication loses the fact. So a subscriber that must not miss one also
looks in the database when the server starts; `tests/server/test_missed_facts.py` kills a server
there for each.
"""

from collections.abc import Callable
from typing import Any, TypeVar

import structlog

F = TypeVar("F")
Subscriber = Callable[[Any], object]

logger = structlog.get_logger()


class Events:
    """The subscribers, by the class of the fact."""

    def __init__(self) -> None:
        self._subscribers: dict[type, tuple[Subscriber, ...]] = {}

    def subscribe(self, kind: type[F], subscriber: Callable[[F], object]) -> None:
        """Calls `subscriber` with each later fact of exactly this class."""
        self._subscribers[kind] = (*self._subscribers.get(kind, ()), subscriber)

    def publish(self, fact: object) -> None:
        """Calls all subscribers of this fact's class. Never raises."""
        for subscriber in self._subscribers.get(type(fact), ()):
            try:
                subscriber(fact)
            except Exception:
                logger.exception("subscriber failed", fact=type(fact).__name__)
