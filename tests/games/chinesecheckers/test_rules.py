"""The special rules of Chinese checkers, in positions that random games rarely reach."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from zeitnot_engines.games import load

from ...repetition import sample
from .open_spiel_data import allowed
from .positions import ends, history, names, placed
from .twin import POINTS, ChineseCheckers

TOP, BOTTOM = names(POINTS[3]), names(POINTS[0])
DATA = Path(__file__).parents[2] / "data/chinesecheckers.json"
ORACLE: list[dict[str, Any]] = json.loads(DATA.read_text(encoding="utf-8"))


# ── moves ──────────────────────────────────────────────────────────────────────────────────────


def test_moves_reach_the_same_cells_as_in_open_spiel() -> None:
    for one in sample(ORACLE, len(ORACLE) // 2):
        position = load("chinesecheckers", {"seats": one["seats"]}).parse(one["position"])
        ours = {f"{move.split('-')[0]}-{move.split('-')[-1]}" for move in position.legal()}
        theirs = one["ends"].split()
        assert ours == {end for end in theirs if allowed(one["seats"], position.turn, end)}


def test_chain_of_hops_is_one_move() -> None:
    position = history(placed({0: "g6 h6 f6", 1: "i5"}))
    assert "g6-i6-i4" in position.legal()
    assert position.play("g6-i6-i4").text.split("/")[8] == "3AB4"


def test_chains_with_equal_ends_are_one_move() -> None:
    # The move is written as the shortest chain, of several the first in board order. i7 is reached
    # over i6, k7 by way of i7 or k5, and both also by longer chains round the ring.
    ring = placed({0: "i5 i6 j5 j8", 1: "j7 k7"})
    moves = [move for move in history(ring).legal() if move.startswith("i5-")]
    by_end = {move.split("-")[-1]: move for move in moves}
    assert len(by_end) == len(moves)
    assert by_end["i7"] == "i5-i7"
    assert sorted(moves) == sorted(
        move for move in ChineseCheckers().legal(ring) if move.startswith("i5-")
    )


def test_peg_cannot_hop_over_two_pegs() -> None:
    assert ends(history(placed({})), "a1") == set()
    assert ends(history(placed({})), "c1") == {"e5", "e7"}


def test_seat_without_a_move_must_pass() -> None:
    pegs = {1: "e5 e6 e7 e8 e9 f4 f5 f6", 2: "f7 f8 f9"}
    position = history(placed(pegs, 4), 4)
    assert position.legal() == ["pass"]
    after = position.play("pass")
    assert (after.turn, after.text.split()[2]) == (1, "1")


# ── foreign homes ──────────────────────────────────────────────────────────────────────────────


def test_peg_may_not_stop_in_a_foreign_home() -> None:
    # With three seats, no seat starts at the lower left, but the third one goes there.
    assert "e4" not in ends(history(placed({0: "e5"}, 3), 3), "e5")
    with pytest.raises(ValueError, match="foreign home"):
        history(placed({0: "e4"}, 3), 3)


def test_peg_may_stop_in_an_unused_point() -> None:
    assert "e4" in ends(history(placed({0: "e5"})), "e5")
    assert "e13" in ends(history(placed({0: "e12"}, 4), 4), "e12")
    assert "e4" not in ends(history(placed({0: "e5"}, 4), 4), "e5")


def test_chain_may_pass_through_a_foreign_home() -> None:
    position = history(placed({0: "f5 f4 g3"}, 3), 3)
    assert "f5-f3-h3" in position.legal()
    assert "f3" not in ends(position, "f5")


# ── filling a point ────────────────────────────────────────────────────────────────────────────


def test_with_two_seats_ten_own_pegs_fill_a_goal() -> None:
    pegs = {0: TOP.replace("n1", "m5"), 1: "i1 i2 i3 i4 i5 i6 i7 i8 i9 h1"}
    won = history(placed(pegs, plies=90)).play("m5-n1")
    assert won.result == ((1.0, 0.0), "rules", "home")
    pegs = {0: TOP.replace("n1", "m5").replace("n2", "a1"), 1: "n2 i2 i3 i4 i5 i6 i7 i8 i9 h1"}
    assert history(placed(pegs, plies=50)).play("m5-n1").result is None


def test_with_more_seats_other_pegs_help_to_fill_a_goal() -> None:
    # Seats 0 and 2 of four are opposite: one peg of seat 0 and nine of seat 2, still at home.
    pegs = {0: "m5", 2: TOP.replace("n1", "m9")}
    filled = history(placed(pegs, 4), 4).play("m5-n1")
    assert (filled.result, filled.text.split()[3]) == (None, "0")
    with pytest.raises(ValueError, match="has filled its goal"):
        history(placed({0: "n1", 2: TOP.replace("n1", "m8")}, 4), 4)


def test_pegs_of_a_finished_seat_help_to_fill_a_goal() -> None:
    # Seat 2 has finished with the help of seat 0's peg on a1; one peg of seat 2 is still on q1.
    pegs = {0: f"{TOP.removesuffix(' q1')} a1".replace("n1", "m5"), 2: f"q1 {BOTTOM[3:]}"}
    rest = history(placed(pegs, 4, finished=(2,)), 4)
    assert rest.play("m5-n1").text.split()[3] == "20"


def test_move_of_another_seat_can_fill_a_goal() -> None:
    pegs = {0: "n1", 2: TOP.replace("n1", "m8").replace("n4", "m7")}
    state = placed(pegs, 4, turn=2)
    assert history(state, 4).play("m8-n4").text.split()[3] == "0"


def test_point_without_a_peg_of_its_seat_is_not_filled() -> None:
    for seats in (4, 6):
        assert load("chinesecheckers", {"seats": seats}).start().text.split()[3] == "-"


def test_finished_seat_is_skipped() -> None:
    pegs = {0: TOP.replace("n1", "m5")}
    finished = history(placed(pegs, 3), 3).play("m5-n1")
    assert (finished.result, finished.turn) == (None, 1)
    turns = []
    for _ in range(4):
        turns.append(finished.turn)
        finished = finished.play(finished.legal()[0])
    assert turns == [1, 2, 1, 2]


# ── leaving home ───────────────────────────────────────────────────────────────────────────────


def test_with_two_seats_pegs_must_leave_home_from_ply_60() -> None:
    pegs = {0: "i5 i6 i7 i8 d1 c1 c2 c3 b1 b2"}
    home = set(BOTTOM.split())
    free = history(placed(pegs, plies=59)).legal()
    forced = history(placed(pegs, plies=60)).legal()
    assert {move.split("-")[0] for move in free} - home
    assert forced
    assert set(forced) < set(free)
    assert all(move.split("-")[0] in home and move.split("-")[-1] not in home for move in forced)
    all_left_home = placed({0: "i1 i2 i3 i4 i5 i6 i7 i8 i9 h1"}, plies=60)
    assert history(all_left_home).legal() == history(replace(all_left_home, plies=59)).legal()
    blocked = placed(
        {0: "a1 b1 b2 h3 h4 h5 h6 h7 h8 h9", 1: "c1 c2 c3 d1 d2 d3 d4 e6 e7 e8"}, plies=60
    )
    assert "h3-g3" in history(blocked).legal()


def test_with_three_seats_pegs_may_stay_at_home() -> None:
    early, late = (history(placed({0: "i5"}, 3, plies=plies), 3).legal() for plies in (0, 300))
    assert early == late


# ── ends and ranks ─────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("seats", [2, 3, 4, 6])
def test_game_ends_after_400_plies_per_seat(seats: int) -> None:
    state = placed({0: "i5"}, seats, plies=400 * seats - 1)
    before = history(state, seats)
    assert before.result is None
    after = before.play(before.legal()[-1])
    twin = ChineseCheckers(seats)
    assert after.result == twin.result(twin.play(state, before.legal()[-1]))
    assert after.result is not None
    assert after.result[1:] == ("rules", "400 plies a seat")


def test_unfinished_seats_rank_by_steps_and_share_ranks() -> None:
    over = history(placed({1: "k9 j9 j8"}, 3, plies=1200), 3)
    assert over.result == ((0.25, 1.0, 0.25), "rules", "400 plies a seat")


def test_third_occurrence_ends_the_game_by_rank() -> None:
    state = history(placed({0: "i5", 1: "f6"}))
    for move in ("i5-i6", "f6-f7", "i6-i5", "f7-f6") * 2:
        assert state.result is None
        state = state.play(move)
    assert state.result == ((0.0, 1.0), "repetition", "repetition")


def test_seats_that_left_rank_last() -> None:
    over = history(placed({}, 4, plies=8, turn=3, left=(1, 2, 0)), 4)
    assert over.result is not None
    assert over.result[0] == pytest.approx((2 / 3, 0, 1 / 3, 1))
    assert over.result[1:] == ("rules", "others have left")
