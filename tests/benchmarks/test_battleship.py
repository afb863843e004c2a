"""The benchmark of battleship counts the shots of any player, including the worst."""

import random

from benchmarks.battleship import GAME, by_level, measure
from zeitnot_engines.games import History, load
from zeitnot_engines.levels import FULL

FLEETS = 3
SHIP_CELLS = 5 + 4 + 3 + 3 + 2
COLUMNS = "ABCDEFGHIJ"


def shoots_at_water_first(state: History) -> str:
    """A player that knows the fleet and avoids it as long as possible."""
    waters = state.text.split("/")[1]

    def is_ship(shot: str) -> bool:
        return waters[10 * (int(shot[1:]) - 1) + COLUMNS.index(shot[0])] != "."

    return min(state.legal(), key=is_ship)


def test_the_worst_player_needs_all_shots() -> None:
    game = load(GAME)
    assert measure(game, FLEETS, shoots_at_water_first).shots == [100] * FLEETS


def test_the_method_shoots_better_than_chance() -> None:
    game, rng = load(GAME), random.Random(3)
    by_engine = measure(game, FLEETS, by_level(game, FULL, rng)).shots
    at_random = measure(game, FLEETS, lambda state: rng.choice(state.legal())).shots
    assert min(by_engine) >= SHIP_CELLS
    assert max(at_random) <= 100
    assert sum(by_engine) < sum(at_random)
