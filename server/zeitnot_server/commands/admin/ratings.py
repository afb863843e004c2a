"""`zeitnot admin rate recompute`: recomputes all ratings from their history."""

import click

from ...database import is_running
from ...ratings.replay import BadHistory, replay
from ...store.admin import AdminStore
from .. import printing
from ..archive import database_place, db_option
from .database import OPERATOR, opened

DIFFERENT = 1  # exit status of --check


@click.group()
def rate() -> None:
    """Recompute or check the players' ratings."""


@rate.command()
@click.option("--check", is_flag=True, help="Only compare, and change nothing.")
@db_option
@click.pass_context
def recompute(context: click.Context, db: str | None, check: bool) -> None:
    """Recompute all ratings from the stored results, game by game.

    Without --check, stop the server first. Results whose game or account was deleted still count,
    because later ratings follow from them; a rating without any result is removed. With --check,
    the exit status is 1 if a rating differs.
    """
    if not check and is_running(database_place(db)):
        raise click.UsageError("Stop the server first: a game may end meanwhile. Or use --check.")
    with opened(db) as admin:
        results = [_recomputed(admin, of, check=check) for of in admin.ratings.classes()]
    games, different = (
        (sum(numbers) for numbers in zip(*results, strict=True)) if results else (0, 0)
    )
    counted = printing.counted(games, "rated game", "rated games")
    if not different:
        printing.say(f"recomputed {counted}: all ratings are as stored")
        return
    values = printing.counted(different, "value", "values")
    if check:
        printing.say(f"recomputed {counted}: {values} would change")
        context.exit(DIFFERENT)
    printing.say(f"recomputed {counted}, changed {values}")


def _recomputed(admin: AdminStore, of: tuple[str, str], *, check: bool) -> tuple[int, int]:
    """The number of games of a class, and of changes and ratings that differ. Raises
    click.ClickException."""
    stored = admin.ratings.stored(of)
    try:
        computed = replay(stored.changes)
    except BadHistory as bad:
        named = " ".join(of)
        raise click.ClickException(f"The ratings of {named} cannot be recomputed: {bad}.") from None
    known = {(each.account, each.sequence): each for each in stored.changes}
    changes = [new for new in computed.changes if new != known[new.account, new.sequence]]
    ratings = {
        account: value
        for account, value in computed.ratings.items()
        if account in stored.accounts and stored.ratings.get(account) != value
    }
    removed = sorted(stored.ratings.keys() - computed.ratings.keys())  # without any result
    differences = len(changes) + len(ratings) + len(removed)
    if differences and not check:
        admin.ratings.correct(OPERATOR, of, changes, ratings, removed)
    return len({each.game for each in stored.changes}), differences
