"""`zeitnot admin log`, `prune`."""

import click

from ...store.audit import ACTS, AuditEntry
from .. import printing
from ..archive import db_option
from .database import OPERATOR, duration_ms, opened

ACTS_HELP = f"Only this act: {', '.join(ACTS)}."


@click.command()
@click.option("--account", help="Only acts on or by this account.")
@click.option("--act", type=click.Choice(ACTS), metavar="ACT", help=ACTS_HELP)
@click.option(
    "--limit", type=click.IntRange(1, 100_000), default=50, help="Number of rows [default: 50]."
)
@db_option
def log(db: str | None, account: str | None, act: str | None, limit: int) -> None:
    """Show the audit log (each act, its actor and its subject), newest first.

    ADDRESS is the address from which an act came, for IPv6 its /64; - is this machine.
    """
    with opened(db) as admin:
        entries = admin.audit.show(account, act, limit)
    headings = ("At (UTC)", "By", "Act", "Subject", "Address", "Reason")
    printing.table(headings, map(_row, entries))


def _row(act: AuditEntry) -> tuple[str, ...]:
    return (
        printing.minute(act.at),
        act.actor,
        act.act,
        act.subject,
        act.address or "-",
        act.reason or "-",
    )


@click.command()
@click.option(
    "--older", required=True, metavar="TIME", help="Delete rows older than this, such as 90d."
)
@db_option
def prune(db: str | None, older: str) -> None:
    """Delete old rows of the audit log. The newest row is always kept."""
    age_ms = duration_ms(older)
    with opened(db) as admin:
        count = admin.audit.prune(OPERATOR, admin.now - age_ms, older)
    printing.say(f"deleted {printing.counted(count, 'row', 'rows')} older than {older}")
