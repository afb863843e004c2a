"""`zeitnot admin accounts`."""

import click

from ...store.accounts import Account
from ...store.sanctions import ACTS, Sanction
from .. import printing
from ..archive import db_option
from .database import opened


@click.command()
@click.option(
    "--name",
    default="",
    help="Only names that contain this text; upper and lower case are the same.",
)
@click.option(
    "--limit", type=click.IntRange(1, 10_000), default=50, help="Number of accounts [default: 50]."
)
@db_option
def accounts(db: str | None, name: str, limit: int) -> None:
    """List accounts, the newest first."""
    with opened(db) as admin:
        rows = admin.accounts.named_like(name, limit)
        marks = _marks(admin.sanctions.active())
    headings = ("Account", "Name", "Kind", "Created (UTC)", "Last used (UTC)", "Owner", "State")
    printing.table(headings, (_row(account, marks.get(account.id, set())) for account in rows))


def _marks(active: list[Sanction]) -> dict[str, set[str]]:
    marks: dict[str, set[str]] = {}
    for sanction in active:
        if sanction.account is not None:
            mark = ACTS[sanction.kind][0]
            marks.setdefault(sanction.account, set()).add(mark)
    return marks


def _row(account: Account, marks: set[str]) -> tuple[str, ...]:
    return (
        account.id,
        account.name,
        "bot" if account.bot else "guest" if account.kept_at is None else "kept",
        printing.minute(account.created_at),
        printing.minute(account.last_used_at),
        account.owner or "-",
        ", ".join(sorted(marks)),
    )
