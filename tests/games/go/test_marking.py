"""Go: marking dead stones after two passes."""

import pytest

from zeitnot_engines.games import History, IllegalMove, load

FIVE = load("go", {"size": 5})
BOARD = "1xo2/1xo1x/1xo2/xxoo1/1xo2"
"""Black on the left, white on the right, and a black stone on E4 that cannot live."""


def marking(side: str = "x") -> History:
    """The position after two passes, with `side` to move next."""
    return FIVE.parse(f"{BOARD} {side} - 0 0,0").play("pass").play("pass")


def play(state: History, *moves: str) -> History:
    for move in moves:
        state = state.play(move)
    return state


def words(state: History) -> list[str]:
    return state.text.split()[1:]


@pytest.mark.parametrize(("side", "seat"), [("x", 0), ("o", 1)])
def test_marking_begins_with_the_seat_to_move(side: str, seat: int) -> None:
    state = marking(side)
    assert (state.turn, state.result) == (seat, None)
    assert words(state) == [side, "-", "2", "0,0", side, "-"]
    assert {move for move in state.legal() if not move.startswith("dead ")} == {"done", "resume"}
    assert len(state.legal()) == 2 + sum(sign in "xo" for sign in BOARD)


def test_chain_is_marked_and_unmarked_as_a_whole() -> None:
    state = marking()
    one = state.play("dead E4")
    assert one.text.startswith("1xo2/1xo1X/")
    assert one.turn == 0
    white = one.play("dead C1")
    assert white.text.startswith("1xO2/1xO1X/1xO2/xxOO1/1xO2 ")
    assert white.play("dead D2").text == one.text
    assert one.play("dead E4").text == state.text
    assert state.key == one.play("dead E4").key != one.key


def test_points_and_passes_are_illegal_while_marking() -> None:
    for move in ("pass", "A5", "dead A5", "dead F9", "D4"):
        with pytest.raises(IllegalMove):
            marking().play(move)


def test_game_ends_when_both_are_done() -> None:
    end = play(marking(), "dead E4", "done", "done")
    assert end.result == ((0.0, 1.0), "rules", "W+12.5")
    assert end.legal() == []
    assert words(end)[-1] == "xo"
    unmarked = play(marking(), "done", "done")
    assert unmarked.result == ((0.0, 1.0), "rules", "W+2.5")


def test_done_passes_the_turn() -> None:
    state = marking().play("done")
    assert state.turn == 1
    assert words(state)[-2:] == ["x", "x"]


def test_change_needs_a_new_agreement() -> None:
    changed = play(marking(), "done", "dead E4")
    assert changed.turn == 1
    assert words(changed)[-1] == "-"
    agreed_by_one = changed.play("done")
    assert (agreed_by_one.turn, agreed_by_one.result) == (0, None)
    assert agreed_by_one.play("done").result == ((0.0, 1.0), "rules", "W+12.5")
    again = play(agreed_by_one, "dead E4", "done")
    assert (again.turn, again.result) == (1, None)
    assert again.play("done").result == ((0.0, 1.0), "rules", "W+2.5")


@pytest.mark.parametrize("side", ["x", "o"])
@pytest.mark.parametrize("moves", [(), ("done",), ("dead E4", "done", "dead A2")])
def test_resume_returns_to_the_seat_that_was_to_move(side: str, moves: tuple[str, ...]) -> None:
    state = play(marking(side), *moves, "resume")
    assert state.text == f"{BOARD} {side} - 0 0,0 resumed"
    assert "pass" in state.legal()


def test_after_resuming_two_passes_score_all_stones_as_alive() -> None:
    state = play(marking(), "dead E4", "resume", "pass", "E3", "pass")
    assert (state.settled, state.uncharged) == (None, None)
    end = state.play("pass")
    assert end.result == ((0.0, 1.0), "rules", "W+6.5")
    assert end.text.endswith(" x - 2 0,0 resumed")


def test_settled_is_the_score_before_agreement() -> None:
    state = marking()
    assert FIVE.start().settled is None
    assert state.settled == ((0.0, 1.0), "W+2.5")
    assert state.play("dead E4").settled == ((0.0, 1.0), "W+12.5")


def test_marking_turns_are_not_charged() -> None:
    state = marking()
    for one in (state, state.play("dead E4"), state.play("done")):
        assert one.uncharged == (60_000, "resume")
    assert play(state, "done", "done").uncharged is None
    assert state.play("resume").uncharged is None
    assert FIVE.start().play("pass").uncharged is None


def test_without_marking_two_passes_end_the_game() -> None:
    end = play(load("go", {"size": 5, "marking": "no"}).start(), "pass", "pass")
    assert end.result == ((0.0, 1.0), "rules", "W+7.5")
    assert end.uncharged is None


def test_dead_stones_count_as_empty_points() -> None:
    state = marking()
    for move in ("dead B5", "dead C5", "dead E4"):
        state = state.play(move)
    assert state.settled == ((0.0, 1.0), "W+7.5")
    assert FIVE.parse(state.text).key == state.key
