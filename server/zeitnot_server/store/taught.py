"""What bounds on learning (`books.bounds`) have to know: who has taught the books lately, and from
where accounts were made."""

import itertools
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from ..rooms.room import Phase
from .tables import AuditRow, GameRow, SeatRow

MOST = 10_000
AT_ONCE = 1_000
_MADE = ("session_made", "bot_made")


class TaughtGame(NamedTuple):
    """A game that is in the server's book. `at`: its end, Unix ms."""

    id: str
    game_type: str
    at: int
    accounts: frozenset[str]


async def taught_since(session: AsyncSession, since_ms: int) -> list[TaughtGame]:
    """The newest MOST games in the book that were made since (Unix ms). Those that were made before
    and ended since are left out: no index has them."""
    query = (
        select(GameRow.id, GameRow.game_type, GameRow.finished_at)
        .where(GameRow.state == Phase.FINISHED.value, GameRow.created_at >= since_ms)
        .where(GameRow.learned, ~GameRow.relearn, ~GameRow.forgotten, GameRow.scores.is_not(None))
        .order_by(GameRow.created_at.desc(), GameRow.id.desc())
        .limit(MOST)
    )
    games = {game: (game_type, at or 0) for game, game_type, at in await session.execute(query)}
    accounts: dict[str, set[str]] = {game: set() for game in games}
    for some in _portions(games):
        seats = select(SeatRow.game, SeatRow.account).where(SeatRow.game.in_(some))
        for game, account in await session.execute(seats):
            accounts[game] |= {account} if account is not None else set()
    return [TaughtGame(id, *found, frozenset(accounts[id])) for id, found in games.items()]


async def addresses_of(session: AsyncSession, accounts: Iterable[str]) -> dict[str, str]:
    """From where these accounts were made, as counted, as far as the audit log has it."""
    known: dict[str, str] = {}
    for some in _portions(accounts):
        subjects = {f"account {account}": account for account in some}
        query = select(AuditRow.subject, AuditRow.address).where(
            AuditRow.subject.in_(subjects), AuditRow.act.in_(_MADE)
        )
        found = await session.execute(query)
        known |= {subjects[subject]: address for subject, address in found if address is not None}
    return known


def _portions(ids: Iterable[str]) -> Iterator[list[str]]:
    """So many as a statement may name."""
    rest = iter(ids)
    while some := list(itertools.islice(rest, AT_ONCE)):
        yield some
