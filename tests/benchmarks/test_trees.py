"""The core's alpha-beta in uniform trees visits the leaves that theory and a reference search
predict."""

import math

import pytest

from benchmarks.trees import main, slope_of
from benchmarks.uniform_trees import (
    ReferenceTree,
    UniformSearch,
    best_order_leaves,
    random_order_exponent,
    search_all,
)

SHAPES = ((2, 1), (2, 6), (3, 4), (3, 5), (5, 3))


@pytest.mark.parametrize("order", ["random", "best", "worst", "adverse"])
def test_the_core_visits_the_same_leaves_as_the_reference(order: str) -> None:
    searches = [UniformSearch(b, m, order, seed) for b, m in SHAPES for seed in (1, 2)]
    for search, counts in zip(searches, search_all(searches), strict=True):
        twin = ReferenceTree(search)
        assert counts.value == twin.alphabeta() == ReferenceTree(search).minimax()
        assert counts.leaves == (twin.leaves,)


def test_best_order_visits_the_minimal_tree_and_minimax_all_leaves() -> None:
    shapes = [*SHAPES, (4, 7), (10, 4)]
    best = search_all([UniformSearch(b, m, "best") for b, m in shapes])
    minimax = search_all([UniformSearch(b, m, heuristics=()) for b, m in shapes])
    for (b, m), pruned, full in zip(shapes, best, minimax, strict=True):
        assert pruned.leaves == (b ** math.ceil(m / 2) + b ** (m // 2) - 1,)
        assert best_order_leaves(b, m) == pruned.leaves[0]
        assert full.leaves == (b**m,)
        assert full.nodes == (sum(b**ply for ply in range(m + 1)),)
        assert full.value == pruned.value


def test_adverse_values_allow_no_cutoffs_and_other_orders_some() -> None:
    searches = [UniformSearch(4, 6, order) for order in ("adverse", "worst", "random", "best")]
    leaves = [counts.leaves[0] for counts in search_all(searches)]
    assert leaves[0] == 4**6
    assert leaves == sorted(leaves, reverse=True)
    assert len(set(leaves)) == 4


def test_iterative_deepening_costs_as_much_as_in_the_textbook() -> None:
    (counts,) = search_all([UniformSearch(10, 4, heuristics=(), first=1)])
    assert counts.leaves == (10, 100, 1_000, 10_000)
    assert sum(counts.nodes) / counts.nodes[-1] == pytest.approx(10 / 9, rel=1e-3)


def test_the_exponent_for_random_order_matches_pearl() -> None:
    golden = (1 + math.sqrt(5)) / 2  # the branching factor for b = 2
    assert random_order_exponent(2) == pytest.approx(math.log2(golden))
    assert 0.7 < random_order_exponent(10) < random_order_exponent(100) < 0.75


def test_the_slope_has_the_error_of_its_residuals() -> None:
    slope = slope_of([(0, 0.0), (1, 1.5), (2, 1.5), (3, 3.0)])
    assert slope.value == pytest.approx(0.9)
    # sums of squares: residuals 0.45 with 2 degrees of freedom, depths 5
    assert slope.error == pytest.approx(1.96 * math.sqrt(0.45 / 2 / 5))


def test_prints_every_table(capsys: pytest.CaptureFixture[str]) -> None:
    main(["--quick"])
    output = capsys.readouterr().out
    for kind in ("### leaves", "### deepening", "### games", "best first", "without table"):
        assert kind in output
    assert "| 2 | 2 to 4 | best first | 7 | 7 |" in output
