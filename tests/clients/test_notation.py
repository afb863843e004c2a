"""Move notations in the Python client, which does not need the C++ core."""

import random

import chess
import pytest

from zeitnot_client.notations import WIRE_NOTATION, find_moves, format_move, notation_of

from ..each import each

SAN = notation_of("chess")
KNIGHTS = "4k3/P7/8/2p5/3P4/1N3N2/8/4K2R w K - 0 1"
BISHOP_AND_PAWN = "4k3/8/8/8/8/2p5/1P1B4/4K3 w - - 0 1"


def find(fen: str, text: str) -> list[str]:
    legal = [move.uci() for move in chess.Board(fen).legal_moves]
    return [format_move("chess", fen, move) for move in find_moves(SAN, fen, legal, text)]


@pytest.mark.parametrize("seed", range(4))
def test_san_equals_python_chess(seed: int) -> None:
    """Compares every legal move of random games, which include pins, checks and mates."""
    rng, board = random.Random(seed), chess.Board()
    while not board.is_game_over() and board.ply() < 120:
        fen = board.fen()
        for move in board.legal_moves:
            assert format_move("chess", fen, move.uci()) == board.san(move)
        board.push(rng.choice(list(board.legal_moves)))


@pytest.mark.parametrize(
    ("fen", "move", "san"),
    [
        ("6k1/8/8/8/1Q3Q2/8/8/1Q5K w - - 0 1", "b4e4", "Qb4e4"),
        ("4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1", "g1e2", "Ne2"),  # the other knight is pinned
        ("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "d4e3", "dxe3"),
        ("6rk/6pp/8/6N1/8/8/8/4K3 w - - 0 1", "g5f7", "Nf7#"),
        ("3k4/8/3K4/8/8/8/8/7R w - - 0 1", "h1h8", "Rh8#"),
        ("5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "O-O+"),
    ],
)
def test_san_is_written(fen: str, move: str, san: str) -> None:
    assert format_move("chess", fen, move) == san


def test_unreadable_position_or_move_is_left_unchanged() -> None:
    assert format_move("chess", "no position", "e2e4") == "e2e4"
    assert format_move("chess", chess.STARTING_FEN, "pass") == "pass"
    assert format_move("xiangqi", "no position", "pass!") == "pass!"
    assert format_move("halma", "any", "a1") == "a1"


@each(
    ("fen", "text", "found"),
    [
        (chess.STARTING_FEN, "e4", ["e4"]),
        (chess.STARTING_FEN, "e2e4", ["e4"]),
        (chess.STARTING_FEN, "E2-E4", ["e4"]),
        (chess.STARTING_FEN, "Nf3!?", ["Nf3"]),
        (chess.STARTING_FEN, "nf3", ["Nf3"]),
        (chess.STARTING_FEN, "Ng1-f3", ["Nf3"]),
        (chess.STARTING_FEN, "e5", []),
        (chess.STARTING_FEN, "", []),
        (KNIGHTS, "dxc5", ["dxc5"]),
        (KNIGHTS, "dc5", ["dxc5"]),
        (KNIGHTS, "Nc5", ["Nxc5"]),
        (KNIGHTS, "c5", []),
        (KNIGHTS, "O-O", ["O-O"]),
        (KNIGHTS, "0-0", ["O-O"]),
        (KNIGHTS, "oo", ["O-O"]),
        (KNIGHTS, "e1g1", ["O-O"]),
        (KNIGHTS, "a8=Q+", ["a8=Q+"]),
        (KNIGHTS, "a8Q", ["a8=Q+"]),
        (KNIGHTS, "a8n", ["a8=N"]),
        (KNIGHTS, "a7a8N", ["a8=N"]),
        (KNIGHTS, "Nd2", ["Nbd2", "Nfd2"]),
        (KNIGHTS, "Nfd2", ["Nfd2"]),
        (BISHOP_AND_PAWN, "bc3", ["bxc3"]),
        (BISHOP_AND_PAWN, "Bc3", ["Bxc3"]),
        (BISHOP_AND_PAWN, "BC3", ["bxc3", "Bxc3"]),
    ],
)
def test_chess_moves_are_read(fen: str, text: str, found: list[str]) -> None:
    assert sorted(find(fen, text)) == sorted(found)


def test_promotion_without_a_piece_is_ambiguous() -> None:
    assert len(find(KNIGHTS, "a8")) == len(find(KNIGHTS, "a7a8")) == 4


def test_xiangqi_moves_are_read_and_written() -> None:
    start = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"
    assert format_move("xiangqi", start, "h2e2") == "h2-e2"
    legal = ["h2e2", "b2e2", "b0c2"]
    for text in ("h2e2", "H2-E2", "炮二平五", "砲二平五", "C2=5", "c2.5"):
        assert find_moves(notation_of("xiangqi"), start, legal, text) == ["h2e2"], text
    assert find_moves(notation_of("xiangqi"), start, legal, "e0c2") == []


def test_words_and_cells_are_case_insensitive() -> None:
    assert find_moves(WIRE_NOTATION, "", ["d3", "pass"], " D3 ") == ["d3"]
    assert find_moves(WIRE_NOTATION, "", ["d3", "pass"], "PASS") == ["pass"]
