"""A game's manifest lists its sides: partners, whose scores are always equal."""

import random
from itertools import combinations

import pytest

from zeitnot_engines.games import MANIFESTS, Game, Value, load
from zeitnot_server.web.api.catalogue import seat_counts

from ..engines.rules import step

Settings = dict[str, Value]
GAMES = 12
# Games of three or more seats, with the settings that give them.
MULTI_SEAT: list[tuple[str, Settings]] = [
    (name, {count.setting: count.value})
    for name in MANIFESTS
    for count in seat_counts(name)
    if count.seats > 2
] + [(name, {}) for name in MANIFESTS if load(name, {}).seats > 2]


def random_scores(game: Game, rng: random.Random) -> list[float]:
    """The scores of a random game. If the others play on when a seat leaves, some seats leave, so
    that the game ends."""
    state = game.start()
    while state.result is None:
        if game.plays_on and rng.random() < 0.1:
            state = state.withdraw(rng.randrange(game.seats))
        else:
            state = step(state, rng)
    return list(state.result[0])


def equal_pairs(games: list[list[float]]) -> set[tuple[int, int]]:
    """The pairs of seats that have the same score in all these games."""
    pairs = combinations(range(len(games[0])), 2)
    return {(a, b) for a, b in pairs if all(scores[a] == scores[b] for scores in games)}


@pytest.mark.parametrize(("name", "settings"), MULTI_SEAT, ids=str)
def test_seats_with_equal_scores_are_one_side(name: str, settings: Settings) -> None:
    game, rng = load(name, settings), random.Random(name)
    sides = MANIFESTS[name].sides.get(str(game.seats), ())
    partners = {pair for side in sides for pair in combinations(sorted(side), 2)}
    assert equal_pairs([random_scores(game, rng) for _ in range(GAMES)]) == partners


@pytest.mark.parametrize("name", [name for name in MANIFESTS if MANIFESTS[name].sides])
def test_sides_cover_all_seats_and_survive_rotation(name: str) -> None:
    """Sides must stay together because a rematch moves every player to the next seat."""
    for count, sides in MANIFESTS[name].sides.items():
        seats = int(count)
        assert sorted(seat for side in sides for seat in side) == list(range(seats))
        moved = {frozenset((seat + 1) % seats for seat in side) for side in sides}
        assert moved == set(map(frozenset, sides))
