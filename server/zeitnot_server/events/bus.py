"""A synchronous bus of facts: what has happened, told to all that have subscribed.

A fact is a value of a class of its own; its class is what one subscribes to. It is published after
it has come true: a commit, a change of the disk's space. Subscribers are called at once, in the
order in which they have subscribed. None may wait; one that raises is logged and stops no other.
A crash between the commit and the publication loses the fact. So a subscriber whose work has to
survive also looks in the database when the server starts; `tests/server/test_missed_facts.py` kills
a server there for each.
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
        """From now on `subscriber` is called with each fact of exactly this class."""
        self._subscribers[kind] = (*self._subscribers.get(kind, ()), subscriber)

    def publish(self, fact: object) -> None:
        """Calls all subscribers of this fact's class; raises nothing."""
        for subscriber in self._subscribers.get(type(fact), ()):
            try:
                subscriber(fact)
            except Exception:
                logger.exception("subscriber failed", fact=type(fact).__name__)
