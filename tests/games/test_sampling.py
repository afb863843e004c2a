"""Positions sampled from a view: all consistent positions are equally likely."""

import random
from collections import Counter

import pytest

from zeitnot_engines.games import NAMES, Game, load

from ..engines.rules import playout, settings_to_test

MAX_POSITIONS = 1300
"""Views with more positions are not tested."""

HIDING = {
    str(game): game
    for name in NAMES
    if load(name).hides
    for settings in list(settings_to_test(name))[:: max(1, len(list(settings_to_test(name))) - 1)]
    for game in [load(name, settings)]
}
"""The games with hidden information, each with two combinations of settings."""


def draws(game: Game, view: str) -> Counter[str]:
    """How often each position is drawn, 20 times on average; empty if there are too many."""
    texts: Counter[str] = Counter()
    for count in (100, 5 * MAX_POSITIONS):
        texts.update(game.sample(view, seed).text for seed in range(texts.total(), count))
        if len(texts) > min(MAX_POSITIONS, count - 1):
            return Counter()
        if 20 * len(texts) <= count:
            return texts
    count = 20 * len(texts)
    texts.update(game.sample(view, seed).text for seed in range(texts.total(), count))
    return texts


def views_to_draw_from(game: Game, rng: random.Random) -> list[str]:
    """Views of the seats to move in random games, first the one that hides the least."""
    states = [state for seed in range(4) for state in playout(game, seed)]
    views = [state.view(state.turn) for state in states if state.turn is not None]
    hiding = [view for view in views if "?" in view]
    rng.shuffle(hiding)
    return sorted(hiding, key=lambda view: view.count("?"))[:1] + hiding[:30]


@pytest.mark.parametrize("game", HIDING.values(), ids=HIDING)
def test_positions_are_sampled_uniformly(game: Game) -> None:
    views, tested = views_to_draw_from(game, random.Random(1)), 0
    for view in views:
        counts = draws(game, view)
        if len(counts) < 2:
            continue
        mean = counts.total() / len(counts)
        statistic = sum((count - mean) ** 2 / mean for count in counts.values())
        degrees_of_freedom = len(counts) - 1
        # Chi-squared: six standard deviations above its mean, and more where there are few.
        limit = degrees_of_freedom + 6 * (2 * degrees_of_freedom) ** 0.5 + 10
        assert statistic < limit, (view, counts.most_common(3))
        tested += 1
        if tested == 3:
            break
    assert tested or not views
