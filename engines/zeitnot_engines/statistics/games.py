"""Plays games for statistics, at random or with the engine at a level."""

import math
import random
from collections.abc import Callable
from dataclasses import dataclass

from ..engine import Engine
from ..games import Game, History, random_throw
from ..levels import Level

Choose = Callable[[History, list[str]], str]
"""Picks one of the legal moves."""


@dataclass(frozen=True, slots=True)
class CountedGame:
    """One game, from the start.

    `moves`: the number of legal moves before each move. `throws`: the number of outcomes of each
    throw. `log_weight`: the natural logarithm of 1 / (the probability of this game if all moves are
    equally likely and throws have their odds). `scores`, `reason`: None if it was cut off.
    """

    moves: tuple[int, ...]
    throws: tuple[int, ...]
    log_weight: float
    scores: tuple[float, ...] | None
    reason: str | None


def play_game(
    game: Game,
    choose: Choose,
    rng: random.Random,
    max_plies: int,
    on_position: Callable[[History], object] | None = None,
) -> CountedGame:
    """Plays a game of at most `max_plies` moves; `on_position` is called after each move."""
    state, moves, throws, log_weight = game.start(), list[int](), list[int](), 0.0
    while state.result is None and len(moves) < max_plies:
        if state.due is not None:
            values, probability = random_throw(state, rng)
            throws.append(len(state.outcomes()) or round(1 / probability))
            log_weight -= math.log(probability)
            state = state.throw(values)
            continue
        legal = state.legal()
        moves.append(len(legal))
        log_weight += math.log(len(legal))
        state = state.play(choose(state, legal))
        if on_position is not None:
            on_position(state)
    scores, _, word = (None, None, None) if state.result is None else state.result
    return CountedGame(tuple(moves), tuple(throws), log_weight, scores, word)


def random_play(rng: random.Random) -> Choose:
    """Chooses every legal move with the same probability."""
    return lambda state, legal: rng.choice(legal)


def engine_play(engine: Engine, level: Level, opening: int, rng: random.Random) -> Choose:
    """Chooses the engine's move at this level, after `opening` random plies, so that games differ.
    Only the level's depth and nodes limit a move, not its time, so that the games do not depend on
    the machine."""

    def choose(state: History, legal: list[str]) -> str:
        if len(legal) == 1 or state.ply < opening or rng.random() < level.blunder_rate:
            return rng.choice(legal)
        best = engine.search(state, depth=level.depth, nodes=level.nodes).best
        assert best is not None, "a move is due"
        return best

    return choose
