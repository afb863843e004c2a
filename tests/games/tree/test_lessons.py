"""Game trees: each lesson's value by every suitable method, and the number of leaves visited."""

import json
import random
from typing import Any

import pytest
from click.testing import CliRunner

from zeitnot_engines.commands.analyse import analyse
from zeitnot_engines.engine import Engine
from zeitnot_engines.games import load

from ..facts import VALUES

LESSONS: dict[str, Any] = {row["name"]: row for row in VALUES["tree"]["lessons"]}
SIGNAL = LESSONS["signal"]["tree"]


def search(
    lesson: str,
    method: str = "maxn",
    position: str | None = None,
    lines: int = 1,
    nodes: int | None = None,
    **options: Any,
) -> Any:
    game = load("tree", {"lesson": lesson})
    state = game.start() if position is None else game.parse(position)
    return Engine(game, method=method, **options).search(state, lines=lines, nodes=nodes)


def run(*arguments: str) -> Any:
    """The parsed output of `zeitnot analyse tree … --json`."""
    result = CliRunner().invoke(analyse, ["tree", *arguments, "--json"])
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


@pytest.mark.parametrize(
    ("lesson", "method", "leaves"),
    [
        ("textbook", "minimax", "leaves"),
        ("textbook", "maxn", "leaves"),
        ("textbook", "expectiminimax", "leaves"),
        ("textbook", "plain-alphabeta", "leaves_alphabeta"),
        ("best_order", "minimax", "leaves"),
        ("best_order", "plain-alphabeta", "leaves_best_order"),
    ],
)
def test_textbook_tree_has_known_value_and_leaves(lesson: str, method: str, leaves: str) -> None:
    known = LESSONS["textbook"]
    report = search(lesson, method)
    assert (report.value, report.leaves) == (known["value"], known[leaves])
    assert (report.best, report.pv, report.exact) == ("0", ["0", "0"], True)


def test_best_order_visits_the_minimum_of_leaves() -> None:
    """b^⌈m/2⌉ + b^⌊m/2⌋ − 1 leaves (Knuth and Moore 1975), with three children and two plies."""
    assert search("best_order", "plain-alphabeta").leaves == 3**1 + 3**1 - 1


def test_analyse_prints_values_and_leaves() -> None:
    found = run("--set", "lesson=textbook", "--method", "plain-alphabeta")
    assert (found["best"], found["value"], found["leaves"]) == ("0", 3, 7)
    found = run("--set", "lesson=three_seats", "--alliance", "A+B", "--against", "C")
    assert found["seats"] == LESSONS["three seats"]["A_and_B_minimise_C"]


@pytest.mark.parametrize("method", ["expectiminimax", "maxn"])
def test_coin_flip_has_known_values(method: str) -> None:
    report = search("coin_flip", method, lines=2)
    known = LESSONS["coin flip"]
    assert [line.value for line in report.lines] == [known["value"], known["other_branch"]]


def test_three_seats_have_known_values_with_alliances() -> None:
    known = LESSONS["three seats"]
    assert search("three_seats").seats == known["max_n"]
    assert search("three_seats", alliance=[0, 1]).seats == known["A_and_B_sum_their_entries"]
    against = search("three_seats", alliance=[0, 1], against=[2])
    assert against.seats == known["A_and_B_minimise_C"]


def test_paranoid_search_assumes_all_opponents_cooperate() -> None:
    """A gets 1 whatever it does, if B and C agree; two of the eight leaves are pruned."""
    report = search("three_seats", "paranoid")
    assert (report.value, report.leaves) == (1, 6)
    apart = search("three_seats", alliance=[1, 2], against=[0])
    assert (apart.value, apart.leaves) == (1, 8)


def test_simulations_use_the_size_of_payoffs() -> None:
    """A leaf's payoff is scaled linearly so that the tree's lowest is 0 and its highest 1."""
    for position, best, values in [
        ("max(3,12)", "1", [1, 0]),
        ("max(12,3)", "0", [1, 0]),
        ("max(-12,-3)", "1", [1, 0]),
        ("min(3,12)", "0", [1, 0]),
        ("max(3,12,9,6)", "1", [1, 2 / 3, 1 / 3, 0]),
        ("A(5,999999)", "1", [1, 0]),
        ("max(7,7)", "0", [0.5, 0.5]),
    ]:
        report = search("textbook", "mcts", position, 9, nodes=500)
        assert (report.best, report.unit) == (best, "win_probability"), position
        found = sorted((line.value for line in report.lines), reverse=True)
        assert found == pytest.approx(values)
    report = search("three_seats", "mcts", "A(129,921,521)", 3, nodes=500)
    assert (report.best, report.value) == ("1", 1)


@pytest.mark.parametrize("seed", range(8))
def test_simulations_find_the_minimax_move(seed: int) -> None:
    """All leaves are wins for MAX, so that only the size of the payoffs matters."""
    leaves = random.Random(seed).sample(range(1, 100), 9)
    branches = [f"min({','.join(map(str, leaves[i : i + 3]))})" for i in (0, 3, 6)]
    tree = f"max({','.join(branches)})"
    exact = search("textbook", "minimax", tree)
    found = search("textbook", "mcts", tree, nodes=20_000)
    rate = (exact.value - min(leaves)) / (max(leaves) - min(leaves))
    assert found.best == exact.best
    assert found.value == pytest.approx(rate, abs=0.03)


def test_first_of_equal_children_is_chosen() -> None:
    for method in ("minimax", "plain-alphabeta", "maxn", "paranoid"):
        assert search("textbook", method, "max(2,min(7,3),min(3,9))").best == "1"


def test_strategies_make_use_of_the_signal() -> None:
    with_signal = search("signal", "strategies")
    assert (with_signal.value, with_signal.exact) == (1, True)
    (heads, tails) = with_signal.throws
    assert heads.pv[0] != tails.pv[0]  # A signals the side of the coin
    assert (heads.pv[1], tails.pv[1]) == ("0", "1")  # B names that side


def test_averaging_over_deals_ignores_the_signal() -> None:
    for signal in ("0", "1"):
        found = run("--set", "lesson=signal", f"{SIGNAL} ?{signal}", "--lines", "2")
        assert [line["value"] for line in found["lines"]] == [0.5, 0.5]
        assert not found["exact"]


def test_b_sees_the_signal_but_not_the_coin() -> None:
    game = load("tree", {"lesson": "signal"})
    state = game.start().throw([2]).play("1")
    assert state.view(1) == state.view(None) == f"{SIGNAL} ?1"
    assert state.view(0) == f"{SIGNAL} 11"
    assert [state.throw_seen([2], seat) for seat in (0, 1, None)] == [(2,), (-1,), (-1,)]
    assert state.play("0").view(1) == f"{SIGNAL} 110"


@pytest.mark.parametrize(
    ("lesson", "method", "sentence"),
    [
        ("coin_flip", "minimax", "does not handle chance"),
        ("coin_flip", "plain-alphabeta", "does not handle chance"),
        ("three_seats", "minimax", "two seats"),
        ("signal", "expectiminimax", "two seats"),
        ("textbook", "strategies", "all get the same"),
    ],
)
def test_unsuitable_method_is_refused(lesson: str, method: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        search(lesson, method)


def test_bad_alliance_is_refused() -> None:
    for options in ({"alliance": [0, 0]}, {"alliance": [3]}, {"against": [1]}, {"alliance": [-1]}):
        with pytest.raises(ValueError, match="alliance"):
            search("three_seats", **options)
    with pytest.raises(ValueError, match=r"Only max\^n"):
        search("textbook", "minimax", alliance=[0, 1])
    result = CliRunner().invoke(analyse, ["tree", "--alliance", "A+C"])
    assert result.exit_code == 2
    assert '"C" is not a seat of tree; the seats are A, B.' in result.output


def test_search_stops_at_the_depth_limit() -> None:
    deep = "max(" * 8 + "1,2" + ")" * 8
    unlimited = search("textbook", "minimax", deep)
    assert (unlimited.value, unlimited.depth, unlimited.exact) == (2, 8, True)
    game = load("tree")
    report = Engine(game, method="minimax").search(game.parse(deep), depth=3)
    assert (report.depth, report.exact, report.value) == (3, False, 0)


def test_nodes_include_the_root_and_count_one_search() -> None:
    for lesson, method, leaves, nodes in (
        ("textbook", "minimax", 9, 13),
        ("textbook", "plain-alphabeta", 7, 11),
        ("best_order", "plain-alphabeta", 5, 9),
        ("coin_flip", "expectiminimax", 8, 15),
        ("three_seats", "maxn", 8, 15),
        ("signal", "maxn", 8, 15),
        ("signal", "strategies", 32, 15 + 16 * 7),
    ):
        report = search(lesson, method)
        assert (report.leaves, report.nodes) == (leaves, nodes), (lesson, method)


def test_stopped_search_has_no_value() -> None:
    game = load("tree")
    report = Engine(game, method="minimax").search(game.start(), nodes=5)
    assert (report.depth, report.exact, report.leaves, report.best) == (0, False, None, "0")


@pytest.mark.parametrize(
    ("tree", "sentence"),
    [
        ("A((1,2,3),B(123))", "three digits, one for each, as 123"),
        ("A(12,345)", "three digits, one for each, as 123"),
        ("A(-12,345)", "three digits, one for each, as 123"),
        ("max(123,456)", "for two seats"),
    ],
)
def test_leaf_for_three_seats_needs_three_digits(tree: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        load("tree", {"lesson": "three_seats"}).parse(tree)


def test_label_has_at_most_eight_letters() -> None:
    game = load("tree", {"lesson": "signal"})
    assert game.parse("[abcdefgh]A(1,0)").legal() == ["0", "1"]
    with pytest.raises(ValueError, match="one to 8 small letters"):
        game.parse("[abcdefghi]A(1,0)")
