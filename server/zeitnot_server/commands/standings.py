"""`zeitnot standings`: Bradley-Terry ratings of a set of games."""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from zeitnot_client.commands.paths import PathType
from zeitnot_engines.formats.record import BadGame, FileGame
from zeitnot_engines.formats.registry import SUFFIXES, format_of
from zeitnot_engines.formats.source import Source, files_in
from zeitnot_engines.games import MANIFESTS
from zeitnot_engines.matches.gamelog import WrongLog, read_log
from zeitnot_engines.matches.schedule import letters

from ..ratings.bradley_terry import Game, Standing, TooManyPlayers, groups, standings
from ..rooms.room import Phase
from ..store import GameFilter
from ..store.archive import Archive
from ..store.filters import MAX_LIMIT
from . import printing
from .archive import ask, db_option

_PATH = PathType(exists=True, path_type=Path)
_LOG_SIGN = b'{"match":'
_OF_EVERY_PLAYER = {"kind", "hash_mb", "threads", "name"}


@dataclass(slots=True)
class Found:
    """The games that were read: by game, and why others were left out."""

    games: dict[str, list[Game]] = field(default_factory=dict)
    left_out: Counter[str] = field(default_factory=Counter)
    problems: int = 0

    def add(self, game_type: str, players: Iterable[str], scores: Iterable[float] | None) -> None:
        """Adds a game, if it has two players and a result."""
        names, points = list(players), list(scores or ())
        if len(names) != 2 or len({*names}) != 2:
            self.left_out["not of two different players"] += 1
        elif len(points) != 2:
            self.left_out["without a result"] += 1
        elif not all(names):
            self.left_out["without names"] += 1
        else:
            score = 0.5 if points[0] == points[1] else float(points[0] > points[1])
            self.games.setdefault(game_type, []).append(Game(names[0], names[1], score))


@click.command("standings")
@click.argument("paths", nargs=-1, type=_PATH, metavar="[FILE...]")
@click.option("--game", help="Only this game, by its id.")
@click.option(
    "--anchor", metavar="NAME=RATING", help="Give this player this rating [default: mean 1500]."
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@db_option
@click.pass_context
def standings_(
    ctx: click.Context,
    /,
    db: str | None,
    paths: tuple[Path, ...],
    game: str | None,
    anchor: str | None,
    as_json: bool,
) -> None:
    """Print ratings, with error bars, of the players in a set of games.

    The games are those in the files: logs of `zeitnot match`, or PGN, SGF, PDN, GGF, MAT,
    transcripts and records. Without files, or with --db, they are also the finished public games of
    a database. Players are known by their names.

    Each line has the player, the rating (a Bradley-Terry rating in Elo), half of its 95 % interval,
    the score in percent and the number of games. Games of more than two players, or without a
    result, are left out. If a game cannot be read, it is named, and the exit code is 1.
    """
    if game is not None and game not in MANIFESTS:
        raise click.UsageError(f"There is no game {game!r}.")
    fixed = None if anchor is None else _anchor(anchor)
    found = Found()
    for path in paths:
        for file in files_in(path, SUFFIXES):
            _read_file(file, game, found)
    if not paths or ctx.get_parameter_source("db") is ParameterSource.COMMANDLINE:
        ask(db, lambda archive: _read_database(archive, game, found))
    games = _of_one_game(found, game)
    try:
        rows = standings(games, fixed)
    except TooManyPlayers as many:
        raise click.UsageError(f"{many}.") from None
    except KeyError as unknown:
        raise click.UsageError(f"--anchor: {unknown.args[0]} has played no game.") from None
    _print(rows, groups(games), found, as_json=as_json)
    if found.problems:
        ctx.exit(1)


def _anchor(text: str) -> tuple[str, float]:
    """Raises click.UsageError."""
    name, equals, rating = text.rpartition("=")
    try:
        value = float(rating)
    except ValueError:
        value = float("nan")
    if not (name and equals and abs(value) < 1e6):
        raise click.UsageError(f"--anchor: {text!r} is not a name and a rating, such as Ann=1800.")
    return name, value


def _of_one_game(found: Found, game: str | None) -> list[Game]:
    """Raises click.UsageError if there are several: a rating is of one game."""
    if game is not None:
        return found.games.get(game, [])
    if len(found.games) > 1:
        names = ", ".join(sorted(found.games))
        raise click.UsageError(f"These are different games ({names}): choose one with --game.")
    return next(iter(found.games.values()), [])


# ── where the games are ────────────────────────────────────────────────────────────────────────


def _read_file(path: Path, game: str | None, found: Found) -> None:
    """Raises click.UsageError if the file cannot be read."""
    try:
        with path.open("rb") as opened:
            if opened.read(len(_LOG_SIGN)) == _LOG_SIGN:
                _read_match(path, found)
                return
            opened.seek(0)
            _read_games(Source(opened, str(path)), path.suffix, game, found)
    except (WrongLog, OSError) as bad:
        raise click.UsageError(f"{bad}".removesuffix(".") + ".") from None


def _read_games(source: Source, suffix: str, game: str | None, found: Found) -> None:
    form = format_of(source, suffix, game)
    if form is None:
        raise click.UsageError(f"{source.name}: this is neither games nor the log of a match.")
    for read in form.read(source):
        if isinstance(read, FileGame):
            found.add(read.game, read.players, read.scores)
        else:
            _problem(read, source, found)


def _problem(bad: BadGame, source: Source, found: Found) -> None:
    found.problems += 1
    printing.say(bad.located(source.name), err=True)


def _read_match(path: Path, found: Found) -> None:
    """Reads the log of a match. Raises WrongLog, OSError."""
    lines = read_log(path)
    match: Mapping[str, Any] = next(lines, {})
    names = list(_names(match))
    for played in lines:
        first, second = played.players
        found.add(match["game"], (names[first], names[second]), (played.score, 1 - played.score))


def _names(match: Mapping[str, Any]) -> Iterator[str]:
    """The players of a match: their names, or what they are; a letter tells equal ones apart."""
    players = match.get("players") or [match["a"], match["b"]]
    labels = [_label(player) for player in players]
    for number, label in enumerate(labels):
        yield label if labels.count(label) == 1 else f"{label} ({letters(number)})"


def _label(player: Mapping[str, Any]) -> str:
    if name := player.get("name"):
        return str(name)
    rest = {k: v for k, v in player.items() if k not in _OF_EVERY_PLAYER and v is not None}
    settings = ",".join(f"{key}={value}" for key, value in rest.items())
    return f"{player['kind']}:{settings}" if settings else str(player["kind"])


async def _read_database(archive: Archive, game: str | None, found: Found) -> None:
    def unreadable(id: str, why: str) -> None:
        found.problems += 1
        printing.say(f"Game {id} cannot be read: {why}.", err=True)

    filter_ = GameFilter(state=Phase.FINISHED.value, game=game, limit=MAX_LIMIT)
    while True:
        page = await archive.games.page(filter_, unreadable)
        for row in page.games:
            players = [seat.player.name if seat.player else "" for seat in row.seats]
            found.add(row.game_type, players, row.scores)
        if page.cursor is None:
            return
        filter_ = replace(filter_, cursor=page.cursor)


# ── output ─────────────────────────────────────────────────────────────────────────────────────


def _print(rows: list[Standing], groups_: int, found: Found, *, as_json: bool) -> None:
    if as_json:
        players = [row._asdict() for row in rows]
        left_out = dict(found.left_out)
        click.echo(json.dumps({"players": players, "groups": groups_, "left_out": left_out}))
        return
    if not rows:
        printing.hint("no games")
    headings = ("Player", "Rating", "±", "Score", "Games")
    printing.table(headings, map(_row, rows), right=headings[1:])
    for reason, count in found.left_out.items():
        printing.say(f"left out {printing.counted(count, 'game', 'games')} {reason}", err=True)
    if groups_ > 1:
        printing.say(
            f"There are {groups_} groups of players who have not met: compare ratings only within"
            " a group.",
            err=True,
        )


def _row(row: Standing) -> tuple[str, ...]:
    percent = f"{100 * row.points / row.games:.1f} %"
    return row.player, f"{row.rating:.0f}", f"{row.error:.0f}", percent, str(row.games)
