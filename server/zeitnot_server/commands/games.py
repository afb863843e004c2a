"""`zeitnot games`: lists and exports stored games, and imports others."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from dataclasses import replace

import click
from click.core import ParameterSource

import zeitnot_protocol as p
from zeitnot_client.address import Address
from zeitnot_client.api import Api
from zeitnot_client.commands.errors import plain_errors
from zeitnot_client.commands.options import other_server_option
from zeitnot_client.ranks import score_text
from zeitnot_client.seats import seat_number
from zeitnot_engines.formats.registry import FORMATS
from zeitnot_engines.games import MANIFESTS

from ..hosting.native import rules_for
from ..rooms.room import Phase
from ..store import BadFilter, Damaged, GameFilter
from ..store.archive import Archive
from ..store.filters import DEFAULT_LIMIT, MAX_LIMIT
from . import printing, texts
from .archive import DamagedDatabase, ask, db_option, output_option
from .import_games import import_

JSON = "json"


@click.group()
def games() -> None:
    """List, export and import games.

    Lists and exports do not disturb a running server.

    With --server, `list` asks a running server instead.
    """


games.add_command(import_)


def _search_options(command: Callable[..., None]) -> Callable[..., None]:
    """Adds the options of `_filter`."""
    for option in reversed(_SEARCH_OPTIONS):
        command = option(command)
    return command


_SEARCH_OPTIONS = (
    click.option("--game", help="Only this game, by its id."),
    click.option("--player", help="Only games of this player."),
    click.option(
        "--result",
        help="win or loss (of the player), draw, or the seat that won: its number, from 0, or "
        "with --game its name, such as black.",
    ),
    click.option("--reason", help="How it ended, such as rules, resign or flag."),
    click.option(
        "--from",
        "from_",
        metavar="DATE",
        help="Created on this day (UTC) or later, or from this instant on, such as "
        "2026-01-31T18:00+01:00.",
    ),
    click.option(
        "--to",
        metavar="DATE",
        help="Created on this day (UTC) or earlier, or before this instant, such as "
        "2026-01-31T18:00+01:00.",
    ),
    click.option(
        "--imported", is_flag=True, help="Only imported games, which no list shows otherwise."
    ),
)


@games.command("list")
@_search_options
@click.option("--state", help="open, running, paused, adjourned or finished.")
@click.option(
    "--limit",
    metavar="N",
    help=f"How many games to list, 1 to {MAX_LIMIT} [default: {DEFAULT_LIMIT}].",
)
@click.option("--cursor", help="Continue where the last page ended.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@other_server_option("List the games of this running server instead of a database.")
@db_option
@click.pass_context
def list_(
    ctx: click.Context,
    /,
    db: str | None,
    address: Address | None,
    as_json: bool,
    **options: str | bool | None,
) -> None:
    """List games, newest first: those in the database, or with --server the public games of a
    running server.

    Each line has the game's id, its kind, the players in seat order, the result (points in seat
    order and how it ended, or the state of an unfinished game), the number of plies, and when it
    was created (UTC). A terminal shows a table with headings; other outputs get columns separated
    by tabs. If the database is damaged, the readable games are listed, the others are named, and
    the exit code is 1.
    """
    parameters = _parameters(options)
    filter_ = _filter(parameters)
    unreadable: list[str] = []
    if address is None:
        page = ask(db, lambda archive: _archive_page(archive, filter_, unreadable))
    elif ctx.get_parameter_source("db") is ParameterSource.COMMANDLINE:
        raise click.UsageError("Give --server or --db, not both.")
    else:
        with plain_errors():
            page = asyncio.run(_server_page(address, filter_, parameters))
    if as_json:
        click.echo(p.encode(page))
    else:
        _show(page)
    _report_unreadable(unreadable, "shown")


def _parameters(options: Mapping[str, str | bool | None]) -> dict[str, str]:
    """Options as the parameters of `GameFilter.read`."""
    parameters = {"imported": "true"} if options.get("imported") else {}
    for name, value in options.items():
        if isinstance(value, str):
            parameters[name.removesuffix("_")] = value
    return parameters


def _filter(parameters: dict[str, str]) -> GameFilter:
    """The filter for the options; replaces the name of a seat by its number in `parameters`. Raises
    click.UsageError."""
    result = parameters.get("result")
    manifest = MANIFESTS.get(parameters.get("game", ""))
    if result is not None and manifest is not None:
        seat = seat_number(result, manifest.seat_names, len(manifest.seat_names))
        parameters["result"] = result if seat is None else str(seat)
    if result in ("win", "loss") and "player" not in parameters:
        raise click.UsageError(f"--result {result} needs --player: whose {result} is meant?")
    try:
        return GameFilter.read(parameters)
    except BadFilter as bad:  # its message begins with the name of the parameter
        names = f"; {', '.join(manifest.seat_names)}" if manifest else "; with --game its name"
        hint = names if result and str(bad).startswith("result ") else ""
        raise click.UsageError(f"--{str(bad).removesuffix('.')}{hint}.") from None


def _show(page: p.GamePage) -> None:
    if not page.games and not page.cursor:
        printing.hint("no games")
        return
    headings = ("Game", "Kind", "Players", "Result", "Plies", "Created (UTC)")
    printing.table(headings, (_row(game) for game in page.games), right=("Plies",))
    if page.cursor:
        click.echo(f"More: --cursor {page.cursor}", err=True)


async def _archive_page(archive: Archive, filter_: GameFilter, unreadable: list[str]) -> p.GamePage:
    """A page of the database. Adds a line to `unreadable` for each unreadable game."""
    return await _full_page(
        filter_,
        lambda part: archive.games.page(
            part, lambda game, why: unreadable.append(f"Game {game} cannot be read: {why}.")
        ),
    )


async def _server_page(
    address: Address, filter_: GameFilter, parameters: dict[str, str]
) -> p.GamePage:
    """A page of a running server. Raises ZeitnotError."""
    api = Api(address)

    async def ask_server(part: GameFilter) -> p.GamePage:
        paging = {"limit": str(part.limit), **({"cursor": part.cursor} if part.cursor else {})}
        return await api.games(**{**parameters, **paging})

    try:
        return await _full_page(filter_, ask_server)
    finally:
        await api.close()


async def _full_page(
    filter_: GameFilter, page_of: Callable[[GameFilter], Awaitable[p.GamePage]]
) -> p.GamePage:
    """Reads pages until `limit` games are found or there are no more, because a page may be
    short."""
    games: list[p.GameSummary] = []
    cursor = filter_.cursor
    while True:
        next_filter = replace(filter_, limit=filter_.limit - len(games), cursor=cursor)
        page = await page_of(next_filter)
        games, cursor = games + page.games, page.cursor
        if cursor is None or len(games) == filter_.limit:
            return p.GamePage(games=games, cursor=cursor)


def _row(game: p.GameSummary) -> tuple[str, ...]:
    return (
        game.id,
        game.game_type,
        " - ".join(_name(seat, game.imported) for seat in game.seats),
        _result(game),
        str(game.moves),
        printing.minute(game.created_at),
    )


def _name(seat: p.SeatView, imported: bool) -> str:
    if seat.player is None and imported:
        return "?"  # the file has no name
    if seat.player is None:
        return f"({seat.reserved})" if seat.reserved else "(free)"
    level = f" {seat.player.level}" if seat.player.level is not None else ""
    version = f" ({seat.player.version})" if seat.player.version is not None else ""
    left = f" for {seat.left.name}" if seat.left is not None else ""
    return seat.player.name + level + version + left


def _result(game: p.GameSummary) -> str:
    if game.reason is None:
        return game.state
    scores = "-".join(map(score_text, game.scores or ()))
    return f"{scores} {game.word or game.reason}".strip()


@games.command()
@click.argument("ids", nargs=-1, metavar="[ID]...")
@click.option("--all", "everything", is_flag=True, help="All finished games.")
@_search_options
@output_option
@click.option(
    "--format",
    "form",
    type=click.Choice([JSON, *FORMATS]),
    default=JSON,
    show_default=True,
    help="; ".join(f"{f.name}: for {' and '.join(f.games)} only" for f in FORMATS.values())
    + ". Games follow one another.",
)
@db_option
def export(
    ids: tuple[str, ...],
    everything: bool,
    output: str,
    form: str,
    db: str | None,
    **options: str | bool | None,
) -> None:
    """Write games as JSON lines, which `zeitnot verify` and `zeitnot book build` read.

    Give the ids of games, or --all, or options that select finished games. If the database is
    damaged, the readable ones of all or of the selected games are written, the others are named,
    and the exit code is 1.
    """
    parameters = _parameters(options)
    if bool(ids) == (everything or bool(parameters)):
        raise click.UsageError("Give the ids of games, --all, or options that select games.")
    game = parameters.get("game")
    if form in FORMATS and not ids and game not in FORMATS[form].games:
        needed = " or ".join(FORMATS[form].games)
        raise click.UsageError(f"--format {form} needs --game {needed}.")

    if ids:
        ask(db, lambda archive: _write(archive, ids, output, form))
        return
    filter_ = replace(_filter(parameters), state=Phase.FINISHED.value, limit=MAX_LIMIT)
    unreadable = ask(db, lambda archive: _write_all(archive, filter_, output, form))
    _report_unreadable(unreadable, "written")


class _NotWritten(click.UsageError):
    """The format cannot express this game."""


def _text(record: p.Export, form: str) -> str:
    """Formats the game. Raises click.UsageError if it has no such format."""
    if form == JSON:
        return p.encode(record) + "\n"
    if record.game_type not in FORMATS[form].games:
        title = FORMATS[form].title
        raise click.UsageError(
            f"{record.id} is a game of {record.game_type}, which has no {title}."
        )
    try:
        return FORMATS[form].write(record).decode()
    except ValueError as bad:
        raise _NotWritten(f"{record.id}: {bad}") from None


async def _write(archive: Archive, ids: tuple[str, ...], output: str, form: str) -> None:
    """Writes these games, or nothing if one is unknown or unreadable."""
    for game in ids:
        _text(await _record(archive, game), form)
    with texts.writing(output) as file:
        for game in ids:
            file.write(_text(await _record(archive, game), form))


async def _write_all(archive: Archive, filter_: GameFilter, output: str, form: str) -> list[str]:
    """Writes all these games; returns a line about each damaged one."""
    unreadable: list[str] = []
    with texts.writing(output) as file:
        try:
            async for id in _ids(archive, filter_):
                try:
                    file.write(_text(await _record(archive, id), form))
                except Damaged:
                    unreadable.append(f"Game {id} cannot be read.")
                except _NotWritten as bad:
                    printing.say(f"zeitnot: {bad.message} Left out.", err=True)
        except Damaged:
            if not file.tell():
                raise
            unreadable.append(
                "The list of games is damaged after these: export older games by their ids."
            )
    return unreadable


def _report_unreadable(unreadable: list[str], action: str) -> None:
    """Prints these lines, and raises DamagedDatabase if there are any. `action`: what was done with
    the other games."""
    for line in unreadable:
        printing.say(f"zeitnot: {line}", err=True)
    if unreadable:
        raise DamagedDatabase(f"The database is damaged; the readable games have been {action}.")


async def _ids(archive: Archive, filter_: GameFilter) -> AsyncIterator[str]:
    while True:
        ids, cursor = await archive.games.ids(filter_)
        for id in ids:
            yield id
        if cursor is None:
            return
        filter_ = replace(filter_, cursor=cursor)


async def _record(archive: Archive, game: str) -> p.Export:
    """Exports a game. Raises click.UsageError, Damaged."""
    record = await archive.games.export(game, rules_for)
    if record is None:
        raise click.UsageError(f"There is no game {game}.")
    return record
