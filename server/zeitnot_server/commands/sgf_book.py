"""Book lines from games in SGF files: the main line of each, as the server would have indexed
it."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import click

import zeitnot_protocol as p
from zeitnot_engines.sgf.files import SUFFIX, map_games, sgf_files
from zeitnot_engines.sgf.record import Record, main_steps
from zeitnot_engines.sgf.text import simple_text
from zeitnot_engines.sgf.tree import BadSgf

from .. import books
from ..hosting.native import rules_for
from .skipped_games import SkippedGames

GAME = "go"
_REASONS: dict[str, p.Reason] = {"score": "rules", "resign": "resign", "": "resign"}
_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


def is_sgf(source: str) -> bool:
    """Whether it is an SGF file by its name, or a folder."""
    return Path(source).suffix.lower() == SUFFIX or Path(source).is_dir()


def games(sources: list[str], skipped: SkippedGames) -> Iterator[list[books.BookLine]]:
    """The lines of each game in these files and folders; each file and each game counts once. A
    file is read up to its first game that cannot be read. Raises click.UsageError."""
    seen: set[tuple[object, ...]] = set()
    for file in dict.fromkeys(file for source in sources for file in _files(source)):
        try:
            for record, moves in map_games(_with_moves, file):
                game = (record.start.text, record.players, record.result, _date(record), *moves)
                skipped.has_games = True
                if game not in seen:
                    seen.add(game)
                    yield _lines(record, moves)
        except BadSgf as bad:
            skipped.add(str(bad).rstrip("."))


def _files(source: str) -> list[Path]:
    if not (files := sgf_files(Path(source))):
        raise click.UsageError(f"{source}: there are no {SUFFIX} files.")
    return [file.resolve() for file in files]


def _with_moves(record: Record) -> tuple[Record, list[str]]:
    """The moves of the main line, up to a set-up of stones or a move out of turn. The entire line
    is checked. Raises BadSgf."""
    moves: list[str] = []
    state = record.start
    for step in main_steps(record):
        if step.before is state and step.move is not None:
            moves.append(step.move)
            state = step.after
    return record, moves


def _lines(record: Record, moves: list[str]) -> list[books.BookLine]:
    """Empty for a game whose end says nothing about its moves, and for one that did not begin at
    the start position."""
    result = record.result
    if result is None or record.start.text != record.game.start().text:
        return []
    if not books.is_informative(_REASONS.get(result.how, "flag"), len(moves)):
        return []
    date = _date(record)
    rules = rules_for(GAME, record.usual_settings)
    return lines_of(rules, moves, [result.score(0), result.score(1)], date)


def lines_of(
    rules: books.BookRules, moves: list[str], scores: list[float], date: datetime | None
) -> list[books.BookLine]:
    """The lines of one game with this result. `date`: when it was played, if known."""
    at = round(1000 * date.timestamp()) if date else None
    state, lines = rules.start(), {}
    for move in moves[: books.PLIES]:
        seat = rules.turn(state)
        assert seat is not None
        line = books.line_at(rules, state, books.played(move, scores, seat, at))
        lines[line.book_position, move] = line
        state = rules.play(state, move)
    return list(lines.values())


def _date(record: Record) -> datetime | None:
    """The first day on which it was played, if the file has it."""
    found = _DATE.match(simple_text(record.root.first("DT") or "").strip())
    try:
        return datetime.fromisoformat(found[0]).replace(tzinfo=UTC) if found else None
    except ValueError:
        return None
