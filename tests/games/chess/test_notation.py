"""Algebraic notation of chess: disambiguation, accepted forms, and refused texts."""

import pytest

from zeitnot.games.chess.engine_notation import read_san, write_san
from zeitnot_engines.games import load
from zeitnot_engines.notations import write_line

CHESS = load("chess")


@pytest.mark.parametrize(
    ("fen", "move", "san"),
    [
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1", "O-O"),
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1c1", "O-O-O"),
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "h1h8", "Rh8+"),
        ("3k4/8/3K4/8/8/8/8/7R w - - 0 1", "h1h8", "Rh8#"),
        ("4k3/8/8/8/4N3/8/4N3/4K3 w - - 0 1", "e2c3", "N2c3"),
        ("4k3/8/8/8/8/8/1N3N2/4K3 w - - 0 1", "b2d1", "Nbd1"),
        ("4k3/8/8/8/1Q3Q2/8/8/1Q2K3 w - - 0 1", "b4e1", None),
        ("6k1/8/8/8/1Q3Q2/8/8/1Q5K w - - 0 1", "b4e4", "Qb4e4"),
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8n", "a8=N"),
        ("1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8q", "axb8=Q+"),
        ("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "d4e3", "dxe3"),
    ],
)
def test_san_is_written_and_read_back(fen: str, move: str, san: str | None) -> None:
    state = CHESS.parse(fen)
    if san is None:
        with pytest.raises(ValueError, match="not a legal move"):
            write_san(state, move)
    else:
        assert write_san(state, move) == san
        assert read_san(state, san) == move


def test_line_stops_where_the_game_ends() -> None:
    shuffle = ["g1f3", "g8f6", "f3g1", "f6g8"]
    words = write_line(CHESS.start(), shuffle * 3, write_san)
    assert words == ["Nf3", "Nf6", "Ng1", "Ng8"] * 2


@pytest.mark.parametrize(
    ("text", "move"),
    [("0-0", "e1g1"), ("Ra1-b1", "a1b1"), ("Rh1h8+!?", "h1h8"), ("e2e4", "e2e4"), ("R:h8", "h1h8")],
)
def test_lenient_notation_is_read(text: str, move: str) -> None:
    assert read_san(CHESS.parse("4k2r/8/8/8/8/8/4P3/R3K2R w KQk - 0 1"), text) == move


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "not a legal move"),
        ("Zf3", "not a legal move"),
        ("Nf9", "not a legal move"),
        ("Nd5", "not a legal move"),
        ("O-O-O", "not a legal move"),
        ("Nd2", "more than one move: Nbd2, Nfd2"),
        ("a7a8", "more than one move: a8="),
        ("a8", "more than one move"),
    ],
)
def test_illegal_or_ambiguous_san_is_refused(text: str, sentence: str) -> None:
    state = CHESS.parse("4k3/P7/8/8/8/1N3N2/8/4K2R w K - 0 1")
    with pytest.raises(ValueError, match=sentence):
        read_san(state, text)
