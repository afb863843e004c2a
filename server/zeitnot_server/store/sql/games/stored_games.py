"""Games by their ids, with the data that the lobby of a server without their rooms needs."""

import json
from collections.abc import Collection, Mapping
from functools import partial

from sqlalchemy import or_, select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import selectinload

from ...games import BotGame, StoredGame
from ..base import dialect
from ..base.connection import Connection
from ..base.readable import OnUnreadable, readable
from ..base.tables import UNFINISHED, GameRow, SeatRow
from ..logs.listed import with_newest
from ..logs.load import control_of, holder_of, setup_of
from .queries import summary
from .turn_of_games import StoredTurn, turns_of, with_stored_turn

MAX_GAMES = 10_000


async def unfinished(session: AsyncSession, unreadable: OnUnreadable) -> list[BotGame]:
    """The newest MAX_GAMES unfinished games with a bot, as far as they can be read, without
    addresses."""
    bot = or_(SeatRow.bot, SeatRow.invited_bot, SeatRow.stand_in.is_not(None))
    query = (
        select(GameRow)
        .where(GameRow.state.in_(UNFINISHED), GameRow.seats.any(bot))
        .order_by(GameRow.created_at.desc(), GameRow.id.desc())
        .limit(MAX_GAMES)
        .options(selectinload(GameRow.seats))
    )
    return readable(await session.scalars(query), bot_game, unreadable)


def bot_game(row: GameRow) -> BotGame:
    """How a game with a bot counts, without an address. Raises ValueError, DecodeError."""
    holders = [each for each in map(holder_of, row.seats) if each is not None]
    bots = tuple(each.name for each in holders if each.bot)
    # a person, if there is one: False is less than True
    first = min(holders, key=lambda each: (each.bot, each.account))
    return BotGame(row.id, bots, row.maker or first.account, control_of(row))


def made_by(connection: Connection, account: str, without: Collection[str] = ()) -> tuple[int, int]:
    """How many games made by this account have not ended, and how many of these are listed and have
    not begun, not counting the ids in `without`. The condition on `state` is that of the partial
    index."""
    ids = dialect.of(connection).texts_of.format("?")
    others = f" AND id NOT IN (SELECT value FROM {ids})" if without else ""
    unfinished, open_listed = connection.execute(
        "SELECT count(*), count(*) FILTER (WHERE state = 'open' AND listed) FROM game"
        f" WHERE maker = ? AND state != 'finished'{others}",
        (account, json.dumps(list(without))) if without else (account,),
    ).fetchone()
    return unfinished, open_listed


def has_ended(connection: Connection, game: str) -> bool:
    """Whether this game exists and has ended."""
    query = "SELECT 1 FROM game WHERE id = ? AND state = 'finished'"
    return connection.execute(query, (game,)).fetchone() is not None


def states(connection: Connection, games: Collection[str]) -> dict[str, str]:
    """The states of these games, by id, without those that do not exist."""
    ids = dialect.of(connection).texts_of.format("?")
    query = f"SELECT id, state FROM game WHERE id IN (SELECT value FROM {ids})"
    return dict(connection.execute(query, (json.dumps(list(games)),)).fetchall())


BATCH = 50  # read in one tick of the loop


async def by_id(
    session: AsyncSession, games: list[str], unreadable: OnUnreadable
) -> list[StoredGame]:
    """Those of these games that exist and can be read, without addresses."""
    found = list[StoredGame]()
    for at in range(0, len(games), BATCH):
        query = select(GameRow).where(GameRow.id.in_(games[at : at + BATCH]))
        stored = await session.scalars(query.options(selectinload(GameRow.seats)))
        rows = with_newest(session, stored.all())
        turns = await turns_of(session, games[at : at + BATCH])
        found += readable(rows, partial(_stored, turns), unreadable)
    return found


def _stored(turns: Mapping[str, StoredTurn], row: GameRow) -> StoredGame:
    has_bot = any(each is not None and each.bot for each in map(holder_of, row.seats))
    return StoredGame(
        with_stored_turn(summary(row), turns.get(row.id)),
        tuple(map(holder_of, row.seats)),
        bool(row.private),
        bot_game(row) if has_bot else None,
        row.maker,
        setup_of(row).series,
        setup_of(row).answer_ms,
    )
