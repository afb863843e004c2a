"""`go mate N` finds every mate in N, says so when there is none, and stops then.

The oracle is a search by brute force with python-chess. Positions without another source are ours.
"""

import random

import chess
import pytest

from zeitnot_engines.games import load

from ..commands.gui import Gui

# A search with null moves misses this mate.
PRUNED = "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1"
MATES = {
    PRUNED: 2,
    "k7/8/2K5/8/8/8/8/6R1 w - - 0 1": 2,
    "6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1": 1,
    "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1": 3,
    "r1bq2r1/b4pk1/p1pp1p2/1p2pP2/1P2P1PB/3P4/1PPQ2P1/R3K2R w - - 0 1": 2,
}


def mates(board: chess.Board, moves: int) -> bool:
    """Whether the side to move can mate in at most `moves` moves."""
    for move in list(board.legal_moves):
        board.push(move)
        found = board.is_checkmate() or (
            moves > 1 and not board.is_stalemate() and is_mated(board, moves - 1)
        )
        board.pop()
        if found:
            return True
    return False


def is_mated(board: chess.Board, moves: int) -> bool:
    """Whether every reply allows a mate in at most `moves` moves."""
    for move in list(board.legal_moves):
        board.push(move)
        found = mates(board, moves)
        board.pop()
        if not found:
            return False
    return True


def answer(gui: Gui, fen: str, go: str) -> tuple[list[str], str]:
    """All lines of a search, and its move."""
    gui.lines.clear()
    gui.send(f"position fen {fen}", go)
    gui.engine._running_go.wait()  # type: ignore[union-attr]
    *infos, best = gui.lines
    return infos, best.split()[1]


@pytest.mark.parametrize("fen", MATES)
def test_finds_the_shortest_mate(gui: Gui, fen: str) -> None:
    """Checked with N and with a larger number; the search stops at the mate's depth."""
    shortest = MATES[fen]
    for mate in (shortest, shortest + 3):
        infos, best = answer(gui, fen, f"go mate {mate}")
        assert f" score mate {shortest} " in infos[-1]
        assert infos[-1].startswith(f"info depth {2 * shortest - 1} ")
        board = chess.Board(fen)
        board.push_uci(best)
        assert board.is_checkmate() if shortest == 1 else is_mated(board, shortest - 1)


@pytest.mark.parametrize("fen", [PRUNED, "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1"])
def test_reports_that_there_is_no_shorter_mate(gui: Gui, fen: str) -> None:
    mate = MATES[fen] - 1
    infos, best = answer(gui, fen, f"go mate {mate}")
    assert infos[-1] == f"info string there is no mate in {mate}"
    assert not any("score mate" in line for line in infos)
    assert chess.Move.from_uci(best) in chess.Board(fen).legal_moves


def test_agrees_with_brute_force(gui: Gui) -> None:
    """Compared in random endings, for mates in one and two."""
    rng = random.Random(42)
    mate_count = 0
    for _ in range(40):
        board = random_board(rng, "QRRNP" if rng.random() < 0.5 else "QBRpn")
        shortest = next((n for n in (1, 2) if mates(board, n)), None)
        infos, _ = answer(gui, board.fen(), "go mate 2")
        reported = f" score mate {shortest} " in infos[-1]
        assert reported if shortest else infos[-1].endswith("no mate in 2"), board.fen()
        mate_count += shortest is not None
    assert 10 < mate_count < 38


def random_board(rng: random.Random, pieces: str) -> chess.Board:
    """A legal position with White to move, two kings and these pieces on random squares."""
    while True:
        board = chess.Board(None)
        squares = rng.sample(range(8, 56), len(pieces) + 2)
        for square, symbol in zip(squares, f"Kk{pieces}", strict=True):
            board.set_piece_at(square, chess.Piece.from_symbol(symbol))
        if board.is_valid() and any(board.legal_moves):
            return board


def test_being_mated_is_not_reported_as_a_mate(gui: Gui) -> None:
    infos, best = answer(gui, "6k1/8/5KQ1/8/8/8/8/8 b - - 0 1", "go mate 3")
    assert infos[-1] == "info string there is no mate in 3"
    assert best in ("g8f8", "g8h8")


def test_other_limits_may_leave_the_mate_undecided(gui: Gui) -> None:
    infos, best = answer(gui, chess.STARTING_FEN, "go mate 50 nodes 5000")
    assert infos[-1] == "info string whether there is a mate in 50 was not decided"
    assert best in load("chess").start().legal()
    gui.send(f"position fen {PRUNED}", "go mate 40", "stop")
    assert gui.wait("bestmove")
    infos, _ = answer(gui, PRUNED, "go mate 2 searchmoves c8d7")
    assert infos[-1] == "info string there is no mate in 2"


def test_several_lines_stop_at_the_mate(gui: Gui) -> None:
    gui.send("setoption name MultiPV value 3")
    infos, best = answer(gui, PRUNED, "go mate 6")
    assert best == "a1a6"
    assert [line.split()[2] for line in infos[-3:]] == ["3"] * 3
    assert " multipv 1 score mate 2 " in infos[-3]


def test_an_ordinary_search_may_follow(gui: Gui) -> None:
    """It uses another table, since the values of the two searches differ."""
    answer(gui, PRUNED, "go mate 2")
    infos, _ = answer(gui, chess.STARTING_FEN, "go depth 5")
    assert infos[-1].startswith("info depth 5 ")


@pytest.mark.parametrize(
    ("game", "position", "mate"),
    [
        ("xiangqi", "fen 3k5/9/9/9/9/9/9/9/4R4/4K4 w - - 0 1", 1),
        ("tictactoe", "fen xx.oo.... x", 1),
        ("tictactoe", "startpos", None),
    ],
)
def test_other_games_have_mate_searches(game: str, position: str, mate: int | None) -> None:
    gui = Gui(game)
    gui.send(f"position {position}", "go mate 3")
    gui.engine._running_go.wait()  # type: ignore[union-attr]
    text = " ".join(gui.lines)
    assert f"score mate {mate} " in text if mate else "no mate in 3" in text, text
