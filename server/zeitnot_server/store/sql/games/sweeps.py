"""The games at which the server's periodic sweeps look."""

from collections.abc import Sequence

import msgspec
from sqlalchemy import BigInteger, ColumnElement, Select, Text, exists, func, not_, or_, select
from sqlalchemy.ext.asyncio import AsyncSession

import zeitnot_protocol as p
from zeitnot_protocol.constants import MAX_LADDER_DAYS

from ....rooms.room import Phase
from ..base.readable import InJson
from ..base.tables import GameRow, SeatRow
from ..logs.listed import LastBody, SeatHasMoved, bodies_in_tail, moved_in_tail
from ..logs.load import control_of
from .queries import in_one_row

MAX_IDS = 10_000
_ANY_PRIVATE = GameRow.private.in_((False, True))  # so that the index on `private` can be used
LADDER_MS = (MAX_LADDER_DAYS + 1) * 86_400_000
"""After how long a game of a ladder that has not begun is as old as others after an hour."""


class _AtField(msgspec.Struct):
    """The part of an event's body that is read."""

    at: int


_at: p.Decoder[_AtField] = p.Decoder(_AtField)


async def correspondence_ids(session: AsyncSession) -> list[str]:
    """Running correspondence games: their clocks do not stop with the server."""
    query = select(GameRow.id).where(
        GameRow.state == Phase.RUNNING.value, GameRow.control.contains('"correspondence"')
    )
    return await _ids(session, query)


async def quiet_since(session: AsyncSession, before_ms: int, claimable_before_ms: int) -> list[str]:
    """Running or paused games, but no correspondence, in which no player has done anything since
    `before_ms` (Unix ms), or since `claimable_before_ms` if the opponent may claim the game (see
    `rooms.is_claimable`); ten thousand at most. Events of the server and chat do not count."""
    last_at = func.coalesce(InJson(LastBody("acted"), "at", BigInteger()), 0)
    kind = InJson(GameRow.control, "kind", Text())
    query = (
        select(GameRow.id)
        .where(
            GameRow.state.in_((Phase.RUNNING.value, Phase.PAUSED.value)),
            _ANY_PRIVATE,
            GameRow.created_at < before_ms,
            kind != "correspondence",
            last_at < before_ms,
            or_(
                kind != "unlimited",
                InJson(GameRow.control, "move_limit_ms", Text()).is_not(None),
                last_at < claimable_before_ms,
                _has_unmoved_seat(),
            ),
        )
        .limit(MAX_IDS)
    )
    quiet = await _ids(session, query)
    disturbed = await _disturbed(session, quiet, before_ms, claimable_before_ms)
    return [game for game in quiet if game not in disturbed]


def _has_unmoved_seat() -> ColumnElement[bool]:
    """Whether a seat of the row's game has not moved."""
    return exists().where(SeatRow.game == GameRow.id, not_(SeatHasMoved()))


async def _disturbed(
    session: AsyncSession, games: Sequence[str], before_ms: int, claimable_before_ms: int
) -> set[str]:
    """Those of these games in which a player has acted since, according to the tail of the log,
    which the query above does not see."""
    acted = await bodies_in_tail(session, games, "acted")
    at = {game: _at.decode(body).at for game, body in acted.items()}
    disturbed = {game for game in at if at[game] >= before_ms}
    claimable = [game for game in at if claimable_before_ms <= at[game] < before_ms]
    if not claimable:
        return disturbed
    unmoved = select(SeatRow.game, SeatRow.seat).where(
        SeatRow.game.in_(claimable), not_(SeatHasMoved())
    )
    has_unmoved_seat = {
        game
        for game, seat in await session.execute(unmoved)
        if not moved_in_tail(session, game, seat)
    }
    for row in await session.scalars(select(GameRow).where(GameRow.id.in_(claimable))):
        control = control_of(row)
        is_untimed = control.kind == "unlimited" and control.move_limit_ms is None
        if is_untimed and row.id not in has_unmoved_seat:
            disturbed.add(row.id)
    return disturbed


async def open_since(session: AsyncSession, before_ms: int) -> list[str]:
    """Games made before that instant which have not begun, the oldest ten thousand. Those of a
    ladder may begin within days."""
    is_due = or_(GameRow.ladder.is_(None), GameRow.created_at < before_ms - LADDER_MS)
    query = (
        select(GameRow.id)
        .where(GameRow.state == Phase.OPEN.value, _ANY_PRIVATE, GameRow.created_at < before_ms)
        .where(is_due)
        .limit(MAX_IDS)
    )
    return await _ids(session, query)


async def _ids(session: AsyncSession, query: Select[str]) -> list[str]:
    """The ids that a query finds, oldest game first."""
    return await in_one_row(session, query.order_by(GameRow.created_at, GameRow.id))
