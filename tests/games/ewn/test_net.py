"""EinStein's learnt evaluation: it equals the plain network, and mirrored positions are equal."""

import random

import pytest

from zeitnot_engines.engine import Engine
from zeitnot_engines.games import History, load

from ...engines.rules import playout
from .net import Net, sides

GAME = load("ewn", {"setup": "random"})
ENGINE = Engine(GAME)


def before_throws(games: int) -> list[History]:
    """Positions before a throw, early and late."""
    found = []
    for seed in range(games):
        for state in playout(GAME, seed):
            if state.result is None and state.text.split()[1] == "0" and len(state.text) > 26:
                found.append(state)
    return found


POSITIONS = [state for state in before_throws(30) if all(sides(state.text))]


def test_the_value_is_that_of_the_naive_network() -> None:
    net = Net.read()
    assert len(POSITIONS) > 200
    for state in POSITIONS:
        plain = net.win_probability(*sides(state.text))
        assert ENGINE.evaluate(state) == pytest.approx(plain, abs=5e-4), state.text
        assert 0 < ENGINE.evaluate(state) < 1


def _cells(text: str, to: list[int]) -> list[str]:
    return [str(to[int(cell)]) for cell in text.split()[2:]]


def test_mirrored_and_turned_positions_are_worth_the_same() -> None:
    mirror = [0, *(column * 5 + row + 1 for row in range(5) for column in range(5))]
    turn = [0, *range(25, 0, -1)]
    for state in random.Random(1).sample(POSITIONS, 50):
        side, value = state.text[0], ENGINE.evaluate(state)
        mirrored = GAME.parse(" ".join([side, "0", *_cells(state.text, mirror)]))
        assert ENGINE.evaluate(mirrored) == value
        cells = _cells(state.text, turn)
        other = "R" if side == "B" else "B"
        assert ENGINE.evaluate(GAME.parse(" ".join([other, "0", *cells[6:], *cells[:6]]))) == value


def test_a_stone_before_its_goal_is_worth_something() -> None:
    """The same position with blue's 3 at the start, half-way and a step from home."""
    values = [
        ENGINE.evaluate(GAME.parse(f"B 0 25 24 {cell} 20 19 0 0 10 3 6 16 11"))
        for cell in (15, 8, 2)
    ]
    assert values == sorted(values)
    assert values[0] < values[2] - 0.1
