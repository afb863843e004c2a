"""Where the rows of a game are in SQLite's log, which has no index on games.

`log_entry` has all rows in order of arrival; `log_segment` lists the ids of a game's rows, from the
row number `seq` on, as a JSON array of the differences of neighbours. Rows that are not in a
segment yet are the log's tail. The server's writer knows them, because it has written them
(`TailView`); any other process reads the tail once, from the id in `log_tail` on. Later rows are
found by their ids, which grow.

So a view must be taken before the snapshot with which it is used: rows that have left the tail
meanwhile are in a segment there. Rows of versions before revision 0009 are in `event`, and precede
all others.
"""

import contextlib
import itertools
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import NamedTuple

import msgspec

from ..base.connection import Connection, Parameters

TURN_KINDS = ("started", "threw", "moved", "taken_back", "withdrew")
"""Events that begin a turn, and name its seat."""
CLOCK_KINDS = ("started", "moved", "taken_back", "withdrew", "vacated", "resumed")
"""Events that start a clock."""


class Row(NamedTuple):
    """The columns of a row that the tail keeps."""

    id: int
    game: str
    seq: int
    kind: str
    seat: int | None
    account: str | None
    command_id: str | None
    plies: int | None
    position: str | None


TAIL_COLUMNS = ", ".join(Row._fields)


@dataclass(slots=True)
class Listed:
    """A summary of a game for lists and sweeps, as of the last row of a segment or of the tail.

    `plies`, `position`: as lists show them. `turn`, `clock`: the ids of the last rows of TURN_KINDS
    and of CLOCK_KINDS; `acted`: of the last row that a player has caused; None: such a row is in
    `event`, or does not exist. `moved`: one bit for each seat, set if it has moved in a row of
    `log_entry`.
    """

    plies: int | None = None
    position: str | None = None
    turn: int | None = None
    clock: int | None = None
    acted: int | None = None
    moved: int = 0

    def add(self, row: Row) -> None:
        """Includes one more row."""
        if row.plies is not None:
            self.plies, self.position = row.plies, row.position
        if row.kind in TURN_KINDS:
            self.turn = row.id
        if row.kind in CLOCK_KINDS:
            self.clock = row.id
        if row.seat is not None:
            self.acted = row.id
            if row.kind == "moved":
                self.moved |= 1 << row.seat


LISTED = ("plies", "position", "turn", "clock", "acted", "moved")
"""The fields of Listed, which are columns of `log_segment`."""


@dataclass(slots=True)
class GameTail:
    """A game's rows in the tail: the ids from the row number `first` on."""

    first: int
    listed: Listed = field(default_factory=Listed)
    ids: list[int] = field(default_factory=list)


class TailView(NamedTuple):
    """A view of the tail: all rows up to the id `known` are in a segment or here. `has_gap`: some
    of them cannot be read, and their games are unknown."""

    known: int = 0
    games: Mapping[str, GameTail] = MappingProxyType({})
    has_gap: bool = False

    def listed(self, game: str) -> Listed | None:
        """The summary of a game; None: the tail has no row of it."""
        tail = self.games.get(game)
        return tail.listed if tail is not None and tail.ids else None


def read_view(connection: Connection) -> TailView:
    """Reads the tail from the database, for a process that is not the writer. Raises the database's
    errors."""
    games: dict[str, GameTail] = {}
    before = first_of_tail(connection) - 1
    rows, has_gap = _readable_after(connection, before)
    if rows and rows[-1].id - before != len(rows):
        has_gap = True
    for row in rows:
        tail = games.get(row.game)
        if tail is None or row.seq != tail.first + len(tail.ids):
            tail = games[row.game] = GameTail(row.seq)
        tail.ids.append(row.id)
        tail.listed.add(row)
    return TailView(rows[-1].id if rows else before, games, has_gap)


def _readable_after(connection: Connection, id: int) -> tuple[list[Row], bool]:
    """The readable rows after this one, from both ends if a page is damaged, and whether one is
    damaged."""
    rows = list[Row]()
    try:
        rows.extend(rows_after(connection, id))
    except sqlite3.DatabaseError as damage:
        if damage.sqlite_errorcode & 0xFF != sqlite3.SQLITE_CORRUPT:
            raise
    else:
        return rows, False
    rows_behind = list[Row]()
    query = f"SELECT {TAIL_COLUMNS} FROM log_entry WHERE id > ? ORDER BY id DESC"
    with contextlib.suppress(sqlite3.DatabaseError):
        rows_behind.extend(
            map(Row._make, connection.execute(query, (rows[-1].id if rows else id,)))
        )
    return [*rows, *reversed(rows_behind)], True


def first_of_tail(connection: Connection) -> int:
    """The id before which all rows are in a segment. Raises the database's errors, also for an
    invalid value."""
    (first,) = connection.execute("SELECT min(first) FROM log_tail").fetchone()
    if first is None:  # the whole log is read
        return 1
    if not isinstance(first, int) or first < 1:
        raise damage(f"log_tail has {first!r}")
    return first


def damage(sentence: str) -> sqlite3.DatabaseError:
    """The error that SQLite itself would raise for damage."""
    error = sqlite3.DatabaseError(sentence)
    error.sqlite_errorcode = sqlite3.SQLITE_CORRUPT
    return error


def rows_after(connection: Connection, id: int) -> Iterator[Row]:
    """The rows of the log after this one."""
    query = f"SELECT {TAIL_COLUMNS} FROM log_entry WHERE id > ? ORDER BY id"
    return map(Row._make, connection.execute(query, (id,)))


# ── segments ───────────────────────────────────────────────────────────────────────────────────

SEGMENTS = """SELECT json_group_array(json_array(seq, ids))
FROM (SELECT seq, ids FROM log_segment WHERE game = :game ORDER BY seq)"""
_ids: msgspec.json.Decoder[list[int]] = msgspec.json.Decoder(list[int])


def encode_ids(ids: Iterable[int]) -> str:
    """Ascending ids as the differences of neighbours; the first id is unchanged."""
    differences = (id - before for before, id in itertools.pairwise((0, *ids)))
    return f"[{','.join(map(str, differences))}]"


def decode_ids(stored: str) -> list[int]:
    """Raises msgspec.DecodeError."""
    return list(itertools.accumulate(_ids.decode(stored)))


class Places(NamedTuple):
    """The known ids of a game's rows, from the row number `first` on."""

    first: int
    ids: list[int]
    known: int

    @property
    def next(self) -> int:
        """The number after the last row that is known."""
        return self.first + len(self.ids)


def places_of(segments: str, game: str, view: TailView) -> Places:
    """`segments`: the result of SEGMENTS. Raises msgspec.DecodeError."""
    first, ids = 1, list[int]()
    for seq, stored in msgspec.json.decode(segments):
        if not ids:
            first = seq
        ids += decode_ids(stored)
    if (tail := view.games.get(game)) is not None:
        of_tail = [id for id in tail.ids if id <= view.known]
        if not ids:
            first, ids = tail.first, of_tail
        else:  # what has got a segment since the view was taken is in both
            ids += of_tail[max(0, first + len(ids) - tail.first) :]
    return Places(first, ids, view.known)


# ── the rows of a game ─────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class LogQuery:
    """A query for rows of a game. `columns`: of the log, or `id`, which is null for a row of
    `event`; `where`: a condition on the log's columns, with `parameters`."""

    game: str
    columns: str
    since: int = 0
    limit: int = -1
    where: str = "TRUE"
    parameters: Mapping[str, object] = field(default_factory=dict)
    from_end: bool = False


def rows_query(
    log_query: LogQuery, columns: Sequence[str], places: Places
) -> tuple[str, Parameters]:
    """A query for the rows on SQLite, and its parameters. `columns`: all of the log."""
    named = ", ".join(columns)
    where = f"game = :game AND seq > :since AND ({log_query.where})"
    order = "DESC" if log_query.from_end else "ASC"
    sql = f"""SELECT {log_query.columns} FROM (
SELECT NULL AS id, {named} FROM event WHERE {where}
UNION ALL SELECT id, {named} FROM log_entry
    WHERE id IN (SELECT value FROM json_each(:ids)) AND {where}
UNION ALL SELECT id, {named} FROM log_entry WHERE id > :known AND seq >= :next AND {where}
) AS rows ORDER BY seq {order} LIMIT {log_query.limit}"""
    parameters = {
        **log_query.parameters,
        "game": log_query.game,
        "since": log_query.since,
        "ids": f"[{','.join(map(str, _selected_ids(log_query, places)))}]",
        "known": places.known,
        "next": places.next,
    }
    return sql, parameters


def _selected_ids(log_query: LogQuery, places: Places) -> Sequence[int]:
    ids = places.ids[max(0, log_query.since + 1 - places.first) :]
    if log_query.where != "TRUE" or log_query.limit < 0:
        return ids
    return ids[-log_query.limit :] if log_query.from_end else ids[: log_query.limit]
