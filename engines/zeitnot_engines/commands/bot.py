"""`zeitnot bot`: a house engine, or an external one, on a server; `zeitnot bot register`: a new
bot's token."""

import asyncio
import contextlib
import logging
import os
from collections.abc import Callable, Coroutine, Iterable
from dataclasses import replace
from functools import partial
from importlib.metadata import version as package_version
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

import zeitnot_protocol as p
from zeitnot_client.address import Address
from zeitnot_client.client import Client
from zeitnot_client.commands.bot import register
from zeitnot_client.commands.bot_log import log_command
from zeitnot_client.commands.engine_options import EngineOptions, engine_options
from zeitnot_client.commands.errors import Refusal, plain_errors
from zeitnot_client.commands.log_options import LogOptions, log_options
from zeitnot_client.commands.new_bot import new
from zeitnot_client.commands.options import replace_option, server_option, validated_by
from zeitnot_client.commands.paths import PathType
from zeitnot_client.commands.running import (
    NEW_TOKEN,
    address_of,
    run_config,
    token_of,
    with_overrides,
)
from zeitnot_client.end_log import EndLog
from zeitnot_client.exceptions import ROTATED, Closed
from zeitnot_client.log import show_log
from zeitnot_client.runner.config import Config
from zeitnot_client.runner.run import Status
from zeitnot_client.spelling import no_such_game
from zeitnot_client.versions import NO_VERSION

from .. import engine_processes  # noqa: F401 - so that an interrupt ends the engines
from ..bots.house import EngineBackend, House, Options
from ..bots.memory import HALVED, MIN_MB, halved, is_shortage, usual_mb
from ..bots.out_of_memory import EndOnShortage, end_process
from ..interrupts import INTERRUPTS
from .options import tables_option
from .search_options import SearchSpec, search_options

logger = logging.getLogger("zeitnot.bot")
NICENESS = 5  # so that searches do not delay a server on the same cores


@click.group(invoke_without_command=True)
@server_option
@click.option("--token", envvar="ZEITNOT_TOKEN", help="The bot's token, or ZEITNOT_TOKEN.")
@click.option(
    "--games",
    metavar="NAMES",
    help="Comma-separated games to play; all that the house engines play if not given.",
)
@click.option(
    "--hash",
    "hash_mb",
    type=click.IntRange(1, 65536),
    default=16,
    show_default=True,
    metavar="MB",
    help="Memory for each transposition table, if there is enough; games share the tables.",
)
@click.option(
    "--memory",
    "memory_mb",
    envvar="ZEITNOT_BOT_MEMORY",
    type=click.IntRange(MIN_MB, 1 << 20),
    metavar="MB",
    help="Memory in all, or ZEITNOT_BOT_MEMORY; if not given, half of a container's limit, or "
    "an eighth of the machine's memory.",
)
@click.option(
    "--max-games",
    envvar="ZEITNOT_BOT_GAMES",
    type=click.IntRange(1, 10_000),
    metavar="N",
    help="Games at a time, or ZEITNOT_BOT_GAMES; if not given, as many as cores and memory "
    "allow, or with --engine one per core (cores / --threads). With more, programs share "
    "the cores while their clocks run. The server refuses more games than this.",
)
@click.option("--most-games", type=click.IntRange(1, 10_000), hidden=True)
@click.option(
    "--threads",
    type=click.IntRange(1, 256),
    default=1,
    show_default=True,
    help="Threads of each search.",
)
@tables_option()
@click.option(
    "--weights",
    type=PathType(path_type=Path),
    multiple=True,
    metavar="FILE",
    help="File of weights written by `zeitnot train`, instead of the package's, for the game "
    "that the file names. Repeatable, for other games.",
)
@click.option(
    "--strategy",
    "strategies",
    type=PathType(path_type=Path),
    multiple=True,
    metavar="FILE",
    help="Strategy file written by `zeitnot strategy solve`, to play instead of solving its "
    "game. Repeatable, for other games.",
)
@click.option(
    "--method",
    "methods",
    multiple=True,
    metavar="GAME=M",
    help="How to search a game, instead of by its usual method, such as NAME=mcts. "
    "Repeatable, for other games.",
)
@click.option(
    "--metrics-port",
    type=click.IntRange(0, 65535),
    envvar="ZEITNOT_METRICS_PORT",
    help="Serve metrics for Prometheus on this port, or ZEITNOT_METRICS_PORT [default: none].",
)
@click.option(
    "--metrics-host",
    default="127.0.0.1",
    show_default=True,
    envvar="ZEITNOT_METRICS_HOST",
    help="The address on which to serve metrics, or ZEITNOT_METRICS_HOST.",
)
@click.option(
    "--ponder/--no-ponder",
    "ponders",
    default=None,
    help="Think on the opponent's time, or not.  [default: house engines do]",
)
@click.option("--no-book", is_flag=True, help="Do not use the server's opening book.")
@search_options
@engine_options
@log_options
@click.option(
    "--version",
    metavar="V",
    callback=validated_by(p.Version, NO_VERSION),
    help="The version shown in lists and records; if not given, zeitnot's own, or with "
    "--engine that of the file, or a hash of the command and its files. While processes of "
    "another version run, --replace is needed.",
)
@replace_option
@click.pass_context
def bot(
    ctx: click.Context,
    address: Address,
    token: str | None,
    games: str | None,
    hash_mb: int,
    memory_mb: int | None,
    max_games: int | None,
    most_games: int | None,
    threads: int,
    tables: Path | None,
    weights: tuple[Path, ...],
    strategies: tuple[Path, ...],
    methods: tuple[str, ...],
    metrics_port: int | None,
    metrics_host: str,
    ponders: bool | None,
    no_book: bool,
    search: SearchSpec,
    engine: EngineOptions | None,
    log: LogOptions,
    version: str | None,
    replaces: bool,
) -> None:
    """Run a bot: a house engine or your own program plays on a server, in every room to which it is
    invited."""
    if ctx.invoked_subcommand is not None:
        ctx.obj = address
        return
    max_games = _max_games(ctx, max_games, most_games)
    metrics = (metrics_host, metrics_port)
    if engine is not None:
        _refuse_house_options(weights, strategies, methods, search)
        config = with_overrides(engine.config(games, ponders), version, max_games)
        token = token_of(token, config)
        run = partial(run_config, replace=replaces, threads=threads)
        return _run_external(ctx, run, address, token, config, log, metrics)
    token = token_of(token, None)
    options = Options(_games(games), hash_mb, threads, ponders is not False, not no_book)
    backend = _native_backend(options.games, tables, weights, strategies, methods, search)
    options = replace(options, levels=0) if search.is_limited else options
    memory_mb = halved(memory_mb or usual_mb(), os.environ.get(HALVED))
    version = version or package_version("zeitnot")
    options = replace(options, memory_mb=memory_mb, max_games=max_games, version=version)
    options = replace(options, replace=replaces)
    with contextlib.suppress(OSError):
        os.nice(NICENESS)
    _log_to_stderr()
    with plain_errors():
        try:
            textbook = search.textbook
            asyncio.run(_run(address, token, options, backend, metrics, log, textbook=textbook))
        except Exception as error:
            if is_shortage(error):
                end_process(error)
            raise


bot.add_command(new)
bot.add_command(register)
bot.add_command(log_command)


def _run_external(
    ctx: click.Context,
    run: Callable[..., Coroutine[Any, Any, None]],
    address: Address,
    token: str,
    config: Config,
    log: LogOptions,
    metrics: tuple[str, int | None],
) -> None:
    """Runs the owner's engine until SIGTERM or SIGINT, or until the server refuses the bot."""
    with contextlib.suppress(OSError):
        os.nice(NICENESS)
    with plain_errors():
        show_log()
        address, status = address_of(ctx, address, config), Status()
        _serve_metrics(status, *metrics)
        with log.opened(token, config) as file:
            asyncio.run(_until_interrupt(run(address, token, config, status=status, log=file)))


def _refuse_house_options(
    weights: tuple[Path, ...],
    strategies: tuple[Path, ...],
    methods: tuple[str, ...],
    search: SearchSpec,
) -> None:
    """Raises click.UsageError for an option that only house engines have."""
    given = {"--weights": weights, "--strategy": strategies, "--method": methods}
    option = next((name for name, values in given.items() if values), search.given)
    if option:
        raise click.UsageError(f"{option} is for house engines: set it in your program")


async def _run(
    address: Address,
    token: str,
    options: Options,
    backend: EngineBackend,
    metrics: tuple[str, int | None],
    log: LogOptions,
    *,
    textbook: bool = False,
) -> None:
    """Runs until SIGTERM or SIGINT, until another version of the bot takes its games over, or until
    the server refuses the bot. `textbook`: with the textbook opponents."""
    from ..bots.textbook import run_with_opponents

    async with Client(address.url, token) as client:
        with log.opened(token) as file:
            file.open_games |= _open_games(options.games) if file.is_on else set()
            house = House(client, options, backend, end_process, log=EndLog(file))
            _serve_metrics(house, *metrics)
            try:
                await _until_interrupt(
                    run_with_opponents(house, options, address.url, token, end_process)
                    if textbook
                    else house.run()
                )
            except Closed as closed:
                if closed.code != 401 and closed.reason != ROTATED:
                    raise
                raise Refusal(f"{closed} {NEW_TOKEN}") from None


async def _until_interrupt(work: Coroutine[Any, Any, None]) -> None:
    """Waits for the work until it ends, or SIGTERM or SIGINT cancels it."""
    task = asyncio.ensure_future(work)
    end = partial(asyncio.get_running_loop().call_soon_threadsafe, task.cancel)
    with INTERRUPTS.handled(end), contextlib.suppress(asyncio.CancelledError):
        await task


def _serve_metrics(house: House | Status, host: str, port: int | None) -> None:
    """Serves metrics if a port is given. If the port is in use, the process exits with 1 and is
    restarted."""
    if port is None:
        return
    from ..bots.house_metrics import serve_metrics

    try:
        logger.info("metrics on port %d", serve_metrics(house, host, port))
    except OSError as bad:
        raise click.ClickException(f"--metrics-port: {host}:{port}: {bad.strerror}") from None


def _native_backend(
    games: tuple[str, ...],
    tables: Path | None,
    weights_paths: tuple[Path, ...],
    strategy_paths: tuple[Path, ...],
    methods: tuple[str, ...],
    search: SearchSpec,
) -> EngineBackend:
    """Our own engines, with the tablebases, weights, strategies and methods of these games. All
    files are read now, so that a damaged one is found before a game starts."""
    from ..strategy_files import strategy_in
    from ..tablebase import open_tablebases
    from ..weights_files import package_weights, weights_in

    try:
        tablebases = open_tablebases(games, tables)
    except ValueError as bad:
        raise click.UsageError(str(bad)) from None
    named_weights = {weights.game: weights for weights in map(weights_in, weights_paths)}
    if unknown := sorted(named_weights.keys() - set(games)):
        raise click.UsageError(f"--weights: {unknown[0]} is not among the games to play")
    strategies = {found.game.name: found for found in map(strategy_in, strategy_paths)}
    if unknown := sorted(strategies.keys() - set(games)):
        raise click.UsageError(f"--strategy: {unknown[0]} is not among the games to play")
    chosen = _methods(games, methods)
    if both := sorted(name for name in strategies if chosen.get(name, "cfr") != "cfr"):
        raise click.UsageError(f"--method: {both[0]} is already played by --strategy")
    all_weights = {name: named_weights.get(name) or package_weights(name) for name in games}
    return EngineBackend(
        tablebases,
        all_weights,
        strategies,
        chosen,
        search.by_game(games, chosen),
        depth=search.depth,
        nodes=search.nodes,
    )


def _methods(games: tuple[str, ...], words: tuple[str, ...]) -> dict[str, str]:
    """The methods chosen by --method, by game. Raises click.UsageError."""
    from ..games import methods_of

    methods: dict[str, str] = {}
    for word in words:
        game, _, method = word.partition("=")
        if game not in games:
            raise click.UsageError(f"--method: {game} is not among the games to play")
        if method not in (known := methods_of(game)):
            raise click.UsageError(f"--method: {game} is searched by {' or '.join(known)}")
        methods[game] = method
    return methods


def _open_games(names: Iterable[str]) -> set[str]:
    """Those of these games in which players see the whole position."""
    from ..games import load

    return {name for name in names if not load(name).hides}


def _max_games(ctx: click.Context, max_games: int | None, most_games: int | None) -> int | None:
    """The value of --max-games, or of its old name --most-games. Raises click.UsageError."""
    if most_games is None:
        return max_games
    if ctx.get_parameter_source("max_games") is ParameterSource.COMMANDLINE:
        raise click.UsageError("--most-games is the old name of --max-games: give only one")
    return most_games


def _games(names: str | None) -> tuple[str, ...]:
    """The named games, or all games that an engine plays. Raises click.UsageError."""
    from ..games import NAMES, methods_of

    if names is None:
        return tuple(name for name in NAMES if methods_of(name))
    chosen = tuple(name.strip() for name in names.split(",") if name.strip())
    unknown = [name for name in chosen if name not in NAMES]
    if unknown or not chosen:
        problem = no_such_game(unknown[0], NAMES, "the games are") if unknown else "name a game"
        raise click.UsageError(f"--games: {problem}")
    for name in chosen:
        if not methods_of(name):
            raise click.UsageError(f"--games: no engine plays {name}")
    return chosen


def _log_to_stderr() -> None:
    show_log()
    for handler in logging.getLogger().handlers:
        handler.addFilter(EndOnShortage())
