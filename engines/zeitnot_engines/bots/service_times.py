"""How much service each user of a shared resource has had (start-time fair queueing). Pure."""

from collections.abc import Collection, Hashable
from typing import Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)


class ServiceTimes(Generic[Key]):
    """Milliseconds by user; only differences matter."""

    def __init__(self) -> None:
        self.ms: dict[Key, int] = {}

    def add(self, key: Key, ms: int) -> None:
        """Adds this much service to a user that is present."""
        self.ms[key] += ms

    def admit(self, key: Key, active: Collection[Key]) -> list[Key]:
        """Adds a user at the minimum of the active users, so that it is not owed earlier service.
        Returns the inactive users that were removed because they are below that minimum."""
        minimum = min((self.ms[other] for other in active), default=0)
        removed = [other for other, ms in self.ms.items() if ms <= minimum and other not in active]
        for other in removed:
            del self.ms[other]
        self.ms.setdefault(key, minimum)
        return [other for other in removed if other != key]
