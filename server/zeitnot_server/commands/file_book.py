"""Book lines from games in the files of other programs: the main line of each, as the server would
have indexed it."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import click

import zeitnot_protocol as p
from zeitnot_engines.formats.record import BadGame, FileGame
from zeitnot_engines.formats.registry import FORMATS
from zeitnot_engines.formats.source import Source

from .. import books
from ..hosting.native import rules_for
from . import printing
from .sgf_book import lines_of

_DATE = re.compile(r"[0-9]{4}\.[0-9]{2}\.[0-9]{2}")


def is_game_file(source: str) -> bool:
    """Whether it is a file of such games by its name."""
    form = FORMATS.get(Path(source).suffix.lower().lstrip("."))
    return form is not None and form.read is not None


def games(sources: list[str], kinds: set[str], strict: bool) -> Iterator[list[books.BookLine]]:
    """The lines of each game in these files; each game counts once. Adds the games' types to
    `kinds`. A game that cannot be read is reported and skipped; `strict`: it is an error. Raises
    click.UsageError."""
    seen: set[int] = set()  # by their hash: a file may have a million games
    last_problem = ""  # not reported yet: it is the error if there is no game
    for source in dict.fromkeys(sources):
        for game in _read(source):
            if isinstance(game, BadGame):
                if strict:
                    raise click.UsageError(game.located(source))
                _report(last_problem)
                last_problem = game.located(source)
                continue
            _report(last_problem)
            last_problem = ""
            kinds.add(game.game)
            if len(kinds) > 1:
                raise click.UsageError(f"{source}: a book has one game, not {' and '.join(kinds)}.")
            key = hash((game.position, game.players, game.scores, _day(game), *game.moves()))
            if key not in seen:
                seen.add(key)
                yield _lines(game)
    if last_problem and not kinds:
        raise click.UsageError(f"{last_problem}.")
    _report(last_problem)


def _report(problem: str) -> None:
    if problem:
        printing.say(f"zeitnot: {problem}; skipped", err=True)


def _read(source: str) -> Iterator[FileGame | BadGame]:
    read = FORMATS[Path(source).suffix.lower().lstrip(".")].read
    assert read is not None
    try:
        with Path(source).open("rb") as file:
            text = Source(file, source)
            if text.encoding_note is not None:
                printing.say(f"zeitnot: {text.encoding_note}", err=True)
            yield from read(text)
    except OSError as failed:
        raise click.UsageError(f"{source}: {failed}") from None


def _lines(game: FileGame) -> list[books.BookLine]:
    """Empty for a game whose end says nothing about its moves, and for one that did not begin at
    the start position."""
    reason: p.Reason = "rules" if game.reason == "rules" else "resign"
    moves = game.moves()
    if game.scores is None or game.position is not None or "" in moves:
        return []
    if game.reason in ("flag", "abandoned") or not books.is_informative(reason, len(moves)):
        return []
    return lines_of(rules_for(game.game, dict(game.settings)), moves, list(game.scores), _day(game))


def _day(game: FileGame) -> datetime | None:
    """The day on which it was played, if the file has it."""
    date = game.facts.get("Date", "")
    try:
        year, month, day = map(int, date.split(".")) if _DATE.fullmatch(date) else (0, 0, 0)
        return datetime(year, month, day, tzinfo=UTC)
    except ValueError:
        return None
