"""Compares the moves of bots with the exact values, in the background, when an owner looks.

Each game is compared once and the result stored. The positions are solved like those that viewers
ask for (`solving`), where all of this counts as one address, so viewers' requests come in between.
"""

import asyncio
from collections import OrderedDict
from itertools import groupby
from pathlib import Path

import structlog

import zeitnot_protocol as p
from zeitnot_engines.exact_games import has_some_values
from zeitnot_engines.games import NAMES

from ...bot_pages.grades import PlayedMove, grade, played_moves
from ...bot_pages.page_store import GradedMove
from ...hosting.native import BadSettings, NativeRules, rules_for
from ...limits.long_reads import LongReads
from ...limits.quota_subject import QuotaSubject
from ...limits.table import STANDARD
from ...store import RulesChanged, Store, StoreError
from ..http.problems import ProblemError
from .game_files import read_record
from .own_turn import own_turn
from .solving import QueueFull, Solving

GAMES = 10
"""How many games of a bot are compared for one request."""
MAX_BOTS = STANDARD.graded_bots
UNSOLVED = 2
"""After so many positions in a row that cannot be solved in time, the others in that direction are
not tried: from the end they get harder, from the beginning a book may know the first ones."""

_export: p.Decoder[p.Export] = p.Decoder(p.Export)
logger = structlog.get_logger()


class Grader:
    """The bots whose games wait. `payer`: as whom the positions are solved; `tables`: the folder of
    tablebases that `solving` uses, too."""

    def __init__(
        self,
        store: Store,
        solving: Solving,
        reads: LongReads,
        payer: QuotaSubject,
        tables: Path | None = None,
    ) -> None:
        self._tables = tables
        self._store, self._solving, self._reads, self._payer = store, solving, reads, payer
        self._waiting: OrderedDict[str, list[tuple[str, list[int]]]] = OrderedDict()
        self._task: asyncio.Task[None] | None = None

    async def request(self, account: str) -> int:
        """Has the newest games of a bot compared that are not yet; returns how many wait. Raises
        StoreError."""
        if account not in self._waiting and len(self._waiting) < MAX_BOTS:
            games = [game for game in NAMES if has_some_values(game, self._tables)]
            found = await self._store.bot_pages.to_grade(account, games, GAMES)
            by_game = [
                (game, [seat for _, seat in rows]) for game, rows in groupby(found, lambda x: x[0])
            ]
            if by_game:
                self._waiting.setdefault(account, by_game)
                if self._task is None or self._task.done():
                    self._task = asyncio.create_task(self._work())
        return len(self._waiting.get(account, ()))

    async def _work(self) -> None:
        """Compares one game of each bot in turn."""
        while self._waiting:
            account, games = self._waiting.popitem(last=False)
            game, seats = games[0]
            self._waiting[account] = games
            try:
                await self._store.bot_pages.grade(account, game, await self._graded(game, seats))
                del games[0]
            except (StoreError, QueueFull) as failed:
                logger.warning("moves not compared", game=game, error=failed)
                games.clear()
            except Exception:  # the other bots' games are still compared
                logger.exception("moves not compared", game=game)
                games.clear()
            if not games:
                del self._waiting[account]

    async def _graded(self, game: str, seats: list[int]) -> list[GradedMove]:
        """The moves with a known value; none of a game that cannot be read. Raises StoreError,
        QueueFull."""
        try:
            parts = await self._store.games.export_parts(game, own_turn(self._reads))
            record = b"" if parts is None else await read_record(parts, "")
            rules, moves = await asyncio.to_thread(_read, record, seats)
        except (RulesChanged, ProblemError, BadSettings, ValueError):
            return []
        found = dict[int, GradedMove | None]()
        for direction in (reversed(moves), moves):
            unsolved = 0
            for played in direction:
                if played.ply in found or unsolved == UNSOLVED:
                    break
                state = await asyncio.to_thread(rules.parse, played.position)
                found[played.ply] = grade(played, await self._solving.values(state, self._payer))
                unsolved = 0 if found[played.ply] else unsolved + 1
        return [each for each in found.values() if each]


def _read(record: bytes, seats: list[int]) -> tuple[NativeRules, list[PlayedMove]]:
    """The game's rules, and the moves of these seats. Raises ValueError, BadSettings."""
    export = _export.decode(record)
    return rules_for(export.game_type, export.settings), played_moves(export.events, seats)
