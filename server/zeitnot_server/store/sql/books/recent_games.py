"""Data for the limits on indexing (`books.bounds`): the players of recently indexed games, and the
addresses from which accounts were created."""

import itertools
import json
from collections.abc import Iterable, Iterator

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from ....books.contribution import BookGame
from ....rooms.room import Phase
from ..base import dialect
from ..base.connection import Connection
from ..base.tables import GameRow, SeatRow

MAX_GAMES = 10_000
IDS_PER_STATEMENT = 1_000
_ACCOUNT_MADE = ("session_made", "bot_made")
_ADDRESSES = (
    "SELECT CAST({0} AS text) FROM audit"
    " WHERE subject IN (SELECT value FROM {1})"
    " AND act IN (SELECT value FROM {1}) AND address IS NOT NULL"
)


async def indexed_since(session: AsyncSession, since_ms: int) -> list[BookGame]:
    """The newest MAX_GAMES games in the book that were created since (Unix ms). Games that were
    created before and have ended since are left out, because no index finds them."""
    query = (
        select(GameRow.id, GameRow.game_type, GameRow.finished_at)
        .where(GameRow.state == Phase.FINISHED.value, ~GameRow.private)
        .where(GameRow.created_at >= since_ms)
        .where(GameRow.learned, ~GameRow.relearn, ~GameRow.forgotten, GameRow.scores.is_not(None))
        .order_by(GameRow.created_at.desc(), GameRow.id.desc())
        .limit(MAX_GAMES)
    )
    games = {game: (game_type, at or 0) for game, game_type, at in await session.execute(query)}
    accounts: dict[str, set[str]] = {game: set() for game in games}
    for batch in _chunks(games):
        seats = select(SeatRow.game, SeatRow.account).where(SeatRow.game.in_(batch))
        for game, account in await session.execute(seats):
            accounts[game] |= {account} if account is not None else set()
    return [BookGame(id, *columns, frozenset(accounts[id])) for id, columns in games.items()]


def addresses_of(connection: Connection, accounts: Iterable[str]) -> dict[str, str]:
    """The addresses from which these accounts were created, as counted, as far as the audit log has
    them. The query runs for each indexed game, so it uses an index, and reads one row for each
    account."""
    subjects = {f"account {account}": account for account in accounts}
    parameters = (json.dumps(list(subjects)), json.dumps(_ACCOUNT_MADE))
    of = dialect.of(connection)
    query = _ADDRESSES.format(of.object_of.format("subject, address"), of.texts_of.format("?"))
    (addresses,) = connection.execute(query, parameters).fetchone()
    found = json.loads(addresses or "{}")
    return {subjects[subject]: address for subject, address in found.items()}


def _chunks(ids: Iterable[str]) -> Iterator[list[str]]:
    """The ids in lists of IDS_PER_STATEMENT."""
    remaining = iter(ids)
    while batch := list(itertools.islice(remaining, IDS_PER_STATEMENT)):
        yield batch
