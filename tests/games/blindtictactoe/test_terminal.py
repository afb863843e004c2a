"""Blind tic-tac-toe in the terminal: known marks are drawn, hidden and refused tries named."""

import pytest

from zeitnot.games.blindtictactoe.terminal import FACE
from zeitnot_client.terminal.face import Marks


@pytest.mark.parametrize(
    ("position", "seat", "lines"),
    [
        ("-", 0, []),
        ("b2?!", 0, ["a try of O was refused"]),
        ("?b2!", 1, ["b2 is taken; try another cell"]),
        ("??!", None, ["hidden: 1 of X", "a try of O was refused"]),
        ("b2?!?", 0, ["hidden: 1 of O"]),
        ("b2?a1!", 0, ["a1 is taken; try another cell"]),
    ],
)
def test_hidden_and_refused_tries_are_named(
    position: str, seat: int | None, lines: list[str]
) -> None:
    assert FACE.draw(position, Marks(seat=seat)).plain.splitlines()[4:] == lines


def test_known_marks_are_drawn() -> None:
    board = FACE.draw("?b2!a1?b1", Marks(seat=1)).plain.splitlines()
    assert board[:3] == [" 3   ·   ·   · ", " 2   ·   X   · ", " 1   O   O   · "]


@pytest.mark.parametrize("position", ["b2 a1", "d4", "b2?!x"])
def test_malformed_position_is_refused(position: str) -> None:
    with pytest.raises(ValueError, match="no try"):
        FACE.draw(position, Marks())


def test_move_list_shows_hidden_and_refused_tries() -> None:
    moves = (("b2", "?b2!"), ("?", "b2?!"), ("?", "b2?"))
    notes = [FACE.played(move, after) for move, after in moves]
    assert notes == ["b2 refused", "hidden refused", "hidden"]
