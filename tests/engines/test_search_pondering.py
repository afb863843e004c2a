"""The gain of pondering, counted in nodes: with one thread and node limits independent of time.

A search without pondering ("cold") reaches a depth with n nodes. An engine that first ponders the
position before the reply for 4 n nodes must then reach that depth with at most n / 2. In backgammon
one of 21 throws comes in between, so that 4 n are too few for each: there it ponders 32 n.
"""

import random
from statistics import median

import pytest

from zeitnot_engines.engine import Engine
from zeitnot_engines.games import Game, History, load

from ..repetition import times
from .rules import playout


def before_reply(game: Game, rng: random.Random, plies: tuple[int, int]) -> History | None:
    """A position of a random game after the bot's move: a reply is due, or first a throw."""
    ply = rng.randint(*plies)
    states = [s for s in playout(game, rng.randrange(10**6)) if s.ply == ply and not s.result]
    return states[0] if states else None


def expected_reply(state: History, depth: int, rng: random.Random) -> History:
    """The position after the reply that a search expects; in dice games, after a random throw."""
    report = Engine(state.game).search(state, depth=depth)
    if not report.throws:
        return state.play(report.best or "")
    row = rng.choice(report.throws)
    return state.throw(row.values).play(row.move or "")


def node_ratio(ponder: History, reply: History, depth: int, factor: int) -> float | None:
    """Nodes with pondering divided by nodes without; None if a proof ends the search early."""
    cold = Engine(reply.game).search(reply, depth=depth)
    if cold.exact:
        return None
    engine = Engine(reply.game)
    pondered = engine.search(ponder, nodes=factor * cold.nodes)
    assert pondered.nodes == factor * cold.nodes
    warm = engine.search(reply, depth=depth)
    assert warm.depth == cold.depth == depth
    return warm.nodes / cold.nodes


@pytest.mark.parametrize(
    ("name", "depth", "plies", "factor", "positions"),
    [
        ("othello", 7, (8, 40), 4, 15),
        ("ewn", 4, (4, 26), 4, 15),
        ("backgammon", 2, (8, 60), 32, times(3, 7)),
    ],
)
def test_pondering_halves_the_nodes_of_the_search_that_follows(
    name: str, depth: int, plies: tuple[int, int], factor: int, positions: int
) -> None:
    game, rng, ratios = load(name), random.Random(7), list[float]()
    while len(ratios) < positions:
        ponder = before_reply(game, rng, plies)
        if ponder is None:
            continue
        reply = expected_reply(ponder, max(1, depth - 2), rng)
        if (
            reply.result is None
            and (result := node_ratio(ponder, reply, depth, factor)) is not None
        ):
            ratios.append(result)
    assert median(ratios) <= 0.5, sorted(ratios)


def test_a_cleared_engine_has_an_empty_table() -> None:
    state = load("othello").start()
    engine = Engine(state.game, hash_mb=1)
    first = engine.search(state, depth=6).nodes
    assert engine.search(state, depth=6).nodes < first
    assert engine.filled() > 0
    engine.clear()
    assert engine.filled() == 0
    assert engine.search(state, depth=6).nodes == first
