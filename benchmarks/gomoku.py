"""Gomoku's engine against Monte-Carlo tree search and against its own levels.

    python -m benchmarks.gomoku plain     only UCT with random playouts to the end
    python -m benchmarks.gomoku mcts      the house's Monte-Carlo tree search with all its parts
    python -m benchmarks.gomoku level=3   a level, which plays white from the empty board

The tree search has a fixed number of playouts for a move, the engine a fixed time. Against the tree
search, openings are random stones near the middle that are level by a short search; each is played
from both sides.
Prints a row of a Markdown table for docs/measurements/gomoku.md, and the score so far on stderr.
"""

import argparse
import random
import sys
from collections.abc import Sequence

from zeitnot_engines._core import mcts_parts
from zeitnot_engines.engine import Engine
from zeitnot_engines.games import Game, History, load
from zeitnot_engines.jobs.local import LocalExecutor
from zeitnot_engines.matches.contest import Contest
from zeitnot_engines.matches.openings import Opening
from zeitnot_engines.matches.player_texts import read_player
from zeitnot_engines.matches.players import Player
from zeitnot_engines.matches.schedule import Fixture, fixtures
from zeitnot_engines.matches.standing import Standing
from zeitnot_engines.matches.time_control import TimeControl

from .mcts_matches import Kind, Side, Tree, score_text
from .searches import table

MIDDLE = [f"{column}{row}" for column in "efghijk" for row in range(5, 12)]
STONES, LEVEL = 5, 0.3  # of an opening, and how far from level it may be


def openings(game: Game, count: int, seed: int) -> list[Opening]:
    """Level openings, `count` of them."""
    rng, engine = random.Random(seed), Engine(game)
    found: list[Opening] = []
    while len(found) < count:
        state: History = game.start()
        for move in rng.sample(MIDDLE, STONES):
            state = state.play(move)
        if not state.result and abs(engine.search(state, depth=8).value) <= LEVEL:
            found.append(Opening(state))
    return found


def match(rival: str, games: int, seconds: float, playouts: int, seed: int) -> Standing:
    """The engine's standing; `rival`: plain, mcts or level=N."""
    game = load("gomoku")
    is_level = rival.startswith("level=")
    options = {"without": sorted(mcts_parts())} if rival == "plain" else {}
    spec = read_player(f"house:time={seconds}")

    def engine(number: int) -> Player:
        return spec.player(game, random.Random(number), round(1000 * seconds), 0)

    def other(number: int) -> Player:
        if is_level:
            return read_player(f"house:{rival}").player(game, random.Random(number), 0, 0)
        return Tree(Kind("gomoku", playouts), game, Side(options), number)

    if is_level:
        start = Opening(game.start())
        all_games = [Fixture(i, start, seat=0, seed=seed + i) for i in range(games)]
    else:
        all_games = fixtures(openings(game, (games + 1) // 2, seed), games, seed)
    scores: list[float] = []
    for result in LocalExecutor().run(Contest(engine, other, TimeControl()), all_games):
        scores.append(result.score)
        print(f"{sum(scores):g} of {len(scores)}", file=sys.stderr)
    return Standing.of(scores)


def main(arguments: Sequence[str] | None = None) -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(prog="gomoku", description=__doc__)
    parser.add_argument("rival", metavar="RIVAL", help="plain, mcts or level=N")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--time", type=float, default=0.3, help="the engine's, a move, in seconds")
    parser.add_argument("--playouts", type=int, default=10_000, help="the tree search's, a move")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    standing = match(options.rival, options.games, options.time, options.playouts, options.seed)
    playouts = "" if options.rival.startswith("level=") else f"{options.playouts:,}"
    head = ("against", "playouts", "the engine's time", "games", "score")
    cells = (playouts, f"{options.time} s", str(standing.games))
    table(head, [(options.rival, *cells, score_text(standing))])


if __name__ == "__main__":
    main()
