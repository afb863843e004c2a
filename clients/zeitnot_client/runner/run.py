"""Runs the bot of a file on a server."""

import asyncio
import logging
import os
import random
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from dataclasses import replace as dataclass_replace
from functools import partial
from pathlib import Path

import zeitnot_protocol as p

from ..bot import PlayRoom, decline_invitation, play_game, serve
from ..bot_log import BotLog
from ..challenges import Challenges
from ..client import Client
from ..cores import cores
from ..drivers.bounds import Bounds
from ..drivers.driver import Launch
from ..drivers.ecui import FIRST_CELL
from ..drivers.process import find_program
from ..end_log import EndLog
from ..exceptions import Unreachable
from ..hooks import REASON_TEXTS
from ..idle import IdleRooms
from ..invitations import Decline
from ..plurals import counted
from ..printable import printable
from ..room import Room
from ..server_book import ServerBook
from ..versions import hash_of
from .book import LineBook
from .checks import NotStarted, check_engine, check_games, is_supported
from .config import Config
from .engine import EngineThread
from .player import EnginePlayer, Shared
from .policies import RematchCounts
from .tables import ConfigError
from .takes import Takes

_PATH_HINT = "; write a path with blanks or backslashes in quotes" if os.name == "nt" else ""
RETRY_S = 2.0  # while the server cannot be reached
MAX_DIALOGUE = 1_000  # lines of the dialogue of the first start that are logged
MB = 1 << 20
logger = logging.getLogger("zeitnot.bot")


@dataclass(frozen=True, slots=True)
class Plan:
    """How many games the bot plays at a time. Each has its own process of the engine."""

    games: int
    cores: int

    def __str__(self) -> str:
        games, cores = counted(self.games, "game", "games"), counted(self.cores, "core", "cores")
        if self.games > self.cores:
            return (
                f"up to {games} at a time on {cores}, each with its own program; they never wait "
                "for each other, but share the cores"
            )
        return f"up to {games} at a time on {cores}, one core per program (--max-games allows more)"


@dataclass(slots=True)
class Status:
    """What the bot does now. `games`: how many games it plays or waits in, once for each seat."""

    games: int = 0


def plan_of(config: Config, threads: int = 1) -> Plan:
    """The plan for this machine. `threads`: how many cores each engine uses."""
    available = max(1, cores() // threads)
    return Plan(config.max_games or available, available)


async def run(
    client: Client,
    config: Config,
    *,
    replace: bool = False,
    threads: int = 1,
    games: int | None = None,
    log: EndLog | None = None,
    status: Status | None = None,
) -> None:
    """Plays until it is cancelled, another version of the bot replaces this process, or `games`
    have ended. `replace`: as in `run_bot`; `threads`: how many cores each engine uses; `log`: of
    the ends of games; `status` is kept up to date.

    Raises NotStarted if the engine does not start, ConfigError if it refuses an option or the
    server lacks a game or a setting, and what `run_bot` raises.
    """
    known_games = check_games(config.takes, (await _catalogue(client)).games)
    launch = launch_of(config)
    plan, log = plan_of(config, threads), log or EndLog()
    await try_engine(launch, config.takes, known_games, log.file)
    shared = _shared(client, config, launch, known_games)
    asking = Challenges(config.challenges, client.http.create_game, report=log.file.note)
    play = _play_with(shared, launch, client, plan, log, status or Status(), asking)
    await serve(
        client,
        play,
        list(config.takes.games),
        log,
        games=games,
        max_games=plan.games,
        version=version_of(config),
        replace=replace,
        takes=config.takes.on_the_wire(),
        decide=partial(decision, config.takes),
        pool=config.pool,
        challenges=asking,
        plan=plan,
    )


async def try_engine(
    launch: Launch, takes: Takes, games: dict[str, p.CatalogueGame], log: BotLog
) -> None:
    """Starts the engine once, and logs its name, the end of the dialogue and a failure. Raises
    NotStarted, ConfigError."""
    dialogue = deque[tuple[str, str]](maxlen=MAX_DIALOGUE)  # it comes from another thread
    check = partial(check_engine, launch, takes, games)
    if log.has_dialogue:
        check = partial(check, on_line=lambda *line: dialogue.append(line))
    problem: Exception | None = None
    try:
        name = await asyncio.to_thread(check)
        logger.info("%s is %s", launch, name or "an engine without a name")
    except (NotStarted, ConfigError) as bad:
        problem = bad
    for direction, text in dialogue:
        log.note("engine", direction=direction, text=text)
    if problem is not None:
        log.note("not_started", text=str(problem), level="error")
        raise problem


def _shared(
    client: Client, config: Config, launch: Launch, games: dict[str, p.CatalogueGame]
) -> Shared:
    """What all games have in common. Raises ConfigError if the book cannot be read."""
    rng, book = random.Random(), config.book
    return Shared(
        config,
        partial(EngineThread, launch),
        partial(is_supported, launch),
        games,
        RematchCounts(),
        rng,
        None if book.lines is None else LineBook.read(book.lines),
        ServerBook(client.http, rng) if book.from_server else None,
    )


def _play_with(
    shared: Shared,
    launch: Launch,
    client: Client,
    plan: Plan,
    log: EndLog,
    status: Status,
    challenges: Challenges,
) -> PlayRoom:
    """The function that plays a room of this bot."""
    idle = IdleRooms(4 * plan.games)  # a slow game counts as a quarter, each seat as a room

    async def play(room: Room, on_end: Callable[[], None]) -> None:
        player = EnginePlayer(_with_dialogue(shared, launch, log, room), room)
        status.games += 1
        try:
            await play_game(
                room,
                player.choose,
                on_end=on_end,
                idle=idle,
                log=log,
                hooks=player.hooks,
                decline=partial(decline_invitation, client),
                challenges=challenges,
                on_event=player.on_event,
                evidence=player.evidence,
            )
        finally:
            status.games -= 1
            await player.close()

    return play


def _with_dialogue(shared: Shared, launch: Launch, log: EndLog, room: Room) -> Shared:
    """What the game of this room has in common with others; its engine's dialogue is written to the
    log, if that is to have it."""
    if not log.file.has_dialogue:
        return shared

    def note(is_engine: bool, line: str) -> None:
        log.file.note_engine("from" if is_engine else "to", line, room)

    return dataclass_replace(shared, make_engine=partial(EngineThread, launch, on_line=note))


def decision(takes: Takes, invited: p.Invited) -> Decline | None:
    """The answer to an invitation."""
    reason = takes.reason_against(invited)
    return None if reason is None else Decline(reason, REASON_TEXTS[reason])


def launch_of(config: Config) -> Launch:
    """How the engine is started. Raises ConfigError if there is no such program."""
    engine, limits = config.engine, config.limits
    check_program(config)
    options = engine.options
    if engine.first_cell != 1:
        options = (*options, (FIRST_CELL, str(engine.first_cell)))
    return Launch(
        engine.protocol,
        engine.command,
        options,
        folder=engine.folder,
        bounds=Bounds(
            memory_bytes=limits.memory_mb * MB,
            file_bytes=limits.file_mb * MB,
            files=limits.files,
            cpu_s=limits.cpu_s,
            processes=limits.processes,
        ),
        start_s=engine.start_s,
        hang_s=engine.hang_s,
        ponders=engine.ponder,
        reports=True,
        plays_forced=True,
    )


def check_program(config: Config) -> None:
    """Raises ConfigError if there is no such program, or no such folder."""
    engine = config.engine
    if engine.folder is not None and not engine.folder.is_dir():
        raise ConfigError(f'there is no folder "{printable(str(engine.folder))}"{_PATH_HINT}')
    program = engine.command[0]
    if find_program(program, engine.folder) is not None:
        return
    shown = printable(program)
    if ((engine.folder or Path()) / program).is_file():
        raise ConfigError(f'"{shown}" is no program; a script needs its interpreter before it')
    raise ConfigError(
        f'there is no program "{shown}"{_PATH_HINT if len(engine.command) > 1 else ""}'
    )


def version_of(config: Config) -> str:
    """The version of the bot: from the file, or a hash of the command, its files and options."""
    if config.version is not None:
        return config.version
    program, *words = config.engine.command
    folder = config.engine.folder
    found = find_program(program, folder) or program
    files = [Path(found), *((folder or Path()) / word for word in words)]
    options = [f"{name}={value}" for name, value in config.engine.options]
    return hash_of([file for file in files if file.is_file()], [*words, *options])


async def _catalogue(client: Client) -> p.Catalogue:
    """The server's games. Waits while the server cannot be reached."""
    is_warned = False
    while True:
        try:
            return await client.http.catalogue()
        except Unreachable as error:
            if not is_warned:
                logger.warning("%s; trying again", error)
            is_warned = True
            await asyncio.sleep(RETRY_S)
