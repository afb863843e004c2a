"""`zeitnot book`: opening books on the command line."""

import asyncio
import itertools
import re
from collections.abc import Iterator

import click

import zeitnot_protocol as p
from zeitnot_client.commands.paths import PathType
from zeitnot_client.spelling import no_such_game
from zeitnot_engines.games import NAMES

from .. import books
from ..books import files
from ..database import Place, open_store
from ..hosting.native import NativeRules, rules_for
from ..rooms.setup import LEGACY_SETUP
from ..store import StoreError
from ..store.archive import Archive
from ..verify import Invalid, Unverifiable, verify
from . import file_book, printing, records, texts
from .archive import ask, database_place, db_option, output_option
from .skipped_games import SkippedGames

_OPTION = re.compile(r"--[a-z][a-z-]*(=.*)?")


@click.group()
def book() -> None:
    """Show, build, export and import opening books."""


# ── show ───────────────────────────────────────────────────────────────────────────────────────


@book.command(context_settings={"ignore_unknown_options": True})
@click.argument("game")
@click.argument("position", required=False)
@click.option("--set", "settings", multiple=True, metavar="NAME=VALUE", help="A setting.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@db_option
def show(
    db: str | None, game: str, position: str | None, settings: tuple[str, ...], as_json: bool
) -> None:
    """Show what the book knows about POSITION, or about the start.

    Before a throw it shows where each throw leads.
    """
    _check_no_option(position)
    rules = _rules(game, settings)
    page = ask(db, lambda archive: _page(archive, rules, position))
    if as_json:
        click.echo(p.encode(page))
    else:
        _print(page)


def _check_no_option(position: str | None) -> None:
    """A position may begin with a dash, so click passes a mistyped option on as one. Raises
    click.NoSuchOption."""
    if position is not None and _OPTION.fullmatch(position):
        parameters = click.get_current_context().command.params
        known = [option for parameter in parameters for option in parameter.opts]
        raise click.NoSuchOption(position.partition("=")[0], possibilities=known)


def _rules(game: str, settings: tuple[str, ...]) -> NativeRules:
    chosen: dict[str, str | int | bool] = {}
    for setting in settings:
        name, equals, value = setting.partition("=")
        if not equals:
            raise click.UsageError(f"--set takes NAME=VALUE, not {setting!r}.")
        chosen[name] = value
    if game not in NAMES:
        problem = no_such_game(game, NAMES, "the games are")
        raise click.UsageError(f"{problem[0].upper()}{problem[1:]}")
    try:
        return rules_for(game, chosen)
    except ValueError as bad:
        raise click.UsageError(str(bad)) from None


async def _page(archive: Archive, rules: NativeRules, position: str | None) -> p.BookPage:
    try:
        return await books.lookup(archive.books, books.SERVER, rules, position)
    except ValueError as bad:
        raise click.UsageError(str(bad)) from None


def _print(page: p.BookPage) -> None:
    click.echo(f"Position: {page.position}")
    if page.throws:
        printing.table(("Throw", "Position"), page.throws.items())
    elif page.moves:
        headings = ("Move", "Score", "Games", "Won", "Drawn", "Lost", "Weight", "Last played (UTC)")
        rows = [_row(move) for move in page.moves]
        printing.table(headings, rows, right=headings[1:7])
    elif page.legal:
        click.echo("The book has no move in this position.")
    else:
        click.echo("The game is over in this position.")


def _row(move: p.BookMove) -> tuple[str, ...]:
    counts = (move.wins, move.draws, move.losses)
    return (
        move.move,
        f"{move.score:.0%}",
        str(sum(counts)),
        *map(str, counts),
        f"{move.weight:.2f}",
        printing.minute(move.last_played),
    )


# ── build, export, import ──────────────────────────────────────────────────────────────────────


@book.command()
@click.argument(
    "sources", type=PathType(allow_dash=True), nargs=-1, required=True, metavar="FILE..."
)
@output_option
@click.option("--strict", is_flag=True, help="Stop at the first game that cannot be read.")
def build(sources: tuple[str, ...], output: str, strict: bool) -> None:
    """Build a book from exported games, or from games in GGF, MAT, PDN, PGN, SGF or transcripts.

    All games must be of one kind; exported games must pass `zeitnot verify`. The suffix of a file's
    name says its format: ggf, mat, pdn, pgn, sgf or txt. Of a folder all such files are read,
    except txt. Only the main line of such a game counts, and only if its end says something about
    the moves: by the rules, or by resignation after 20 moves or more. A game that occurs twice
    counts once. A game that cannot be read is reported and skipped.
    """
    in_files = list(filter(file_book.is_game_file, sources))
    others = [source for source in sources if source not in in_files]
    kinds, skipped = set[str](), SkippedGames(strict)
    games = itertools.chain(
        map(_lines, _exports(others, kinds)), file_book.games(in_files, kinds, skipped)
    )
    lines_by_key: dict[tuple[books.BookPosition, str], books.BookLine] = {}
    for line in itertools.chain.from_iterable(games):
        key = (line.book_position, line.entry.move)
        lines_by_key[key] = lines_by_key[key].joined(line) if key in lines_by_key else line
    skipped.report()
    _write(output, kinds.pop(), sorted(lines_by_key.values(), key=books.order))


def _exports(sources: list[str], kinds: set[str]) -> Iterator[p.Export]:
    """The exported games, each once. Adds their game types to `kinds`. Raises click.UsageError if
    there are several."""
    _check_one(kinds)
    seen: set[str] = set()
    for record in itertools.chain.from_iterable(map(records.read, sources)):
        kinds.add(record.game_type)
        _check_one(kinds)
        if record.id not in seen:
            seen.add(record.id)
            yield record


def _check_one(kinds: set[str]) -> None:
    if len(kinds) > 1:
        raise click.UsageError(
            f"A book is for one game; these are games of {' and '.join(sorted(kinds))}."
        )


def _lines(record: p.Export) -> list[books.BookLine]:
    try:
        verify(record, rules_for)
    except (Invalid, Unverifiable) as bad:
        raise click.UsageError(f"Game {record.id} cannot be used: {bad}.") from None
    rules = rules_for(record.game_type, record.settings)
    return books.lines(rules, record.events, record.setup or LEGACY_SETUP)


@book.command()
@click.argument("game")
@output_option
@db_option
def export(db: str | None, game: str, output: str) -> None:
    """Write the server's book of a game to a file."""
    _rules(game, ())
    _write(output, game, ask(db, lambda archive: _all_lines(archive, game)))


async def _all_lines(archive: Archive, game: str) -> list[books.BookLine]:
    return await archive.books.all_lines(books.SCOPES[books.SERVER], game)


def _write(output: str, game: str, lines: list[books.BookLine]) -> None:
    with texts.writing(output) as file:
        file.writelines(line + "\n" for line in files.write(game, lines))


@book.command("import")
@click.argument("file", type=PathType(allow_dash=True))
@click.option(
    "--replace", is_flag=True, help="Delete everything in the server's book of the game first."
)
@db_option
def import_(db: str | None, file: str, replace: bool) -> None:
    """Add a book from a file to the server's book.

    The server must not be running. Importing the same file twice counts its games twice.
    """
    try:
        game, lines = files.read(texts.lines(file))
    except books.BadBook as bad:
        raise click.UsageError(f"{file}: {bad}") from None
    _rules(game, ())
    path = database_place(db)
    try:
        asyncio.run(_add(path, game, lines, replace))
    except (StoreError, OSError) as bad:
        raise click.UsageError(str(bad)) from None
    click.echo(
        f"{path}: {printing.counted(len(lines), 'move', 'moves')} added to the book of {game}"
    )


async def _add(path: Place, game: str, lines: list[books.BookLine], replace: bool) -> None:
    """Adds all lines or, if anything fails, none."""
    store = await open_store(path, rules_for)
    try:
        await store.books.add_imported(game, lines, replace=replace)
    finally:
        await store.close()
