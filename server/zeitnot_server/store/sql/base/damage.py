"""Damage found in the database; any thread may report it.

Each place is reported once. Damage lasts until the server ends: what was read is not what was
written, and nobody knows what else is wrong. An I/O error is over when the same place can be read
again.
"""

from collections.abc import Callable
from typing import Literal

Kind = Literal["passing", "lasting"]


class Damage:
    """The findings, by place."""

    def __init__(self) -> None:
        self.found: dict[str, str] = {}
        self._passing: set[str] = set()
        self._tell: Callable[[str, str | None], None] = lambda place, what: None

    def tell(self, hear: Callable[[str, str | None], None]) -> None:
        """Sets the callback for each place, with what is wrong there, or None: it can be read
        again. It is called on any thread, and now for what has been found already."""
        self._tell = hear
        for place, description in list(self.found.items()):
            hear(place, description)

    def report(self, place: str, error: BaseException) -> None:
        """An error has occurred there; ignored if it is no sign of damage."""
        kind = self.kind_of(error)
        if kind == "passing":
            self._passing.add(place)
            self.note(place, f"{error}")
        elif kind == "lasting":
            self._passing.discard(place)
            self.note(place, f"{error}")

    def kind_of(self, error: BaseException) -> Kind | None:
        """Whether an error of this database is a sign of damage, and of which kind."""
        raise NotImplementedError

    def note(self, place: str, description: str) -> None:
        """Something is wrong there."""
        if place not in self.found:
            self.found[place] = description
            self._tell(place, description)

    def well(self, place: str) -> None:
        """This place has been read without an error."""
        if self._passing and place in self._passing:
            self._passing.discard(place)
            self.found.pop(place, None)
            self._tell(place, None)

    def __str__(self) -> str:
        return "; ".join(
            f"{place}: {description}" for place, description in list(self.found.items())
        )
