"""The options of a bot's engine: a file, or a command and its protocol."""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import wraps
from pathlib import Path
from typing import Any

import click

from ..drivers.protocols import PROTOCOLS
from ..runner.config import Config, EngineConfig
from ..runner.examples import example
from ..runner.reading import games_of, load, words_of
from ..runner.run import check_program
from ..runner.tables import ConfigError
from ..runner.takes import Takes
from ..turn_clock import MOVE_OVERHEAD_MS
from .paths import PathType

_FILE_OPTIONS = ("engine", "protocol", "option", "move_timeout", "first_cell")


@dataclass(frozen=True, slots=True)
class EngineOptions:
    """The engine as the command line has it: `file`, or `command` with `protocol` and the rest."""

    file: Path | None
    command: str = ""
    protocol: str = ""
    options: tuple[tuple[str, str], ...] = ()
    move_timeout_ms: int | None = None
    first_cell: int = 1

    def config(self, games: str | None, ponders: bool | None) -> Config:
        """The bot. `games`: the value of --games; `ponders`: of --ponder; None: not given. Raises
        click.UsageError."""
        config = self._from_file(games) if self.file is not None else self._from_options(games)
        if ponders is not None:
            config = replace(config, engine=replace(config.engine, ponder=ponders))
        try:
            check_program(config)
        except ConfigError as bad:
            raise click.UsageError(f"--engine: {bad}" if self.file is None else str(bad)) from None
        return config

    def _from_file(self, games: str | None) -> Config:
        assert self.file is not None
        if games is not None:
            raise click.UsageError("--games: the file of --config names the games")
        try:
            return load(self.file)
        except ConfigError as bad:
            raise click.UsageError(str(bad)) from None

    def _from_options(self, games: str | None) -> Config:
        try:
            words = words_of(self.command)
        except ConfigError as bad:
            raise click.UsageError(f"--engine: {bad}") from None
        names = [name.strip() for name in (games or "").split(",") if name.strip()]
        try:
            played = games_of(self.protocol, names)
        except ConfigError as bad:
            raise click.UsageError(f"--games: {bad}") from None
        engine = EngineConfig(
            words,
            self.protocol,
            options=self.options,
            move_timeout_ms=self.move_timeout_ms,
            first_cell=self.first_cell,
        )
        return Config(engine, Takes({name: {} for name in played}))


def engine_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Adds the options to a command, which gets them as `engine`; None without any."""

    @wraps(function)
    def run(
        *args: Any,
        file: Path | None,
        command: str | None,
        protocol: str | None,
        option: tuple[str, ...],
        move_timeout: float | None,
        first_cell: str | None,
        **others: Any,
    ) -> Any:
        given = (command, protocol, option or None, move_timeout, first_cell)
        if file is not None:
            _refuse_with_file(given)
            return function(*args, engine=EngineOptions(file), **others)
        engine = _engine(command, protocol, option, move_timeout, first_cell)
        return function(*args, engine=engine, **others)

    for add in reversed(_OPTIONS):
        run = add(run)
    return run


def _print_example(ctx: click.Context, _: click.Parameter, protocol: str | None) -> None:
    if protocol is None or ctx.resilient_parsing:
        return
    click.echo(example(protocol), nl=False)
    ctx.exit()


_SUMMARIES = "; ".join(f"{name}: {protocol.summary}" for name, protocol in PROTOCOLS.items())
_OPTIONS = (
    click.option(
        "--config",
        "file",
        type=PathType(path_type=Path),
        metavar="FILE",
        help="A TOML file with everything: engine, options, games, clocks, opponents, policies. "
        "--example prints one.",
    ),
    click.option(
        "--example",
        type=click.Choice(list(PROTOCOLS)),
        is_eager=True,
        expose_value=False,
        callback=_print_example,
        help="Print a file for --config with an engine of this protocol, and exit.",
    ),
    click.option(
        "--engine",
        "command",
        metavar="CMD",
        help="Your program, to play instead of the house engine; it speaks --protocol.",
    ),
    click.option("--protocol", type=click.Choice(list(PROTOCOLS)), help=f"{_SUMMARIES}."),
    click.option(
        "--option",
        multiple=True,
        metavar="NAME=VALUE",
        help="An option of the program, with a value in the range that it names. Repeatable.",
    ),
    click.option(
        "--move-timeout",
        type=click.FloatRange(0, 86_400, min_open=True),
        metavar="SECONDS",
        help="Give up on the program's move after this time, including its start; after the "
        "second time in a game, the bot resigns. By default it may use all its time; its move is "
        f"too late {MOVE_OVERHEAD_MS / 1000} s before the flag falls, or before a free first turn "
        "must end.",
    ),
    click.option(
        "--first-cell",
        type=click.Choice(["0", "1"]),
        help="Number of the first cell (ecui): cells are 1 to 25 with 0 for a captured stone, "
        "or 0 to 24 with -1.  [default: 1]",
    ),
)


def _refuse_with_file(given: tuple[object, ...]) -> None:
    """Raises click.UsageError for an option whose value is in the file."""
    for name, value in zip(_FILE_OPTIONS, given, strict=True):
        if value is not None:
            option = name.replace("_", "-")
            raise click.UsageError(f"--{option} and --config cannot be used together")


def _engine(
    command: str | None,
    protocol: str | None,
    option: tuple[str, ...],
    move_timeout: float | None,
    first_cell: str | None,
) -> EngineOptions | None:
    """Raises click.UsageError."""
    if (command is None) != (protocol is None):
        raise click.UsageError("--engine and --protocol must be given together")
    for name, value in (("move-timeout", move_timeout), ("option", option or None)):
        if value is not None and command is None:
            raise click.UsageError(f"--{name} needs --engine")
    if first_cell is not None and protocol != "ecui":
        raise click.UsageError("--first-cell needs --engine with a program that speaks ecui")
    if command is None or protocol is None:
        return None
    timeout_ms = None if move_timeout is None else max(1, round(1000 * move_timeout))
    options = tuple(_option(each) for each in option)
    return EngineOptions(None, command, protocol, options, timeout_ms, int(first_cell or "1"))


def _option(text: str) -> tuple[str, str]:
    """`NAME=VALUE`; a button has no value. Raises click.UsageError."""
    name, _, value = text.partition("=")
    if not name.strip() or re.search(r"[\r\n]", text):
        raise click.UsageError(f"--option: expected NAME=VALUE, not {text!r}")
    return name.strip(), value.strip()
