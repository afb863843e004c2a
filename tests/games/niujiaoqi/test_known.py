"""Ox-horn chess: the number of placements is the published one."""

from itertools import permutations

from zeitnot_engines.games import load

from ..facts import VALUES


def test_number_of_placements_is_the_published_one() -> None:
    game = load("niujiaoqi")
    texts = [f"{r} {a} {b} {s}" for r, a, b in permutations(range(10), 3) if a < b for s in "rb"]
    states = [game.parse(text) for text in texts]
    assert len({state.key for state in states}) == VALUES["niujiaoqi"]["placements_with_side"]
    assert [state.text for state in states] == texts
