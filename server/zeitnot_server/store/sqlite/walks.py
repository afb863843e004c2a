"""Lists of games, newest first, by the index that scans the fewest rows.

Each filter of the list has an index that ends in (private, created_at, id), so that its matches are
found in the list's order. With several filters, the most selective one is scanned, and each row is
checked against all of them: at most MOST games for one page, however rare a match of all is. So a
page may have fewer games than were asked for, and still a cursor. Private games (`Room.private`)
are scanned only if they are the asker's own: other people's show neither in the cursor nor in the
number of rows scanned.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, and_, exists, func, literal, or_, select, tuple_, union_all
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import InstrumentedAttribute

from ...rooms.room import Phase
from ...rooms.text import tidy_name
from ..filters import GameFilter, read_cursor
from .tables import GameRow, SeatRow

MOST = 1_000
FIRST = 32  # rows of the first read, for a short list; then four times as many, and so on
COUNTED = 3_000  # rows that are counted to find the most selective filter

Key = tuple[int, str]
"""`created_at` and `id` of a game: the order of lists, which begin with the highest."""
_union_all: Any = union_all  # mypy cannot read its type
_RESULTS = ("win", "draw", "loss", None)


class Found(NamedTuple):
    """The matching games, newest first; and the last one scanned, if there are more after it."""

    games: list[Key]
    stopped_at: Key | None


async def walk(
    session: AsyncSession, asked: GameFilter, wanted: int, account: str | None = None
) -> Found:
    """The first `wanted` matching games that this account (None: anybody) may see, or those among
    the first MOST scanned."""
    way = await _shortest(session, list(_ways(asked, account)))
    before = None if asked.cursor is None else read_cursor(asked.cursor)
    found: list[Key] = []
    left, size = MOST, max(FIRST, wanted)
    while left:
        size = min(size, left)
        keys = await way.chunk(session, before, size)
        found += await _fitting(session, asked, keys, account)
        if len(keys) < size:
            return Found(found, None)
        if len(found) >= wanted:
            break
        before, left, size = keys[-1], left - size, 4 * size
    return Found(found, keys[-1])


@dataclass(frozen=True, slots=True)
class _Way:
    """Games by one index: each select uses a part of it that is in the list's order."""

    parts: Sequence[Any]
    asked: GameFilter

    async def chunk(self, session: AsyncSession, before: Key | None, size: int) -> list[Key]:
        """The next games after `before`."""
        found = await session.execute(self._ordered(before).limit(size))
        return [(created_at, game) for created_at, game in found]

    async def length(self, session: AsyncSession) -> int:
        """How many games it would scan, up to COUNTED."""
        before = None if self.asked.cursor is None else read_cursor(self.asked.cursor)
        some = self._ordered(before).limit(COUNTED).subquery()
        return int(await session.scalar(select(func.count()).select_from(some)) or 0)

    def _ordered(self, before: Key | None) -> Any:
        parts = [self._between(part, before) for part in self.parts]
        whole = parts[0] if len(parts) == 1 else _union_all(*parts)
        return whole.order_by(*(column.desc() for column in whole.selected_columns))

    def _between(self, part: Any, before: Key | None) -> Any:
        created_at, game = part.selected_columns
        if self.asked.date_from is not None:
            part = part.where(created_at >= self.asked.date_from)
        if self.asked.date_to is not None:
            part = part.where(created_at < self.asked.date_to)
        return part if before is None else part.where(tuple_(created_at, game) < before)


async def _shortest(session: AsyncSession, ways: list[_Way]) -> _Way:
    if len(ways) == 1:
        return ways[0]
    lengths = [await way.length(session) for way in ways]
    return ways[lengths.index(min(lengths))]


def _ways(asked: GameFilter, account: str | None) -> Iterator[_Way]:
    """The indices that may be used, each together with the account's own private games."""
    seats = select(SeatRow.created_at, SeatRow.game)
    own = [] if account is None else [seats.where(SeatRow.account == account, SeatRow.private)]
    for parts in _public(asked):
        yield _Way([*parts, *own], asked)


def _public(asked: GameFilter) -> Iterator[list[Any]]:
    """The same without private games, in parts; the one that is probably most selective first."""
    games = select(GameRow.created_at, GameRow.id).where(~GameRow.private)
    seats = select(SeatRow.created_at, SeatRow.game).where(~SeatRow.private)
    result = "win" if asked.seat is not None else asked.result
    if asked.player is not None:
        results = _RESULTS if result is None else (result,)
        yield [
            seats.where(who, SeatRow.result.is_(None) if one is None else SeatRow.result == one)
            for who in _is_player(asked.player)
            for one in results
        ]
    elif result is not None:
        seat = asked.seat or 0  # a draw is found at any seat
        yield [seats.where(SeatRow.seat == seat, SeatRow.result == result)]
    if asked.reason is not None:
        yield [games.where(GameRow.reason == asked.reason)]
    if asked.state is not None:
        yield [games.where(GameRow.state == asked.state)]
    if asked.game is not None:
        yield [games.where(GameRow.game_type == asked.game)]
    if (asked.player, result, asked.reason, asked.state, asked.game) == (None,) * 5:
        yield [games]


def _is_player(player: str) -> tuple[ColumnElement[bool], ColumnElement[bool]]:
    """By name or by account: each has its index."""
    return SeatRow.handle == tidy_name(player).casefold(), SeatRow.account == player


# ── what one game must be ──────────────────────────────────────────────────────────────────────


async def _fitting(
    session: AsyncSession, asked: GameFilter, keys: Sequence[Key], account: str | None
) -> list[Key]:
    """Those of these games that match all filters, in their order."""
    query = select(GameRow.id).where(
        GameRow.id.in_([game for _, game in keys]), known_to(account), *_conditions(asked)
    )
    fitting = set(await session.scalars(query))
    return [key for key in dict.fromkeys(keys) if key[1] in fitting]


def known_to(account: str | None) -> ColumnElement[bool]:
    """Games that this account (None: anybody) may see: private ones are shown to their players
    once they have ended."""
    known = GameRow.private.is_not(True)  # by no index: the games are known by their ids here
    if account is None:
        return known
    own = exists().where(SeatRow.game == GameRow.id, unindexed(SeatRow.account) == account)
    ended = unindexed(GameRow.state) == Phase.FINISHED.value
    return or_(known, and_(ended, own))


def _conditions(asked: GameFilter) -> Iterator[ColumnElement[bool]]:
    if asked.game is not None:
        yield unindexed(GameRow.game_type) == asked.game
    if asked.state is not None:
        yield unindexed(GameRow.state) == asked.state
    if asked.reason is not None:
        yield unindexed(GameRow.reason) == asked.reason
    if asked.player is not None or asked.result is not None:
        yield exists().where(SeatRow.game == GameRow.id, *_seat_conditions(asked))


def _seat_conditions(asked: GameFilter) -> Iterator[ColumnElement[bool]]:
    """What one of its seats must have."""
    if asked.player is not None:
        handle = tidy_name(asked.player).casefold()
        named = unindexed(SeatRow.handle) == handle
        yield or_(named, unindexed(SeatRow.account) == asked.player)
    if asked.seat is not None:
        yield and_(SeatRow.seat == asked.seat, unindexed(SeatRow.result) == "win")
    elif asked.result is not None:
        yield unindexed(SeatRow.result) == asked.result


def unindexed(column: InstrumentedAttribute[Any]) -> ColumnElement[str]:
    """The same value without its index: the games are found by their ids here."""
    return column + literal("")
