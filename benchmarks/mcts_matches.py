"""Matches that measure Monte-Carlo tree search.

    python -m benchmarks.mcts_matches parts     without one of its parts, against all parts
    python -m benchmarks.mcts_matches values    an option's other values, against its default
    python -m benchmarks.mcts_matches methods   against every game's first method

`parts` and `values`: both sides have equally many playouts a move, so that the results do not
depend on the machine's speed. The time that a part costs is therefore not counted. The games to
measure may follow `parts` (see GAMES); a game, an option and its values follow `values`, which also
prints the processor time of a playout as a multiple of the default's. `methods`: equal time a move,
on a machine with nothing else to do; games may also follow. Openings are random, each from both
sides. Prints Markdown tables for docs/measurements/mcts.md, row by row.
"""

import argparse
import ast
import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from zeitnot_client.drivers.situation import Clocks
from zeitnot_engines._core import mcts_parts
from zeitnot_engines.engine import Engine, StopToken
from zeitnot_engines.games import NAMES, Game, History, load, methods_of
from zeitnot_engines.jobs.local import LocalExecutor
from zeitnot_engines.matches.contest import Contest, without_marking
from zeitnot_engines.matches.openings import random_openings
from zeitnot_engines.matches.played import Reply
from zeitnot_engines.matches.player_texts import read_player
from zeitnot_engines.matches.players import Player, SimplePlayer
from zeitnot_engines.matches.record import Record
from zeitnot_engines.matches.schedule import fixtures
from zeitnot_engines.matches.standing import Standing
from zeitnot_engines.matches.time_control import TimeControl

from .searches import table

GENERAL = ("reuse", "solver", "priors", "widening", "urgency")  # of most games
PLIES = 4  # of an opening

Row: TypeAlias = Sequence[str]


@dataclass(frozen=True, slots=True)
class Kind:
    """A game to measure the parts in. `options`: of every engine. `parts`: those with an effect
    there. Virtual loss has none with one thread, RAVE only if playouts go to the end of the game,
    and priors none in Othello, whose priors count as no visits. An evaluator's policy replaces
    other parts."""

    game: str
    playouts: int
    options: tuple[tuple[str, Any], ...] = ()
    parts: tuple[str, ...] = GENERAL


GAMES = {
    "go": Kind("go", 500, parts=("reuse", "solver", "puct")),
    "go-playouts": Kind("go", 500, (("evaluation", "playouts"),), (*GENERAL, "rave")),
    "connect4": Kind("connect4", 500),
    "othello": Kind("othello", 500, parts=("reuse", "solver", "widening", "urgency")),
}


@dataclass(slots=True)
class Side:
    """Engine options in addition to the game's, and what all searches with them have cost.
    `limit`: playouts a move; None: `Kind.playouts`."""

    options: dict[str, Any] = field(default_factory=dict)
    limit: int | None = None
    seconds: float = 0.0  # of processor time
    playouts: int = 0


class Tree(SimplePlayer):
    """Monte-Carlo tree search with a number of playouts a move."""

    def __init__(self, kind: Kind, game: Game, side: Side, seed: int) -> None:
        self._playouts = side.limit or kind.playouts
        self._side = side
        self._stop = StopToken()
        options = {**dict(kind.options), **side.options}
        self._engine = Engine(game, method="mcts", seed=seed, **options)

    def move(self, state: History, record: Record, clocks: Clocks | None) -> Reply:
        started = time.thread_time()
        report = self._engine.search(state, nodes=self._playouts, stop=self._stop)
        self._side.seconds += time.thread_time() - started
        self._side.playouts += report.nodes
        assert report.best is not None
        return Reply(report.best)

    def abort(self) -> None:
        self._stop.stop()

    def close(self) -> None:
        pass


def rows_of_parts(name: str, games: int) -> Iterator[Row]:
    """A row for each part, and one for plain UCT."""
    kind = GAMES[name]
    for part in (*kind.parts, None):
        without = frozenset(mcts_parts() if part is None else (part,))
        standing = match_without(kind, without, games, seed=1)
        yield name, part or "all of them (plain UCT)", str(standing.games), score_text(standing)


def match_without(kind: Kind, without: frozenset[str], games: int, seed: int) -> Standing:
    """The score of the search without these parts against the search with all parts."""
    return match(kind, Side({"without": sorted(without)}), Side(), games, seed)


def match(kind: Kind, first: Side, second: Side, games: int, seed: int) -> Standing:
    """The first side's score."""
    game = without_marking(load(kind.game))

    def one(number: int) -> Player:
        return Tree(kind, game, first, 2 * number + 1)

    def other(number: int) -> Player:
        return Tree(kind, game, second, 2 * number + 2)

    return played(Contest(one, other, TimeControl()), game, games, seed)


def rows_of_values(
    name: str, option: str, values: Sequence[str], games: int, limit: int | None
) -> Iterator[Row]:
    """A row for each value of an option; `limit`: playouts a move of the default's side."""
    kind = GAMES.get(name) or Kind(name, 500)
    for value in values:
        changed, default = Side({option: ast.literal_eval(value)}), Side(limit=limit)
        standing = match(kind, changed, default, games, seed=1)
        time_ratio = changed.seconds / changed.playouts * default.playouts / default.seconds
        yield name, f"{option}={value}", str(games), score_text(standing), f"{time_ratio:.2f}"


def played(contest: Contest, game: Game, games: int, seed: int) -> Standing:
    """The standing after `games` games."""
    openings = random_openings(game, (games + 1) // 2, seed, PLIES)
    results = LocalExecutor().run(contest, fixtures(openings, games, seed))
    return Standing.of([result.score for result in results])


def score_text(standing: Standing) -> str:
    """The share of the points, with half its 95 % interval."""
    return f"{100 * standing.score:.1f} % ± {100 * standing.score_error:.1f}"


def row_of_methods(name: str, games: int, seconds: float) -> Row:
    """Monte-Carlo tree search against the game's first method, in equal time."""
    game, first = without_marking(load(name)), methods_of(name)[0]

    def player(method: str, number: int) -> Player:
        spec = read_player(f"house:method={method},time={seconds}")
        return spec.player(game, random.Random(number), round(1000 * seconds), 0)

    contest = Contest(lambda n: player("mcts", n), lambda n: player(first, n), TimeControl())
    standing = played(contest, game, games, seed=1)
    return name, first, str(standing.games), score_text(standing)


def games_with_both() -> list[str]:
    """The games that have `mcts`, but as a later method than their first."""
    return [name for name in NAMES if "mcts" in methods_of(name)[1:]]


def main(arguments: Sequence[str] | None = None) -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(prog="mcts_matches", description=__doc__)
    parser.add_argument("what", choices=("parts", "values", "methods"))
    parser.add_argument("names", nargs="*", metavar="GAME", help="of values: GAME OPTION VALUE …")
    parser.add_argument("--games", type=int, help="of each match (100, methods 40)")
    parser.add_argument(
        "--limit", type=int, help="playouts a move of the default, for equal time (values)"
    )
    parser.add_argument("--time", type=float, default=0.1, help="of a move, in seconds (methods)")
    options = parser.parse_args(arguments)
    if options.what == "parts":
        names, games = options.names or list(GAMES), options.games or 100
        rows = (row for name in names for row in rows_of_parts(name, games))
        table(("game", "left out", "games", "score without it"), rows)
    elif options.what == "values":
        name, option, *values = options.names
        head = ("game", "with", "games", "score with it", "time a playout")
        table(head, rows_of_values(name, option, values, options.games or 100, options.limit))
    else:
        names, games = options.names or games_with_both(), options.games or 40
        row = (row_of_methods(name, games, options.time) for name in names)
        table(("game", "against", "games", "score of mcts"), row)


if __name__ == "__main__":
    main()
