"""Damage found in the database; any thread may report it.

Each place is reported once. Damage is permanent until the server ends, because the data read is not
what was written, and more may be wrong. An I/O error is transient: it is over when the same place
can be read again.
"""

from collections.abc import Callable
from typing import Literal

Kind = Literal["transient", "permanent"]


class Damage:
    """The findings, by place."""

    def __init__(self) -> None:
        self.found: dict[str, str] = {}
        self._transient: set[str] = set()
        self._callback: Callable[[str, str | None], None] = lambda place, what: None

    def listen(self, callback: Callable[[str, str | None], None]) -> None:
        """Sets the callback, which gets each damaged place with a description, or with None when it
        can be read again. It is called on any thread, and now for earlier findings."""
        self._callback = callback
        for place, description in list(self.found.items()):
            callback(place, description)

    def report(self, place: str, error: BaseException) -> None:
        """Records an error at this place, if it is a sign of damage."""
        kind = self.kind_of(error)
        if kind == "transient":
            self._transient.add(place)
            self.note(place, f"{error}")
        elif kind == "permanent":
            self._transient.discard(place)
            self.note(place, f"{error}")

    def kind_of(self, error: BaseException) -> Kind | None:
        """Whether an error of this database is a sign of damage, and of which kind."""
        raise NotImplementedError

    def note(self, place: str, description: str) -> None:
        """Records damage at this place."""
        if place not in self.found:
            self.found[place] = description
            self._callback(place, description)

    def mark_readable(self, place: str) -> None:
        """Notes that this place was read without an error."""
        if self._transient and place in self._transient:
            self._transient.discard(place)
            self.found.pop(place, None)
            self._callback(place, None)

    def __str__(self) -> str:
        return "; ".join(
            f"{place}: {description}" for place, description in list(self.found.items())
        )
