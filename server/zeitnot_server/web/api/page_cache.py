"""The public pages of bots, computed once a minute at most, however many look.

A page costs one query of the newest results, and the logs of a few games. Both are read again only
if the bot has another result since. Few pages are computed at a time (`TimedCache`).
"""

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass

import zeitnot_protocol as p

from ...bot_pages import results, times
from ...bot_pages.page_store import Result
from ...limits.long_reads import LongReads
from ...limits.table import STANDARD
from ...store import Store, StoreError
from ..http.problems import ProblemError
from ..limits.timed_cache import TimedCache
from .game_files import read_record
from .own_turn import own_turn

SECONDS = 60.0
CACHED = 256  # pages
TIMED_GAMES = 20
MAX_WAITING = STANDARD.bot_pages_waiting

_export: p.Decoder[p.Export] = p.Decoder(p.Export)


@dataclass(frozen=True, slots=True)
class _Cached:
    """A page, without what depends on the caller. `newest`: the bot's newest result in it."""

    page: p.BotPage
    newest: str | None


class PageCache:
    """The cached pages, by account. `list_turns`: where lists take turns; `long_reads`: where logs
    do; `now_s`: monotonic seconds."""

    def __init__(
        self,
        store: Store,
        list_turns: LongReads,
        long_reads: LongReads,
        now_s: Callable[[], float] = time.monotonic,
    ) -> None:
        self._store, self._list_turns, self._long_reads = store, list_turns, long_reads
        self._pages = TimedCache(self._compute, SECONDS, CACHED, MAX_WAITING, now_s)

    async def page(self, account: str) -> p.BotPage:
        """The page of a bot. Raises ProblemError 404, 503; StoreError."""
        return (await self._pages.get(account)).page

    async def _compute(self, account: str) -> _Cached:
        newest = await self._store.bot_pages.newest_result(account)
        cached = self._pages.latest(account)
        if cached is not None and cached.newest == newest:
            return cached
        return _Cached(await self._read(account), newest)

    async def _read(self, account: str) -> p.BotPage:
        bot = await self._store.accounts.find(account)
        if bot is None:
            raise ProblemError(404, "no_such_bot", "There is no such bot.")
        stats = await self._store.accounts.stats_of(account)
        async with self._list_turns.chunk([]):
            rows = await self._store.bot_pages.results(account)
        timed = [game for row in rows[:TIMED_GAMES] if (game := await self._timed(row))]
        return await asyncio.to_thread(
            _page, bot.id, bot.name, bot.created_at, stats.games, rows, timed
        )

    async def _timed(self, row: Result) -> times.TimedGame | None:
        """The times of one seat; None: the record cannot be read, or is too long."""
        try:
            turn = own_turn(self._long_reads)
            parts = await self._store.games.export_parts(row.game, turn)
            record = None if parts is None else await read_record(parts, "")
        except (StoreError, ProblemError):
            return None
        if record is None:
            return None
        return await asyncio.to_thread(lambda: times.timed_game(_export.decode(record), row.seat))


def _page(
    account: str,
    name: str,
    created_at: int,
    games: int,
    rows: list[Result],
    timed: list[times.TimedGame],
) -> p.BotPage:
    return p.BotPage(
        account=account,
        name=name,
        created_at=created_at,
        games=games,
        examined=len(rows),
        versions=results.versions(rows),
        opponents=results.opponents(rows),
        clocks=results.clocks(rows),
        times=times.thinking_times(timed),
        lag=times.lag(timed),
    )
