"""`zeitnot admin export-account`, `delete-account`."""

import asyncio
from pathlib import Path

import click

import zeitnot_protocol as p
from zeitnot_client.commands.paths import PathType
from zeitnot_engines.formats.registry import FORMATS

from ...accounts.account_file import (
    GAMES,
    IMPORTED,
    RATING_HISTORY,
    ZipParts,
    documents,
    rating_changes,
)
from ...database import is_running, reading
from ...hosting.native import rules_for
from ...rooms.room import Phase
from ...store import Damaged, StoreError
from ...store.archive import Archive
from .. import printing
from ..archive import database_place, db_option
from .database import OPERATOR, opened, require_account, require_person

SERVER_SECONDS, TRIES = 1.0, 20
PGN = FORMATS["pgn"]


@click.command("export-account")
@click.argument("name", metavar="NAME|ACCOUNT")
@click.option(
    "--output",
    "-o",
    required=True,
    type=PathType(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="ZIP file to write.",
)
@db_option
def export_account(db: str | None, name: str, output: Path) -> None:
    """Write an account with its sessions, bots, ratings and finished games to a
    ZIP file, like the page's export.

    It has the account, its sessions (without secrets), bots, ratings with their history, followed
    and blocked people, complaints, and its finished games as JSON lines and, where there is such a
    format, as PGN.
    """
    with opened(db) as admin:
        person = admin.members.named(name)
        id = require_account(admin, name).id if person is None else person.id
        about = documents(admin.members.details(id))
        about[RATING_HISTORY] = rating_changes(admin.members.rating_changes(id))
        rows = [(game, admin.games.find(game)) for game in admin.members.games_of(id)]
    games = [game for game, row in rows if row is not None and row.state == Phase.FINISHED]
    try:
        unreadable = asyncio.run(_write(db, output, about, games))
    except (StoreError, OSError) as bad:
        raise click.ClickException(str(bad)) from None
    printing.say(f"wrote {printing.counted(len(games) - len(unreadable), 'game', 'games')}")
    if unreadable:
        raise click.ClickException(f"could not read {' '.join(unreadable[:20])}")


async def _write(
    db: str | None, output: Path, about: dict[str, bytes], games: list[str]
) -> list[str]:
    """Writes the file; returns the games that cannot be read."""
    archive, unreadable, of_pgn = ZipParts(), list[str](), dict[str, list[str]]()
    kinds: dict[str, list[str]] = {GAMES: [], IMPORTED: []}
    async with reading(database_place(db)) as stored:
        with output.open("wb") as file:
            for name, content in about.items():
                archive.add(name, content)
            for game in games:
                record = await _record(stored, game)
                if record is None:
                    unreadable.append(game)
                    continue
                kinds[IMPORTED if record.imported else GAMES].append(game)
                if record.game_type in PGN.games and not record.imported:
                    of_pgn.setdefault(f"{record.game_type}.pgn", []).append(game)
            for name, ids in {**kinds, **of_pgn}.items():
                with archive.entry(name) as entry:
                    for game in ids:
                        if (record := await _record(stored, game)) is not None:
                            entry.write(_text(record, name))
                        file.write(archive.take())
            archive.close()
            file.write(archive.take())
    return unreadable


async def _record(stored: Archive, game: str) -> p.Export | None:
    """A game; None if it cannot be read."""
    try:
        return await stored.games.export(game, rules_for)
    except (Damaged, StoreError):
        return None


def _text(record: p.Export, name: str) -> bytes:
    """A game as one of these files has it; empty if the format cannot express it."""
    if name in (GAMES, IMPORTED):
        return p.encode(record).encode() + b"\n"
    try:
        return PGN.write(record)
    except ValueError:
        return b""


@click.command("delete-account")
@click.argument("name", metavar="NAME|ACCOUNT")
@click.option("--yes", is_flag=True, help="Do not ask.")
@db_option
def delete_account(db: str | None, name: str, yes: bool) -> None:
    """Delete the account of a person who keeps NAME.

    Its sessions and tokens end, and so do its bots; unfinished games are resigned. All games stay,
    under a neutral name, which replaces the person's in lists, records and chat. That is done by
    the running server, or by the next one.
    """
    with opened(db) as admin:
        person = require_person(admin, name)
        if not yes:
            click.confirm(f"Delete the account of {person.name} ({person.id})?", abort=True)
        admin.members.delete(OPERATOR, person.id)
        if not is_running(database_place(db)):
            printing.say(f"deleted {person.name}; the next server replaces the name in its games")
            return
        for _ in range(TRIES):
            if admin.members.is_settled(person.id):
                printing.say(f"deleted {person.name}")
                return
            admin.pause(SERVER_SECONDS)
    printing.say(f"deleted {person.name}; the server is still replacing the name in its games")
