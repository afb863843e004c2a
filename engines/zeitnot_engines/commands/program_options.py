"""The options of `zeitnot bot` for the owner's own program."""

import shlex
from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import Any

import click

from zeitnot_client.drivers.driver import Launch
from zeitnot_client.drivers.ecui import FIRST_CELL
from zeitnot_client.drivers.process import find_program
from zeitnot_client.drivers.protocols import PROTOCOLS
from zeitnot_client.turn_clock import MOVE_OVERHEAD_MS
from zeitnot_client.versions import hash_of


@dataclass(frozen=True, slots=True)
class ProgramSpec:
    """A program that plays as a bot: the words of its command, and its protocol.
    `move_timeout_ms`: the owner's limit for a move; None: all of the bot's time."""

    words: list[str]
    protocol: str
    first_cell: int
    move_timeout_ms: int | None

    def launch(self) -> Launch:
        """How the program is started."""
        options = ((FIRST_CELL, str(self.first_cell)),) if self.protocol == "ecui" else ()
        return Launch(self.protocol, tuple(self.words), options)

    def version(self) -> str:
        """The default version: a hash of the command and of the files in it."""
        program, *words = self.words
        files = [Path(word) for word in (find_program(program) or program, *words)]
        return hash_of([file for file in files if file.is_file()], words)


def program_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Adds the options to a command, which gets them as `program`; None without --engine."""

    @wraps(function)
    def run(
        *args: Any,
        command: str | None,
        protocol: str | None,
        move_timeout: float | None,
        first_cell: str | None,
        **others: Any,
    ) -> Any:
        program = _program_spec(command, protocol, move_timeout, first_cell)
        return function(*args, program=program, **others)

    for add in reversed(_OPTIONS):
        run = add(run)
    return run


_OPTIONS = (
    click.option(
        "--engine",
        "command",
        metavar="CMD",
        help="Your program, to play instead of the house engine; it speaks --protocol.",
    ),
    click.option(
        "--protocol",
        type=click.Choice(list(PROTOCOLS)),
        help="Its protocol: "
        + "; ".join(f"{name}: {protocol.form}" for name, protocol in PROTOCOLS.items())
        + ". With --games if it can play several.",
    ),
    click.option(
        "--move-timeout",
        type=click.FloatRange(0, 86_400, min_open=True),
        metavar="SECONDS",
        help="Give up on the program's move after this time, including its start; after the "
        "second time in a game, the bot resigns. If not given, it may use all of its "
        f"time: it is too late {MOVE_OVERHEAD_MS / 1000} s before the flag falls, or "
        "before a free first turn must end.",
    ),
    click.option(
        "--first-cell",
        type=click.Choice(["0", "1"]),
        help="Number of the first cell (ecui): cells are 1 to 25 with 0 for a captured stone, "
        "or 0 to 24 with -1.  [default: 1]",
    ),
)


def _program_spec(
    command: str | None, protocol: str | None, move_timeout: float | None, first_cell: str | None
) -> ProgramSpec | None:
    """Raises click.UsageError."""
    if (command is None) != (protocol is None):
        raise click.UsageError("--engine and --protocol need each other")
    if move_timeout is not None and command is None:
        raise click.UsageError("--move-timeout needs --engine")
    if first_cell is not None and protocol != "ecui":
        raise click.UsageError("--first-cell needs --engine with a program that speaks ecui")
    if command is None or protocol is None:
        return None
    timeout_ms = None if move_timeout is None else max(1, round(1000 * move_timeout))
    return ProgramSpec(_words(command), protocol, int(first_cell or "1"), timeout_ms)


def _words(command: str) -> list[str]:
    """Splits the command like a shell. Raises click.UsageError, also if there is no such
    program."""
    try:
        words = shlex.split(command)
    except ValueError:
        raise click.UsageError("--engine: a quotation mark is missing") from None
    if not words or find_program(words[0]) is None:
        raise click.UsageError(f"--engine: no such program: {words[0] if words else ''!r}")
    return words
