"""`zeitnot admin game`: the accounts behind a game."""

from collections.abc import Iterator

import click

from ...store.admin import AdminStore, GameState
from .. import printing
from ..archive import db_option
from .database import opened

_HEADINGS = ("Line", "Number", "Account", "Name", "What", "Addresses")
_REPORT_WIDTH = 60  # characters


@click.command("game")
@click.argument("id", metavar="GAME")
@db_option
def game(db: str | None, id: str) -> None:
    """Show a game's state, and the accounts behind its seats, chat and reports.

    Each line begins with its kind. `game`, `maker`: the game, and its creator. `seat`: its number
    and player. `spectator`: the author of a line of chat who has no seat. `chat`: a line, under the
    number that `remove-chat` takes, and its author. `report`: a report of an engine, under the
    number that `remove-reports` takes. ADDRESSES are those of an account that the audit log still
    has.
    """
    with opened(db) as admin:
        row = admin.games.find(id)
        if row is None:
            raise click.UsageError(f"There is no game {id!r}.")
        rows = [*_game_rows(admin, row), *_player_rows(admin, id), *_text_rows(admin, id)]
    printing.table(_HEADINGS, rows, right=("Number",))


Row = tuple[str, str, str, str, str, str]


def _game_rows(admin: AdminStore, game: GameState) -> Iterator[Row]:
    end = f", ended {printing.minute(game.finished_at)} UTC" if game.finished_at else ""
    state = f"{game.state} {game.reason}" if game.reason else game.state
    if game.scores:
        state += f" {game.scores}"
    if game.word:
        state += f" ({game.word})"
    what = f"{game.game_type}, {state}, created {printing.minute(game.created_at)} UTC{end}"
    yield ("game", "-", "-", game.id, what, "-")
    if game.maker:
        yield (
            "maker",
            "-",
            *_account_and_name(admin, game.maker),
            "",
            _addresses(admin, game.maker),
        )


def _player_rows(admin: AdminStore, game: str) -> Iterator[Row]:
    """Seats, then spectators who have written chat."""
    players = set[str | None]()
    for holder in admin.games.seat_holders(game):
        players.add(holder.account)
        kind = "bot" if holder.bot else "person"
        if holder.account is None:
            yield ("seat", str(holder.seat), "-", "-", "free", "-")
            continue
        text = f"{kind}, invited" if holder.invited else kind
        text = f"{kind}, has left" if holder.left else text
        addresses = _addresses(admin, holder.account)
        yield ("seat", str(holder.seat), holder.account, holder.name or "-", text, addresses)
    authors = admin.games.authors(game)
    chat = dict(admin.games.chat_of(game))
    for account in dict.fromkeys(authors[number] for number in chat):
        if account is not None and account not in players:
            yield (
                "spectator",
                "-",
                *_account_and_name(admin, account),
                "",
                _addresses(admin, account),
            )


def _text_rows(admin: AdminStore, game: str) -> Iterator[Row]:
    """Chat and reports, by number."""
    authors = admin.games.authors(game)
    for number, line in admin.games.chat_of(game):
        yield ("chat", str(number), authors[number] or "-", line.name, _printable(line.text), "-")
    for number, report in admin.games.reports_of(game).items():
        account, name = _account_and_name(admin, authors[number])
        texts = [report.unit, report.pv, *(line.pv for line in report.lines or ())]
        text = _printable(" ".join(filter(None, texts)))[:_REPORT_WIDTH] or f"depth {report.depth}"
        yield ("report", str(number), account, name, text, "-")


def _printable(text: str) -> str:
    """Replaces control characters, which older versions may have stored."""
    return "".join(c if c.isprintable() else " " for c in text)


def _account_and_name(admin: AdminStore, account: str | None) -> tuple[str, str]:
    """Account and name; `-` for none."""
    if account is None:
        return "-", "-"
    row = admin.accounts.find(account)
    return account, row.name if row else "-"


def _addresses(admin: AdminStore, account: str) -> str:
    return " ".join(admin.accounts.addresses_of(account)) or "-"
