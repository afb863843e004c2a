"""Prints lists: a table on a terminal, tab-separated lines elsewhere. Names, reasons and texts come
from users, so their control characters are replaced: none reaches the terminal or begins a row."""

import sys
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime

import click
from rich.console import Console, JustifyMethod
from rich.table import Table
from rich.text import Text

from zeitnot_client.printable import printable


def table(
    headings: Sequence[str], rows: Iterable[Sequence[str]], right: Sequence[str] = ()
) -> None:
    """Prints rows; the columns named in `right` are flush right."""
    console = Console()
    if not console.is_terminal:
        for row in rows:
            click.echo("\t".join(map(printable, row)))
        return
    table_ = Table(box=None, header_style="bold", pad_edge=False)
    for heading in headings:
        justify: JustifyMethod = "right" if heading in right else "left"
        table_.add_column(heading, justify=justify, overflow="fold")
    for row in rows:
        table_.add_row(*(Text(printable(cell)) for cell in row))
    console.print(table_)


def say(line: str, *, err: bool = False) -> None:
    """Prints a line that may contain users' text."""
    click.echo(printable(line, keep="\n"), err=err)


def hint(line: str) -> None:
    """Prints a line on standard error if it is a terminal, so that scripts do not get it."""
    if is_terminal():
        say(line, err=True)


def is_terminal() -> bool:
    """Whether standard error is a terminal."""
    return sys.stderr.isatty()


def minute(unix_ms: int | None) -> str:
    """Formats a time for people, in UTC; `-` for none."""
    if unix_ms is None:
        return "-"
    return datetime.fromtimestamp(unix_ms / 1000, UTC).strftime("%Y-%m-%d %H:%M")


def counted(number: int, one: str, many: str) -> str:
    """`1 game`, `3 games`."""
    return f"{number} {one if number == 1 else many}"
