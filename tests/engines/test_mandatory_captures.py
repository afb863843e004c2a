"""Mandatory captures in the search: an exchange is followed to its end before a position is
evaluated, but having to capture does not extend the search or count as being in check."""

import random
from collections.abc import Iterator

import pytest

from zeitnot_engines.engine import Engine
from zeitnot_engines.games import History, load

from .oracles import INEXACT, WIN, as_reported, reported

CHECKERS = load("checkers")
# The heuristics under test: quiescence follows exchanges, and the others must not affect them.
TESTED = {"quiescence", "evasions", "check_extension", "reply_extension"}


def positions(count: int) -> Iterator[History]:
    """Positions after 6 to 45 random plies, half of them with a mandatory capture."""
    rng, counts = random.Random(17), {True: 0, False: 0}
    while min(counts.values()) < count:
        state = CHECKERS.start()
        for _ in range(rng.randint(6, 45)):
            if state.result is None:
                state = state.play(rng.choice(state.legal()))
        must_capture = any("x" in move for move in state.legal())
        if state.result is None and counts[must_capture] < count:
            counts[must_capture] += 1
            yield CHECKERS.parse(state.text)


def minimax(engine: Engine, state: History, depth: int, ply: int = 0) -> float:
    """Plain minimax that evaluates only where the side to move need not capture."""
    if state.result is not None:
        return 2 * (state.result[0][state.side] - 0.5) * (WIN - ply)
    moves = state.legal()
    if depth <= 0 and "x" not in moves[0]:
        return float(engine.evaluate(state))
    return max(-minimax(engine, state.play(move), depth - 1, ply + 1) for move in moves)


def test_exchanges_are_followed_to_their_end_and_not_extended() -> None:
    engine = Engine(CHECKERS, without=[name for name in INEXACT if name not in TESTED])
    for state in positions(15):
        for depth in (1, 2, 3):
            report = engine.search(state, depth=depth)
            assert reported(report) == as_reported(minimax(engine, state, depth)), (
                state.text,
                depth,
            )


def test_a_search_from_the_start_needs_few_nodes() -> None:
    """There were 405,987 when a mandatory capture was mistaken for a check."""
    assert Engine(CHECKERS).search(CHECKERS.start(), depth=9).nodes <= 60_000


@pytest.mark.parametrize("game", ["checkers", "gomoku", "othello"])
def test_only_games_with_a_king_give_check(game: str) -> None:
    rng, state = random.Random(5), load(game).start()
    while state.result is None:
        assert not state.in_check
        state = state.play(rng.choice(state.legal()))
