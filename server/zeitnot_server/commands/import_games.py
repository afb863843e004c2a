"""`zeitnot games import`: stores games of other programs."""

import asyncio
import secrets
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import click

from zeitnot_client.commands.paths import PathType
from zeitnot_engines.formats.record import BadGame
from zeitnot_engines.formats.registry import SUFFIXES
from zeitnot_engines.formats.source import Source, files_in

from ..database import Place, open_store
from ..hosting.native import rules_for
from ..imports.reading import MAX_EVENTS, MAX_GAMES, Record, records
from ..imports.record import Origin
from ..store import Store, StoreError
from . import printing
from .archive import db_option, existing_database

_PATH = PathType(exists=True, path_type=Path)


@click.command("import")
@click.argument("paths", nargs=-1, required=True, type=_PATH, metavar="FILE...")
@click.option("--game", help="The game, by its id, where a file does not say it.")
@click.option("--strict", is_flag=True, help="Store nothing if any game cannot be read.")
@db_option
def import_(paths: tuple[Path, ...], game: str | None, strict: bool, db: str | None) -> None:
    """Store games in PGN, SGF, PDN, GGF, MAT or transcripts, records of a server, or positions.

    Prints the id, kind, players, result and plies of each game. A game that cannot be read is
    named on standard error and left out; then the exit code is 1. Imported games are marked, are in
    no public list, and never teach the server's book. A game that was imported before is named
    and not stored again. Of a folder, the files whose suffix is ggf, pdn, pgn or sgf are read. The
    server must not be running on the same file; its page imports games, too.
    """
    place = existing_database(db, hint="`zeitnot serve` makes a new one")
    files = [file for path in paths for file in files_in(path, SUFFIXES)]
    try:
        problems = _check(files, game) if strict else 0
        if not problems:
            problems = asyncio.run(_import(place, files, game))
    except (StoreError, OSError) as bad:
        raise click.UsageError(str(bad)) from None
    if problems:
        raise SystemExit(1)


def _check(files: Sequence[Path], game: str | None) -> int:
    """Reads everything; returns the number of problems up to the first file that has any."""
    for file in files:
        bad = [record for record in _read(file, game) if isinstance(record, str)]
        for problem in bad:
            printing.say(problem, err=True)
        if bad:
            return len(bad)
    return 0


async def _import(place: Place, files: Sequence[Path], game: str | None) -> int:
    """Stores the games in batches; returns the number of problems."""
    problems, batch = 0, list[tuple[Path, Record]]()
    store = await open_store(place, rules_for)
    try:
        for file in files:
            for record in _read(file, game):
                if isinstance(record, str):
                    problems += 1
                    printing.say(record, err=True)
                    continue
                events = record.events + sum(each.events for _, each in batch)
                if len(batch) == MAX_GAMES or events > MAX_EVENTS:
                    await _store(store, batch)
                    batch = []
                batch.append((file, record))
        await _store(store, batch)
    finally:
        await store.close()
    return problems


async def _store(store: Store, batch: Sequence[tuple[Path, Record]]) -> None:
    """Stores the games that are not stored yet, and prints them."""
    new = dict[str, Record]()
    for file, record in batch:
        id = record.imported.id
        if id in new or await store.games.has_ended(id):
            printing.say(f"{file}:{record.line}: game {id} was imported before", err=True)
        else:
            new[id] = record
    if new:
        await store.log.add([record.commit for record in new.values()])
    for record in new.values():
        for note in record.notes:
            printing.say(note, err=True)
        game = record.imported
        players = " - ".join(name or "?" for name in game.players)
        cells = (game.id, game.game_type, players, game.result or "*", str(game.moves))
        click.echo("\t".join(cells))


def _read(file: Path, game: str | None) -> Iterator[Record | str]:
    """The games of a file, and in the place of each that cannot be read what is wrong. Raises
    OSError."""
    with file.open("rb") as opened:
        source = Source(opened, str(file))
        if source.encoding_note:
            printing.say(source.encoding_note, err=True)
        for record in records(source, game, _origin, rules_for, file.suffix):
            yield record.located(source.name) if isinstance(record, BadGame) else record


def _origin() -> Origin:
    return Origin(secrets.token_bytes(32), time.time_ns() // 1_000_000, None)
