"""`zeitnot admin tokens`, `new-token`, `revoke`."""

import click

from zeitnot_engines.opponents import LESSONS

from ...store import Account, Token
from ...store.admin import AdminStore
from ...store.names import HOUSE_BOT
from .. import printing
from ..archive import db_option
from .database import OPERATOR, opened, require_account

LISTED = 1000  # accounts whose names contain a bot's


@click.command()
@click.argument("account", metavar="NAME|ACCOUNT")
@db_option
def tokens(db: str | None, account: str) -> None:
    """List the valid tokens of an account (a person or a bot) and of the bots that it owns."""
    with opened(db) as admin:
        rows = admin.tokens.of_account(_bot_or_account(admin, account).id)
    headings = ("Token", "Kind", "Account", "Name", "Created (UTC)", "Used (UTC)", "Expires (UTC)")
    printing.table(headings, map(_row, rows))


def _row(token: Token) -> tuple[str, ...]:
    return (
        token.id,
        token.kind,
        f"{token.account} ({token.account_name})",
        token.name or "-",
        printing.minute(token.created_at),
        printing.minute(token.last_used_at),
        printing.minute(token.expires_at),
    )


def _bot_or_account(admin: AdminStore, name: str) -> Account:
    """The bot with this name, or the account with this id, because names of people are not unique.
    Raises click.UsageError if there is none."""
    bots = [one for one in admin.accounts.named_like(name, LISTED) if one.bot]
    bot = next((one for one in bots if one.name.casefold() == name.casefold()), None)
    return bot or require_account(admin, name)


def _is_servers_own(admin: AdminStore, account: Account) -> bool:
    """Whether the server makes the account at its start: the house bot or a textbook opponent."""
    owner = admin.accounts.find(account.owner) if account.owner else None
    is_textbook = account.name in LESSONS and owner is not None and owner.name == HOUSE_BOT
    return account.name == HOUSE_BOT or is_textbook


@click.command("new-token")
@click.argument("bot", metavar="NAME|ACCOUNT")
@db_option
def new_token(db: str | None, bot: str) -> None:
    """Print a new token for a bot whose token is lost; all its earlier tokens end.

    The new token is shown only this once. Sockets of the old tokens are closed within a second, so
    a process of the bot that still runs must be started again with the new one.
    """
    with opened(db) as admin:
        account = _bot_or_account(admin, bot)
        if not account.bot:
            raise click.UsageError(
                f"{bot} ({account.name}) is not a bot, and people have no such tokens."
            )
        if _is_servers_own(admin, account):
            raise click.UsageError(
                f"{account.name} is the server's own: its token follows from the setting bot_token,"
                " or is new at each start."
            )
        token = admin.tokens.replace_all(OPERATOR, account.id)
    click.echo(token.token)
    printing.hint(f"a new token for {account.id} ({account.name}); its earlier tokens have ended")


@click.command()
@click.argument("token", required=False)
@click.option("--account", help="All tokens of this account.")
@db_option
def revoke(db: str | None, token: str | None, account: str | None) -> None:
    """Revoke a token by its id (see `tokens`), or all tokens of an account.

    Their sockets are closed within a second. A guest without a token cannot come back.
    """
    if (token is None) == (account is None):
        raise click.UsageError("Give one token, or an account with --account.")
    with opened(db) as admin:
        if account is not None:
            count = admin.tokens.revoke_all(OPERATOR, require_account(admin, account).id)
        else:
            count = admin.tokens.revoke(OPERATOR, token or "")
    if not count:
        raise click.UsageError(f"There is no valid token {f'of {account}' if account else token}.")
    printing.say(f"revoked {count} of {account}" if account else f"revoked {token}")
