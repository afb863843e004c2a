"""Reads games and positions from a text or file, and makes their records. Needs no database."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import chain

import zeitnot_protocol as p
from zeitnot_engines.formats.record import BadGame, FileGame, Node, position_of
from zeitnot_engines.formats.registry import (
    FORMATS,
    format_of,
    position_in,
    settings_of_position,
    usual_game,
)
from zeitnot_engines.formats.source import Source
from zeitnot_engines.games import MANIFESTS, load

from ..store.room_log import Commit, RulesFor
from .record import Origin, TooLong, commit_of, lost_in

MAX_GAMES = 50
MAX_EVENTS = 10_000
"""Of all games of one transaction."""
MAX_PROBLEMS = 100
MAX_NOTES = 100
EVENTS_PER_GAME = 20  # charged for each game in addition to its events
MAX_SECONDS = 5.0  # for all games of a text
_SLASHES = 5  # with more of them, a line is a FEN, and not moves
_MAX_POSITION = 1024  # characters, as in `PositionText`
_MAX_BLOCK = 1 << 18
_RESULT_TEXTS: dict[tuple[float, ...], str] = {
    (1.0, 0.0): "1-0",
    (0.0, 1.0): "0-1",
    (0.5, 0.5): "1/2-1/2",
}


@dataclass(frozen=True, slots=True)
class Record:
    """A game that can be stored. `notes`: what was read otherwise than written, for people;
    `line`: where it begins in the file."""

    commit: Commit
    imported: p.ImportedGame
    notes: list[str]
    line: int

    @property
    def events(self) -> int:
        """How many events it has."""
        return len(self.commit.entries)


@dataclass(frozen=True, slots=True)
class Read:
    """What was read of a text. `problems`, `notes`: see `p.Imports`."""

    records: list[Record] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    @property
    def commits(self) -> list[Commit]:
        """The games to store."""
        return [record.commit for record in self.records]

    @property
    def events(self) -> int:
        """How many events they have."""
        return sum(record.events for record in self.records)

    @property
    def charged_events(self) -> int:
        """What storing them costs, in events: a game without moves is not free."""
        return self.events + EVENTS_PER_GAME * len(self.records)

    def answer(self) -> p.Imports:
        """The answer to the account that has sent the text."""
        games = [record.imported for record in self.records]
        return p.Imports(games=games, problems=self.problems, notes=self.notes)


def read(
    source: Source,
    game_type: str | None,
    new_origin: Callable[[], Origin],
    rules_for: RulesFor,
    now_s: Callable[[], float],
) -> Read:
    """The first games of a text, or its position. `game_type`: see `records`; `now_s`: a monotonic
    clock, for MAX_SECONDS."""
    result, end_s, ids = Read(), now_s() + MAX_SECONDS, set[str]()
    for record in records(source, game_type, new_origin, rules_for):
        if isinstance(record, BadGame):
            result.problems.append(record.located(source.name))
        elif record.imported.id in ids:
            result.notes.append(f"{source.name}:{record.line}: the same game as before")
        elif len(result.records) == MAX_GAMES or result.events + record.events > MAX_EVENTS:
            left_out = BadGame(
                record.line,
                "this game and the next ones are left out",
                f"at most {MAX_GAMES} games, with {MAX_EVENTS} moves and comments",
            )
            result.problems.append(left_out.located(source.name))
            break
        else:
            ids.add(record.imported.id)
            result.records.append(record)
            result.notes.extend(note for note in record.notes if note not in result.notes)
        if now_s() > end_s:
            result.problems.append(f"{source.name}: reading took too long; the rest is left out")
            break
        if len(result.problems) == MAX_PROBLEMS:
            result.problems.append(f"{source.name}: nothing was read after these problems")
            break
    del result.notes[MAX_NOTES:]
    return result


def records(
    source: Source,
    game_type: str | None,
    new_origin: Callable[[], Origin],
    rules_for: RulesFor,
    suffix: str = "",
) -> Iterator[Record | BadGame]:
    """All games of a source, or its position, and in the place of each that cannot be stored what
    is wrong with it. `game_type`: the game, where the text does not say it; `suffix`: of the file's
    name. Raises OSError."""
    for game in _games(source, game_type, suffix):
        if isinstance(game, BadGame):
            yield game
            continue
        try:
            commit = commit_of(game, new_origin(), rules_for, MAX_EVENTS)
        except BadGame as bad:
            yield bad
        except TooLong as long:
            yield BadGame(game.line, str(long), "a shorter game")
        else:
            notes = [f"{source.name}:{line}: {note}" for line, note in game.notes]
            notes += [f"{source.name}: {note}" for note in lost_in(game)]
            yield Record(commit, _imported(game, commit), notes, game.line)


def _imported(game: FileGame, commit: Commit) -> p.ImportedGame:
    room = commit.room
    return p.ImportedGame(
        id=room.id,
        url=f"/game/{room.id}",
        game_type=game.game,
        players=[seat.actor.name if seat.actor else "" for seat in room.seats],
        moves=room.ply,
        result=None if game.scores is None else _result(game.scores),
    )


def _result(scores: tuple[float, ...]) -> str:
    return _RESULT_TEXTS.get(scores) or "-".join(f"{score:g}" for score in scores)


def _games(source: Source, game_type: str | None, suffix: str) -> Iterable[FileGame | BadGame]:
    """The games of the source, and in the place of each that cannot be read what is wrong."""
    if game_type is not None and game_type not in MANIFESTS:
        return [BadGame(0, f"there is no game {game_type[:30]!r}", "a game of this server")]
    line, game = _only_line(source), game_type or usual_game()
    if line and (position := _position(line, (game,))) is not None:
        return [position]
    is_fen = _looks_like_fen(line)
    games = MANIFESTS if game_type is None else (game_type,)
    head = next(source.blocks(), "")
    first = head.lstrip("\ufeff \n").partition("\n")[0].strip()
    if (marked := position_in(first, games)) is not None and marked[1] == first:
        return [_marked(*marked)]  # what follows is a board or an analysis
    if not line and _looks_like_fen(first) and (found := _position(first, games)) is not None:
        return _positions(source, found.game)
    # The suffix comes last: a position may be in a file such as position.txt.
    if is_fen or format_of(source) is None:
        if line and (position := _position(line, games)) is not None:
            return [position]
        if (marked := position_in(head, games)) is not None:
            return [_marked(*marked)]
    form = None if is_fen else format_of(source, suffix, game_type)
    if form is not None:
        return form.read(source)
    if is_fen:
        return [BadGame(1, _wrong_with(line, game), "a position")]
    names = ", ".join(form.title for form in FORMATS.values())
    return [BadGame(0, "this is neither games nor a position", f"{names}, or a position")]


def _looks_like_fen(line: str) -> bool:
    return line.count("/") > _SLASHES and "(;" not in line


def _positions(source: Source, game: str) -> Iterator[FileGame | BadGame]:
    """The positions of a file with one of this game on each line, such as EPDs."""
    number, rest = 0, ""
    for block in chain(source.blocks(), ("\n",)):
        *lines, rest = (rest + block)[:_MAX_BLOCK].split("\n")
        for text in lines:
            number += 1
            if not (line := text[:_MAX_POSITION].strip()):
                continue
            position = _position(line, (game,))
            if position is None:
                yield BadGame(number, _wrong_with(line, game), "a position")
            else:
                yield replace(position, line=number)


def _marked(game: str, text: str) -> FileGame | BadGame:
    position = _position(text, (game,))
    return BadGame(0, _wrong_with(text, game), "a position") if position is None else position


def _only_line(source: Source) -> str:
    """The text, if it is one line that may be a position."""
    head = next(source.blocks(), "")
    lines = [line.strip() for line in head[: 2 * _MAX_POSITION].split("\n") if line.strip()]
    fits = len(lines) == 1 and len(head) <= 2 * _MAX_POSITION and len(lines[0]) <= _MAX_POSITION
    return lines[0].lstrip("\ufeff") if fits else ""


def _wrong_with(text: str, game: str) -> str:
    """What is wrong with a position of this game."""
    try:
        position_of(load(game, settings_of_position(game, text)), text)
    except ValueError as bad:
        return str(bad).rstrip(".")
    raise AssertionError("the position is valid")


def _position(text: str, games: Iterable[str]) -> FileGame | None:
    """A game without moves at this position of the first game that reads it."""
    for name in games:
        settings = settings_of_position(name, text)
        rules = load(name, settings)
        try:
            position = position_of(rules, text).text
        except ValueError:
            continue
        return FileGame(name, settings, position, Node(line=1), ("",) * rules.seats, line=1)
    return None
