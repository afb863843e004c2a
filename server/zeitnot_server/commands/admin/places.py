"""Where in the log something is to be removed: in one game, or wherever an account has left it."""

import click

from ...store.admin import AdminStore


def games(admin: AdminStore, game: str | None, account: str | None, kind: str) -> list[str]:
    """The game that is named, else all in which the account has caused an event of this kind.
    Raises click.UsageError where neither is named."""
    if game is not None:
        return [game]
    if account is None:
        raise click.UsageError("Say which game, or whose (--account).")
    return admin.games.games_with(account, kind)


def where(games: list[str], game: str | None) -> str:
    """The same in words, for what has been done."""
    return f"game {game}" if game is not None else f"{len(games)} games"
