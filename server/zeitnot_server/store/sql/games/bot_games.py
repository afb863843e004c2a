"""The unfinished games of bots, which the server counts when it starts."""

from sqlalchemy import or_, select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import selectinload

from ...games import BotGame
from ..base.readable import OnUnreadable, readable
from ..base.tables import UNFINISHED, GameRow, SeatRow
from ..logs.load import control_of

MAX_GAMES = 10_000


async def unfinished(session: AsyncSession, unreadable: OnUnreadable) -> list[BotGame]:
    """The newest MAX_GAMES of these games that can be read, without addresses."""
    bot = or_(SeatRow.bot, SeatRow.invited_bot)
    query = (
        select(GameRow)
        .where(GameRow.state.in_(UNFINISHED), GameRow.seats.any(bot))
        .order_by(GameRow.created_at.desc(), GameRow.id.desc())
        .limit(MAX_GAMES)
        .options(selectinload(GameRow.seats))
    )
    return readable(await session.scalars(query), bot_game, unreadable)


def bot_game(row: GameRow) -> BotGame:
    """How a game counts that has a bot, without an address. Raises ValueError, DecodeError."""
    players = [
        (seat.bot if seat.account else seat.invited_bot, seat.account or seat.invited_account, seat)
        for seat in row.seats
    ]
    bots = tuple(seat.name or seat.invited_name or "" for bot, _, seat in players if bot)
    accounts = [(bot, account) for bot, account, _ in players if account is not None]
    return BotGame(row.id, bots, row.maker or min(accounts)[1], control_of(row))
