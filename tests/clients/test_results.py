"""The terminal's description of the end of a game."""

from dataclasses import replace

import msgspec
import pytest

import zeitnot_protocol as p
from zeitnot_client.terminal import results, texts

from .fake_room import GAME
from .test_screen import game

NO_TIME = p.ClockView(remaining_ms=[1, 1])


@pytest.mark.parametrize(
    ("reason", "scores", "word", "text"),
    [
        ("rules", [1.0, 0.0], "more discs", "You win 2–2: more discs."),
        ("flag", [0.0, 1.0], None, "You lose: on time."),
        ("agreed", [0.5, 0.5], None, "Draw: by agreement."),
        ("aborted", None, None, "No result: aborted."),
        ("aborted", None, "ended by the operator", "No result: ended by the operator."),
        (
            "adjudicated",
            [1.0, 0.0],
            "adjudicated by the operator: a crash",
            "You win: adjudicated by the operator: a crash.",
        ),
        ("repetition", [0.5, 0.5], "repetition", "Draw: by repetition."),
        ("abandoned", [1.0, 0.0], None, "You win: Bob has gone away for good."),
        ("abandoned", [0.0, 1.0], None, "You lose: Ann has gone away for good."),
        ("abandoned", [0.5, 0.5], None, "Draw: abandoned."),
    ],
)
def test_result_is_described(
    reason: p.Reason, scores: list[float] | None, word: str | None, text: str
) -> None:
    _, ann, _ = game()
    end = p.Finished(
        game=GAME,
        seq=9,
        at=0,
        reason=reason,
        seed="",
        clock=p.ClockView(remaining_ms=[1, 1]),
        scores=scores,
        word=word,
    )
    assert results.result(ann.session.state, end) == text


@pytest.mark.parametrize(
    ("game_type", "position", "you", "scores", "text"),
    [
        ("othello", "XX" + "O" * 38 + "-" * 24 + " X", 0, [0.0, 1.0], "You lose 2–38: "),
        ("othello", "XX" + "O" * 38 + "-" * 24 + " X", None, [0.0, 1.0], "Bob wins 38–2: "),
        ("othello", "XO" * 32 + " X", None, [0.5, 0.5], "Draw 32–32: "),
        ("backgammon", "XGID=" + "-" * 26 + ":0:0:1:00:2:5:0:5:10", 1, [0.0, 1.0], "You win 5–2"),
        ("backgammon", "XGID=" + "-" * 26 + ":0:0:1:00:0:1:0:0:10", 1, [0.0, 1.0], "You win: "),
        ("tictactoe", "xxxoo.... o", 0, [1.0, 0.0], "You win: "),
        ("backgammon", "no board", 0, [1.0, 0.0], "You win: "),
        ("kuhn", "--/ 3 -3 --/", 1, [0.0, 1.0], "You win 3 chips: "),
        ("kuhn", "--/ 3 1 --/", None, [1.0, 0.0], "Ann wins 1 chip: "),
        ("kuhn", "--/ 3 0 --/", 0, [0.5, 0.5], "Draw: "),
        ("whist", "- - - 0 8:5", 1, [1.0, 0.0], "You lose 5 tricks to 8: "),
    ],
)
def test_result_by_rules_shows_both_counts(
    game_type: str, position: str, you: int | None, scores: list[float], text: str
) -> None:
    _, ann, _ = game(game_type)
    state = replace(ann.session.state, position=position, you=you)
    end = p.Finished(
        game=GAME, seq=9, at=0, reason="rules", seed="", clock=NO_TIME, scores=scores, word="over"
    )
    assert results.result(state, end).startswith(text)
    resigned = msgspec.structs.replace(end, reason="resign")
    assert not any(sign.isdigit() for sign in results.result(state, resigned))


LATE = "did not make the first move in time: the game is called off and nobody loses"


@pytest.mark.parametrize(
    ("ended_by", "free_ms", "text"),
    [
        (1, None, "aborted by Bob."),
        (1, 0, f"Bob {LATE}."),
        (None, 0, f"one side {LATE}."),
    ],
)
def test_aborted_game_names_the_player_responsible(
    ended_by: int | None, free_ms: int | None, text: str
) -> None:
    _, ann, _ = game()
    clock = p.ClockView(remaining_ms=[1, 1], free_ms=free_ms)
    end = p.Finished(
        game=GAME, seq=9, at=0, reason="aborted", seed="", clock=clock, ended_by=ended_by
    )
    assert results.result(ann.session.state, end) == f"No result: {text}"


@pytest.mark.parametrize(("ended_by", "absent"), [(0, "Ann"), (1, "Bob"), (None, "everybody")])
def test_abandoned_game_names_the_absent_player(ended_by: int | None, absent: str) -> None:
    _, ann, _ = game()
    clock = p.ClockView(remaining_ms=[1, 1])
    end = p.Finished(
        game=GAME, seq=9, at=0, reason="abandoned", seed="", clock=clock, ended_by=ended_by
    )
    reason = "was away too long: the game is called off and nobody loses"
    assert results.result(ann.session.state, end) == f"No result: {absent} {reason}."


def test_every_reason_has_a_text() -> None:
    assert set(texts.REASONS) == set(p.Reason.__args__)  # type: ignore[attr-defined]
