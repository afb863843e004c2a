"""Games by their ids, with what the lobby of a server needs that does not have their rooms."""

from collections.abc import Mapping
from functools import partial

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import selectinload

from ...games import Holder, StoredGame
from ..base.readable import OnUnreadable, readable
from ..base.tables import GameRow, SeatRow
from .bot_games import bot_game
from .queries import summary
from .turn_of_games import StoredTurn, turns_of, with_stored_turn

AT_ONCE = 50  # read in one turn of the loop


async def by_id(
    session: AsyncSession, games: list[str], unreadable: OnUnreadable
) -> list[StoredGame]:
    """These games, as far as they are there and can be read, without addresses."""
    found = list[StoredGame]()
    for at in range(0, len(games), AT_ONCE):
        query = select(GameRow).where(GameRow.id.in_(games[at : at + AT_ONCE]))
        rows = await session.scalars(query.options(selectinload(GameRow.seats)))
        turns = await turns_of(session, games[at : at + AT_ONCE])
        found += readable(rows, partial(_stored, turns), unreadable)
    return found


def _stored(turns: Mapping[str, StoredTurn], row: GameRow) -> StoredGame:
    has_bot = any(seat.bot or seat.invited_bot for seat in row.seats)
    return StoredGame(
        with_stored_turn(summary(row), turns.get(row.id)),
        tuple(_holder(seat) for seat in row.seats),
        bool(row.private),
        bot_game(row) if has_bot else None,
    )


def _holder(seat: SeatRow) -> Holder | None:
    account = seat.account or seat.invited_account
    return None if account is None else Holder(account, seat.level)
