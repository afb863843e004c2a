"""`zeitnot admin reset-code`, `link`."""

import click

from ...config import Config
from ...store import BadName
from ...store.accounts import KeptPerson
from ...store.admin import AdminStore
from .. import printing
from ..archive import db_option, settings_option
from .database import OPERATOR, opened, require_person

LOOPBACK = {"0.0.0.0": "127.0.0.1", "::": "::1"}
"""This machine's own address, for those that mean all of its addresses."""
FIRST_ADMIN = "Admin"
"""The name of the first administrator, if none is given."""


@click.command("reset-code")
@click.argument("name", metavar="NAME|ACCOUNT")
@db_option
def reset_code(db: str | None, name: str) -> None:
    """Print a code with which a person sets a new password, once, within a day.

    The person's former code ends. Setting the password ends all sessions and tokens of the account.
    """
    with opened(db) as admin:
        made = admin.members.make_code(OPERATOR, require_person(admin, name), "reset")
    click.echo(made.code)
    printing.hint(f"for {made.name}, until {printing.minute(made.expires_at)} UTC")


@click.command()
@click.argument("name", required=False)
@click.option(
    "--url",
    help="The server's address in the link [default: by the settings `host` and `port`].",
)
@settings_option
def link(config: Config, name: str | None, url: str | None) -> None:
    """Print a link that signs an admin in, once, within 15 minutes.

    NAME may be left out if there is one admin. If there is none, the person who keeps NAME becomes
    the first one; otherwise a new account with this name is created, by default Admin.
    """
    address = url or _configured_address(config)
    with opened(config.db) as admin:
        person = _admin(admin, name)
        made = admin.members.make_code(OPERATOR, person, "link")
    click.echo(f"{address.rstrip('/')}/account#code={made.code}")
    printing.hint(f"for {made.name}, until {printing.minute(made.expires_at)} UTC")
    if url is None:
        printing.hint(f"if the server is not at {address}, give its address with --url")


def _configured_address(settings: Config) -> str:
    """The address of a server with these settings. Raises click.UsageError if it has any port."""
    if settings.port == 0:
        raise click.UsageError("The setting `port` is 0, any free port: give --url.")
    host = LOOPBACK.get(settings.host, settings.host)
    return f"http://{f'[{host}]' if ':' in host else host}:{settings.port}"


def _admin(admin: AdminStore, name: str | None) -> KeptPerson:
    """The administrator to sign in, who may be new. Raises click.UsageError."""
    admins = admin.members.admins()
    if not admins:
        return _first_admin(admin, name or FIRST_ADMIN)
    if name is not None:
        person = require_person(admin, name)
        if person.role != "admin":
            raise click.UsageError(
                f"{person.name} is {person.role}: use `zeitnot admin reset-code {person.name}`, or"
                f" `zeitnot admin role {person.name} admin` first."
            )
        return person
    if len(admins) > 1:
        names = ", ".join(person.name for person in admins)
        raise click.UsageError(f"There are several admins. Name one of {names}.")
    return admins[0]


def _first_admin(admin: AdminStore, name: str) -> KeptPerson:
    """Makes the first administrator. Raises click.UsageError."""
    if admin.members.named(name) is None:
        try:
            admin.members.create(OPERATOR, [name], "admin", days=1)
        except BadName as bad:
            raise click.UsageError(str(bad)) from None
    else:
        admin.members.set_role(OPERATOR, require_person(admin, name).name, "admin")
    return require_person(admin, name)
