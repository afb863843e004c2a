"""Stored games in SQL."""

import contextlib
from collections.abc import AsyncGenerator, Collection, Mapping, Set

import zeitnot_protocol as p

from ...filters import GameFilter
from ...games import BotGame, RecordTurn, StoredGame, without_turns
from ...room_log import RulesFor
from ..base.connection import Lookup
from ..base.decoding import Decoding
from ..base.snapshots import Snapshots
from ..books import recent_games
from . import queries, records, stored_games, sweeps
from .stored_games import has_ended, made_by

LIST_CONNECTIONS = 2
LISTS_QUEUED = 64


class SqlGames:
    """See `games.Games`. `lists`: for queries of any client, so that the server itself never waits
    for them; `records`: for long reads, so that no list waits for them."""

    def __init__(
        self,
        lookup: Lookup,
        reader: Snapshots,
        lists: Snapshots,
        records: Snapshots,
        decoding: Decoding,
        rules_for: RulesFor,
    ) -> None:
        self._lookup, self._reader, self._lists, self._records = lookup, reader, lists, records
        self._decoding, self._rules_for = decoding, rules_for

    async def page(self, filter_: GameFilter, account: str | None = None) -> p.GamePage:
        async with self._lists.snapshot() as session:
            return await queries.list_games(session, filter_, account, self._decoding.lost)

    async def record_parts(
        self, game: str, account: str | None = None, turn: RecordTurn = without_turns
    ) -> AsyncGenerator[bytes, None] | None:
        with self._decoding.rows(game):
            parts = await records.record(self._records, game, self._rules_for, account, turn)
        return None if parts is None else self._parts(game, parts)

    async def has_ended(self, game: str) -> bool:
        return await self._lookup.ask(lambda c: has_ended(c, game))

    async def export_parts(
        self, game: str, turn: RecordTurn = without_turns
    ) -> AsyncGenerator[bytes, None] | None:
        with self._decoding.rows(game):
            parts = await records.export(self._records, game, self._rules_for, turn)
        return None if parts is None else self._parts(game, parts)

    async def _parts(
        self, game: str, parts: AsyncGenerator[bytes, None]
    ) -> AsyncGenerator[bytes, None]:
        """Wraps the parts, because damage may lie behind the first one."""
        with self._decoding.rows(game):
            async with contextlib.aclosing(parts):
                async for part in parts:
                    yield part

    async def unfinished_of(self, account: str) -> list[p.GameSummary]:
        async with self._reader.snapshot() as session:
            return await queries.unfinished_of(session, account, self._decoding.lost)

    async def invitations_of(self, account: str) -> list[p.Invited]:
        async with self._reader.snapshot() as session:
            return await queries.invitations_of(session, account, self._decoding.lost)

    async def made_by(self, account: str, without: Collection[str] = ()) -> tuple[int, int]:
        ids = frozenset(without)  # a copy, because another thread reads it
        return await self._lookup.ask(lambda c: made_by(c, account, ids))

    async def of_bots(self) -> list[BotGame]:
        async with self._reader.snapshot() as session:
            games = await stored_games.unfinished(session, self._decoding.lost)
        addresses = await self._addresses({game.account for game in games})
        return [game._replace(address=addresses.get(game.account)) for game in games]

    async def by_id(self, games: Collection[str]) -> list[StoredGame]:
        async with self._reader.snapshot() as session:
            found = await stored_games.by_id(session, list(games), self._decoding.lost)
        makers = {game.bot_game.account for game in found if game.bot_game is not None}
        addresses = await self._addresses(makers) if makers else {}
        return [_with_address(game, addresses) for game in found]

    async def states(self, games: Collection[str]) -> dict[str, str]:
        ids = list(games)  # a copy, because another thread reads it
        return await self._lookup.ask(lambda c: stored_games.states(c, ids))

    async def _addresses(self, accounts: Set[str]) -> dict[str, str]:
        return await self._lookup.ask(lambda c: recent_games.addresses_of(c, accounts))

    async def open_since(self, before_ms: int) -> list[str]:
        async with self._reader.snapshot() as session:
            return await sweeps.open_since(session, before_ms)

    async def quiet_since(self, before_ms: int, claimable_before_ms: int) -> list[str]:
        async with self._reader.snapshot() as session:
            return await sweeps.quiet_since(session, before_ms, claimable_before_ms)

    async def correspondence_ids(self) -> list[str]:
        async with self._reader.snapshot() as session:
            return await sweeps.correspondence_ids(session)

    async def public_after(
        self, state: str, last: tuple[int, str], limit: int
    ) -> list[p.GameSummary]:
        async with self._reader.snapshot() as session:
            return await queries.public_after(session, state, last, limit, self._decoding.lost)

    async def public_ends(self, limit: int) -> list[p.GameSummary]:
        async with self._reader.snapshot() as session:
            return await queries.public_ends(session, limit, self._decoding.lost)


def _with_address(game: StoredGame, addresses: Mapping[str, str]) -> StoredGame:
    if game.bot_game is None:
        return game
    address = addresses.get(game.bot_game.account)
    return game._replace(bot_game=game.bot_game._replace(address=address))
