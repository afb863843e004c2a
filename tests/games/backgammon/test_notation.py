"""Backgammon: plays are read in the notations that people use."""

import random
import re

import pytest

from zeitnot.games.backgammon.engine_notation import read_play
from zeitnot_engines.games import History, load

from ...engines.rules import step
from ...repetition import times

GAME = load("backgammon")


def position(signs: str, dice: str) -> History:
    return GAME.parse(f"XGID={signs}:0:0:1:{dice}:0:0:0:0:10")


START = "-b----E-C---eE---c-e----B-"


@pytest.mark.parametrize(
    ("signs", "dice", "written", "expected"),
    [
        (START, "31", "6/5 8/5", "8/5 6/5"),
        (START, "31", "8-5,6-5", "8/5 6/5"),
        (START, "65", "24/18/13", "24/13"),
        (START, "65", "24/18 18/13", "24/13"),
        (START, "11", "8/7(2) 6/5(2)", "8/7(2) 6/5(2)"),
        (START, "11", "6/5 6/5 8/7 8/7", "8/7(2) 6/5(2)"),
        ("-b---aE-C---eE---c-d----B-", "31", "6/5 8/5", "8/5* 6/5"),
        ("-----BD-----------------cA", "64", "bar/15", "bar/15"),
        ("-BB---------------------b-", "66", "2/OFF 2/off 1/off(2)", "2/off(2) 1/off(2)"),
    ],
)
def test_play_is_read(signs: str, dice: str, written: str, expected: str) -> None:
    state = position(signs.ljust(26, "-") if len(signs) < 26 else signs, dice)
    assert expected in state.legal(), state.legal()
    assert read_play(state, written) == expected


def test_hit_marks_tell_two_plays_apart() -> None:
    """With blots on both paths, 24/20 with 3 and 1 is two plays; without a star it is ambiguous."""
    state = position("-----------E---------a-aB-", "31")
    assert {"24/23*/20", "24/21*/20"} <= set(state.legal())
    assert read_play(state, "24/23*/20") == "24/23*/20"
    assert read_play(state, "24/21*, 21/20") == "24/21*/20"
    with pytest.raises(ValueError, match="more than one move: 24/2"):
        read_play(state, "24/20")


@pytest.mark.parametrize("text", ["", "8/5", "e4", "8/5 6/5 6/5", "roll", "13/9(9)", "30/1"])
def test_illegal_or_malformed_play_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"\.$"):
        read_play(position(START, "31"), text)


def test_roll_and_double_are_read() -> None:
    state = load("backgammon", {"cube": "on"}).parse(f"XGID={START}:0:0:1:00:0:0:0:0:10")
    assert [read_play(state, word) for word in ("Roll", "double")] == ["roll", "double"]


def test_play_is_read_in_any_order_and_step_by_step() -> None:
    rng = random.Random(5)
    for _ in range(times(1, 6)):
        state = GAME.start()
        while state.result is None:
            for move in state.legal():
                words = move.split()
                rng.shuffle(words)
                assert read_play(state, ", ".join(words)) == move
                step_by_step = re.sub(r"(\S+)\(2\)", r"\1 \1", move)
                assert read_play(state, step_by_step) == move
            state = step(state, rng)
