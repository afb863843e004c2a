"""Othello: the rules that random games seldom reach."""

from zeitnot_engines.games import load


def test_result_counts_discs_and_names_a_wipeout() -> None:
    game = load("othello")
    wiped = game.parse("XX" + "-" * 62 + " O")
    assert wiped.result == ((1.0, 0.0), "rules", "wipeout")
    level = game.parse("X" * 32 + "O" * 32 + " X")
    assert level.result == ((0.5, 0.5), "rules", "equal discs")
    assert game.parse("X" * 31 + "O" * 33 + " X").result == ((0.0, 1.0), "rules", "more discs")


def test_pass_is_forced_and_counts_as_a_ply() -> None:
    state = load("othello").parse("OXX-----" + "-" * 56 + " X")
    assert state.legal() == ["pass"]
    after = state.play("pass")
    assert (after.ply, after.turn, after.legal()) == (1, 1, ["d1"])
