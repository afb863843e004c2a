"""The house bot: one process that waits in the lobby and plays in many rooms at a time.

House engines share the cores: a search may wait for its turn (`scheduler`), and tables are shared
(`pool`). An external program waits for nothing: each game has a process of its own, all of them
search at once, and the bot takes only as many games as it has cores, unless its owner says more.
"""

import logging
import random
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import Any, cast

from zeitnot_client.bot import EndLog, follow_lobby, give_up
from zeitnot_client.client import Client
from zeitnot_client.game_tasks import GameTasks
from zeitnot_client.idle import IdleRooms

from ..engine import Search, StartSearch
from ..interfaces import EngineLike, GameLike
from ..levels import LEVELS, usual_method
from . import machine
from .memory import Plan, is_shortage, plan, raise_shortage, usual_mb
from .opening import Book
from .player import Player
from .pool import Pool
from .programs import ProgramPlan, Programs
from .scheduler import Scheduler
from .search_queue import SearchQueue

ROOM_LINES = 5  # moves that a room sees where the search has the values of all
logger = logging.getLogger("zeitnot.bot")


@dataclass(frozen=True, slots=True)
class Options:
    """How the bot plays. `hash_mb`: a table's size, where memory suffices; `threads`: of each
    search; `levels`: the number of strengths that a room may ask for, 0 if there is only one;
    `memory_mb`: of the whole process, None: by the machine; `max_games`: at a time, None: by cores
    and memory; `move_timeout_ms`: an external program's time for a move, None: all of its time;
    `version`, `replace`: as of `Client.lobby`."""

    games: tuple[str, ...]
    hash_mb: int = 16
    threads: int = 1
    ponder: bool = True
    book: bool = True
    levels: int = len(LEVELS)
    memory_mb: int | None = None
    max_games: int | None = None
    move_timeout_ms: int | None = None
    version: str = ""
    replace: bool = False

    def plan(self) -> Plan:
        """The plan of house engines for this machine."""
        return plan(self.memory_mb or usual_mb(), self._cores(), self.hash_mb, self.max_games)

    def program_plan(self) -> ProgramPlan:
        """The plan of external programs for this machine."""
        return ProgramPlan(self._cores(), self.max_games or self._cores())

    def _cores(self) -> int:
        return max(1, machine.cores() // self.threads)


class House:
    """One process of a bot account, with the games that the lobby gives it. `native`: loads games
    and makes engines; tests replace it. `shortage` is called when memory has run out: it should end
    the process."""

    def __init__(
        self,
        client: Client,
        options: Options,
        native: "Native",
        shortage: Callable[[BaseException], None] = raise_shortage,
    ) -> None:
        self._client = client
        self._options = options
        self._native = native
        self._shortage = shortage
        self._rng = random.Random()
        self.log = EndLog()
        self.plan: Plan | ProgramPlan
        if native.own:
            self.plan = shared = options.plan()
            scheduler = Scheduler(shared.cores, shared.searches)
            self._engines: _SharedEngines | Programs = _SharedEngines(native, shared, options)
        else:
            self.plan = options.program_plan()
            scheduler = Scheduler(self.plan.cores, self.plan.games, queues=False)
            self._engines = Programs(lambda game: native.engine(game, 0, 1))
        self.search_queue = SearchQueue(scheduler)
        # A slow game counts for a quarter of one, and each seat of it is a room.
        self._idle = IdleRooms(4 * self.plan.games)
        self._game_tasks = GameTasks(
            self._play,
            options.games,
            lambda *place: give_up(self._client.room(*place), self.log),
            client.assignments.number,
            taken_over=self.log.taken_over,
        )

    @property
    def games(self) -> int:
        """How many games are being played or waited in, each once a seat."""
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
        )
        try:
            await follow_lobby(lobby, self._game_tasks, self.log, self.plan)
        finally:
            self.log.close()
            await self._game_tasks.close()
            await self._engines.close()

    async def _play(self, game: str, seat: int | None) -> None:
        """A seat has a player and an engine of its own, which know only what that seat sees."""
        logger.info("game %s%s", game, "" if seat is None else f", seat {seat}")
        room = self._client.room(game, seat)
        player = Player(
            room,
            self._native.load,
            self._engines.start_search_for,
            self.search_queue,
            book=Book(self._client.http, self._rng) if self._options.book else None,
            ponders=self._options.ponder,
            rng=self._rng,
            interruptible=self._native.own,
            move_timeout_ms=self._options.move_timeout_ms,
            marks=self._native.own,
            method_of=self._native.method,
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


class _SharedEngines:
    """Engines of the house: games share their tables and the threads of their searches."""

    def __init__(self, native: "Native", shared: Plan, options: Options) -> None:
        self._native = native
        self._pool = Pool(
            lambda game: native.engine(game, shared.hash_mb, options.threads), shared.tables
        )
        self._threads = ThreadPoolExecutor(shared.searches, thread_name_prefix="search")

    def start_search_for(self, game: GameLike) -> StartSearch:
        start_search: StartSearch = partial(Search, self._pool.engine(game), executor=self._threads)
        # Monte-Carlo tree search has the values of all moves: more of them cost nothing.
        is_mcts = self._native.method(game.name) == "mcts"
        return partial(start_search, lines=ROOM_LINES) if is_mcts else start_search

    async def close(self) -> None:
        self._threads.shutdown(wait=True)


class Native:
    """Games and engines of the native core, loaded when first needed.

    `tablebases`, `weights`, `strategies` and `methods` by game; without weights the package's are
    used, without a method the game's usual one, and a strategy is for the settings that it was made
    for. `own`: the engines are our own, so each has a transposition table, and answers with a move
    when told to stop.
    """

    own = True

    def __init__(
        self,
        tablebases: Mapping[str, Any] | None = None,
        weights: Mapping[str, Any] | None = None,
        strategies: Mapping[str, Any] | None = None,
        methods: Mapping[str, str] | None = None,
    ) -> None:
        self._methods = methods or {}
        self._tablebases = tablebases or {}
        self._weights = weights or {}
        self._strategies = strategies or {}

    def load(self, name: str, settings: Mapping[str, str | int | bool]) -> GameLike:
        """A game by name. Raises ValueError."""
        from ..games import load

        return load(name, dict(settings))

    def method(self, game: str) -> str | None:
        """By which the engine searches this game."""
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
            weights=self._weights.get(game.name),
            tablebase=self._tablebases.get(game.name),
            strategy=fitted(strategy, cast(Any, game)) if strategy else None,
        )
        return engine


class EcuiBotFactory(Native):
    """Engines that are programs which speak ecui, one process for each game."""

    own = False

    def __init__(self, command: Sequence[str], first_cell: int) -> None:
        super().__init__()
        self._command = command
        self._first_cell = first_cell

    def engine(self, game: GameLike, hash_mb: int, threads: int) -> EngineLike:
        """The program, not yet started."""
        from ..adapters.ecui import EcuiEngine

        return EcuiEngine(self._command, self._first_cell)


class GtpBotFactory(Native):
    """Engines that are programs which speak GTP, one process for each game."""

    own = False

    def __init__(self, command: Sequence[str]) -> None:
        super().__init__()
        self._command = command

    def load(self, name: str, settings: Mapping[str, str | int | bool]) -> GameLike:
        """A game whose histories know their moves, which the program is sent. Raises
        ValueError."""
        from ..adapters.recorded import RecordedGame
        from ..games import load

        return RecordedGame(load(name, dict(settings)))

    def engine(self, game: GameLike, hash_mb: int, threads: int) -> EngineLike:
        """The program, not yet started."""
        from ..adapters.gtp_program import GtpProgram

        return GtpProgram(self._command)


class GomocupBotFactory(GtpBotFactory):
    """The same with programs that speak the Gomocup protocol."""

    def engine(self, game: GameLike, hash_mb: int, threads: int) -> EngineLike:
        """The program, not yet started."""
        from ..adapters.gomocup_program import GomocupProgram

        return GomocupProgram(self._command)
