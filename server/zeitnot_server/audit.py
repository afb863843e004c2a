"""Whether a database holds: its pages, its games against the rules, its lists and its books against
the games.

Everything that lists and books show follows from the log, so it can be made again and compared. It
is read a game or a few hundred rows at a time, each in a snapshot of its own, so that a server that
writes meanwhile is not disturbed; what cannot be judged is said.
"""

import contextlib
import math
import sqlite3
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Literal, cast

import msgspec

import zeitnot_protocol as p

from . import verify as verification
from .books import SERVER, BookRules, lines
from .rooms.room import Phase, Room
from .store import RulesChanged, RulesFor
from .store.room_log import CRASHES
from .store.sqlite import book_table as book
from .store.sqlite import commit, scrub
from .store.sqlite.load import Found, load, look_up, settings_of
from .store.sqlite.tables import newest

STEPS = 10_000  # of SQLite's machine, between two looks at the time
ROWS = 500  # of the book
TOLERANCE = 1e-6

_IDS = "SELECT id FROM game WHERE id > ? ORDER BY id LIMIT 500"
_FACE = ("state", "plies", "position", "scores", "reason", "word", "finished_at", "private")
_SEAT = ("account", "name", "bot", "salt", "result", "private")
_SHOWN = f"""SELECT state, {newest("plies")}, {newest("position")}, scores, reason, word,
    finished_at, private, commitment, learned AND NOT relearn AND NOT forgotten
    FROM game WHERE id = ?"""
_SEATS = f"SELECT {', '.join(_SEAT)} FROM seat WHERE game = ? ORDER BY seat"
_TAUGHT = "SELECT count(*) FROM game WHERE learned AND NOT relearn AND NOT forgotten"
_FORGOTTEN = "SELECT finished_at FROM game WHERE game_type = ? AND forgotten"
_KEYS = ("game_type", "settings_key", "key", "move")
_VALUES = ("position", "weight", "wins", "draws", "losses", "score_sum", "last_played", "source")
_LINES = f"""SELECT {", ".join(_KEYS + _VALUES)} FROM book
WHERE scope = '{SERVER}' AND ({", ".join(_KEYS)}) > (?, ?, ?, ?) ORDER BY 1, 2, 3, 4 LIMIT {ROWS}"""
_LINE = f"""SELECT {", ".join(_VALUES)} FROM book
WHERE scope = '{SERVER}' AND ({", ".join(_KEYS)}) = (?, ?, ?, ?)"""

Tell = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Finding:
    """A sentence, and whether it says that something is `wrong` or only that it was `unjudged`."""

    kind: Literal["wrong", "unjudged"]
    text: str


# ── pages and tables ───────────────────────────────────────────────────────────────────────────


def pages(connection: sqlite3.Connection, seconds: float) -> Iterator[Finding]:
    """What SQLite itself finds, if it takes no longer than so; else every table row by row."""
    try:
        found = _within(connection, "PRAGMA integrity_check", seconds)
        orphans = _within(connection, "PRAGMA foreign_key_check", seconds)
    except sqlite3.DatabaseError as error:
        yield Finding("wrong", f"{error}")
        found = orphans = []
    for (text,) in found if found is not None else ():
        if text != "ok":
            yield from (Finding("wrong", line) for line in text.splitlines())
    for table, row, parent, _ in orphans or ():
        yield Finding("wrong", f"table {table}: row {row} is of a {parent} that does not exist")
    if found is None:
        yield from _row_by_row(connection)
    if found is None or orphans is None:
        text = f"the file in one piece, which takes more than {seconds:g} s; --whole does it"
        yield Finding("unjudged", text)


def _row_by_row(connection: sqlite3.Connection) -> Iterator[Finding]:
    for portion in scrub.walk(connection):
        for text in portion.wrong:
            yield Finding("wrong", f"table {portion.table}: {text}")


def _within(connection: sqlite3.Connection, statement: str, seconds: float) -> list[Any] | None:
    """What it brings; None: it was broken off."""
    until = time.monotonic() + seconds
    connection.set_progress_handler(lambda: time.monotonic() > until, STEPS)
    try:
        return connection.execute(statement).fetchall()
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode == sqlite3.SQLITE_INTERRUPT:
            return None
        raise
    finally:
        connection.set_progress_handler(None, 0)


# ── games and what they teach ──────────────────────────────────────────────────────────────────


class Audit:
    """Goes through all games once, then through the book. `games`, `moves`: how many it saw."""

    def __init__(self, connection: sqlite3.Connection, rules_for: RulesFor) -> None:
        self.games = self.moves = 0
        self._connection = connection
        self._rules_for = rules_for
        self._forgotten: dict[str, set[int]] = {}  # when such games ended, by kind
        self._unsure: set[str] = set()  # games whose book cannot be judged
        self._before = self._count(_TAUGHT)
        self._taught = sqlite3.connect("")  # on disk if it grows large
        sql = "SELECT sql FROM sqlite_schema WHERE type = 'table' AND name = 'book'"
        self._taught.execute(connection.execute(sql).fetchone()[0])

    def close(self) -> None:
        """Forgets what the games teach."""
        self._taught.close()

    def all_games(self, tell: Tell) -> Iterator[Finding]:
        """Every game against its rules, and against what lists show of it."""
        total, last = self._count("SELECT count(*) FROM game"), ""
        while ids := [game for (game,) in self._connection.execute(_IDS, (last,)).fetchall()]:
            for last in ids:
                yield from self._game(last)
                self.games += 1
                tell(self.games, total)

    def _game(self, game: str) -> Iterator[Finding]:
        with self._snapshot():
            try:
                found = look_up(self._connection, game)
                shown = self._connection.execute(_SHOWN, (game,)).fetchone()
                seats = self._connection.execute(_SEATS, (game,)).fetchall()
            except (sqlite3.DatabaseError, msgspec.DecodeError, UnicodeDecodeError) as bad:
                self._unsure |= {game_type for (game_type,) in self._type_of(game)}
                yield Finding("wrong", f"game {game} cannot be read: {bad}")
                return
        if found is None:
            return
        *face, committed, learnt = shown
        try:
            room = self._room(found)
        except _Unjudged as why:
            self._unsure |= {found.game.game_type} if learnt else set()
            yield Finding("unjudged", f"game {game}: {why}")
            return
        except _Broken as why:
            self._unsure |= {found.game.game_type} if learnt else set()
            yield Finding("wrong", f"game {game}: {why}")
            return
        for text in (*_listed(room, face, seats), *self._played(room, found, committed)):
            yield Finding("wrong", f"game {game}: {text}")
        if learnt:
            self._learn(room, found)

    def _type_of(self, game: str) -> list[tuple[str]]:
        with contextlib.suppress(sqlite3.DatabaseError):
            query = "SELECT game_type FROM game WHERE id = ?"
            return self._connection.execute(query, (game,)).fetchall()
        return []

    def _room(self, found: Found) -> Room:
        """The fold of the log. Raises _Unjudged, _Broken."""
        numbers = [row.event.seq for row in found.entries]
        if numbers != [*range(1, len(numbers) + 1)]:
            gap = next(at for at, number in enumerate(numbers, 1) if at != number)
            raise _Broken(f"event {gap} is missing in the log")
        if found.crashes >= CRASHES:
            raise _Unjudged(f"it has crashed the server {found.crashes} times")
        try:
            self._rules_for(found.game.game_type, settings_of(found.game))
        except msgspec.DecodeError as bad:
            raise _Broken(f"its settings cannot be read: {bad}") from None
        except ValueError as unknown:
            raise _Unjudged(f"{unknown}") from None
        try:
            return load(found, self._rules_for, lambda game, ply: contextlib.nullcontext()).room
        except RulesChanged as changed:
            raise _Unjudged(f"{changed}") from None
        except Exception as bad:  # rules and fold take what they never wrote as it comes
            raise _Broken(f"its log cannot be played: {type(bad).__name__}: {bad}") from bad

    def _played(self, room: Room, found: Found, committed: str) -> Iterator[str]:
        """A game that has ended is played again, as `zeitnot verify` does it."""
        if room.phase is not Phase.FINISHED:
            return
        game_setup = room.game_setup
        export = p.Export(
            format=p.EXPORT_FORMAT,
            id=room.id,
            game_type=game_setup.rules.game,
            rules_version=game_setup.rules.version,
            settings=game_setup.settings,
            control=game_setup.control,
            created_at=game_setup.created_at,
            commitment=committed,
            players=[seat.view() for seat in room.seats],
            events=[row.event for row in found.entries],
            seed=game_setup.seed.hex(),
            setup=game_setup.setup,
        )
        try:
            verification.verify(export, self._rules_for)
        except (verification.Broken, verification.Unverifiable) as bad:
            yield f"it does not hold: {bad}"

    def _learn(self, room: Room, found: Found) -> None:
        rules = cast(BookRules, room.game_setup.rules)
        learnt = lines(rules, [row.event for row in found.entries], room.game_setup.setup)
        book.add(self._taught, SERVER, learnt)

    # ── the book ───────────────────────────────────────────────────────────────────────────────

    def book(self) -> Iterator[Finding]:
        """The server's book against what the games have taught it; to be called after them."""
        wrong = [*self._compared()]
        if wrong and self._count(_TAUGHT) != self._before:
            yield Finding("unjudged", "the book: games ended while it was compared")
            return
        for game_type in sorted(self._unsure):
            yield Finding("unjudged", f"the book of {game_type}: some games could not be read")
        yield from (Finding("wrong", text) for game, text in wrong if game not in self._unsure)

    def _compared(self) -> Iterator[tuple[str, str]]:
        """Game and sentence of every move of which book and games say different things."""
        for keys, have in _book_lines(self._connection):
            self.moves += 1
            due = self._taught.execute(_LINE, keys).fetchone()
            if due is None:
                yield keys[0], f"{_move(keys)} was learnt from no game"
            elif different := [n for n, a, b in zip(_VALUES, have, due, strict=True) if a != b]:
                told = dict(zip(_VALUES, zip(have, due, strict=True), strict=True))
                close = {name for name in different if _close(*told[name])}
                if self._told_by_forgotten(keys[0], *told["last_played"]):
                    close.add("last_played")
                if far := [name for name in different if name not in close]:
                    one, other = told[far[0]]
                    yield keys[0], f"{_move(keys)}: {far[0]} is {one}, must be {other}"
        for keys, _ in _book_lines(self._taught):
            if self._connection.execute(_LINE, keys).fetchone() is None:
                yield keys[0], f"{_move(keys)} is missing"

    def _told_by_forgotten(self, game_type: str, have: int | None, due: int | None) -> bool:
        """Whether a move was played last in a game that the book has forgotten: its end stays."""
        if game_type not in self._forgotten:
            found = self._connection.execute(_FORGOTTEN, (game_type,)).fetchall()
            self._forgotten[game_type] = {at for (at,) in found}
        return have in self._forgotten[game_type] and (due is None or have is None or have >= due)

    def _count(self, query: str) -> int:
        (count,) = self._connection.execute(query).fetchone()
        return int(count)

    @contextlib.contextmanager
    def _snapshot(self) -> Iterator[None]:
        self._connection.execute("BEGIN")
        try:
            yield
        finally:
            self._connection.rollback()


class _Unjudged(Exception):
    """The message says why."""


class _Broken(Exception):
    """The message says how."""


def _listed(room: Room, face: list[Any], seats: list[Any]) -> Iterator[str]:
    """Where the columns that lists are made of say something else than the log."""
    _, *due = commit.face(room)
    for name, have, must in zip(_FACE, face, due, strict=True):
        if have != must:
            yield f"{name} is {have!r}, must be {must!r} by the log"
    sitting = [dict(zip(commit.SEAT, values, strict=True)) for values in commit.seats(room)]
    for number, (values, must_be) in enumerate(zip(seats, sitting, strict=True)):
        for name, have in zip(_SEAT, values, strict=True):
            if have != must_be[name]:
                yield f"seat {number}: {name} is {have!r}, must be {must_be[name]!r} by the log"


def _book_lines(connection: sqlite3.Connection) -> Iterator[tuple[tuple[str, ...], list[Any]]]:
    """The server's own lines, in order: their keys and their values."""
    last: tuple[str, ...] = ("", "", "", "")
    while rows := connection.execute(_LINES, last).fetchall():
        for row in rows:
            last = tuple(row[: len(_KEYS)])
            yield last, list(row[len(_KEYS) :])


def _move(keys: tuple[str, ...]) -> str:
    game, settings, key, move = keys
    return f"book of {game}, settings {settings}, position {key}, move {move}"


def _close(one: Any, other: Any) -> bool:
    """Weights are sums, and sums depend a little on their order."""
    if isinstance(one, float) and isinstance(other, float | int):
        return math.isclose(one, other, rel_tol=TOLERANCE, abs_tol=TOLERANCE)
    return bool(one == other)
