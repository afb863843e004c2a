"""`zeitnot bot`: a house engine on a server; `zeitnot bot register`: a new bot's token."""

import asyncio
import contextlib
import logging
import os
import shlex
from dataclasses import replace
from functools import partial
from pathlib import Path

import click

import zeitnot_protocol as p
from zeitnot_client.address import Address
from zeitnot_client.client import Client
from zeitnot_client.commands.errors import plain_errors
from zeitnot_client.commands.options import server_option, validated_by
from zeitnot_client.commands.paths import PathType

from ..adapters import ecui
from ..adapters.process import find_program
from ..bots.house import EcuiBotFactory, GomocupBotFactory, GtpBotFactory, House, Native, Options
from ..bots.memory import HALVED, LEAST_MB, halved, is_shortage, usual_mb
from ..bots.out_of_memory import EndOnShortage, end_process
from ..gomocup import board as gomocup
from ..interrupts import INTERRUPTS
from .options import tables_option

logger = logging.getLogger("zeitnot.bot")
NICENESS = 5  # on few cores the server's clocks take precedence over the search


@click.group(invoke_without_command=True)
@server_option
@click.option("--token", envvar="ZEITNOT_TOKEN", help="The bot's token, or ZEITNOT_TOKEN.")
@click.option(
    "--games",
    metavar="NAMES",
    help="The games to play, with commas between them; all of the house's if not given.",
)
@click.option(
    "--hash",
    "hash_mb",
    type=click.IntRange(1, 65536),
    default=16,
    show_default=True,
    metavar="MB",
    help="Memory for each table, where there is enough; games share the tables.",
)
@click.option(
    "--memory",
    "memory_mb",
    envvar="ZEITNOT_BOT_MEMORY",
    type=click.IntRange(LEAST_MB, 1 << 20),
    metavar="MB",
    help="Memory for all of it, or ZEITNOT_BOT_MEMORY; if not given, half of what a container may "
    "have, or an eighth of the machine's.",
)
@click.option(
    "--most-games",
    envvar="ZEITNOT_BOT_GAMES",
    type=click.IntRange(1, 10_000),
    metavar="N",
    help="Games at a time, or ZEITNOT_BOT_GAMES; if not given, what cores and memory allow.",
)
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
    help="Learnt weights that `zeitnot train` has written, instead of the package's for the game "
    "that the file names; may be given again for another game.",
)
@click.option(
    "--strategy",
    "strategies",
    type=PathType(path_type=Path),
    multiple=True,
    metavar="FILE",
    help="What `zeitnot strategy solve` has written, to play instead of solving its game; may be "
    "given again for another game.",
)
@click.option(
    "--method",
    "methods",
    multiple=True,
    metavar="GAME=M",
    help="How a game is searched, instead of by its usual method, as NAME=mcts; may be given again "
    "for another game.",
)
@click.option(
    "--metrics-port",
    type=click.IntRange(0, 65535),
    envvar="ZEITNOT_METRICS_PORT",
    help="Serve metrics for Prometheus on this port (none), or ZEITNOT_METRICS_PORT.",
)
@click.option(
    "--metrics-host",
    default="127.0.0.1",
    show_default=True,
    envvar="ZEITNOT_METRICS_HOST",
    help="The address for that, or ZEITNOT_METRICS_HOST.",
)
@click.option("--no-ponder", is_flag=True, help="Do not think on the opponent's time.")
@click.option("--no-book", is_flag=True, help="Do not use the server's opening book.")
@click.option(
    "--engine",
    "command",
    metavar="CMD",
    help="Let this program play instead of the house's engine; it speaks --protocol.",
)
@click.option(
    "--protocol",
    type=click.Choice(["ecui", "gtp", "gomocup"]),
    help=f"ecui: {ecui.FORM}; gtp: the Go Text Protocol, with --games; gomocup: the Gomocup AI "
    "protocol (five in a row).",
)
@click.option(
    "--first-cell",
    type=click.Choice(["0", "1"]),
    default="1",
    show_default=True,
    help="ecui: cells 1 to 25 with 0 for a stone that is gone, or 0 to 24 with -1.",
)
@click.pass_context
def bot(
    ctx: click.Context,
    address: Address,
    token: str | None,
    games: str | None,
    hash_mb: int,
    memory_mb: int | None,
    most_games: int | None,
    threads: int,
    tables: Path | None,
    weights: tuple[Path, ...],
    strategies: tuple[Path, ...],
    methods: tuple[str, ...],
    metrics_port: int | None,
    metrics_host: str,
    no_ponder: bool,
    no_book: bool,
    command: str | None,
    protocol: str | None,
    first_cell: str,
) -> None:
    """Let a house engine, or a program of yours, play on a server, in every room to which it is
    invited."""
    if ctx.invoked_subcommand is not None:
        ctx.obj = address
        return
    if not token:
        raise click.UsageError(
            "a bot needs a token: --token or ZEITNOT_TOKEN; `zeitnot bot register NAME` makes one"
        )
    if (command is None) != (protocol is None):
        raise click.UsageError("--engine and --protocol go together")
    if command is None:
        options = Options(_games(games), hash_mb, threads, not no_ponder, not no_book)
        native = _native(options.games, tables, weights, strategies, methods)
    elif weights or strategies or methods:
        option = "--weights" if weights else "--strategy" if strategies else "--method"
        raise click.UsageError(f"{option}: a program of yours has its own")
    else:
        native, played = _foreign(command, protocol, games, int(first_cell))
        options = Options(played, hash_mb, threads, ponder=False, book=False, levels=0)
    memory_mb = halved(memory_mb or usual_mb(), os.environ.get(HALVED))
    options = replace(options, memory_mb=memory_mb, most_games=most_games)
    with contextlib.suppress(OSError):
        os.nice(NICENESS)
    _log_to_stderr()
    with plain_errors():
        try:
            asyncio.run(_run(address, token, options, native, (metrics_host, metrics_port)))
        except Exception as error:
            if is_shortage(error):
                end_process(error)
            raise


@bot.command()
@click.argument(
    "name", callback=validated_by(p.BotName, "a bot's name has 2 to 24 letters, figures, _ and -")
)
@server_option
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def register(name: str, address: Address, as_json: bool) -> None:
    """Register a bot and print its token, which is shown this once."""
    with plain_errors():
        registered = asyncio.run(_register(address, name))
    click.echo(p.encode(registered) if as_json else registered.token)


async def _register(address: Address, name: str) -> p.BotToken:
    async with Client(address.url) as client:
        return await client.http.register_bot(name)


async def _run(
    address: Address,
    token: str,
    options: Options,
    native: Native,
    metrics: tuple[str, int | None],
) -> None:
    """Runs until SIGTERM or SIGINT, or until the server refuses the bot."""
    async with Client(address.url, token) as client:
        house = House(client, options, native, end_process)
        _serve_metrics(house, *metrics)
        work = asyncio.create_task(house.run())
        end = partial(asyncio.get_running_loop().call_soon_threadsafe, work.cancel)
        with INTERRUPTS.handled(end), contextlib.suppress(asyncio.CancelledError):
            await work


def _serve_metrics(house: House, host: str, port: int | None) -> None:
    """Serves metrics if a port is given. A port in use ends the bots with exit code 1, after which
    they are restarted."""
    if port is None:
        return
    from ..bots.house_metrics import serve_metrics

    try:
        logger.info("metrics on port %d", serve_metrics(house, host, port))
    except OSError as bad:
        raise click.ClickException(f"--metrics-port: {host}:{port}: {bad.strerror}") from None


def _native(
    games: tuple[str, ...],
    tables: Path | None,
    weights_paths: tuple[Path, ...],
    strategy_paths: tuple[Path, ...],
    methods: tuple[str, ...],
) -> Native:
    """Our own engines, with the tablebases, weights, strategies and methods that these games have.
    All are read now, so that damage is found before a game."""
    from ..strategy_files import strategy_in
    from ..tablebase import open_tablebases
    from ..weights_files import package_weights, weights_in

    try:
        tablebases = open_tablebases(games, tables)
    except ValueError as bad:
        raise click.UsageError(str(bad)) from None
    given = {weights.game: weights for weights in map(weights_in, weights_paths)}
    if unplayed := sorted(given.keys() - set(games)):
        raise click.UsageError(f"--weights: {unplayed[0]} is not among the games to play")
    strategies = {found.game.name: found for found in map(strategy_in, strategy_paths)}
    if unplayed := sorted(strategies.keys() - set(games)):
        raise click.UsageError(f"--strategy: {unplayed[0]} is not among the games to play")
    chosen = _methods(games, methods)
    if both := sorted(name for name in strategies if chosen.get(name, "cfr") != "cfr"):
        raise click.UsageError(f"--method: {both[0]} is played by the strategy given")
    all_weights = {name: given.get(name) or package_weights(name) for name in games}
    return Native(tablebases, all_weights, strategies, chosen)


def _methods(games: tuple[str, ...], words: tuple[str, ...]) -> dict[str, str]:
    """The method of each game that has one of its own. Raises click.UsageError."""
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


def _foreign(
    command: str, protocol: str | None, games: str | None, first_cell: int
) -> tuple[Native, tuple[str, ...]]:
    """A program of somebody else's, and the games that it plays. Raises click.UsageError."""
    only = {"ecui": ecui.GAME, "gomocup": gomocup.GAME}.get(protocol or "")
    if only is not None and games not in (None, only):
        raise click.UsageError(f"--games: a program that speaks {protocol} plays {only} alone")
    if protocol == "ecui":
        return EcuiBotFactory(_program(command), first_cell), (ecui.GAME,)
    if protocol == "gomocup":
        return GomocupBotFactory(_program(command)), (gomocup.GAME,)
    from ..gtp.games import PLAYED

    played = _games(games) if games else ()
    if not played or set(played) - set(PLAYED):
        raise click.UsageError(f"--games: say which the program plays, of {' and '.join(PLAYED)}")
    return GtpBotFactory(_program(command)), played


def _games(names: str | None) -> tuple[str, ...]:
    """The games named, or all that an engine plays. Raises click.UsageError."""
    from ..games import NAMES, methods_of

    if names is None:
        return tuple(name for name in NAMES if methods_of(name))
    chosen = tuple(name.strip() for name in names.split(",") if name.strip())
    unknown = [name for name in chosen if name not in NAMES]
    if unknown or not chosen:
        raise click.UsageError(f"--games: {unknown[0] if unknown else 'nothing'} is no game here")
    for name in chosen:
        if not methods_of(name):
            raise click.UsageError(f"--games: no engine plays {name}")
    return chosen


def _program(command: str) -> list[str]:
    """The words of the command as a shell would read it. Raises click.UsageError, also if there is
    no such program."""
    try:
        words = shlex.split(command)
    except ValueError:
        raise click.UsageError("--engine: a quotation mark is missing") from None
    if not words or find_program(words[0]) is None:
        raise click.UsageError(f"--engine: there is no program {words[0] if words else ''!r}")
    return words


def _log_to_stderr() -> None:
    logging.basicConfig(level=logging.INFO, format="%(asctime)s bot %(levelname)s %(message)s")
    for handler in logging.getLogger().handlers:
        handler.addFilter(EndOnShortage())
    for noisy in ("httpx", "httpcore", "websockets"):
        logging.getLogger(noisy).setLevel(logging.WARNING)
