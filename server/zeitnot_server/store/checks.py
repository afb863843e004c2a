"""A database as `zeitnot check` looks at it: its own soundness, and what is to be held against the
rules. A running server is not disturbed: whatever is long is read in chunks."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, Protocol

import zeitnot_protocol as p

from ..books.lines import BookLine
from ..rooms.room import LogEntry, Room
from .room_log import RulesFor


@dataclass(frozen=True, slots=True)
class Finding:
    """A sentence, and whether it says that something is `wrong` or only that it was `unjudged`."""

    kind: Literal["wrong", "unjudged"]
    text: str


class Move(NamedTuple):
    """A move of a book, by text as it is stored: 64-bit numbers as hex."""

    game_type: str
    settings_key: str
    key: str
    move: str


class StoredGame(Protocol):
    """A game as it is stored, with its whole log. `crashes`: see `RoomLog.crashes_in`; `learnt`:
    it is in the server's book."""

    @property
    def game_type(self) -> str: ...

    @property
    def commitment(self) -> str: ...

    @property
    def learnt(self) -> bool: ...

    @property
    def crashes(self) -> int: ...

    @property
    def entries(self) -> Sequence[LogEntry]: ...

    @property
    def settings(self) -> p.Settings:
        """Raises msgspec.DecodeError."""

    def room(self, rules_for: RulesFor) -> Room:
        """The fold of the log. Raises RulesChanged, and whatever comes of what was never
        written."""

    def listed_otherwise(self, room: Room) -> Iterator[str]:
        """Where what lists are made of says something else than the room."""


class BookMoves(Protocol):
    """The moves of a book, each with what is known of it, by name."""

    def all(self) -> Iterator[tuple[Move, dict[str, Any]]]:
        """In order."""

    def one(self, move: Move) -> dict[str, Any] | None:
        """None: it has no such move."""


class ScratchBook(BookMoves, Protocol):
    """A book made for comparison, and thrown away."""

    def add(self, lines: Sequence[BookLine]) -> None:
        """Joins lines to what is there."""

    def close(self) -> None:
        """It is gone."""


class Checks(Protocol):
    """An open database that can only be read. Each raises ReadFailed where it cannot be."""

    @property
    def is_current(self) -> bool:
        """Whether games and books can be read: the schema is this version's."""

    def file(self, seconds: float) -> Iterator[Finding]:
        """What the database itself finds, if that takes no longer than so, else table by table; and
        where the schema is another than the migrations make."""

    def count_games(self) -> int:
        """How many there are."""

    def game_ids(self) -> Iterator[str]:
        """Of all games, in order."""

    def game(self, id: str) -> StoredGame | None:
        """One game as of one moment; None: it is gone. Raises Damaged."""

    def game_type_of(self, id: str) -> str | None:
        """As far as that can be read."""

    def count_taught(self) -> int:
        """How many games the server's book has learnt from; another number later means that it has
        changed."""

    def ends_of_forgotten(self, game_type: str) -> set[int]:
        """When such games ended that the book has forgotten (Unix ms)."""

    def server_book(self) -> BookMoves:
        """What games have taught."""

    def scratch_book(self) -> ScratchBook:
        """An empty one."""
