"""Lists of games, newest first, by the index that scans the fewest rows.

Each filter of the list has an index that ends in (private, created_at, id), so that its matches are
found in the list's order. With several filters, the most selective one is scanned, and each row is
checked against all of them, but at most MAX_SCANNED rows for one page. So a page may have fewer
games than were asked for, and still a cursor. Private games (`Room.private`) are scanned only if
the asking account plays them: the private games of other accounts influence neither the cursor nor
the number of rows scanned.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, and_, exists, func, literal, or_, select, tuple_, union_all
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import InstrumentedAttribute

from ....rooms.room import Phase
from ....rooms.text import tidy_name
from ...filters import MAX_SCANNED, GameFilter, read_cursor
from ..base.tables import GameRow, SeatRow

FIRST_READ_ROWS = 32  # of a short list; each further read has four times as many
MAX_COUNTED = 3_000  # rows, to find the most selective filter


class Operator(Enum):
    """The viewer of the commands beside the server."""

    OPERATOR = "operator"


OPERATOR = Operator.OPERATOR

Viewer = str | Operator | None
"""An account, the operator, or None: anybody."""

Key = tuple[int, str]
"""`created_at` and `id` of a game: the order of lists, which begin with the highest."""
_union_all: Any = union_all  # mypy cannot read its type
_RESULTS = ("win", "draw", "loss", None)


class ScannedKeys(NamedTuple):
    """The matching games, newest first; and the last one scanned, if there are more after it."""

    games: list[Key]
    stopped_at: Key | None


async def walk(
    session: AsyncSession, filter_: GameFilter, limit: int, viewer: Viewer = None
) -> ScannedKeys:
    """The first matching games that the viewer may see: `limit` or more if there are so many among
    the first MAX_SCANNED rows. The caller truncates the list."""
    path = await _shortest_path(session, index_paths(filter_, viewer))
    before = None if filter_.cursor is None else read_cursor(filter_.cursor)
    matching: list[Key] = []
    remaining, size = MAX_SCANNED, max(FIRST_READ_ROWS, limit)
    while remaining:
        size = min(size, remaining)
        keys = await path.chunk(session, before, size)
        matching += await _matching(session, filter_, keys, viewer)
        if len(keys) < size:
            return ScannedKeys(matching, None)
        if len(matching) >= limit:
            break
        before, remaining, size = keys[-1], remaining - size, 4 * size
    return ScannedKeys(matching, keys[-1])


@dataclass(frozen=True, slots=True)
class IndexPath:
    """Games by one index: each select uses a part of it that is in the list's order."""

    parts: Sequence[Any]
    filter: GameFilter

    async def chunk(self, session: AsyncSession, before: Key | None, size: int) -> list[Key]:
        """The next games after `before`."""
        rows = await session.execute(self.ordered(before).limit(size))
        return [(created_at, game) for created_at, game in rows]

    async def length(self, session: AsyncSession, max_counted: int) -> int:
        """How many games it would scan, up to `max_counted`."""
        before = None if self.filter.cursor is None else read_cursor(self.filter.cursor)
        sample = self.ordered(before).limit(max_counted).subquery()
        return int(await session.scalar(select(func.count()).select_from(sample)) or 0)

    def ordered(self, before: Key | None) -> Any:
        """The select of the games after `before`, in the list's order."""
        parts = [self._between(part, before) for part in self.parts]
        union = parts[0] if len(parts) == 1 else _union_all(*parts)
        return union.order_by(*(column.desc() for column in union.selected_columns))

    def _between(self, part: Any, before: Key | None) -> Any:
        created_at, game = part.selected_columns
        if self.filter.date_from is not None:
            part = part.where(created_at >= self.filter.date_from)
        if self.filter.date_to is not None:
            part = part.where(created_at < self.filter.date_to)
        return part if before is None else part.where(tuple_(created_at, game) < before)


async def _shortest_path(session: AsyncSession, paths: list[IndexPath]) -> IndexPath:
    shortest, *others = paths
    length = await shortest.length(session, MAX_COUNTED) if others else 0
    for path in others:
        # Counting stops at the length of the shortest path so far.
        if length and (other := await path.length(session, length)) < length:
            shortest, length = path, other
    return shortest


def account_of(viewer: Viewer) -> str | None:
    """The account, if the viewer is one."""
    return viewer if isinstance(viewer, str) else None


def index_paths(filter_: GameFilter, viewer: Viewer) -> list[IndexPath]:
    """The usable indices, each together with the viewer's own private games, or for the operator
    with all imported games if the filter asks for them."""
    if viewer is OPERATOR and filter_.imported:
        return [IndexPath([_IMPORTED], filter_)]
    own, account = list[Any](), account_of(viewer)
    if account is not None:
        own.append(_SEATS.where(SeatRow.account == account, SeatRow.private))
        own.append(_IMPORTED.where(GameRow.maker == account))
    public = _public(filter_, account if filter_.mine else None)
    return [IndexPath([*parts, *own], filter_) for parts in public]


_SEATS = select(SeatRow.created_at, SeatRow.game)
_IMPORTED = select(GameRow.created_at, GameRow.id).where(GameRow.imported.is_not(None))


def _public(filter_: GameFilter, owner: str | None) -> Iterator[list[Any]]:
    """The paths without private games, each in parts, the probably shortest path first. `owner`:
    the account that must play, with `mine`."""
    games = select(GameRow.created_at, GameRow.id).where(~GameRow.private)
    result = "win" if filter_.seat is not None else filter_.result
    if owner is not None:
        yield _of_player([SeatRow.account == owner], result)
    if filter_.player is not None:
        yield _of_player(_is_player(filter_.player), None if owner else result)
    elif result is not None and owner is None:
        seats = _SEATS.where(~SeatRow.private)
        seat = filter_.seat or 0  # a draw is found at any seat
        yield [seats.where(SeatRow.seat == seat, SeatRow.result == result)]
    if filter_.reason is not None:
        yield [games.where(GameRow.reason == filter_.reason)]
    if filter_.state is not None:
        yield [games.where(GameRow.state == filter_.state)]
    if filter_.game is not None:
        yield [games.where(GameRow.game_type == filter_.game)]
    if (owner, filter_.player, result, filter_.reason, filter_.state, filter_.game) == (None,) * 6:
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


# ── conditions on one game ─────────────────────────────────────────────────────────────────────


async def _matching(
    session: AsyncSession,
    filter_: GameFilter,
    keys: Sequence[Key],
    viewer: Viewer,
) -> list[Key]:
    """Those of these games that match all filters, in their order."""
    account = account_of(viewer)
    conditions = _conditions(filter_, account if filter_.mine else None)
    query = select(GameRow.id).where(
        GameRow.id.in_([game for _, game in keys]), visible_to(viewer), *conditions
    )
    matching = set(await session.scalars(query))
    return [key for key in dict.fromkeys(keys) if key[1] in matching]


def visible_to(viewer: Viewer) -> ColumnElement[bool]:
    """Games that the viewer may see: private ones are shown to their players once they have ended,
    and imported ones to the operator and the account that has imported them."""
    is_public = GameRow.private.is_not(True)  # uses no index: the games are found by their ids here
    if viewer is OPERATOR:
        return or_(is_public, GameRow.imported.is_not(None))
    if (account := account_of(viewer)) is None:
        return is_public
    own = exists().where(SeatRow.game == GameRow.id, unindexed(SeatRow.account) == account)
    is_finished = unindexed(GameRow.state) == Phase.FINISHED.value
    return or_(is_public, and_(is_finished, own), _imported_by(account))


def _imported_by(account: str) -> ColumnElement[bool]:
    return and_(unindexed(GameRow.maker) == account, GameRow.imported.is_not(None))


def _conditions(filter_: GameFilter, owner: str | None) -> Iterator[ColumnElement[bool]]:
    if filter_.game is not None:
        yield unindexed(GameRow.game_type) == filter_.game
    if filter_.imported is not None:
        is_played = GameRow.imported.is_(None)
        yield ~is_played if filter_.imported else is_played
    if filter_.state is not None:
        yield unindexed(GameRow.state) == filter_.state
    if filter_.reason is not None:
        yield unindexed(GameRow.reason) == filter_.reason
    player = None if filter_.player is None else _named(filter_.player)
    whose = player if owner is None else unindexed(SeatRow.account) == owner
    if whose is not None or filter_.result is not None:
        result = _result_conditions(filter_)
        is_whose = [] if whose is None else [whose]
        plays = exists().where(SeatRow.game == GameRow.id, *is_whose, *result)
        yield plays if owner is None or _asks_result(filter_) else or_(plays, _imported_by(owner))
    if owner is not None and player is not None:
        another = unindexed(SeatRow.account) != owner
        yield exists().where(SeatRow.game == GameRow.id, another, player)


def _asks_result(filter_: GameFilter) -> bool:
    """Whether only games with a certain result of a player match."""
    return filter_.seat is not None or filter_.result is not None


def _named(player: str) -> ColumnElement[bool]:
    """Like `_is_player`, for the seats of one game."""
    named = unindexed(SeatRow.handle) == tidy_name(player).casefold()
    return or_(named, unindexed(SeatRow.account) == player)


def _result_conditions(filter_: GameFilter) -> Iterator[ColumnElement[bool]]:
    """Conditions on the result of a seat."""
    if filter_.seat is not None:
        yield and_(SeatRow.seat == filter_.seat, unindexed(SeatRow.result) == "win")
    elif filter_.result is not None:
        yield unindexed(SeatRow.result) == filter_.result


def unindexed(column: InstrumentedAttribute[Any]) -> ColumnElement[str]:
    """The column's value as an expression for which SQLite does not use an index, because the games
    are found by their ids."""
    return column + literal("")
