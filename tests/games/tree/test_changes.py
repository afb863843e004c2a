"""Which transformations of the leaves' values keep the chosen move: minimax keeps it under every
strictly increasing one, expectiminimax under positive linear ones (Russell and Norvig, 5.4)."""

from collections.abc import Callable
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from zeitnot_engines.engine import Engine
from zeitnot_engines.games import load

GAME = load("tree")
Change = Callable[[int], int]
Nested = Any  # an int, or a list of these


def choice(text: str, method: str) -> str | None:
    return Engine(GAME, method=method).search(GAME.parse(text)).best


def written(tree: Nested, change: Change, words: tuple[str, str] = ("max", "min")) -> str:
    """The tree's text, MAX and MIN alternating."""
    if isinstance(tree, int):
        return str(change(tree))
    children = ",".join(written(child, change, words[::-1]) for child in tree)
    return f"{words[0]}({children})"


def with_coins(tree: Nested, change: Change, word: str = "max") -> str:
    """The tree's text with a coin flip after each ply, between a node's first and last child."""
    if isinstance(tree, int):
        return str(change(tree))
    children = [
        with_coins(child, change, {"max": "avg", "avg": "min", "min": "max"}[word])
        for child in tree
    ]
    if word != "avg":
        return f"{word}({','.join(children)})"
    first, *_, last = children
    return f"avg(0.5:{first},0.5:{last})"


def depth(tree: Nested) -> int:
    return 0 if isinstance(tree, int) else 1 + max(map(depth, tree))


trees = st.recursive(
    st.integers(-60, 60), lambda child: st.lists(child, min_size=2, max_size=3), max_leaves=20
).filter(lambda tree: 0 < depth(tree) < 8)


@given(trees, st.integers(1, 9), st.integers(-50, 50))
@settings(max_examples=60, deadline=None)
def test_increasing_transformation_keeps_minimax_choice(tree: Nested, a: int, b: int) -> None:
    for method in ("minimax", "plain-alphabeta"):
        before = choice(written(tree, lambda leaf: leaf), method)
        assert choice(written(tree, lambda leaf: leaf**3 + a * leaf + b), method) == before


@given(trees, st.integers(1, 9), st.integers(-50, 50))
@settings(max_examples=60, deadline=None)
def test_positive_linear_transformation_keeps_expectiminimax_choice(
    tree: Nested, a: int, b: int
) -> None:
    before = choice(with_coins(tree, lambda leaf: leaf), "expectiminimax")
    assert choice(with_coins(tree, lambda leaf: a * leaf + b), "expectiminimax") == before


def test_nonlinear_transformation_may_change_expectiminimax_choice() -> None:
    """The textbook's example: 1 < 2 < 3 < 4 becomes 1 < 20 < 30 < 400."""
    tree = "max(avg(0.9:{2},0.1:{3}),avg(0.9:{1},0.1:{4}))"
    small = tree.format(0, 1, 2, 3, 4)
    large = tree.format(0, 1, 20, 30, 400)
    assert choice(small, "expectiminimax") == "0"
    assert choice(large, "expectiminimax") == "1"
    flat = "max(min({2},{3}),min({1},{4}))"
    assert choice(flat.format(0, 1, 2, 3, 4), "minimax") == "0"
    assert choice(flat.format(0, 1, 20, 30, 400), "minimax") == "0"
