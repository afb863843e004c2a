"""`zeitnot bot log`: prints a bot's log file, with filters."""

import contextlib
import json
import time
from collections.abc import Callable, Collection, Iterable
from datetime import datetime
from pathlib import Path

import click

from ..log_files.filters import BadTime, Filter, LogLine, since
from ..log_files.reading import LogReader
from ..log_files.show import text_of_line
from ..plurals import counted
from ..printable import printable
from ..spelling import suggestion
from .paths import PathType

FOLLOW_S = 0.5  # between two looks at the file


def _since(ctx: click.Context, param: click.Parameter, value: str | None) -> datetime | None:
    try:
        return None if value is None else since(value, datetime.now().astimezone())
    except BadTime as bad:
        raise click.BadParameter(str(bad), ctx, param) from None


@click.command("log")
@click.argument("file", type=PathType(path_type=Path))
@click.option("--game", metavar="ID", help="Only this game.")
@click.option("--opponent", metavar="NAME", help="Only games against this name, or a part of it.")
@click.option(
    "--since",
    "first",
    metavar="TIME",
    callback=_since,
    help="Only from this time on: 30m, 2h, 3d, 2026-11-30 or 2026-11-30T14:05.",
)
@click.option(
    "--event",
    "events",
    metavar="NAME",
    multiple=True,
    help="Only events of this name, such as ended or fault. Repeatable.",
)
@click.option("--errors", "only_errors", is_flag=True, help="Only problems.")
@click.option(
    "--dialogue", "with_engine", is_flag=True, help="Also the dialogue with the engine, if logged."
)
@click.option("--follow", is_flag=True, help="Go on with lines that are added, until interrupted.")
@click.option("--json", "as_json", is_flag=True, help="Print the JSON lines.")
def log_command(
    file: Path,
    game: str | None,
    opponent: str | None,
    first: datetime | None,
    events: tuple[str, ...],
    only_errors: bool,
    with_engine: bool,
    follow: bool,
    as_json: bool,
) -> None:
    """Print the log that a bot has written to FILE with --log, the oldest line first.

    The files that were renamed because the log was full (FILE.1 …) are read too.
    """
    chosen = Filter(game, opponent, first, frozenset(events), only_errors, with_engine)
    try:
        reader = LogReader(file)
    except OSError as bad:
        raise click.UsageError(f"{file}: {bad.strerror}") from None
    show: Callable[[LogLine], str] = json.dumps if as_json else text_of_line
    seen = set[str]()
    with contextlib.closing(reader), contextlib.suppress(KeyboardInterrupt):
        try:
            _print(reader.all_so_far(), chosen, show, seen)
            _report_unknown(events, seen)
            while follow:
                time.sleep(FOLLOW_S)
                _print(reader.more(), chosen, show, seen)
        except BrokenPipeError:
            raise  # the reader of our output has enough, as in `| head`
        except OSError as bad:
            raise click.ClickException(f"{file}: {bad.strerror}") from None
    if reader.skipped:
        skipped = counted(reader.skipped, "line is", "lines are")
        click.echo(f"{skipped} no line of a bot's log, and left out", err=True)


def _report_unknown(wanted: Iterable[str], seen: Collection[str]) -> None:
    """Names the events that the file does not have, which may be mistyped, on stderr."""
    for event in wanted:
        if event not in seen:
            hint = suggestion(event, sorted(seen)) if seen else "it has no lines"
            click.echo(f"the log has no event {event!r}; {hint}", err=True)


def _print(
    lines: Iterable[LogLine], chosen: Filter, show: Callable[[LogLine], str], seen: set[str]
) -> None:
    """Prints the lines that are chosen, and adds the events of all to `seen`."""
    for line in lines:
        seen.add(str(line["event"]))
        if chosen.shows(line):
            click.echo(printable(show(line)))
