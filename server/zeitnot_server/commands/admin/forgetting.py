"""`zeitnot admin forget-games`: what games have taught the server's book is taken out again."""

import sqlite3
from functools import partial

import click

from ... import books
from ...play.native import rules_for
from ...rooms.room import Phase
from ...store import RulesChanged
from ...store.sqlite import audit, learning
from ...store.sqlite.load import game_setup_of, look_up
from ...store.sqlite.readable import UNREADABLE
from ..archive import db_option
from .database import OPERATOR, Desk, opened

AT_ONCE = 5  # games in a transaction: a running server waits for it with its moves
_STATE = "SELECT state FROM game WHERE id = ?"
_OF_ACCOUNT = """SELECT DISTINCT game.id FROM account
JOIN seat ON seat.account = account.id JOIN game ON game.id = seat.game
WHERE ? IN (account.id, account.owner) AND game.state = ? AND NOT game.forgotten
ORDER BY game.finished_at, game.id"""


@click.command("forget-games")
@click.argument("games", nargs=-1, metavar="[GAME]...")
@click.option("--account", help="All games that this account, or a bot of its, has played.")
@db_option
def forget_games(db: str | None, games: tuple[str, ...], account: str | None) -> None:
    """Take out of the opening book again what games have taught it.

    The games themselves stay, and are not learnt again. Books from files are left alone.
    """
    if bool(games) == (account is not None):
        raise click.UsageError("Say either which games, or --account.")
    with opened(db) as desk:
        if account is None:
            found, subjects = _checked(desk, games), [f"game {game}" for game in games]
        else:
            found, subjects = _of(desk, account), [f"account {account}"]
        forgotten, unreadable = _forget_all(desk, found, subjects)
    click.echo(f"the book has forgotten {forgotten} {'game' if forgotten == 1 else 'games'}")
    if unreadable:
        raise click.ClickException(
            f"{len(unreadable)} cannot be read by this version, and stay in the book:"
            f" {' '.join(unreadable[:20])}"
        )


def _checked(desk: Desk, games: tuple[str, ...]) -> list[str]:
    """These games, each once. Raises click.UsageError for one that is not there or not over."""
    for game in games:
        found = desk.connection.execute(_STATE, (game,)).fetchone()
        if found is None:
            raise click.UsageError(f"There is no game {game!r}.")
        if found[0] != Phase.FINISHED:
            raise click.UsageError(f"Game {game} is not over, and has taught nothing.")
    return list(dict.fromkeys(games))


def _of(desk: Desk, account: str) -> list[str]:
    """Raises click.UsageError for an account that is not there."""
    whose = (desk.account(account).id, Phase.FINISHED.value)
    return [game for (game,) in desk.connection.execute(_OF_ACCOUNT, whose)]


def _forget_all(desk: Desk, games: list[str], subjects: list[str]) -> tuple[int, list[str]]:
    """How many were not forgotten before, and the games that cannot be read."""
    forgotten = 0
    unreadable: list[str] = []
    desk.write(partial(_note, subjects=subjects, now=desk.now))
    for at in range(0, len(games), AT_ONCE):
        taught: dict[str, books.Taught] = {}
        for game in games[at : at + AT_ONCE]:
            try:
                taught[game] = _taught(desk.connection, game)
            except (RulesChanged, *UNREADABLE):
                unreadable.append(game)
        forgotten += desk.write(partial(_forget, taught=taught))
    return forgotten, unreadable


def _taught(connection: sqlite3.Connection, game: str) -> books.Taught:
    """Raises RulesChanged, msgspec.DecodeError, ValueError."""
    found = look_up(connection, game)
    if found is None:
        raise AssertionError("a game that was there a moment ago")
    game_setup = game_setup_of(found.game, rules_for)
    events = [row.event for row in found.entries]
    return books.taught_by(
        rules_for(found.game.game_type, game_setup.settings), events, game_setup.setup
    )


def _note(connection: sqlite3.Connection, *, subjects: list[str], now: int) -> None:
    for subject in subjects:
        audit.add(connection, OPERATOR, "games_forgotten", subject, now)


def _forget(connection: sqlite3.Connection, *, taught: dict[str, books.Taught]) -> int:
    return sum(int(learning.unlearn(connection, game, lines)) for game, lines in taught.items())
