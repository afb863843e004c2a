"""The tail of the game log in the memory of its only writer: the next row of each live game, and
the rows that have no segment yet.

The log's table has no index except by the rows' ids, so that writing a row changes only one page.
So this module refuses what unique and foreign keys would refuse: an event number that is not the
next one, a command id that was used before, a game that does not exist. It runs on the writer's
thread. Other threads take a `view`, which stays valid while they use it, because rows are only
added to it: when rows leave the tail, a new mapping replaces the old one.

A game's rows get a segment (`settle`) when it ends, when its room is unloaded, and when more than
MAX_TAIL rows have been added since its oldest row in the tail. Segments are written in separate
transactions: if the server dies before one is committed, its rows are in the tail that the next
start reads.
"""

import heapq
import itertools
import sqlite3
import time
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from operator import itemgetter

import msgspec

from ...sql.base.connection import Connection, ConstraintViolated
from ...sql.logs import log, places
from ...sql.logs.places import LISTED, GameTail, Listed, LogQuery, Row, TailView

MAX_TAIL = 50_000  # rows
RECENT = 16  # command ids that are kept for each game, as many as its room keeps unpacked
STORED_EVERY = 1_000  # rows by which `log_tail` may lag behind

_row_values = itemgetter(*(log.COLUMNS.index(name) for name in Row._fields[1:]))
_INSERT_SEGMENT = (
    f"INSERT OR REPLACE INTO log_segment (game, seq, ids, {', '.join(LISTED)})"
    f" VALUES (?, ?, ?, {', '.join('?' * len(LISTED))})"
)
_LAST = f"""SELECT log_segment.seq, ids, {", ".join(f"log_segment.{name}" for name in LISTED)},
    (SELECT max(seq) FROM event WHERE game = game.id)
FROM game LEFT JOIN log_segment ON log_segment.game = game.id WHERE game.id = ?
ORDER BY log_segment.seq DESC LIMIT 1"""
_STEP, _MAX_ROWS = 16, 208  # rows of one INSERT: see `append_to_log`
_PLACEHOLDERS = f"({', '.join('?' * (len(log.COLUMNS) + 1))})"

Command = tuple[str, str]
"""An account, and the id of a command that it has sent."""


@dataclass(slots=True)
class LiveGame(GameTail):
    """A game's rows in the tail. `next`: the number of its next row; `recent`: command ids that
    must not occur again."""

    next: int = 1
    recent: deque[Command] = field(default_factory=lambda: deque(maxlen=RECENT))

    def add(self, row: Row) -> None:
        """One more row."""
        self.ids.append(row.id)
        self.next = row.seq + 1
        self.listed.add(row)
        if row.account is not None and row.command_id is not None:
            self.recent.append((row.account, row.command_id))

    def settled(self) -> "LiveGame":
        """The same game after its rows got a segment."""
        return LiveGame(self.next, replace(self.listed), [], self.next, self.recent)


class Tail:
    """The tail of a database, created by `read`. Its methods may get different connections.

    `due`: games whose rows must get a segment; true: their room was unloaded, so the game leaves
    the tail. Any thread may add to it.
    """

    def __init__(self, first: int) -> None:
        self.due: dict[str, bool] = {}
        self._known = first - 1  # all rows up to this id are in `_games` or in a segment
        self._games: dict[str, LiveGame] = {}
        self._oldest: list[tuple[int, str]] = []  # a heap: each game's first row in the tail
        self._stored_first = first
        self._pending: list[Row] = []  # of the transaction that is open
        self._pending_of: dict[str, list[Row]] = {}  # the same by game
        self._read: dict[str, LiveGame] = {}  # games that had no rows in the tail until then
        self._settling: dict[str, bool] = {}  # like `due`: their segments are being written
        self._has_failed = False  # the last time that segments were written

    @classmethod
    def read(cls, connection: Connection) -> "Tail":
        """Reads the tail of a database none of whose rooms is in memory, so all its games are due.
        Raises the database's errors."""
        tail = cls(places.first_of_tail(connection))
        tail._check_first(connection)
        tail.catch_up(connection)
        tail.due = dict.fromkeys(tail._games, True)
        return tail

    def catch_up(self, connection: Connection) -> None:
        """Reads unknown rows: those of a failed transaction that may have been written. Raises the
        database's errors, also for a missing row, because the ids have no gaps."""
        self.undo(0)
        for row in list(places.rows_after(connection, self._known)):
            if row.id != self._known + 1:
                raise places.damage(f"row {self._known + 1} of log_entry is missing")
            game = self._games.get(row.game)
            if game is None:
                game = self._games[row.game] = _read_game(connection, row.game) or LiveGame(row.seq)
            if row.seq >= game.next:
                if not game.ids:
                    heapq.heappush(self._oldest, (row.id, row.game))
                game.add(row)
            self._known = row.id

    def _check_first(self, connection: Connection) -> None:
        """Raises the error of a damaged database if the row before the tail has no segment."""
        query = "SELECT game, seq FROM log_entry WHERE id = ?"
        before = connection.execute(query, (self._known,)).fetchone()
        if before is not None:
            game = _read_game(connection, before[0])
            if game is None or game.next <= before[1]:
                raise places.damage(f"row {self._known} of log_entry has no segment")

    def view(self) -> TailView:
        """A view of the tail, to be taken before the snapshot with which it is used."""
        known = self._known  # read before the games, because another thread adds to them
        return TailView(known, self._games)

    def release(self, game: str) -> None:
        """Notes that the game's room was unloaded."""
        self.due[game] = True

    # ── a transaction ──────────────────────────────────────────────────────────────────────────

    def begin(self) -> TailView:
        """Begins a transaction."""
        if self._pending:
            self.undo(0)
        return self.view()

    def savepoint(self) -> int:
        """Begins a savepoint; returns the argument for `undo`."""
        return len(self._pending)

    def undo(self, savepoint: int) -> None:
        """Rolls back to a savepoint; 0: the entire transaction."""
        del self._pending[savepoint:]
        self._pending_of.clear()
        for row in self._pending:
            self._pending_of.setdefault(row.game, []).append(row)
        self._read = {name: self._read[name] for name in self._pending_of if name in self._read}

    def append(
        self, connection: Connection, rows: Sequence[log.Columns]
    ) -> list[tuple[int, *log.Columns]]:
        """Numbers these rows: returns each with its id in front. Raises ConstraintViolated if they
        do not continue the log, and the database's errors."""
        before = len(self._pending)
        numbered = list[tuple[int, *log.Columns]]()
        try:
            for id, row in enumerate(rows, self._known + before + 1):
                self._admit(connection, Row._make((id, *_row_values(row))))
                numbered.append((id, *row))
        except BaseException:
            self.undo(before)
            raise
        return numbered

    def _admit(self, connection: Connection, row: Row) -> None:
        game = self._games.get(row.game) or self._read.get(row.game)
        if game is None:
            game = _read_game(connection, row.game)
            if game is None:
                raise ConstraintViolated(f"there is no game {row.game}")
            self._read[row.game] = game
        before = self._pending_of.setdefault(row.game, [])
        expected = before[-1].seq + 1 if before else game.next
        if row.seq != expected:
            raise ConstraintViolated(f"event {row.seq} of game {row.game} is not {expected}")
        if row.account is not None and row.command_id is not None:
            command = (row.account, row.command_id)
            if command in game.recent or any(
                command == (other.account, other.command_id) for other in before
            ):
                raise ConstraintViolated(f"game {row.game} has had command {command[1]!r} already")
        before.append(row)
        self._pending.append(row)

    def committed(self) -> None:
        """Notes that the transaction is on disk."""
        pending, read = self._pending, self._read
        self._pending, self._pending_of, self._read = [], {}, {}
        for row in pending:
            game = self._games.get(row.game)
            if game is None:
                game = self._games[row.game] = read[row.game]
            if not game.ids:
                heapq.heappush(self._oldest, (row.id, row.game))
            game.add(row)
            if row.kind == "finished":
                self.due.setdefault(row.game, False)
        if pending:
            self._known = pending[-1].id
            if self._known - self._oldest[0][0] >= MAX_TAIL and self._is_long():
                self.due.setdefault(self._oldest[0][1], False)

    # ── segments ───────────────────────────────────────────────────────────────────────────────

    def settle(self, connection: Connection, end_s: float) -> None:
        """Writes segments in the caller's transaction until `end_s` by the monotonic clock: at
        least one, and after a failure only one. Then `settled` or `unsettled` must be called."""
        first = self._first()
        if first - self._stored_first >= STORED_EVERY:
            connection.execute("UPDATE log_tail SET first = ?", (first,))
            self._stored_first = first
        while (name := self._next_to_settle()) is not None:
            game = self._games.get(name)
            if game is not None and game.ids:
                values = [getattr(game.listed, column) for column in LISTED]
                ids = places.encode_ids(game.ids)
                connection.execute(_INSERT_SEGMENT, (name, game.first, ids, *values))
            if self._has_failed or time.monotonic() >= end_s:
                return

    def _next_to_settle(self) -> str | None:
        if (due := self._next_due()) is not None:
            name, leaves = due
        elif self._is_long():
            (_, name), leaves = heapq.heappop(self._oldest), False
        else:
            return None
        if name in self._settling:  # its room was unloaded meanwhile
            self._settling[name] |= leaves
            return self._next_to_settle()
        self._settling[name] = leaves
        return name

    def _next_due(self) -> tuple[str, bool] | None:
        """Takes the game that has been due for the longest time."""
        while self.due:
            try:
                name = next(iter(self.due))
            except RuntimeError:  # another thread has added one
                continue
            return name, self.due.pop(name)
        return None

    def settled(self) -> None:
        """Notes that the segments are on disk. Earlier views are not changed."""
        games = dict(self._games)
        for name, leaves in self._settling.items():
            if leaves:
                games.pop(name, None)
            elif name in games:
                games[name] = games[name].settled()
        self._games = games
        self._settling, self._has_failed = {}, False

    def unsettled(self) -> None:
        """Makes the segments due again, after all others, because they may not be on disk."""
        for name, leaves in self._settling.items():
            self.due[name] = leaves or self.due.get(name, False)
            if (game := self._games.get(name)) is not None and game.ids:
                heapq.heappush(self._oldest, (game.ids[0], name))
        self._settling, self._has_failed = {}, True

    def _is_long(self) -> bool:
        return self._known - self._first() >= MAX_TAIL

    def _first(self) -> int:
        """The id of the oldest row in the tail, or of the next row if the tail is empty."""
        while self._oldest:
            id, name = self._oldest[0]
            game = self._games.get(name)
            if game is not None and game.ids and game.ids[0] == id:
                return id
            heapq.heappop(self._oldest)
        return self._known + 1


def _read_game(connection: Connection, name: str) -> LiveGame | None:
    """Reads a game without rows in the tail; None: there is no such game. Raises ConstraintViolated
    if its last segment cannot be read."""
    stored = connection.execute(_LAST, (name,)).fetchone()
    if stored is None:
        return None
    seq, stored_ids, *listed, last_of_event = stored
    try:
        ids = [] if stored_ids is None else places.decode_ids(stored_ids)
    except msgspec.DecodeError as bad:
        raise ConstraintViolated(f"a segment of game {name} cannot be read: {bad}") from bad
    next = (last_of_event or 0) + 1 if seq is None else seq + len(ids)
    game = LiveGame(next, Listed() if seq is None else Listed(*listed), [], next)
    recent = LogQuery(name, "account, command_id", limit=RECENT, from_end=True)
    for account, command_id in reversed(log.rows_of(connection, recent)):
        if account is not None and command_id is not None:
            game.recent.append((account, command_id))
    return game


class LogConnection(sqlite3.Connection):
    """A connection to a database. `tail_view`: for reading; see `logs.log.view_of`. `tail`: the
    writer's, which numbers new rows; without one, the tail is read whenever rows are added."""

    tail_view: TailView | None = None
    tail: Tail | None = None

    def append_to_log(self, rows: Sequence[log.Columns], /) -> None:
        """Adds rows to the log in a few statements. A statement is prepared once for each number of
        rows, so there are few such numbers: multiples of _STEP up to _MAX_ROWS, and a remainder.
        Raises ConstraintViolated."""
        numbered = (self.tail or Tail.read(self)).append(self, rows)
        at = 0
        while at < len(numbered):
            size = len(numbered) - at
            if size >= _STEP:
                size = min(size - size % _STEP, _MAX_ROWS)
            part = numbered[at : at + size]
            self.execute(_insert(len(part)), [*itertools.chain.from_iterable(part)])
            at += len(part)


@cache
def _insert(rows: int) -> str:
    columns = ", ".join(log.COLUMNS)
    return f"INSERT INTO log_entry (id, {columns}) VALUES {', '.join([_PLACEHOLDERS] * rows)}"
