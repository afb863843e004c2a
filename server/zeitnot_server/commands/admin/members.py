"""`zeitnot admin account`, `role`."""

from typing import cast, get_args

import click

import zeitnot_protocol as p
from zeitnot_client.commands.paths import PathType

from ...store import BadName, LastAdmin
from ...store.tokens import CLASS_CODE_DAYS
from .. import printing
from ..archive import db_option
from .database import OPERATOR, opened, require_person

ROLES = get_args(p.Role)
MAX_NAMES = 200
MAX_DAYS = 14
MAX_FILE_BYTES = 1 << 20


@click.command()
@click.argument("names", nargs=-1, metavar="[NAME]...")
@click.option(
    "--from",
    "file",
    type=PathType(exists=True, dir_okay=False, allow_dash=True),
    help="File with a name in each line, or - for standard input.",
)
@click.option("--role", type=click.Choice(ROLES), default="player", show_default=True)
@click.option(
    "--days",
    type=click.IntRange(1, MAX_DAYS),
    help="How long the codes are valid [default: 7 for players, 1 for others].",
)
@db_option
def account(
    db: str | None, names: tuple[str, ...], file: str | None, role: str, days: int | None
) -> None:
    """Create accounts that keep these names, and print a code for each.

    With the code, a person sets a password, once. If one name is refused, no account is
    created. Lists may have up to 200 names.
    """
    wanted = [*names, *(_names_in(file) if file is not None else ())]
    if not 0 < len(wanted) <= MAX_NAMES:
        raise click.UsageError(f"Give 1 to {MAX_NAMES} names, or a file with --from.")
    if days is None:
        days = CLASS_CODE_DAYS if role == "player" else 1
    with opened(db) as admin:
        try:
            made = admin.members.create(OPERATOR, wanted, cast(p.Role, role), days)
        except BadName as bad:
            raise click.UsageError(str(bad)) from None
    headings = ("Name", "Code", "Until (UTC)")
    printing.table(
        headings, ((one.name, one.code, printing.minute(one.expires_at)) for one in made)
    )


def _names_in(file: str) -> list[str]:
    """The lines of a file that are not empty. Raises click.UsageError."""
    with click.open_file(file, "rb") as opened_file:
        content = opened_file.read(MAX_FILE_BYTES + 1)
    if len(content) > MAX_FILE_BYTES:
        raise click.UsageError(f"{file}: longer than {MAX_FILE_BYTES >> 20} MiB.")
    try:
        lines = content.decode("utf-8-sig").splitlines()
    except UnicodeError:
        raise click.UsageError(f"{file}: not a text in UTF-8.") from None
    return [line.strip() for line in lines if line.strip()]


@click.command()
@click.argument("name")
@click.argument("role", metavar="ROLE", type=click.Choice(ROLES))
@db_option
def role(db: str | None, name: str, role: str) -> None:
    """Give a person who keeps NAME a role: player, teacher, organiser or admin."""
    with opened(db) as admin:
        before = require_person(admin, name)
        try:
            admin.members.set_role(OPERATOR, before.name, cast(p.Role, role))
        except LastAdmin as last:
            raise click.UsageError(str(last)) from None
    printing.say(f"{before.name} is {role}, was {before.role}")
