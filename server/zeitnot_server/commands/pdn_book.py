"""Book lines from games in PDN files: the main line of each, as the server would have indexed
it."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import click

import zeitnot_protocol as p
from zeitnot_engines.pdn.record import Record, read_file
from zeitnot_engines.pdn.text import BadPdn

from .. import books
from ..hosting.native import rules_for
from .sgf_book import lines_of

GAME = "checkers"
SUFFIX = ".pdn"
_DATE = re.compile(r"[0-9]{4}\.[0-9]{2}\.[0-9]{2}")


def is_pdn(source: str) -> bool:
    """Whether it is a PDN file by its name."""
    return Path(source).suffix.lower() == SUFFIX


def games(sources: list[str]) -> Iterator[list[books.BookLine]]:
    """The lines of each game in these files; each game counts once. Raises click.UsageError, which
    names the file."""
    seen: set[int] = set()  # by their hash: a file may have a million games
    for source in dict.fromkeys(sources):
        try:
            for record in read_file(Path(source)):
                result = (record.scores, _day(record))
                game = hash((record.start.text, record.players, *result, record.moves))
                if game not in seen:
                    seen.add(game)
                    yield _lines(record)
        except (BadPdn, OSError) as bad:
            raise click.UsageError(f"{source}: {bad}") from None


def _lines(record: Record) -> list[books.BookLine]:
    """Empty for a game whose end says nothing about its moves, and for one that did not begin at
    the start position."""
    reason: p.Reason = "rules" if record.after(len(record.moves)).result else "resign"
    if record.scores is None or record.start.text != record.start.game.start().text:
        return []
    if not books.is_informative(reason, len(record.moves)):
        return []
    rules = rules_for(GAME, {})
    return lines_of(rules, list(record.moves), list(record.scores), _day(record))


def _day(record: Record) -> datetime | None:
    """The day on which it was played, if the file has it."""
    date = record.tags.get("Date", "")
    try:
        year, month, day = map(int, date.split(".")) if _DATE.fullmatch(date) else (0, 0, 0)
        return datetime(year, month, day, tzinfo=UTC)
    except ValueError:
        return None
