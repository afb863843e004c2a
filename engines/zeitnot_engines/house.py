"""The house bot: one process that waits in the lobby and plays in many rooms at a time."""

import logging
import os
import random
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, cast

from zeitnot_client.bot import Tables, give_up
from zeitnot_client.client import Client

from .interfaces import EngineLike, GameLike
from .levels import LEVELS
from .opening import Book
from .player import Player
from .scheduler import Scheduler
from .searcher import Searcher
from .slots import Slots

SEARCHES_A_CORE = 4  # at most at one time; more of them wait
log = logging.getLogger("zeitnot.bot")


@dataclass(frozen=True, slots=True)
class Options:
    """How the bot plays. `hash_mb`: the table of each game; `threads`: of each search;
    `levels`: the strengths that a room may ask for, 0 if there is only one."""

    games: tuple[str, ...]
    hash_mb: int = 16
    threads: int = 1
    ponder: bool = True
    book: bool = True
    levels: int = len(LEVELS)


class House:
    """Needs a native core, which tests replace: `load` a game, `engine` for a game."""

    def __init__(self, client: Client, options: Options, native: "Native") -> None:
        self._client = client
        self._options = options
        self._native = native
        self._lot = random.Random()
        cores = max(1, (os.cpu_count() or 1) // options.threads)
        most = cores * SEARCHES_A_CORE
        self.slots = Slots(Scheduler(cores, most))
        self._threads = ThreadPoolExecutor(most, thread_name_prefix="search")
        self._tables = Tables(
            self._play, options.games, lambda game: give_up(self._client.room(game))
        )

    @property
    def games(self) -> int:
        """How many games are being played or waited in."""
        return len(self._tables.games)

    async def run(self) -> None:
        """For ever. Raises ZeitnotError when the server wants no more of us."""
        try:
            async for message in self._client.lobby(
                self._options.games, levels=self._options.levels
            ):
                self._tables.heed(message)
        finally:
            await self._tables.close()
            self._threads.shutdown(wait=True)

    async def _play(self, game: str) -> None:
        log.info("game %s", game)
        player = Player(
            self._client.room(game),
            self._native.load,
            self._searcher_for,
            self.slots,
            book=Book(self._client.http, self._lot) if self._options.book else None,
            ponders=self._options.ponder,
            lot=self._lot,
        )
        await player.run()

    def _searcher_for(self, game: GameLike) -> Searcher:
        engine = self._native.engine(game, self._options.hash_mb, self._options.threads)
        return Searcher(engine, self._threads)


class Native:
    """Games and engines of the native core, loaded when first needed.

    `tables`: the tables of endings of games that have some, by name.
    """

    def __init__(self, tables: Mapping[str, Any] | None = None) -> None:
        self._tables = tables or {}

    def load(self, name: str, settings: Mapping[str, str | int | bool]) -> GameLike:
        """A game by name. Raises ValueError."""
        from .games import load

        return load(name, dict(settings))

    def engine(self, game: GameLike, hash_mb: int, threads: int) -> EngineLike:
        """A new engine with an empty table."""
        from ._core import Engine

        made: EngineLike = Engine(
            cast(Any, game),
            hash_mb=hash_mb,
            threads=threads,
            tables=self._tables.get(game.name),
        )
        return made


class Course(Native):
    """The house's games, played by a program that speaks ecui, one process a game."""

    def __init__(self, command: Sequence[str], first_cell: int) -> None:
        super().__init__()
        self._command = command
        self._first_cell = first_cell

    def engine(self, game: GameLike, hash_mb: int, threads: int) -> EngineLike:
        """The program, not yet started."""
        from .adapters.ecui import EcuiEngine

        return EcuiEngine(self._command, self._first_cell)
