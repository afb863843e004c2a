"""Lists of games, newest first, by the index that scans the fewest rows.

Each filter of the list has an index that ends in (private, created_at, id), so that its matches are
found in the list's order. With several filters, the most selective one is scanned, and each row is
checked against all of them, but at most MAX_SCANNED rows for one page. So a page may have fewer
games than were asked for, and still a cursor. The index of an account's games (`SEAT_INDEX`) also
has most of what they are filtered by, so that only matching rows leave the database, and the page
is complete unless the account has played more games than WINDOW since (first FIRST_WINDOW are
looked at). Private games
(`Room.private`) are scanned only if the asking account plays them: the private games of other
accounts influence neither the cursor nor the number of rows scanned.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, func, select, tuple_, union_all
from sqlalchemy.ext.asyncio import AsyncSession

from ....rooms.text import tidy_name
from ...filters import MAX_SCANNED, GameFilter, read_cursor
from ..base import dialect
from ..base.dialect import Dialect
from ..base.tables import GameRow, SeatRow
from . import conditions
from .conditions import OPERATOR as OPERATOR
from .conditions import Asked
from .conditions import account_of as account_of
from .conditions import unindexed as unindexed

FIRST_READ_ROWS = 32  # of a short list; each further read has four times as many
MAX_COUNTED = 3_000  # rows, to find the most selective filter
FIRST_WINDOW = 1_000  # rows of an account's index for one page, enough for most
WINDOW = 50_000  # more of them, if too few match
POSITION_WINDOW = 5_000  # if each row costs a look at the positions of its game

Key = tuple[int, str]
"""`created_at` and `id` of a game: the order of lists, which begin with the highest."""
_union_all: Any = union_all  # mypy cannot read its type
_RESULTS = ("win", "draw", "loss", None)


class ScannedKeys(NamedTuple):
    """The matching games, newest first; and the last one scanned, if there are more after it."""

    games: list[Key]
    stopped_at: Key | None


async def walk(session: AsyncSession, asked: Asked, limit: int) -> ScannedKeys:
    """The first matching games that the viewer may see: `limit` or more if there are so many among
    the first MAX_SCANNED rows. The caller truncates the list."""
    before = None if asked.filter.cursor is None else read_cursor(asked.filter.cursor)
    path = await _shortest_path(session, index_paths(asked))
    scan = _Scan(session, asked, limit)
    for window in (min(FIRST_WINDOW, path.window), path.window):
        part, end = await path.within_window(session, before, window)
        stopped_at = await scan.read(part, before)
        if stopped_at is not None or end is None or scan.is_complete:
            return ScannedKeys(scan.matching, end if stopped_at is None else stopped_at)
        before = end
    return ScannedKeys(scan.matching, before)


@dataclass(slots=True)
class _Scan:
    """The rows that are scanned for a page. `remaining`: how many more at most; `size`: of the next
    read."""

    session: AsyncSession
    asked: Asked
    limit: int
    matching: list[Key] = field(default_factory=list)
    remaining: int = field(default_factory=lambda: MAX_SCANNED)
    size: int = field(default_factory=lambda: FIRST_READ_ROWS)

    @property
    def is_complete(self) -> bool:
        """Whether enough games match."""
        return len(self.matching) >= self.limit

    async def read(self, path: "IndexPath", before: Key | None) -> Key | None:
        """Scans the games of a path until enough match; returns the last one scanned, or None if
        there are no more."""
        self.size = max(self.size, self.limit)
        while self.remaining:
            size = min(self.size, self.remaining)
            keys = await path.chunk(self.session, before, size)
            self.matching += await _matching(self.session, self.asked, keys)
            self.remaining -= len(keys)
            if len(keys) < size:
                return None
            before = keys[-1]
            if self.is_complete:
                break
            self.size = 4 * size
        return before


@dataclass(frozen=True, slots=True)
class IndexPath:
    """Games by one index: each select uses a part of it that is in the list's order.

    `conditions`: for each part, what the rows of its index must fulfil besides; `window`: how many
    rows of the index are read for a page, if there are any, after the FIRST_WINDOW ones; `last`:
    the last row that is read.
    """

    parts: Sequence[Any]
    filter: GameFilter
    conditions: Sequence[Sequence[ColumnElement[bool]]] = ()
    window: int = 0
    last: Key | None = None

    async def chunk(self, session: AsyncSession, before: Key | None, size: int) -> list[Key]:
        """The next games after `before`."""
        rows = await session.execute(self.next(before, size, dialect.of_session(session)))
        return [(created_at, game) for created_at, game in rows]

    async def length(self, session: AsyncSession, max_counted: int) -> int:
        """How many games it would scan, up to `max_counted`."""
        before = None if self.filter.cursor is None else read_cursor(self.filter.cursor)
        path = replace(self, conditions=())
        sample = path.next(before, max_counted, dialect.of_session(session)).subquery()
        return int(await session.scalar(select(func.count()).select_from(sample)) or 0)

    async def within_window(
        self, session: AsyncSession, before: Key | None, window: int
    ) -> tuple["IndexPath", Key | None]:
        """This path without the rows beyond the next `window`, and the last row of them if there
        are more; the whole path if its index has no conditions."""
        if not any(self.conditions):
            return self, None
        end = self.window_end(before, dialect.of_session(session), window)
        row = (await session.execute(end)).first()
        return (self, None) if row is None else (replace(self, last=(row[0], row[1])), (*row,))

    def window_end(self, before: Key | None, of: Dialect, window: int) -> Any:
        """The select of the last row of the next `window` after `before`; none if there are fewer
        rows."""
        path = replace(self, conditions=())
        return path.next(before, window, of).limit(1).offset(window - 1)

    def next(self, before: Key | None, size: int, of: Dialect) -> Any:
        """The select of the next games after `before`, in the list's order. PostgreSQL merges the
        parts only if each is sorted; SQLite only if none is."""
        conditions = self.conditions or [()] * len(self.parts)
        parts = [
            self._between(part.where(*each), before)
            for part, each in zip(self.parts, conditions, strict=True)
        ]
        if len(parts) > 1 and of is dialect.POSTGRESQL:
            parts = [_newest(part).limit(size) for part in parts]
        return _newest(parts[0] if len(parts) == 1 else _union_all(*parts)).limit(size)

    def _between(self, part: Any, before: Key | None) -> Any:
        created_at, game = part.selected_columns
        if self.filter.date_from is not None:
            part = part.where(created_at >= self.filter.date_from)
        if self.filter.date_to is not None:
            part = part.where(created_at < self.filter.date_to)
        if self.last is not None:
            part = part.where(tuple_(created_at, game) >= self.last)
        return part if before is None else part.where(tuple_(created_at, game) < before)


def _newest(query: Any) -> Any:
    return query.order_by(*(column.desc() for column in query.selected_columns))


async def _shortest_path(session: AsyncSession, paths: list[IndexPath]) -> IndexPath:
    shortest, *others = paths
    length = await shortest.length(session, MAX_COUNTED) if others else 0
    for path in others:
        # Counting stops at the length of the shortest path so far.
        if length and (other := await path.length(session, length)) < length:
            shortest, length = path, other
    return shortest


_SEATS = select(SeatRow.created_at, SeatRow.game)
_IMPORTED = select(GameRow.created_at, GameRow.id).where(GameRow.imported.is_not(None))


def index_paths(asked: Asked) -> list[IndexPath]:
    """The usable indices, each together with the viewer's own private games, or for the operator
    with all imported games if the filter asks for them."""
    if asked.viewer is OPERATOR and asked.filter.imported:
        return [IndexPath([_IMPORTED], asked.filter)]
    own, account = list[Any](), account_of(asked.viewer)
    if account is not None:
        own.append(_SEATS.where(SeatRow.account == account, SeatRow.private))
        own.append(_IMPORTED.where(GameRow.maker == account))
    paths = [IndexPath([*parts, *own], asked.filter) for parts in _public(asked)]
    return [*_of_owner(asked), *paths]


def _of_owner(asked: Asked) -> Iterator[IndexPath]:
    """The paths by an account that must play."""
    owner, opponent, filter_ = asked.owner, asked.opponent, asked.filter
    if owner is None:
        return
    seats = [_SEATS.where(SeatRow.account == owner, ~SeatRow.private)]
    imported = list[Any]()
    if owner == account_of(asked.viewer):
        seats.append(_SEATS.where(SeatRow.account == owner, SeatRow.private))
    if filter_.mine and (filter_.result, filter_.player, filter_.opponent) == (None,) * 3:
        imported.append(_IMPORTED.where(GameRow.maker == owner))
    if opponent is not None:
        is_opponent = SeatRow.opponent == opponent, SeatRow.opponent == ""
        seats = [part.where(condition) for part in seats for condition in is_opponent]
    each = [conditions.of_seat(asked)] * len(seats)
    each += [conditions.of_imported(asked)] * len(imported)
    window = WINDOW if filter_.position_key is None else POSITION_WINDOW
    yield IndexPath([*seats, *imported], filter_, each, window)


def _public(asked: Asked) -> Iterator[list[Any]]:
    """The paths without private games, each in parts, the probably shortest path first."""
    filter_, owner = asked.filter, asked.owner
    games = select(GameRow.created_at, GameRow.id).where(~GameRow.private)
    result = "win" if filter_.seat is not None else filter_.result
    if filter_.player is not None:
        yield _of_player(_is_player(filter_.player), None if owner else result)
    elif result is not None and owner is None:
        seats = _SEATS.where(~SeatRow.private)
        seat = filter_.seat or 0  # a draw is found at any seat
        yield [seats.where(SeatRow.seat == seat, SeatRow.result == result)]
    if filter_.opponent is not None and asked.opponent is None:
        yield _of_player(_is_player(filter_.opponent), None)
    if filter_.reason is not None:
        yield [games.where(GameRow.reason == filter_.reason)]
    if filter_.state is not None:
        yield [games.where(GameRow.state == filter_.state)]
    if filter_.game is not None and owner is None:
        yield [games.where(GameRow.game_type == filter_.game)]
    filters = owner, filter_.player, result, filter_.reason, filter_.state, filter_.game
    if filters == (None,) * 6:
        yield [games]


def _of_player(is_player: Sequence[ColumnElement[bool]], result: str | None) -> list[Any]:
    """The games of a player, by each of the conditions, with this result (None: with any or none):
    one part for each value, since the result precedes the time in the index."""
    seats = _SEATS.where(~SeatRow.private)
    return [
        seats.where(
            condition,
            SeatRow.result.is_(None) if seat_result is None else SeatRow.result == seat_result,
        )
        for condition in is_player
        for seat_result in (_RESULTS if result is None else (result,))
    ]


def _is_player(player: str) -> tuple[ColumnElement[bool], ColumnElement[bool]]:
    """Conditions by name and by account: each has its index."""
    return SeatRow.handle == tidy_name(player).casefold(), SeatRow.account == player


async def _matching(session: AsyncSession, asked: Asked, keys: Sequence[Key]) -> list[Key]:
    """Those of these games that match all filters, in their order."""
    matching = set(await session.scalars(matching_query(asked, [game for _, game in keys])))
    return [key for key in dict.fromkeys(keys) if key[1] in matching]


def matching_query(asked: Asked, games: Sequence[str]) -> Any:
    """The select of those of these games that match all filters."""
    return select(GameRow.id).where(
        GameRow.id.in_(games), conditions.visible_to(asked.viewer), *conditions.of_game(asked)
    )
