"""Book lines from games in the files of other programs: the main line of each, as the server would
have indexed it."""

import itertools
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import click

import zeitnot_protocol as p
from zeitnot_engines.formats.record import BadGame, FileGame, Node
from zeitnot_engines.formats.registry import FORMATS, SUFFIXES
from zeitnot_engines.formats.source import Source, files_in

from .. import books
from ..hosting.native import rules_for
from . import printing
from .skipped_games import SkippedGames

_DATE = re.compile(r"([0-9]{4})[.-]([0-9]{2})[.-]([0-9]{2})")  # also the first of several days


def is_game_file(source: str) -> bool:
    """Whether it is a file of such games by its name, or a folder."""
    return Path(source).suffix.lower().lstrip(".") in FORMATS or Path(source).is_dir()


def games(
    sources: list[str], kinds: set[str], skipped: SkippedGames
) -> Iterator[list[books.BookLine]]:
    """The lines of each game in these files and folders; each game counts once. Adds the games'
    types to `kinds`. Raises click.UsageError."""
    seen: set[int] = set()  # by their hash: a file may have a million games
    for source in dict.fromkeys(itertools.chain.from_iterable(map(_files, sources))):
        for game in _read(source):
            if isinstance(game, BadGame):
                skipped.add(game.located(source))
                continue
            skipped.has_games = True
            kinds.add(game.game)
            if len(kinds) > 1:
                raise click.UsageError(f"{source}: a book has one game, not {' and '.join(kinds)}.")
            key = hash((game.position, game.players, game.scores, _day(game), *game.moves()))
            if key not in seen:
                seen.add(key)
                yield _lines(game)


def _files(source: str) -> list[str]:
    files = list(map(str, files_in(Path(source), SUFFIXES)))
    if not files:
        raise click.UsageError(f"{source}: there are no files of games ({', '.join(SUFFIXES)}).")
    return files


def _read(source: str) -> Iterator[FileGame | BadGame]:
    read = FORMATS[Path(source).suffix.lower().lstrip(".")].read
    try:
        with Path(source).open("rb") as file:
            text, has_games = Source(file, source), False
            for game in read(text):
                if not has_games and isinstance(game, FileGame) and text.encoding_note is not None:
                    printing.say(f"zeitnot: {text.encoding_note}", err=True)
                has_games |= isinstance(game, FileGame)
                yield game
    except OSError as failed:
        raise click.UsageError(f"{source}: {failed}") from None


def _lines(game: FileGame) -> list[books.BookLine]:
    """The lines of a game; none if its end says nothing about its moves, or if it did not begin at
    the start position."""
    reason: p.Reason = "rules" if game.reason == "rules" else "resign"
    nodes = list(itertools.takewhile(_is_played, game.main_line()))
    moves = [node.move for node in nodes if node.throw is None]
    if game.scores is None or game.position is not None or "" in moves:
        return []
    if game.reason in ("flag", "abandoned") or not books.is_informative(reason, len(moves)):
        return []
    rules, scores = rules_for(game.game, dict(game.settings)), list(game.scores)
    day = _day(game)
    at = round(1000 * day.timestamp()) if day else None
    state, lines, ply = rules.start(), {}, 0
    for node in nodes:
        if node.throw is not None:
            state = rules.chance(state, node.throw)
            continue
        if ply == books.MAX_PLIES:
            break
        seat = rules.turn(state)
        assert seat is not None
        line = books.line_at(rules, state, books.played(node.move, scores, seat, at))
        lines[line.book_position, node.move] = line
        state, ply = rules.play(state, node.move), ply + 1
    return list(lines.values())


def _is_played(node: Node) -> bool:
    """Whether it is neither a set-up of stones nor missing in the file."""
    return node.position is None and not node.is_implied


def _day(game: FileGame) -> datetime | None:
    """The first day on which it was played, if the file has it."""
    found = _DATE.match(game.facts.get("Date", ""))
    try:
        return (
            datetime.fromisoformat("-".join(found.groups())).replace(tzinfo=UTC) if found else None
        )
    except ValueError:
        return None
