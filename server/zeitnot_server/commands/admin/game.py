"""`zeitnot admin game`: from a game to the people in it."""

from collections.abc import Iterator

import click

from ...store.admin import AdminStore, GameState
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
    number that `remove-reports` takes. ADDRESSES are those of an account that the audit log still
    has.
    """
    with opened(db) as admin:
        row = admin.games.find(id)
        if row is None:
            raise click.UsageError(f"There is no game {id!r}.")
        rows = [*_state(admin, row), *_people(admin, id), *_texts(admin, id)]
    printing.table(_HEADINGS, rows, right=("Number",))


Row = tuple[str, str, str, str, str, str]


def _state(admin: AdminStore, game: GameState) -> Iterator[Row]:
    end = f", ended {printing.minute(game.finished_at)} UTC" if game.finished_at else ""
    state = f"{game.state} {game.reason}" if game.reason else game.state
    what = f"{game.game_type}, {state}, made {printing.minute(game.created_at)} UTC{end}"
    yield ("game", "-", "-", game.id, what, "-")
    if game.maker:
        yield (
            "maker",
            "-",
            *_account_and_name(admin, game.maker),
            "",
            _addresses(admin, game.maker),
        )


def _people(admin: AdminStore, game: str) -> Iterator[Row]:
    """Seats, and then who has written and has none."""
    seated = set[str | None]()
    for one in admin.games.seat_holders(game):
        seated.add(one.account)
        kind = "bot" if one.bot else "person"
        if one.account is None:
            yield ("seat", str(one.seat), "-", "-", "free", "-")
            continue
        text = f"{kind}, invited" if one.invited else kind
        addresses = _addresses(admin, one.account)
        yield ("seat", str(one.seat), one.account, one.name or "-", text, addresses)
    written = admin.games.authors(game)
    chat = dict(admin.games.chat_of(game))
    for account in dict.fromkeys(written[number] for number in chat):
        if account is not None and account not in seated:
            yield (
                "spectator",
                "-",
                *_account_and_name(admin, account),
                "",
                _addresses(admin, account),
            )


def _texts(admin: AdminStore, game: str) -> Iterator[Row]:
    """Chat and reports, by number."""
    by = admin.games.authors(game)
    for number, line in admin.games.chat_of(game):
        yield ("chat", str(number), by[number] or "-", line.name, _seen(line.text), "-")
    for number, report in admin.games.reports_of(game).items():
        account, name = _account_and_name(admin, by[number])
        words = [report.unit, report.pv, *(line.pv for line in report.lines or ())]
        text = _seen(" ".join(filter(None, words)))[:_WIDTH] or f"depth {report.depth}"
        yield ("report", str(number), account, name, text, "-")


def _seen(text: str) -> str:
    """What older versions have stored may have anything in it."""
    return "".join(c if c.isprintable() else " " for c in text)


def _account_and_name(admin: AdminStore, account: str | None) -> tuple[str, str]:
    """Account and name; `-` for none."""
    if account is None:
        return "-", "-"
    row = admin.accounts.find(account)
    return account, row.name if row else "-"


def _addresses(admin: AdminStore, account: str) -> str:
    return " ".join(admin.accounts.addresses_of(account)) or "-"
