"""`zeitnot admin game`: from a game to the people in it."""

from collections.abc import Iterator

import click

from ...store.desk import Desk, GameState
from .. import printing
from ..archive import db_option
from .database import opened

_HEADINGS = ("Line", "Number", "Account", "Name", "What", "Addresses")
_WIDTH = 60  # characters of a report's line


@click.command("game")
@click.argument("id", metavar="GAME")
@db_option
def game(db: str | None, id: str) -> None:
    """Show who is behind a game: its state, seats, chat and reports.

    Each line begins with its kind. `game`, `maker`: the game, and who made it. `seat`: its number
    and who sits there. `spectator`: who has written without a seat. `chat`: a line, under the
    number that `remove-chat` takes, and whose it is. `report`: a report of an engine, under the
    number that `remove-reports` takes. ADDRESSES are those that the log still has of an account.
    """
    with opened(db) as desk:
        found = desk.games.find(id)
        if found is None:
            raise click.UsageError(f"There is no game {id!r}.")
        rows = [*_state(desk, found), *_people(desk, id), *_texts(desk, id)]
    printing.table(_HEADINGS, rows, right=("Number",))


Row = tuple[str, str, str, str, str, str]


def _state(desk: Desk, game: GameState) -> Iterator[Row]:
    ended = f", ended {printing.minute(game.finished_at)} UTC" if game.finished_at else ""
    how = f"{game.state} {game.reason}" if game.reason else game.state
    what = f"{game.game_type}, {how}, made {printing.minute(game.created_at)} UTC{ended}"
    yield ("game", "-", "-", game.id, what, "-")
    if game.maker:
        yield ("maker", "-", *_who(desk, game.maker), "", _addresses(desk, game.maker))


def _people(desk: Desk, game: str) -> Iterator[Row]:
    """Seats, and then who has written and has none."""
    seated = set[str | None]()
    for one in desk.games.sitters(game):
        seated.add(one.account)
        what = "bot" if one.bot else "person"
        if one.account is None:
            yield ("seat", str(one.seat), "-", "-", "free", "-")
            continue
        told = f"{what}, awaited" if one.awaited else what
        addresses = _addresses(desk, one.account)
        yield ("seat", str(one.seat), one.account, one.name or "-", told, addresses)
    written = desk.games.authors(game)
    chat = dict(desk.games.chat_of(game))
    for account in dict.fromkeys(written[number] for number in chat):
        if account is not None and account not in seated:
            yield ("spectator", "-", *_who(desk, account), "", _addresses(desk, account))


def _texts(desk: Desk, game: str) -> Iterator[Row]:
    """Chat and reports, by number."""
    by = desk.games.authors(game)
    for number, line in desk.games.chat_of(game):
        yield ("chat", str(number), by[number] or "-", line.name, _seen(line.text), "-")
    for number, report in desk.games.reports_of(game).items():
        account, name = _who(desk, by[number])
        words = [report.unit, report.pv, *(line.pv for line in report.lines or ())]
        what = _seen(" ".join(filter(None, words)))[:_WIDTH] or f"depth {report.depth}"
        yield ("report", str(number), account, name, what, "-")


def _seen(text: str) -> str:
    """What older versions have stored may have anything in it."""
    return "".join(c if c.isprintable() else " " for c in text)


def _who(desk: Desk, account: str | None) -> tuple[str, str]:
    """Account and name; `-` for none."""
    if account is None:
        return "-", "-"
    found = desk.accounts.find(account)
    return account, found.name if found else "-"


def _addresses(desk: Desk, account: str) -> str:
    return " ".join(desk.accounts.addresses_of(account)) or "-"
