"""`zeitnot admin complaints`, `resolve`."""

import click

from ...profiles.people_store import Complaint
from .. import printing
from ..archive import db_option
from .database import OPERATOR, opened


@click.command()
@click.option("--all", "resolved", is_flag=True, help="Include those that are resolved.")
@click.option(
    "--limit", type=click.IntRange(1, 10_000), default=100, help="Number of rows [default: 100]."
)
@db_option
def complaints(db: str | None, resolved: bool, limit: int) -> None:
    """List what players have reported about others: the open complaints, oldest first.

    MESSAGES are the reported lines of chat, as they were then, each with its number in the game.
    With --all the newest come first.
    """
    with opened(db) as admin:
        listed = admin.complaints.listed(limit, resolved=resolved)
    headings = ("Number", "At (UTC)", "About", "Account", "By", "Reason", "Game", "Text")
    more = ("Messages", "Resolved (UTC)", "Resolution")
    printing.table((*headings, *more), map(_row, listed), right=("Number",))


def _row(complaint: Complaint) -> tuple[str, ...]:
    new = complaint.complaint
    return (
        str(complaint.id),
        printing.minute(complaint.at),
        new.name,
        new.about,
        f"{complaint.by} {new.account}" if complaint.by else new.account,
        new.reason,
        new.game or "-",
        new.text or "-",
        " / ".join(f"{message.seq}: {message.text}" for message in new.messages) or "-",
        printing.minute(complaint.resolved_at),
        complaint.resolution or "-",
    )


@click.command()
@click.argument("numbers", nargs=-1, required=True, type=click.IntRange(1), metavar="NUMBER...")
@click.option("--reason", required=True, help="What was done about it; it is kept with them.")
@db_option
def resolve(db: str | None, numbers: tuple[int, ...], reason: str) -> None:
    """Mark complaints as resolved. Players are not told; ban, mute or rename separately."""
    with opened(db) as admin:
        missing = [n for n in numbers if not admin.complaints.resolve(OPERATOR, n, reason)]
    if missing:
        names = ", ".join(map(str, missing))
        raise click.UsageError(f"There is no open complaint {names}; the others are resolved.")
    printing.say(f"resolved {printing.counted(len(numbers), 'complaint', 'complaints')}")
