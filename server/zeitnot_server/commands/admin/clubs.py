"""`zeitnot admin clubs`, `dissolve-club`."""

import click

from ...clubs.club import Club
from .. import printing
from ..archive import db_option
from .database import OPERATOR, opened


@click.command()
@click.option(
    "--limit", type=click.IntRange(1, 10_000), default=100, help="Number of rows [default: 100]."
)
@db_option
def clubs(db: str | None, limit: int) -> None:
    """List the clubs that members have founded, the newest first."""
    with opened(db) as admin:
        listed = admin.clubs.listed(limit)
    headings = ("Club", "Name", "Founded (UTC)", "Founder", "Members", "Join", "News")
    printing.table(headings, map(_row, listed), right=("Members",))


def _row(club: Club) -> tuple[str, ...]:
    return (
        club.slug,
        club.name,
        printing.minute(club.created_at),
        club.founder or "-",
        str(club.members),
        club.join,
        club.news or "-",
    )


@click.command("dissolve-club")
@click.argument("club", metavar="CLUB")
@click.option("--reason", required=True, help="Why; it is kept in the audit log.")
@db_option
def dissolve_club(db: str | None, club: str, reason: str) -> None:
    """End a club with its ladders. CLUB is the end of its address. Its games stay."""
    with opened(db) as admin:
        if not admin.clubs.dissolve(OPERATOR, club, reason):
            raise click.UsageError(f"There is no club {club}.")
    printing.say(f"dissolved {club}")
