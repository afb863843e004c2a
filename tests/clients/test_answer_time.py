"""In a game with hidden information, the house bot's response time reveals nothing about its
hand."""

import pytest

import zeitnot_protocol as p
from zeitnot_engines.bots.answer_time import LONGEST_MS, QUICK_MS, answer_ms
from zeitnot_engines.levels import FULL, Level

from ..proof.timing.youden import worst_youden, youden
from .virtual_house import play

MOVES = 200  # the number of moves of each kind


@pytest.mark.parametrize(
    ("strength", "wanted_ms", "expected"),
    [
        (FULL, 60_000, LONGEST_MS),
        (FULL, 40, 40),  # never longer than the clock allows
        (Level(max_ms=5_000), 60_000, LONGEST_MS),
        (Level(blunder_rate=0.1), 60_000, QUICK_MS),
        (Level(nodes=2, max_ms=500), 60_000, QUICK_MS),
    ],
)
def test_answer_time_depends_on_clock_and_level(
    strength: Level, wanted_ms: int, expected: int
) -> None:
    assert answer_ms(wanted_ms, strength) == expected


def test_youden_index_considers_thresholds_in_both_directions() -> None:
    assert youden([1, 2, 3, 4], [1, 2, 3, 4]) == 0
    assert youden([1, 2, 3, 4], [5, 6]) == youden([5, 6], [1, 2, 3, 4]) == 1
    assert youden([1, 2, 3, 4], [3, 4, 5, 6]) == 0.5
    assert worst_youden({"a": [1, 2], "b": [1, 3], "c": [4, 5]})[0] == 1


# Kriegspiel is left to `make timing`, because it takes minutes.
@pytest.mark.parametrize(
    "game", ["whist", "leduc", "holdem", "kuhn", "blindtictactoe", "battleship"]
)
def test_move_time_does_not_reveal_the_kind_of_move(game: str) -> None:
    """One guest keeps all cores busy, so that searches have to wait. The bot also sends no other
    message before it moves."""
    house = play(game, 2, MOVES)
    assert all(len(times) >= MOVES for times in house.times().values())
    assert worst_youden(house.times())[0] <= 0.2  # 1 if a threshold separates two kinds, 0 if none
    assert {move.sent for move in house.moves} == {("move",)}
    assert all(move.took_s > QUICK_MS / 1000 - 0.01 for move in house.moves)
    assert any(move.took_s > 5 * QUICK_MS / 1000 for move in house.moves)  # they had to wait


def test_fixed_answer_time_fits_into_a_short_clock() -> None:
    control = p.Control(kind="per_move", time_ms=1_000)
    house = play("leduc", None, 60, control=control)
    assert max(move.took_s for move in house.moves) < 0.9
