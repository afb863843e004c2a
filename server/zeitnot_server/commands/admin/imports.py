"""`zeitnot admin remove-imports`."""

import click

from .. import printing
from ..archive import db_option
from .database import OPERATOR, opened, require_account


@click.command("remove-imports")
@click.argument("games", nargs=-1, metavar="[GAME]...")
@click.option("--account", help="All games that this account has imported.")
@db_option
def remove_imports(db: str | None, games: tuple[str, ...], account: str | None) -> None:
    """Remove the names, comments and other texts of imported games.

    The moves stay where the games' links lead, and the same file is not stored again. `zeitnot
    games list --imported` lists imported games, and `admin game` shows who has imported one.
    """
    if bool(games) == (account is not None):
        raise click.UsageError("Give the ids of games or --account, not both.")
    with opened(db) as admin:
        if account is not None:
            games = tuple(admin.games.imports_of(require_account(admin, account).id))
        for game in games:
            if not admin.games.remove_import(OPERATOR, game):
                raise click.UsageError(f"There is no imported game {game!r}.")
    printing.say(f"removed the texts of {printing.counted(len(games), 'game', 'games')}")
