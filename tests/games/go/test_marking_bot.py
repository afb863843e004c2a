"""Go: which stones a bot marks as dead, and when it agrees."""

import random

from zeitnot_engines.bots.marking import (
    accepts_pass,
    agreed_move,
    agreements_in,
    is_marking,
    marking_move,
)
from zeitnot_engines.games import load

# Black owns the left side, with a dead white stone in it, white the right; both have two eyes.
DIVIDED = "2x1xo1o1/1xxxxoooo/4xo3/1o2xo3/4xo1oo/xxxxxoooo/4xo3/1xx1xo1o1/2x1xo1o1 x - 0 0,0"
# The two chains at the top share two liberties, on which neither side can play.
SEKI = "ox1ox4/ox1ox4/oxxox4/oooxxx3/2ox1xxxx/2ox5/ooox5/2ox5/2ox5 x - 0 0,0"
MARKING = load("go").parse(DIVIDED).play("pass").play("pass")


def test_bot_marks_dead_stones_then_agrees() -> None:
    assert is_marking(MARKING.legal())
    assert marking_move(MARKING, 0) == "dead B6"
    assert marking_move(MARKING.play("dead B6"), 0) == "done"


def test_bot_leaves_stones_in_seki_alive() -> None:
    marking = load("go").parse(SEKI).play("pass").play("pass")
    assert marking_move(marking, 0) == "done"
    assert marking_move(marking.play("dead B9"), 0) == "dead B9"


def test_bot_unmarks_living_stones() -> None:
    marked = MARKING.play("dead B6").play("dead A4")
    assert marking_move(marked, 0) == "dead A4"


def test_bot_resumes_play_after_three_failed_agreements() -> None:
    assert marking_move(MARKING, 2) == "dead B6"
    assert marking_move(MARKING, 3) == "resume"
    assert marking_move(MARKING.play("dead B6"), 3) == "done"


def test_two_bots_agree_and_end_the_game() -> None:
    state = MARKING
    moves: tuple[list[str], list[str]] = ([], [])
    while state.result is None:
        seat = state.turn
        moves[seat].append(marking_move(state, agreements_in(moves[seat])))
        state = state.play(moves[seat][-1])
    assert moves == (["dead B6", "done"], ["done"])


def test_bot_stops_answering_a_griefer() -> None:
    """The griefer toggles a group before each of its agreements."""
    bot_moves: list[str] = []
    state, rng = MARKING, random.Random(1)
    bot = state.turn
    while "done" in state.legal() and state.result is None:
        if state.turn == bot:
            bot_moves.append(marking_move(state, agreements_in(bot_moves)))
            state = state.play(bot_moves[-1])
        else:
            for move in (rng.choice(["dead A4", "dead B6"]), "done"):
                if state.turn != bot and state.result is None:
                    state = state.play(move)
    assert bot_moves[-1] == "resume" or state.result is not None
    assert bot_moves.count("done") <= 3


def test_only_agreements_of_the_current_marking_count() -> None:
    assert agreements_in(["D4", "done", "pass", "dead D4", "done", "dead E5"]) == 1
    assert agreements_in([]) == 0


def test_bot_answers_a_pass_with_a_winning_pass() -> None:
    """Black leads by nine, since the white stone on the left is dead."""
    for komi, answer in (("0", None), ("8.5", None), ("9.5", "pass")):
        state = load("go", {"komi": komi}).parse(DIVIDED).play("pass")
        assert state.turn == 1
        assert agreed_move(state, []) == answer
    marking = state.play("pass")
    assert agreed_move(marking, []) == "dead B6"


def test_after_resuming_bot_counts_all_stones_as_alive() -> None:
    """The dead stone then counts as alive and makes black's side neutral."""
    start = load("go", {"komi": "0"}).parse(DIVIDED)
    before = start.play("A7").play("pass")
    assert agreed_move(before, []) == "pass"
    resumed = start.play("pass").play("pass").play("resume").play("A7")
    assert agreed_move(resumed.play("pass"), []) is None


def test_bot_does_not_answer_an_early_pass() -> None:
    state = load("go").start().play("pass")
    assert state.turn == 1  # white would win by komi
    assert not accepts_pass(state)
