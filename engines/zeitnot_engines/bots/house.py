"""The house bot: a process that waits in the lobby and plays many games at a time.

House engines share the cores: a search may wait for its turn (`scheduler`), and tables are shared
(`pool`). External engines are played by `zeitnot_client.runner`.
"""

import asyncio
import contextlib
import logging
import random
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import Any, cast

import zeitnot_protocol as p
from zeitnot_client.bot import follow_lobby, give_up
from zeitnot_client.client import Client
from zeitnot_client.end_log import EndLog
from zeitnot_client.game_tasks import GameTasks
from zeitnot_client.idle import IdleRooms
from zeitnot_client.known_games import LobbyMessages
from zeitnot_client.plurals import counted
from zeitnot_client.server_book import ServerBook

from ..engine import Search, StartSearch
from ..interfaces import EngineLike, GameLike
from ..levels import LEVELS, usual_method
from . import machine
from .limited import LimitedEngine
from .memory import Plan, is_shortage, plan, raise_shortage, usual_mb
from .player import Player
from .pool import Pool
from .scheduler import Scheduler
from .search_queue import SearchQueue

ROOM_LINES = 5  # moves that are shown in the room if the search knows the values of all
logger = logging.getLogger("zeitnot.bot")


@dataclass(frozen=True, slots=True)
class Options:
    """How the bot plays. `hash_mb`: a table's size, if there is enough memory; `threads`: of each
    search; `levels`: the number of strengths that a room may request, 0 if there is only one;
    `memory_mb`: of the process, None: by the machine; `max_games`: at a time, None: by cores and
    memory; `version`, `replace`: as in `Client.lobby`; `name`: for the log, of a bot that runs
    beside another one."""

    games: tuple[str, ...]
    hash_mb: int = 16
    threads: int = 1
    ponder: bool = True
    book: bool = True
    levels: int = len(LEVELS)
    memory_mb: int | None = None
    max_games: int | None = None
    version: str = ""
    replace: bool = False
    name: str = ""

    def plan(self) -> Plan:
        """The plan of house engines for this machine."""
        return plan(self.memory_mb or usual_mb(), self._cores(), self.hash_mb, self.max_games)

    def _cores(self) -> int:
        return max(1, machine.cores() // self.threads)


class House:
    """A process of a bot account, with the games that the lobby assigns to it. `backend`: loads
    games and makes engines. `shortage` is called when memory has run out, and should end the
    process. `queue`: of another house bot in this process, whose cores it shares. `online`: set
    when the server has accepted the bot."""

    def __init__(
        self,
        client: Client,
        options: Options,
        backend: "EngineBackend",
        shortage: Callable[[BaseException], None] = raise_shortage,
        queue: SearchQueue | None = None,
        log: EndLog | None = None,
    ) -> None:
        self._client = client
        self._options = options
        self._backend = backend
        self._shortage = shortage
        self._rng = random.Random()
        self.log = log or EndLog()
        self.online = asyncio.Event()
        self.plan = options.plan()
        self._engines = _SharedEngines(backend, self.plan, options)
        self.search_queue = queue or SearchQueue(Scheduler(self.plan.cores, self.plan.searches))
        # A slow game counts as a quarter of a game, and each of its seats is a room.
        self._idle = IdleRooms(4 * self.plan.games)
        self._game_tasks = GameTasks(
            self._play,
            options.games,
            lambda *game_and_seat: give_up(self._client.room(*game_and_seat), self.log),
            client.assignments.number,
            taken_over=self.log.taken_over,
        )

    @property
    def games(self) -> int:
        """How many games the bot plays or waits in, counted once for each seat."""
        return self._game_tasks.seats

    async def run(self) -> None:
        """Returns when another version of the bot replaces this process. Raises ZeitnotError when
        the server refuses the bot for good."""
        lobby = self._client.lobby(
            self._options.games,
            levels=self._options.levels,
            most_games=self.plan.games,
            several_seats=True,
            version=self._options.version,
            replace=self._options.replace,
            takes=[p.Takes()],  # all games
        )
        name, games = self._options.name, self.plan.games
        plan = f"{name}, up to {counted(games, 'game', 'games')} at a time" if name else self.plan
        try:
            await follow_lobby(self._noticed(lobby), self._game_tasks, self.log, plan)
        finally:
            self.log.close()
            await self._game_tasks.close()
            await self._engines.close()

    async def _noticed(self, lobby: LobbyMessages) -> LobbyMessages:
        """The lobby's messages; sets `online` at the first."""
        async with contextlib.aclosing(lobby):
            async for message in lobby:
                self.online.set()
                yield message

    async def _play(self, game: str, seat: int | None) -> None:
        """Plays one seat, with its own player and engine, which know only what that seat sees."""
        logger.info("game %s%s", game, "" if seat is None else f", seat {seat}")
        room = self._client.room(game, seat)
        player = Player(
            room,
            self._backend.load,
            self._engines.start_search_for,
            self.search_queue,
            book=ServerBook(self._client.http, self._rng) if self._options.book else None,
            ponders=self._options.ponder,
            rng=self._rng,
            marks_dead_stones=True,
            method_of=self._backend.method,
            idle=self._idle,
            log=self.log,
            shortage=self._shortage,
        )
        try:
            await player.run()
        except Exception as error:
            if not is_shortage(error):
                raise
            self._shortage(error)
        finally:
            if room.state.phase == "finished":
                self._game_tasks.note_ended(game, seat)


class _SharedEngines:
    """House engines: games share the tables and the search threads."""

    def __init__(self, backend: "EngineBackend", shared: Plan, options: Options) -> None:
        self._backend = backend
        self._pool = Pool(
            lambda game: backend.engine(game, shared.hash_mb, options.threads), shared.tables
        )
        self._threads = ThreadPoolExecutor(shared.searches, thread_name_prefix="search")

    def start_search_for(self, game: GameLike) -> StartSearch:
        start_search: StartSearch = partial(Search, self._pool.engine(game), executor=self._threads)
        # Monte-Carlo tree search has the values of all moves, so more lines cost nothing.
        is_mcts = self._backend.method(game.name) == "mcts"
        return partial(start_search, lines=ROOM_LINES) if is_mcts else start_search

    async def close(self) -> None:
        self._threads.shutdown(wait=True)


class EngineBackend:
    """Games and engines of the native core, loaded when first needed.

    `tablebases`, `weights`, `strategies`, `methods` and `evaluations` are by game. The defaults are
    the package's weights, and the game's usual method and evaluation. A strategy is used only for
    the settings for which it was computed. `depth`, `nodes`: of every search, instead of a level's.
    """

    def __init__(
        self,
        tablebases: Mapping[str, Any] | None = None,
        weights: Mapping[str, Any] | None = None,
        strategies: Mapping[str, Any] | None = None,
        methods: Mapping[str, str] | None = None,
        evaluations: Mapping[str, str] | None = None,
        *,
        depth: int | None = None,
        nodes: int | None = None,
    ) -> None:
        self._methods = methods or {}
        self._evaluations = evaluations or {}
        self._depth, self._nodes = depth, nodes
        self._tablebases = tablebases or {}
        self._weights = weights or {}
        self._strategies = strategies or {}

    def load(self, name: str, settings: Mapping[str, str | int | bool]) -> GameLike:
        """A game by name. Raises ValueError."""
        from ..games import load

        return load(name, dict(settings))

    def method(self, game: str) -> str | None:
        """The method by which the engine searches this game."""
        return self._methods.get(game) or usual_method(game)

    def engine(self, game: GameLike, hash_mb: int, threads: int) -> EngineLike:
        """A new engine with an empty table."""
        from ..engine import Engine
        from ..strategy_files import fitted

        strategy = self._strategies.get(game.name)
        engine: EngineLike = Engine(
            cast(Any, game),
            hash_mb=hash_mb,
            threads=threads,
            method=self._methods.get(game.name, "auto"),
            evaluation=self._evaluations.get(game.name, ""),
            weights=self._weights.get(game.name),
            tablebase=self._tablebases.get(game.name),
            strategy=fitted(strategy, cast(Any, game)) if strategy else None,
        )
        if self._depth is None and self._nodes is None:
            return engine
        return LimitedEngine(engine, depth=self._depth, nodes=self._nodes)
