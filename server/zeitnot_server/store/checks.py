"""The interface of `zeitnot check` to a database: its integrity, and the games and books to compare
with the rules. Long reads are done in chunks, so that a running server is not delayed."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, Protocol

import zeitnot_protocol as p

from ..books.lines import BookLine
from ..rooms.room import LogEntry, Room
from .room_log import RulesFor


@dataclass(frozen=True, slots=True)
class Finding:
    """A sentence about something that is `wrong`, or that could not be checked (`unjudged`)."""

    kind: Literal["wrong", "unjudged"]
    text: str


class Move(NamedTuple):
    """A move of a book, as stored text: 64-bit numbers in hexadecimal."""

    game_type: str
    settings_key: str
    key: str
    move: str


class StoredGame(Protocol):
    """A stored game with its full log. `crashes`: see `RoomLog.crashes_in`; `is_indexed`: it is in
    the server's book."""

    @property
    def game_type(self) -> str: ...

    @property
    def commitment(self) -> str: ...

    @property
    def is_indexed(self) -> bool: ...

    @property
    def crashes(self) -> int: ...

    @property
    def entries(self) -> Sequence[LogEntry]: ...

    @property
    def settings(self) -> p.Settings:
        """Raises msgspec.DecodeError."""

    def room(self, rules_for: RulesFor) -> Room:
        """The room, folded from the log. Raises RulesChanged, and any error that invalid entries
        cause."""

    def row_differences(self, room: Room) -> Iterator[str]:
        """A sentence for each column used by lists that differs from the room."""


class BookMoves(Protocol):
    """The moves of a book, each with its values by name."""

    def all(self) -> Iterator[tuple[Move, dict[str, Any]]]:
        """All moves, in order."""

    def one(self, move: Move) -> dict[str, Any] | None:
        """The values of this move; None: it is not in the book."""


class ScratchBook(BookMoves, Protocol):
    """A temporary book for comparison."""

    def add(self, lines: Sequence[BookLine]) -> None:
        """Merges lines into the book."""

    def close(self) -> None:
        """Deletes the book."""


class Checks(Protocol):
    """A database that is open for reading only. Each method may raise ReadFailed."""

    @property
    def is_current(self) -> bool:
        """Whether games and books can be read, because the schema is this version's."""

    def file(self, seconds: float) -> Iterator[Finding]:
        """The database's own integrity check, if it takes at most `seconds`, otherwise a check
        table by table; and differences from the schema that the migrations make."""

    def count_games(self) -> int:
        """How many games there are."""

    def game_ids(self) -> Iterator[str]:
        """The ids of all games, in order."""

    def game(self, id: str) -> StoredGame | None:
        """One game, read in one transaction; None: it has been deleted. Raises Damaged."""

    def game_type_of(self, id: str) -> str | None:
        """The game type, if it can be read."""

    def count_indexed(self) -> int:
        """How many games are in the server's book; if the number changes, so has the book."""

    def ends_of_removed(self, game_type: str) -> set[int]:
        """The end times (Unix ms) of games of this type that were subtracted from the book."""

    def server_book(self) -> BookMoves:
        """The part of the book that comes from games."""

    def scratch_book(self) -> ScratchBook:
        """An empty temporary book."""
