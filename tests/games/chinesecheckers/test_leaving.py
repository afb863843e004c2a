"""Seats that leave a game of Chinese checkers while the others play on, as the twin has it."""

import random

import pytest

from zeitnot_engines.games import load

from .positions import history, names, placed
from .twin import POINTS, ChineseCheckers


@pytest.mark.parametrize("seats", [3, 4, 6])
def test_core_and_twin_agree_when_seats_leave(seats: int) -> None:
    chance, twin = random.Random(seats), ChineseCheckers(seats)
    ours, theirs = load("chinesecheckers", {"seats": seats}).start(), twin.start()
    leaving = chance.sample(range(seats), seats - 1)
    while leaving:
        for _ in range(chance.randrange(6)):
            move = chance.choice(ours.legal())
            ours, theirs = ours.play(move), twin.play(theirs, move)
        ours, theirs = ours.withdraw(leaving[-1]), twin.withdraw(theirs, leaving.pop())
        assert ours.text == twin.text(theirs)
        assert ours.result == twin.result(theirs)
        assert ours == load("chinesecheckers", {"seats": seats}).parse(ours.text)
        assert sorted(ours.legal()) == sorted(twin.legal(theirs))
        assert ours.result or ours.turn == twin.turn(theirs)


def test_pegs_of_who_has_left_stay_and_can_be_hopped_over() -> None:
    left = history(placed({0: "g6", 1: "h6"}, 3), 3).withdraw(1)
    assert "g6-i6" in left.legal()
    assert (left.turn, left.text.split()[4]) == (0, "1")
    after = left.play("g6-i6")
    assert after.turn == 2
    assert after.play(after.legal()[0]).turn == 0


def test_who_has_finished_or_left_does_not_leave_again() -> None:
    pegs = {0: names(POINTS[3]).replace("n1", "m5")}
    finished = history(placed(pegs, 3), 3).play("m5-n1")
    assert finished.text.split()[3] == "0"
    later = finished
    for _ in range(2):
        assert later.withdraw(0) == later, "the positions before it still count"
        later = later.play(later.legal()[0])
    assert later.withdraw(0) == later
    left = finished.withdraw(2)
    assert left.result is not None
    assert left.result[0] == (1.0, 0.5, 0.0)


def test_keys_tell_who_has_left() -> None:
    start = load("chinesecheckers", {"seats": 4}).start()
    keys = {start.withdraw(one).withdraw(two).key for one, two in ((1, 2), (2, 1), (2, 3))}
    assert len(keys | {start.key}) == 4
