"""EinStein würfelt nicht!: the learnt evaluation equals the network computed in Python."""

import random

import pytest

from zeitnot_engines.engine import Engine
from zeitnot_engines.games import History, load

from ...engines.rules import playout
from .net import Net, sides

GAME = load("ewn", {"setup": "random"})
ENGINE = Engine(GAME)


def before_throws(games: int) -> list[History]:
    """Positions before a throw, from all stages of random games."""
    found = []
    for seed in range(games):
        for state in playout(GAME, seed):
            if state.result is None and state.text.split()[1] == "0":
                found.append(state)
    return found


POSITIONS = [state for state in before_throws(30) if all(sides(state.text))]


def test_value_equals_the_python_network() -> None:
    net = Net.read()
    assert len(POSITIONS) > 200
    for state in POSITIONS:
        expected = net.win_probability(*sides(state.text))
        assert ENGINE.evaluate(state) == pytest.approx(expected, abs=5e-4), state.text
        assert 0 < ENGINE.evaluate(state) < 1


def _cells(text: str, to: list[int]) -> list[str]:
    return [str(to[int(cell)]) for cell in text.split()[2:]]


def test_mirrored_and_rotated_positions_have_equal_values() -> None:
    mirror = [0, *(column * 5 + row + 1 for row in range(5) for column in range(5))]
    turn = [0, *range(25, 0, -1)]
    for state in random.Random(1).sample(POSITIONS, 50):
        side, value = state.text[0], ENGINE.evaluate(state)
        mirrored = GAME.parse(" ".join([side, "0", *_cells(state.text, mirror)]))
        assert ENGINE.evaluate(mirrored) == value
        cells = _cells(state.text, turn)
        other = "R" if side == "B" else "B"
        assert ENGINE.evaluate(GAME.parse(" ".join([other, "0", *cells[6:], *cells[:6]]))) == value


def test_value_rises_as_a_stone_nears_its_goal() -> None:
    """Blue's stone 3 is at its start, half-way, or one step from the goal."""
    values = [
        ENGINE.evaluate(GAME.parse(f"B 0 25 24 {cell} 20 19 0 0 10 3 6 16 11"))
        for cell in (15, 8, 2)
    ]
    assert values == sorted(values)
    assert values[0] < values[2] - 0.1
