"""Parts of Monte-Carlo tree search that can be disabled, and searches with hidden cards."""

from typing import Any

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
    deals = [v for v, _ in start.outcomes() if v[0] == 1]
    searches = []
    for values in deals:
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
def test_every_part_can_be_disabled(part: str) -> None:
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


def visits(game: str, **options: Any) -> list[int | None]:
    """Visits of the moves in the position after one move, which is not symmetric."""
    state = load(game).start()
    state = state.play(state.legal()[0])
    report = Engine(state.game, method="mcts", **options).search(state, nodes=400, lines=100)
    return [line.visits for line in report.lines]


def test_a_game_may_have_its_own_priors() -> None:
    """Othello's priors count as no visits, and its leaves are expanded sooner than usual."""
    assert visits("othello") == visits("othello", without=["priors"])
    assert visits("othello") == visits("othello", expand_after=2, prior_visits=0)
    assert visits("othello") != visits("othello", prior_visits=6)
    assert visits("connect4") == visits("connect4", expand_after=4, prior_visits=6)
    assert visits("connect4") != visits("connect4", without=["priors"])


def test_expansion_stays_late_while_widening_evaluates_moves() -> None:
    """Widening needs the evaluations, so disabling only the priors saves nothing."""
    bare = {"without": ["priors"]}
    assert visits("connect4", **bare) == visits("connect4", expand_after=4, **bare)
    bare["without"].append("widening")
    assert visits("connect4", **bare) == visits("connect4", expand_after=1, **bare)


def test_rave_lowers_the_urgency_of_unvisited_moves() -> None:
    assert visits("tictactoe") == visits("tictactoe", urgency=0.1)
    assert visits("tictactoe") != visits("tictactoe", urgency=1.0)
    assert visits("tictactoe", without=["rave"]) == visits(
        "tictactoe", without=["rave"], urgency=1.0
    )
    assert visits("connect4") == visits("connect4", urgency=1.0)


def test_rave_changes_searches_with_full_playouts() -> None:
    """In tic-tac-toe playouts run to the end of the game."""
    state = TICTACTOE.start()
    counts = [
        [line.visits for line in engine.search(state, nodes=500, lines=9).lines]
        for engine in (
            Engine(TICTACTOE, method="mcts", without=without) for without in ([], ["rave"])
        )
    ]
    assert counts[0] != counts[1]


def test_lines_are_sorted_by_visits_or_by_rate() -> None:
    state = load("othello").start()
    for best_by in ("visits", "rate"):
        lines = (
            Engine(state.game, method="mcts", best_by=best_by)
            .search(state, nodes=3000, lines=9)
            .lines
        )
        key = [line.visits if best_by == "visits" else line.value for line in lines]
        assert key == sorted(key, reverse=True)
