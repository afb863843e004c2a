"""The options of a bot's log file."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import Any

import click

from ..bot_log import BotLog, opened_log
from ..log_files.log_file import DEFAULT_BYTES, OLD_FILES
from ..runner.config import Config
from .errors import Refusal
from .paths import PathType

MIB = 1 << 20


@dataclass(frozen=True, slots=True)
class LogOptions:
    """The log file as the command line has it; `path` None: there is none."""

    path: Path | None = None
    max_bytes: int = DEFAULT_BYTES
    with_engine: bool = False

    @contextmanager
    def opened(self, token: str, config: Config | None = None) -> Iterator[BotLog]:
        """The log of a process with this token, while the context is open. `config`: the bot's
        file, which may name the log. Raises Refusal,
        click.UsageError."""
        path, with_engine = self.path, self.with_engine
        if config is not None:
            path, with_engine = path or config.log, with_engine or config.log_dialogue
        if with_engine and path is None:
            raise click.UsageError("--log-dialogue needs --log")
        try:
            opening = opened_log(path, token, max_bytes=self.max_bytes, with_engine=with_engine)
        except OSError as error:
            raise Refusal(f"log: {path}: {error.strerror or error}") from None
        with opening as log:
            yield log


def log_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Adds the options to a command, which gets them as `log`."""

    @wraps(function)
    def run(
        *args: Any, log_path: Path | None, log_mb: int, log_dialogue: bool, **others: Any
    ) -> Any:
        return function(*args, log=LogOptions(log_path, log_mb * MIB, log_dialogue), **others)

    for add in reversed(_OPTIONS):
        run = add(run)
    return run


_OPTIONS = (
    click.option(
        "--log",
        "log_path",
        type=PathType(path_type=Path, dir_okay=False),
        metavar="FILE",
        help="Write a line of JSON to this file for each move, fault and end of a game; `zeitnot "
        "bot log FILE` prints it. Each process needs its own file.",
    ),
    click.option(
        "--log-mb",
        type=click.IntRange(1, 1024),
        default=DEFAULT_BYTES // MIB,
        show_default=True,
        metavar="MB",
        help=f"Size at which the log is renamed to FILE.1; {OLD_FILES} old files are kept.",
    ),
    click.option(
        "--log-dialogue",
        is_flag=True,
        help="Also log what the bot and the program of --engine say to each other.",
    ),
)
