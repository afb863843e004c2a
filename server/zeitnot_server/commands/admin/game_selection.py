"""Selects the games from which something of an account is removed."""

import click

from ...store.admin import AdminStore
from .. import printing


def games(admin: AdminStore, game: str | None, account: str | None, kind: str) -> list[str]:
    """The given game, or else all games in which the account has caused an event of this kind.
    Raises click.UsageError if neither is given."""
    if game is not None:
        return [game]
    if account is None:
        raise click.UsageError("Give a game, or an account with --account.")
    return admin.games.games_with(account, kind)


def describe(games: list[str], game: str | None) -> str:
    """Describes those games for the command's output."""
    return f"game {game}" if game is not None else printing.counted(len(games), "game", "games")
