"""Chess compared with python-chess: positions, moves, results and notation of random games."""

import random

import chess
import pytest

from zeitnot.games.chess.engine_notation import read_san, write_san
from zeitnot_engines.games import History, load

CHESS = load("chess")
ENDS = {
    chess.Termination.CHECKMATE: "checkmate",
    chess.Termination.STALEMATE: "stalemate",
    chess.Termination.INSUFFICIENT_MATERIAL: "dead position",
    chess.Termination.FIFTY_MOVES: "fifty moves",
    chess.Termination.THREEFOLD_REPETITION: "repetition",
}
# Nearly bare boards, from which captures and mates come sooner than from the start.
ENDINGS = [
    "8/8/4k3/8/8/2B5/4K1N1/8 w - - 90 70",
    "4k3/8/8/8/8/8/4P3/4K2R w K - 0 1",
    "8/P6k/8/8/3b4/8/p6K/8 w - - 0 1",
    "3qk3/8/8/8/8/8/8/3QK3 w - - 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
]


def end_of(board: chess.Board) -> str | None:
    """The board's end. python-chess requires claims of some draws; mate takes precedence."""
    outcome = board.outcome()
    if outcome is not None:
        return ENDS[outcome.termination]
    if board.halfmove_clock >= 100:
        return "fifty moves"
    return "repetition" if board.is_repetition(3) else None


def check(ours: History, board: chess.Board) -> None:
    assert ours.text == board.fen(en_passant="legal")
    assert (ours.result[2] if ours.result else None) == end_of(board)
    assert ours.in_check == board.is_check()
    legal = [] if ours.result else [move.uci() for move in board.legal_moves]
    assert sorted(ours.legal()) == sorted(legal)
    for seat, side in enumerate((chess.WHITE, chess.BLACK)):
        assert ours.can_win(seat) == (not board.has_insufficient_material(side))


@pytest.mark.parametrize("seed", range(24))
def test_random_games_agree_with_python_chess(seed: int) -> None:
    rng = random.Random(seed)
    fen = rng.choice([chess.STARTING_FEN, *ENDINGS])
    ours, board = CHESS.parse(fen), chess.Board(fen)
    while True:
        check(ours, board)
        if ours.result:
            break
        move = rng.choice(ours.legal())
        ours = ours.play(move)
        board.push_uci(move)


def test_san_is_written_and_read_as_python_chess_does() -> None:
    rng, seen = random.Random(7), 0
    while seen < 3000:
        ours, board = CHESS.start(), chess.Board()
        while not ours.result:
            for move in rng.sample(ours.legal(), min(3, len(ours.legal()))):
                san = board.san(chess.Move.from_uci(move))
                assert write_san(ours, move) == san
                assert read_san(ours, san) == move
                seen += 1
            move = rng.choice(ours.legal())
            ours = ours.play(move)
            board.push_uci(move)
