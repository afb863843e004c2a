"""Runs a bot from the command line: its token, and its end."""

import asyncio
import contextlib
import signal
from collections.abc import Coroutine
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from ..address import Address
from ..bot_log import NO_LOG, BotLog
from ..client import Client
from ..end_log import EndLog
from ..exceptions import ROTATED, BadToken, Closed
from ..runner.checks import NotStarted
from ..runner.config import Config
from ..runner.run import Status, run
from ..runner.tables import ConfigError
from ..text_file import text_of
from ..tokens import checked_token
from .errors import Refusal

NEW_TOKEN = "Give it with --token or ZEITNOT_TOKEN."
NEEDS_TOKEN = "a bot needs a token: --token or ZEITNOT_TOKEN; `{command} register NAME` makes one"
MAX_TOKEN_BYTES = 4096


def token_of(token: str | None, config: Config | None) -> str:
    """The bot's token: from the option or the environment, or from the file that the configuration
    names. Raises click.UsageError."""
    if not token and config is not None and config.token_file is not None:
        token = _token_in(config.token_file)
    if not token:
        command = click.get_current_context().command_path
        raise click.UsageError(NEEDS_TOKEN.format(command=command))
    return token


def _token_in(path: Path) -> str:
    try:
        with path.open("rb") as file:
            return checked_token(text_of(file.read(MAX_TOKEN_BYTES)))
    except OSError as error:
        raise click.UsageError(f"token_file: {path}: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise click.UsageError(f"token_file: {path}: this is not a token") from None
    except BadToken as bad:
        raise click.UsageError(f"token_file: {path}: {bad}") from None


def address_of(ctx: click.Context, address: Address, config: Config) -> Address:
    """The server's address: from the option or the environment, or else from the file."""
    is_default = ctx.get_parameter_source("address") is click.core.ParameterSource.DEFAULT
    return Address.parse(config.server) if is_default and config.server else address


async def run_config(
    address: Address,
    token: str,
    config: Config,
    *,
    replace: bool,
    threads: int = 1,
    status: Status | None = None,
    log: BotLog = NO_LOG,
) -> None:
    """Runs the bot until it is cancelled or replaced. Raises Refusal, and ClickException if the
    engine does not start."""
    async with Client(address.url, token) as client:
        try:
            end_log = EndLog(log)
            await run(client, config, replace=replace, threads=threads, log=end_log, status=status)
        except ConfigError as bad:
            raise Refusal(str(bad)) from None
        except NotStarted as failed:
            raise click.ClickException(str(failed)) from None
        except Closed as closed:
            if closed.code != 401 and closed.reason != ROTATED:
                raise
            raise Refusal(f"{closed} {NEW_TOKEN}") from None


def until_signal(work: Coroutine[Any, Any, None]) -> None:
    """Runs the coroutine until it ends, or SIGINT or SIGTERM cancels it."""

    async def cancelled_by_signals() -> None:
        task, loop = asyncio.ensure_future(work), asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            with contextlib.suppress(NotImplementedError):  # Windows
                loop.add_signal_handler(number, task.cancel)
        with contextlib.suppress(asyncio.CancelledError):
            await task

    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(cancelled_by_signals())


def with_overrides(config: Config, version: str | None, max_games: int | None) -> Config:
    """The configuration with the values of the command line, where there are any."""
    return replace(
        config,
        version=version or config.version,
        max_games=max_games or config.max_games,
    )
