"""`zeitnot admin rename`: replaces a name in lists, records and running games.

First the account itself is renamed. A running server notices, and uses the new name from then on.
Stored games are rewritten afterwards, in chunks, because a room in memory would otherwise write the
old name again. A room that is loaded in between gets the new name from the server
(`moderation.renaming`).
"""

import re

import click

from ...database import is_running
from ...rooms.text import tidy_name
from ...store import BadName
from .. import printing
from ..archive import database_place, db_option
from .database import OPERATOR, opened, require_account

SERVER_SECONDS = 1.5  # within which a running server notices
LISTED = 20  # events that cannot be read
_BOT_NAME = re.compile("[0-9A-Za-z_-]{2,24}")


@click.command()
@click.argument("account")
@click.argument("name", required=False)
@db_option
def rename(db: str | None, account: str, name: str | None) -> None:
    """Rename an account; without NAME it gets a neutral name.

    The name also changes in the lists, records and chat of the games that it has played. Records
    still hold (`zeitnot verify`). Open pages show the old name until they are reloaded.
    """
    if name is not None and (tidy_name(name) != name or not name):
        raise click.UsageError(f"{name!r} cannot be shown as a name.")
    with opened(db) as admin:
        account_row = require_account(admin, account)
        if name is not None and account_row.bot and not _BOT_NAME.fullmatch(name):
            raise click.UsageError(
                f"{name!r} is not a bot's name: it must have 2 to 24 of A-Z a-z 0-9 _ -."
            )
        new_name = name or admin.accounts.neutral_name(account, account_row.bot)
        try:
            admin.accounts.rename(OPERATOR, account, new_name)
        except BadName as bad:
            raise click.UsageError(str(bad)) from None
        server_runs = is_running(database_place(db))
        if server_runs:
            admin.pause(SERVER_SECONDS)
        games = admin.accounts.rename_seats(account, new_name)
        events, damaged = admin.accounts.rename_events(account, new_name)
    # A running server rewrites the events of its own rooms, which are not counted here.
    summary = printing.counted(games, "game", "games")
    if not server_runs:
        summary += f", {printing.counted(events, 'event', 'events')}"
    printing.say(f"renamed {account}: {account_row.name} is {new_name}; in {summary}")
    if damaged:
        places = ", ".join(f"event {number} of game {game}" for game, number in damaged[:LISTED])
        unread = printing.counted(len(damaged), "event", "events")
        raise click.ClickException(f"the old name stays in {unread} that cannot be read: {places}")
