"""Othello transcripts, in which passes are implied, are read and written."""

from itertools import pairwise

import pytest

from zeitnot.games.othello import engine_notation as transcripts
from zeitnot_engines.games import load

from ...engines.rules import playout

GAME = load("othello")


def test_game_with_passes_survives_the_round_trip() -> None:
    passes = 0
    for seed in range(30):
        states = playout(GAME, seed)
        moves = [
            next(m for m in before.legal() if before.play(m) == after)
            for before, after in pairwise(states)
        ]
        passes += moves.count("pass")
        text = transcripts.write(moves)
        assert "pass" not in text
        assert transcripts.read(GAME, text) == moves
        assert transcripts.replay(GAME, text.upper()) == states[-1]
    assert passes > 10


def test_passes_may_be_written_in_capitals() -> None:
    assert transcripts.NOTATION.split("F5D6 PASS") == ["f5", "d6", "pass"]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("a1", 'Move 1 of the transcript: "a1" is not a legal move here.'),
        ("f5f5", 'Move 2 of the transcript: "f5" is not a legal move here.'),
        ("f5d", 'Move 2 of the transcript: "d" is not a legal move here.'),
    ],
)
def test_first_illegal_move_is_named(text: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence.replace(".", r"\.")):
        transcripts.read(GAME, text)


def test_position_is_not_taken_for_a_transcript() -> None:
    assert transcripts.is_transcript("F5d6")
    assert not transcripts.is_transcript(GAME.start().text)
    assert not transcripts.is_transcript("")
