"""`zeitnot admin remove-chat`."""

import click

from ...store.admin import REMOVED, AdminStore
from .. import printing
from ..archive import db_option
from . import game_selection
from .database import OPERATOR, opened


@click.command("remove-chat")
@click.argument("game", required=False)
@click.argument("numbers", nargs=-1, type=click.IntRange(1), metavar="[SEQ]...")
@click.option("--account", help="Only lines by this account; without GAME, in all games.")
@db_option
def remove_chat(
    db: str | None, game: str | None, numbers: tuple[int, ...], account: str | None
) -> None:
    """Remove chat from a game: the lines with these numbers, or all.

    Their text is replaced, they keep their places in the record, and the record can still be
    verified. Pages that are open show them until they are loaded again. Without GAME the logs of
    all games are read.
    """
    if numbers and account is not None:
        raise click.UsageError("Give the numbers of lines or --account, not both.")
    with opened(db) as admin:
        game_ids = game_selection.games(admin, game, account, "said")
        removed = sum(_remove(admin, game_id, numbers, account) for game_id in game_ids)
    printing.say(
        f"removed {printing.counted(removed, 'line', 'lines')} of chat from "
        f"{game_selection.describe(game_ids, game)}"
    )


def _remove(admin: AdminStore, game: str, numbers: tuple[int, ...], account: str | None) -> int:
    """Removes a game's chat; returns how many lines. Raises click.UsageError if there is none."""
    messages = dict(admin.games.chat_of(game, account))
    if not messages:
        raise click.UsageError(f"There is no such chat in a game {game!r}.")
    for number in numbers:
        if number not in messages:
            raise click.UsageError(f"Event {number} of game {game} is not a line of chat.")
    chosen = [n for n in numbers or messages if messages[n].text != REMOVED]
    admin.games.remove_chat(OPERATOR, game, chosen)
    return len(chosen)
