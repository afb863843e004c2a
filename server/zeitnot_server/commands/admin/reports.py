"""`zeitnot admin remove-reports`."""

import click

from ...store.admin import AdminStore
from .. import printing
from ..archive import db_option
from . import game_selection
from .database import OPERATOR, opened


@click.command("remove-reports")
@click.argument("game", required=False)
@click.argument("numbers", nargs=-1, type=click.IntRange(1), metavar="[SEQ]...")
@click.option("--account", help="Only reports by this account; without GAME, in all games.")
@db_option
def remove_reports(
    db: str | None, game: str | None, numbers: tuple[int, ...], account: str | None
) -> None:
    """Remove engines' reports from a game: those of the moves with these numbers, or all.

    The moves stay, and the record can still be verified. Reports of older versions may contain
    prose. Without GAME the logs of all games are read.
    """
    if numbers and account is not None:
        raise click.UsageError("Give the numbers of moves or --account, not both.")
    with opened(db) as admin:
        game_ids = game_selection.games(admin, game, account, "moved")
        removed = [_remove(admin, game_id, numbers, account) for game_id in game_ids]
        if game is not None and removed == [0]:
            raise click.UsageError(f"There is no such report in a game {game!r}.")
    printing.say(
        f"removed {printing.counted(sum(removed), 'report', 'reports')} from "
        f"{game_selection.describe(game_ids, game)}"
    )


def _remove(admin: AdminStore, game: str, numbers: tuple[int, ...], account: str | None) -> int:
    """Removes reports of one game; returns how many. Raises click.UsageError for a number that has
    none."""
    reports = admin.games.reports_of(game, account)
    for number in numbers:
        if number not in reports:
            raise click.UsageError(f"Event {number} of game {game} has no report.")
    chosen = list(numbers or reports)
    admin.games.remove_reports(OPERATOR, game, chosen)
    return len(chosen)
