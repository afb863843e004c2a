"""What the end of a game changes besides the game itself: rows of a table, by key, and the rows
that it appends to another one.

The writer reads the rows, calls the effect and writes its result, all in the transaction that ends
the game. So each effect happens exactly once, even after a crash, and two nodes that end two games
of the same player do not overwrite each other's rows (`sql.logs.end_effects`).
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from ...rooms.room import LogEntry, Room

Key = tuple[str | int, ...]
Row = Any
"""A NamedTuple of the effect's class."""


class Ended(NamedTuple):
    """A game that ends: the room afterwards, and its log entry with `Finished`."""

    room: Room
    end: LogEntry


@dataclass(frozen=True, slots=True, eq=False)
class Appended:
    """A table to which an effect only adds rows, such as a history of what it has changed.

    `row`: a NamedTuple class, whose fields are the table's columns. `rows`: from the effect's rows
    by key, before and after the end of this game, to the rows to insert. It is not called if the
    effect has failed, and must be pure as well. A row that exists already makes the effect fail.
    """

    table: str
    row: type[Any]
    rows: Callable[[Ended, Mapping[Key, Row], Mapping[Key, Row]], Iterable[Row]]


@dataclass(frozen=True, slots=True, eq=False)
class EndEffect:
    """One table, and how the end of a game changes it.

    `row`: a NamedTuple class, whose fields are the table's columns. The fields without a default
    are its key, and `row(*key)` is used for a row that does not exist yet. `keys`: which rows the
    end of this game changes, each once; none if it changes nothing. `change`: from those rows, by
    key, to the rows to write; those that it leaves out are not changed. It may run several times,
    on another thread than the room's, and after other games that ended in the same transaction. So
    it depends on its arguments only, and changes nothing. `appended`: rows of another table, which
    are written together with these; None: there are none.

    If one of them raises, or a row cannot be stored, the game still ends, without this effect.
    The failure is logged, and the game's log has everything that is needed to repair it.
    """

    table: str
    row: type[Any]
    keys: Callable[[Ended], Collection[Key]]
    change: Callable[[Ended, Mapping[Key, Row]], Iterable[Row]]
    appended: Appended | None = None
