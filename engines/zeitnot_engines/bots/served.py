"""How long each has been served, for those who share something (start-time fair queueing). Pure."""

from collections.abc import Collection, Hashable
from typing import Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)


class Served(Generic[Key]):
    """Milliseconds by whoever shares; only differences mean something."""

    def __init__(self) -> None:
        self.ms: dict[Key, int] = {}

    def add(self, key: Key, ms: int) -> None:
        """This one, which has been let in, has been served for so long."""
        self.ms[key] += ms

    def let_in(self, key: Key, active: Collection[Key]) -> list[Key]:
        """Whoever comes begins where the least of the active stands, and is not owed what they had
        meanwhile. Returns who is forgotten: it would begin no better if it came again."""
        least = min((self.ms[other] for other in active), default=0)
        gone = [other for other, ms in self.ms.items() if ms <= least and other not in active]
        for other in gone:
            del self.ms[other]
        self.ms.setdefault(key, least)
        return [other for other in gone if other != key]
