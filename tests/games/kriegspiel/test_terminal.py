"""Kriegspiel in the terminal: the viewer's pieces, and the umpire's calls in words."""

import pytest

from zeitnot.games.kriegspiel.terminal import FACE
from zeitnot_client.terminal.face import Marks

from .test_rules import after


def lines(*moves: str, seat: int | None) -> list[str]:
    """The lines below the board."""
    drawn = FACE.draw(after(*moves).view(seat), Marks(seat=seat)).plain
    return drawn.splitlines()[9:]


@pytest.mark.parametrize(
    ("moves", "seat", "notes"),
    [
        (("e2e4",), 0, ["lost: white none, black none"]),
        (
            ("e2e4", "d7d5", "e4d5"),
            1,
            ["lost: white none, black 1 pawn", "umpire: black has lost a pawn on d5"],
        ),
        (
            ("e2e4", "f7f6", "d1h5"),
            None,
            [
                "lost: white none, black none",
                "umpire: black is in check on the short diagonal",
            ],
        ),
        (
            ("e2e4", "d7d6", "f1b5", "a7a6", "g8f6"),
            0,
            [
                "lost: white none, black none",
                "umpire: black is in check on the long diagonal",
                "2 tries of black refused",
            ],
        ),
        (
            ("e2e4", "e7e5", "d1h5", "d8e7", "e4e5", "h5h8"),
            0,
            ["lost: white none, black none", "refused: e4e5 h5h8"],
        ),
        (("e2e4", "e7e5", "e4e5"), 1, ["lost: white none, black none", "1 try of white refused"]),
    ],
)
def test_calls_are_written_in_words(
    moves: tuple[str, ...], seat: int | None, notes: list[str]
) -> None:
    assert lines(*moves, seat=seat) == notes


def test_only_own_pieces_are_drawn() -> None:
    board = FACE.draw(after("e2e4").view(0), Marks(seat=0)).plain.splitlines()
    assert board[0].split() == ["8", *"········"]
    assert board[4].split() == ["4", *"····P···"]


def test_square_of_a_hidden_capture_is_marked() -> None:
    taken = after("e2e4", "d7d5", "e4d5").view(1)
    board = FACE.draw(taken, Marks(seat=1, move="?")).plain.splitlines()
    assert "[·]" in board[4]


def test_move_list_shows_refusals_and_captures() -> None:
    refused, taken = after("e2e4", "e7e5", "e4e5"), after("e2e4", "d7d5", "e4d5")
    expected = [
        FACE.played("e4e5", refused.view(0)),
        FACE.played("?", refused.view(1)),
        FACE.played("?", taken.view(1)),
        FACE.played("e2e4", after("e2e4").view(0)),
    ]
    assert expected == [
        "e4e5 refused",
        "hidden refused",
        "hidden; black has lost a pawn on d5",
        "e2e4",
    ]


@pytest.mark.parametrize("text", ["", "8/8 w", "8/8/8/8/8/8/8/8 w - - 0 1 0+0 - - - -"])
def test_malformed_position_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"eleven words|argument|unpack"):
        FACE.draw(text, Marks())
