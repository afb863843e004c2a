"""`zeitnot admin forget-games`: subtracts games from the server's book."""

from typing import cast

import click

from ... import books
from ...hosting.native import rules_for
from ...rooms.room import Phase
from ...store import Damaged, RulesChanged
from ...store.admin import AdminStore
from .. import printing
from ..archive import db_option
from .database import OPERATOR, opened, require_account

GAMES_PER_TRANSACTION = 5  # a running server's moves wait for a transaction


@click.command("forget-games")
@click.argument("games", nargs=-1, metavar="[GAME]...")
@click.option("--account", help="All games that this account, or a bot that it owns, has played.")
@db_option
def forget_games(db: str | None, games: tuple[str, ...], account: str | None) -> None:
    """Remove games from the opening book.

    The games themselves are kept, but never added again. Imported books are not changed.
    """
    if bool(games) == (account is not None):
        raise click.UsageError("Give the ids of games or --account, not both.")
    with opened(db) as admin:
        if account is None:
            contributions, subjects = _checked(admin, games), [f"game {game}" for game in games]
        else:
            contributions, subjects = _games_of(admin, account), [f"account {account}"]
        removed, unreadable = _remove_all(admin, contributions, subjects)
    click.echo(f"removed {printing.counted(removed, 'game', 'games')} from the book")
    if unreadable:
        unread = printing.counted(len(unreadable), "game", "games")
        raise click.ClickException(
            f"the book keeps {unread} that this version cannot read: {' '.join(unreadable[:20])}"
        )


def _checked(admin: AdminStore, games: tuple[str, ...]) -> list[str]:
    """These games, each once. Raises click.UsageError for one that is unknown or unfinished."""
    for game in games:
        row = admin.games.find(game)
        if row is None:
            raise click.UsageError(f"There is no game {game!r}.")
        if row.state != Phase.FINISHED:
            raise click.UsageError(f"Game {game} is not over, so it is not in the book.")
    return list(dict.fromkeys(games))


def _games_of(admin: AdminStore, account: str) -> list[str]:
    """The games of an account. Raises click.UsageError for an unknown one."""
    return admin.books.played_by(require_account(admin, account).id)


def _remove_all(admin: AdminStore, games: list[str], subjects: list[str]) -> tuple[int, list[str]]:
    """Subtracts the games; returns how many the book had, and the ids that cannot be read."""
    removed = 0
    unreadable: list[str] = []
    admin.books.record_removal(OPERATOR, subjects)
    for at in range(0, len(games), GAMES_PER_TRANSACTION):
        contributions: dict[str, books.Contribution] = {}
        for game in games[at : at + GAMES_PER_TRANSACTION]:
            try:
                contributions[game] = _contribution(admin, game)
            except (RulesChanged, Damaged):
                unreadable.append(game)
        removed += admin.books.remove_games(contributions)
    return removed, unreadable


def _contribution(admin: AdminStore, game: str) -> books.Contribution:
    """Raises RulesChanged, Damaged."""
    stored = admin.games.full_game(game, rules_for)
    rules = cast(books.BookRules, stored.game_setup.rules)
    return books.contribution_of(
        rules, [row.event for row in stored.entries], stored.game_setup.setup
    )
