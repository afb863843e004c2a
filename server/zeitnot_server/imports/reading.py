"""Reads games and positions from a text or file, and makes their records. Needs no database."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

import zeitnot_protocol as p
from zeitnot_engines.formats.record import BadGame, FileGame
from zeitnot_engines.formats.registry import FORMATS, format_of
from zeitnot_engines.formats.source import Source
from zeitnot_engines.games import MANIFESTS

from ..store.room_log import Commit, RulesFor
from .positions import positions_of
from .record import Origin, TooLong, commit_of, lost_in

MAX_GAMES = 50
MAX_EVENTS = 10_000
"""Of all games of one transaction."""
MAX_PROBLEMS = 100
MAX_NOTES = 100
EVENTS_PER_GAME = 20  # charged for each game in addition to its events
MAX_SECONDS = 5.0  # for all games of a text


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
    return "1/2-1/2" if scores == (0.5, 0.5) else "-".join(f"{score:g}" for score in scores)


def _games(source: Source, game_type: str | None, suffix: str) -> Iterable[FileGame | BadGame]:
    """The games of the source, and in the place of each that cannot be read what is wrong."""
    if game_type is not None and game_type not in MANIFESTS:
        return [BadGame(0, f"there is no game {game_type[:30]!r}", "a game of this server")]
    if (positions := positions_of(source, game_type)) is not None:
        return positions
    if (form := format_of(source, suffix, game_type)) is not None:
        return form.read(source)
    names = ", ".join(form.title for form in FORMATS.values())
    return [BadGame(0, "this is neither games nor a position", f"{names}, or a position")]
