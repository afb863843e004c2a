"""The games from which something is removed: the one named, or all that have it of an account."""

import click

from ...store.admin import AdminStore
from .. import printing


def games(admin: AdminStore, game: str | None, account: str | None, kind: str) -> list[str]:
    """The game that is named, else all in which the account has caused an event of this kind.
    Raises click.UsageError if neither is named."""
    if game is not None:
        return [game]
    if account is None:
        raise click.UsageError("Give a game, or an account with --account.")
    return admin.games.games_with(account, kind)


def describe(games: list[str], game: str | None) -> str:
    """Those games in words, for the command's output."""
    return f"game {game}" if game is not None else printing.counted(len(games), "game", "games")
