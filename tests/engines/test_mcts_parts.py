"""The parts of Monte-Carlo tree search, and games with hidden cards."""

import pytest

from zeitnot_engines._core import mcts_parts
from zeitnot_engines.engine import Engine
from zeitnot_engines.games import load

from .test_mcts import legal_best

TICTACTOE = load("tictactoe")


# ── hidden cards ───────────────────────────────────────────────────────────────────────────────


def test_the_hidden_part_of_the_root_is_not_used() -> None:
    """Positions that look the same to the side to move get the same search."""
    game = load("kuhn")
    start = game.start()
    mine = [v for v, _ in start.outcomes() if v[0] == 1]
    searches = []
    for values in mine:
        report = Engine(game, method="mcts", seed=4).search(
            start.throw(values), nodes=2000, lines=9
        )
        searches.append([(line.move, line.visits, line.value) for line in report.lines])
    assert len(searches) == 2
    assert searches[0] == searches[1]


def test_the_king_calls_and_the_jack_folds() -> None:
    game = load("kuhn")
    for cards, move in (([1, 2, 0], "call"), ([1, 0, 2], "fold")):
        state = game.start().throw(cards).play("bet")
        assert Engine(game, method="mcts").search(state, nodes=30_000).best == move


# ── the parts ──────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("part", mcts_parts())
def test_every_part_can_be_left_out(part: str) -> None:
    for name in ("chess", "backgammon", "tictactoe"):
        state = load(name).start()
        report = Engine(state.game, method="mcts", without=[part]).search(state, nodes=2000)
        assert legal_best(state, report)


def test_the_priors_find_a_hanging_queen_sooner() -> None:
    state = load("chess").parse("4k3/8/8/3q4/8/2N5/8/4K3 w - - 0 1")
    share = {}
    for without in ([], ["priors", "widening", "urgency"]):
        report = Engine(state.game, method="mcts", without=without).search(
            state, nodes=200, lines=100
        )
        visits = {line.move: line.visits for line in report.lines}
        share[not without] = visits["c3d5"] / sum(visits.values())
    assert share[True] > share[False]


def test_rave_shares_what_playouts_show() -> None:
    """It changes the search where playouts run to the end, and only there."""
    state = TICTACTOE.start()
    visits = [
        [line.visits for line in engine.search(state, nodes=500, lines=9).lines]
        for engine in (
            Engine(TICTACTOE, method="mcts", without=without) for without in ([], ["rave"])
        )
    ]
    assert visits[0] != visits[1]


def test_best_by_rate_may_differ_from_most_visits() -> None:
    state = load("othello").start()
    for best_by in ("visits", "rate"):
        lines = (
            Engine(state.game, method="mcts", best_by=best_by)
            .search(state, nodes=3000, lines=9)
            .lines
        )
        key = [line.visits if best_by == "visits" else line.value for line in lines]
        assert key == sorted(key, reverse=True)
