"""Chinese checkers: seats leave a game while the others play on."""

import random

import pytest

import zeitnot_protocol as p
from zeitnot_engines.games import load
from zeitnot_server.hosting.native import rules_for
from zeitnot_server.verify import verify

from ...rooms.rig import Rig
from .positions import ends, history, names, placed
from .twin import POINTS, ChineseCheckers

TOP = names(POINTS[3])
OPPOSITE = {4: 2, 6: 3}
"""By number of seats: the seat whose goal is seat 0's home."""


@pytest.mark.parametrize("seats", [3, 4, 6])
def test_core_and_twin_agree_when_seats_leave(seats: int) -> None:
    rng, twin = random.Random(seats), ChineseCheckers(seats)
    core_state, twin_state = load("chinesecheckers", {"seats": seats}).start(), twin.start()
    leaving = rng.sample(range(seats), seats - 1)
    while leaving:
        for _ in range(rng.randrange(6)):
            move = rng.choice(core_state.legal())
            core_state, twin_state = core_state.play(move), twin.play(twin_state, move)
        core_state, twin_state = (
            core_state.withdraw(leaving[-1]),
            twin.withdraw(twin_state, leaving.pop()),
        )
        assert core_state.text == twin.text(twin_state)
        assert core_state.result == twin.result(twin_state)
        assert core_state == load("chinesecheckers", {"seats": seats}).parse(core_state.text)
        assert sorted(core_state.legal()) == sorted(twin.legal(twin_state))
        assert core_state.result or core_state.turn == twin.turn(twin_state)


# ── pegs of seats that have left ───────────────────────────────────────────────────────────────


def test_leaving_seat_takes_its_pegs_off_the_board() -> None:
    before = history(placed({0: "g6", 1: "h6"}, 3), 3)
    assert ends(before, "g6") >= {"i6"}
    left = before.withdraw(1)
    rows, turn, _, _, gone = left.text.split()
    assert ("B" in rows, turn, gone) == (False, "0", "1")
    assert ends(left, "g6") == {"f6", "f7", "g5", "g7", "h5", "h6"}, "no hop over h6, but a step"
    after = left.play("g6-h6")
    assert after.turn == 2
    assert after.play(after.legal()[0]).turn == 0


@pytest.mark.parametrize("seats", [4, 6])
def test_pegs_of_a_seat_that_left_do_not_fill_a_goal(seats: int) -> None:
    # The opposite seat has moved once; its nine pegs at home and one of seat 0 would fill the goal.
    pegs = {0: "m5", OPPOSITE[seats]: TOP.replace("n1", "m9")}
    before = history(placed(pegs, seats), seats)
    assert before.play("m5-n1").text.split()[3] == "0", "filled while the opposite seat plays"
    assert before.withdraw(OPPOSITE[seats]).play("m5-n1").text.split()[3] == "-"


@pytest.mark.parametrize("seats", [4, 6])
def test_seat_leaving_before_its_first_move_frees_the_goal(seats: int) -> None:
    start = load("chinesecheckers", {"seats": seats}).start()
    left = start.withdraw(OPPOSITE[seats])
    assert left.text.split()[0].split("/")[13:] == ["4", "3", "2", "1"]
    pegs = {0: TOP.replace("n1", "m5")}
    last = history(placed(pegs, seats, left=(OPPOSITE[seats],)), seats).play("m5-n1")
    assert last.text.split()[3] == "0"


def test_withdrawing_a_finished_seat_changes_nothing() -> None:
    pegs = {0: names(POINTS[3]).replace("n1", "m5")}
    finished = history(placed(pegs, 3), 3).play("m5-n1")
    assert finished.text.split()[3] == "0"
    later = finished
    for _ in range(2):
        assert later.withdraw(0) == later, "its pegs and the repetition history stay"
        later = later.play(later.legal()[0])
    assert later.withdraw(0) == later
    left = finished.withdraw(2)
    assert left.result is not None
    assert left.result[0] == (1.0, 0.5, 0.0)


def test_keys_depend_on_which_seats_have_left() -> None:
    start = load("chinesecheckers", {"seats": 4}).start()
    keys = {start.withdraw(one).withdraw(two).key for one, two in ((1, 2), (2, 1), (2, 3))}
    assert len(keys | {start.key}) == 4


# ── in a room ──────────────────────────────────────────────────────────────────────────────────


def test_record_of_a_game_with_a_leaver_is_verified() -> None:
    rules = rules_for("chinesecheckers", {"seats": 3})
    rig = Rig(rules).start()
    for _ in range(7):
        rig.move(rules.legal(rig.room.state)[0])
    rig.do(2, p.Resign)
    withdrew = rig.log[-1].event
    assert isinstance(withdrew, p.Withdrew)
    assert "C" not in withdrew.position.split()[0], "all viewers see the board without its pegs"
    rig.move(rules.legal(rig.room.state)[0])
    rig.do(0, p.Resign)
    assert rig.end.scores == [0.5, 1.0, 0.0]
    assert verify(rig.export(), lambda *_: rules).moves == 8
