"""`zeitnot admin join-code`, `join-codes`, `end-join-code`."""

import click

from ...store.tokens import JoinCode
from .. import printing
from ..archive import db_option
from .database import OPERATOR, duration_ms, opened

NOTE_LENGTH = 64


@click.command("join-code")
@click.option("--uses", type=click.IntRange(1, 100_000), help="How many names [default: any].")
@click.option(
    "--for", "duration", metavar="TIME", help="How long, such as 12h or 30d [default: for good]."
)
@click.option("--note", help="A note for the list, such as the name of a class.")
@db_option
def join_code(db: str | None, uses: int | None, duration: str | None, note: str | None) -> None:
    """Print a code with which guests may keep their names, where the setting join is code.

    The code is shown only this once.
    """
    if note is not None and (not 0 < len(note) <= NOTE_LENGTH or not note.isprintable()):
        raise click.UsageError(f"--note takes 1 to {NOTE_LENGTH} visible characters.")
    lasts_ms = None if duration is None else duration_ms(duration)
    with opened(db) as admin:
        until = None if lasts_ms is None else admin.now + lasts_ms
        made, code = admin.members.make_join_code(OPERATOR, note, uses, until)
    click.echo(code)
    end = "for good" if until is None else f"until {printing.minute(until)} UTC"
    printing.hint(f"{made.id}, {end}")


@click.command("join-codes")
@click.option("--all", "ended", is_flag=True, help="Include those that are no longer valid.")
@db_option
def join_codes(db: str | None, ended: bool) -> None:
    """List the codes with which guests may keep their names, newest first."""
    with opened(db) as admin:
        rows = admin.members.join_codes(ended=ended)
    headings = ("Code", "Made (UTC)", "Until (UTC)", "Used", "Of", "Ended (UTC)", "Note")
    printing.table(headings, map(_row, rows), right=("Used", "Of"))


def _row(code: JoinCode) -> tuple[str, ...]:
    return (
        code.id,
        printing.minute(code.made_at),
        printing.minute(code.expires_at),
        str(code.uses),
        "-" if code.max_uses is None else str(code.max_uses),
        printing.minute(code.ended_at),
        code.note or "-",
    )


@click.command("end-join-code")
@click.argument("id")
@db_option
def end_join_code(db: str | None, id: str) -> None:
    """End a code by its id (see `join-codes`). Names that were kept by it stay kept."""
    with opened(db) as admin:
        is_ended = admin.members.end_join_code(OPERATOR, id)
    if not is_ended:
        raise click.UsageError(f"There is no valid code {id}.")
    printing.say(f"ended {id}")
