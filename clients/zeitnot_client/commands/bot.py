"""`zeitnot-bot`: your own engine as a bot on a server, without the server's package."""

import asyncio

import click

import zeitnot_protocol as p

from ..address import Address
from ..client import Client
from ..log import show_log
from ..versions import NO_VERSION
from .bot_log import log_command
from .engine_options import EngineOptions, engine_options
from .errors import plain_errors
from .log_options import LogOptions, log_options
from .new_bot import new
from .options import replace_option, server_option, validated_by
from .running import (
    address_of,
    run_config,
    token_of,
    until_signal,
    with_overrides,
)

BOT_NAME = "a bot's name has 2 to 24 letters, digits, _ and -"


@click.group(invoke_without_command=True)
@server_option
@click.option("--token", envvar="ZEITNOT_TOKEN", help="The bot's token, or ZEITNOT_TOKEN.")
@click.option(
    "--games", metavar="NAMES", help="Comma-separated games that the program of --engine plays."
)
@click.option(
    "--max-games",
    envvar="ZEITNOT_BOT_GAMES",
    type=click.IntRange(1, 10_000),
    metavar="N",
    help="Games at a time, or ZEITNOT_BOT_GAMES; if not given, one per core.",
)
@click.option(
    "--ponder/--no-ponder",
    "ponders",
    default=None,
    help="Think on the opponent's time, or not.  [default: not]",
)
@engine_options
@log_options
@click.option(
    "--version",
    metavar="V",
    callback=validated_by(p.Version, NO_VERSION),
    help="The version shown in lists and records; if not given, that of the file, or a hash of the "
    "command and its files. While processes of another version run, --replace is needed.",
)
@replace_option
@click.pass_context
def bot(
    ctx: click.Context,
    address: Address,
    token: str | None,
    games: str | None,
    max_games: int | None,
    ponders: bool | None,
    engine: EngineOptions | None,
    log: LogOptions,
    version: str | None,
    replaces: bool,
) -> None:
    """Run your engine as a bot on a server, in every room to which it is invited."""
    if ctx.invoked_subcommand is not None:
        ctx.obj = address
        return
    if engine is None:
        raise click.UsageError("name an engine: --config FILE, or --engine CMD and --protocol")
    config = with_overrides(engine.config(games, ponders), version, max_games)
    token = token_of(token, config)
    with plain_errors():
        show_log()
        address = address_of(ctx, address, config)
        with log.opened(token, config) as file:
            until_signal(run_config(address, token, config, replace=replaces, log=file))


bot.add_command(log_command)


@bot.command()
@click.argument("name", callback=validated_by(p.BotName, BOT_NAME))
@server_option
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def register(name: str, address: Address, as_json: bool) -> None:
    """Register a bot and print its token, which is shown only this once."""
    with plain_errors():
        registered = asyncio.run(_register(address, name))
    click.echo(p.encode(registered) if as_json else registered.token)


async def _register(address: Address, name: str) -> p.BotToken:
    async with Client(address.url) as client:
        return await client.http.register_bot(name)


bot.add_command(new)
