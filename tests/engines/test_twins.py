"""The native games agree with their twins in random games with all settings."""

import random

import pytest

from ..each import each
from ..games.facts import facts_of
from ..repetition import sample
from .rules import PAIRS, Pair, any_throw

every_pair = each("pair", PAIRS, ids=str, by=lambda pair: pair.game.name)


@every_pair
def test_native_game_and_twin_agree_on_random_games(pair: Pair) -> None:
    facts = facts_of(pair.game.name)
    for seed in sample(range(facts.twin_games), max(1, facts.twin_games // 4)):
        rng = random.Random(seed)
        ours, theirs = pair.game.start(), pair.twin.start()
        while True:
            assert ours.text == pair.twin.text(theirs)
            assert sorted(ours.legal()) == sorted(pair.twin.legal(theirs))
            assert [v for v, _ in ours.outcomes()] == sorted(pair.twin.throws(theirs))
            assert ours.result == pair.twin.result(theirs)
            if ours.result or ours.ply == facts.max_plies:
                break
            if ours.due is not None:
                values = any_throw(ours, rng)
                ours, theirs = ours.throw(values), pair.twin.throw(theirs, values)
            else:
                assert ours.turn == pair.twin.turn(theirs)
                move = rng.choice(ours.legal())
                ours, theirs = ours.play(move), pair.twin.play(theirs, move)


@every_pair
def test_all_throws_are_equally_likely(pair: Pair) -> None:
    state = pair.game.start()
    if state.due is None:
        assert state.outcomes() == []
    else:
        chances = [p for _, p in state.outcomes()]
        assert chances == pytest.approx([1 / len(chances) for _ in chances])
