"""`zeitnot verify`: verifies the records of games."""

import click

import zeitnot_protocol as p
from zeitnot_client.commands.paths import PathType
from zeitnot_client.ranks import score_text

from .. import verify as verification
from ..hosting.native import rules_for
from . import printing, records


class RecordRejected(click.ClickException):
    """The record could be read, but is invalid."""

    exit_code = 1


@click.command()
@click.argument("file", type=PathType(allow_dash=True))
def verify(file: str) -> None:
    """Verify game records: FILE holds one export, or several, one per line; - reads standard input.

    The game is replayed: throws from the seed, clocks from the receipts, the result from the rules.
    The exit code is 1 if a record does not hold, 2 if it cannot be checked.
    """
    for record in records.read(file):
        printing.say(_verified(record, file))


def _verified(record: p.Export, source: str) -> str:
    try:
        verified = verification.verify(record, rules_for)
    except verification.Unverifiable as bad:
        raise click.UsageError(f"{source}: game {record.id} cannot be verified: {bad}") from None
    except verification.Invalid as bad:
        raise RecordRejected(f"{source}: game {record.id} does not hold: {bad}") from None
    scores = "-".join(map(score_text, verified.end.scores or ()))
    result = " ".join(filter(None, (scores, verified.end.word or verified.end.reason)))
    counts = (
        f"{printing.counted(verified.moves, 'move', 'moves')}, "
        f"{printing.counted(verified.throws, 'throw', 'throws')}"
    )
    return f"{verified.game_type} {verified.id} holds: {counts}, {result}"
