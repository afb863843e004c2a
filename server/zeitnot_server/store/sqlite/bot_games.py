"""The games that bots have to play, as the server needs them to count when it starts."""

from typing import NamedTuple

from sqlalchemy import or_, select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import selectinload

import zeitnot_protocol as p

from .load import control_of
from .readable import Lost, readable
from .tables import UNFINISHED, GameRow, SeatRow

MOST = 10_000


class BotGame(NamedTuple):
    """A game that has not ended: its bots, by name; `account`: its maker's, or where that is not
    known a person's who plays there or is awaited, else a bot's. `address`: from which that account
    was made, as counted, if the audit log has it."""

    id: str
    bots: tuple[str, ...]
    account: str
    control: p.Control
    address: str | None = None


async def unfinished(session: AsyncSession, lost: Lost) -> list[BotGame]:
    """The newest MOST of them that can be read, without addresses."""
    bot = or_(SeatRow.bot, SeatRow.invited_bot)
    query = (
        select(GameRow)
        .where(GameRow.state.in_(UNFINISHED), GameRow.seats.any(bot))
        .order_by(GameRow.created_at.desc(), GameRow.id.desc())
        .limit(MOST)
        .options(selectinload(GameRow.seats))
    )
    return readable(await session.scalars(query), _bot_game, lost)


def _bot_game(row: GameRow) -> BotGame:
    players = [
        (seat.bot if seat.account else seat.invited_bot, seat.account or seat.invited_account, seat)
        for seat in row.seats
    ]
    bots = tuple(seat.name or seat.invited_name or "" for bot, _, seat in players if bot)
    accounts = [(bot, account) for bot, account, _ in players if account is not None]
    return BotGame(row.id, bots, row.maker or min(accounts)[1], control_of(row))
