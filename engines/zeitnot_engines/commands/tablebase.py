"""`zeitnot tablebase`: builds and checks tables of exact endings."""

from pathlib import Path

import click

from zeitnot_client.plurals import counted

from .._core import Tablebase, TablebaseMaker, games_with_tablebase
from ..sentences import sentence
from ..tablebase import Part, TablebaseFolder
from .options import tables_option
from .progress import track

MILLION = 1_000_000
GB = 1e9
MB = 1e6
KB = 1e3


@click.group()
def tablebase() -> None:
    """Build and check tables of exact endings, which searches look up.

    The tables are in one folder: --tables, or ZEITNOT_TABLES, or data/tables.
    """


def size_help() -> str:
    """The help of N, for each game."""
    makers = [(game, TablebaseMaker(game, "")) for game in games_with_tablebase()]
    return " ".join(
        f"{game}: maximum number of {maker.unit}, by default {maker.default_size} ({maker.costs})."
        for game, maker in makers
    )


game_argument = click.argument("game", type=click.Choice(games_with_tablebase()))


@tablebase.command()
@game_argument
@click.option(
    "--stones",
    "--pieces",
    "size",
    type=click.IntRange(1),
    metavar="N",
    help=size_help(),
)
@tables_option(default=Path("data/tables"))
def build(game: str, size: int | None, tables: Path) -> None:
    """Build GAME's tables, each from smaller ones.

    Existing tables are not built again: after Ctrl-C, or with a larger N, the command continues
    where it stopped. A search uses all tables that exist.
    """
    try:
        base = TablebaseFolder(game, tables)
    except ValueError as bad:
        raise click.UsageError(str(bad)) from None
    size = size or base.usual_size
    if size > base.max_size:
        raise click.UsageError(f"{game} has tables for at most {base.max_size} {base.unit}.")
    if size < base.min_size:
        raise click.UsageError(f"{game} has tables for at least {base.min_size} {base.unit}.")
    missing = base.missing(size)
    if (missing_bytes := base.missing_disk_bytes(missing)) > 0:
        need = sum(part.bytes for part in missing) / GB
        raise click.UsageError(
            f"Not enough space on the disk of {tables}: {need:.1f} GB are needed, "
            f"{missing_bytes / GB:.1f} GB more than are free."
        )
    make(base, game, missing)
    click.echo(f"{game}: {size_text(Tablebase(game, str(tables)).bytes)} of tables in {tables}")


def size_text(size: int) -> str:
    """A size in KB, MB or GB, such as `4.2 MB`."""
    if size < MB:
        return f"{size / KB:.1f} KB"
    return f"{size / GB:.2f} GB" if size >= GB else f"{size / MB:.1f} MB"


def make(base: TablebaseFolder, game: str, missing: list[Part]) -> None:
    """Builds the parts and shows progress. Raises click.UsageError."""
    title = f"{game}: tables, millions of values"
    try:
        with base.exclusive_lock():
            for part in track(
                missing,
                millions_of_values(missing),
                title,
                weight=lambda part: millions_of_values([part]),
            ):
                base.make(part)
    except BlockingIOError:
        raise click.UsageError(
            "Another build is using this folder. Wait until it has finished."
        ) from None
    except (ValueError, OSError) as bad:
        raise click.UsageError(sentence(bad)) from None


def millions_of_values(parts: list[Part]) -> int:
    """The total size of the parts in millions of values, each rounded up."""
    return sum(-(-part.values // MILLION) for part in parts)


@tablebase.command()
@game_argument
@tables_option(default=Path("data/tables"))
def check(game: str, tables: Path) -> None:
    """Compare GAME's tables with their checksums.

    It is also an error if a table up to the largest existing size is missing.
    """
    try:
        base = TablebaseFolder(game, tables)
        tablebase_ = Tablebase(game, str(tables))
    except ValueError as bad:
        raise click.UsageError(str(bad)) from None
    if (name := tablebase_.damaged()) is not None:
        raise click.UsageError(
            f"{tables / name}.table is damaged. Delete it and build the tables again."
        )
    if missing := base.missing(base.present_size):
        option = base.unit.partition(" ")[0]
        raise click.UsageError(
            f"{counted(len(missing), 'table is', 'tables are')} missing, the first one "
            f"{tables / missing[0].name}.table. Build what is missing with "
            f"`zeitnot tablebase build {game} --{option} {base.present_size}`."
        )
    click.echo(f"{game}: {size_text(tablebase_.bytes)} of tables in {tables} are intact")
