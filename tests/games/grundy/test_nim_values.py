"""Nim-values of heaps: as published, by their definition, and against search."""

import random
from functools import reduce
from operator import xor

from zeitnot_engines._core import heap_values, nim_values
from zeitnot_engines.engine import Engine
from zeitnot_engines.games import load

from ..facts import VALUES


def by_definition(largest: int) -> list[int]:
    """The nim-value of each heap: the least number that is not the value of one of its splits."""
    values: list[int] = []
    for heap in range(largest + 1):
        splits = {values[part] ^ values[heap - part] for part in range(1, (heap + 1) // 2)}
        values.append(next(value for value in range(heap + 1) if value not in splits))
    return values


def test_heaps_have_the_published_values() -> None:
    assert heap_values("grundy", 39) == VALUES["grundy"]["nim_values_n0_39"]


def test_fast_computation_agrees_with_the_definition() -> None:
    assert heap_values("grundy", 1500) == by_definition(1500)


def test_sums_of_heaps_agree_with_search() -> None:
    rng = random.Random(1)
    game = load("grundy")
    by_search, by_nim_values = Engine(game, method="alphabeta"), Engine(game, method="nim")
    for _ in range(60):
        heaps = sorted((rng.randint(1, 9) for _ in range(3)), reverse=True)
        state = game.parse(f"{','.join(map(str, heaps))} {rng.randrange(2)}")
        if state.result is not None:
            continue
        searched = by_search.search(state, depth=40)
        assert searched.exact
        value = reduce(xor, (value for _, value in nim_values(state)))
        assert (searched.value > 0) == (value != 0)
        best = by_nim_values.search(state)
        assert (best.value, best.exact) == (1 if value else -1, True)
        if value:
            after = state.play(best.best)
            assert reduce(xor, (value for _, value in nim_values(after)), 0) == 0
