"""UCI_Chess960: castling as the king taking its rook, which is always read, and written if
`UCI_Chess960` is set."""

import chess
import pytest

from ..commands.gui import Gui

CLASSICAL = "position fen 4k3/8/8/8/8/8/5PPP/4K2R w K - 0 1"
SHUFFLED = "position fen 1r3kr1/pppppppp/8/8/8/8/PPPPPPPP/1R3KR1 w GBgb - 0 1"


def best(gui: Gui, position: str, move: str) -> str:
    gui.lines.clear()
    gui.send(position, f"go depth 3 searchmoves {move}")
    return gui.wait("bestmove").split()[1]


def test_the_option_is_that_of_games_with_such_moves(gui: Gui) -> None:
    gui.send("uci")
    assert gui.wait("option name UCI_Chess960") == (
        "option name UCI_Chess960 type check default false"
    )
    gui.send("setoption name UCI_Variant value xiangqi", "uci")
    assert gui.wait("uciok")
    gui.lines.clear()
    gui.send("setoption name UCI_Chess960 value true")
    assert gui.wait("info string") == 'info string there is no option "uci_chess960"'


@pytest.mark.parametrize("move", ["e1g1", "e1h1"])
def test_both_forms_are_read_and_the_chosen_one_is_written(gui: Gui, move: str) -> None:
    assert best(gui, CLASSICAL, move) == "e1g1"
    gui.send("setoption name UCI_Chess960 value true")
    assert best(gui, CLASSICAL, move) == "e1h1"
    gui.send("setoption name UCI_Chess960 value false")
    assert best(gui, CLASSICAL, move) == "e1g1"


@pytest.mark.parametrize("value", ["true", "false"])
def test_from_other_squares_the_king_takes_its_rook(gui: Gui, value: str) -> None:
    gui.send(f"setoption name UCI_Chess960 value {value}")
    assert best(gui, SHUFFLED, "f1g1") == "f1g1"
    gui.send(f"{SHUFFLED} moves f1g1 f8g8", "go depth 1")
    assert gui.wait("bestmove").split()[1] != "(none)"


@pytest.mark.parametrize("value", ["true", "false"])
def test_every_line_is_one_of_python_chess(gui: Gui, value: str) -> None:
    """Castling also comes later in a line."""
    is_960 = value == "true"
    gui.send(f"setoption name UCI_Chess960 value {value}", "setoption name MultiPV value 40")
    gui.lines.clear()
    fen = "r3k2r/pppq1ppp/8/8/8/8/PPPQ1PPP/R3K2R w KQkq - 0 1"
    gui.send(f"position fen {fen}", "go depth 4")
    gui.wait("bestmove")
    written = set()
    gui.send(f"position fen {fen}", "go depth 4")
    while line := gui.wait(""):
        if line.startswith("bestmove"):
            break
        board = chess.Board(fen, chess960=is_960)
        _, _, pv = line.partition(" pv ")
        for move in pv.split():
            castles = board.is_castling(board.parse_uci(move))
            written |= {move} if castles else set()
            board.push_uci(move)
    assert written & ({"e1h1", "e1a1"} if is_960 else {"e1g1", "e1c1"})
    assert not written & ({"e1g1", "e1c1"} if is_960 else {"e1h1", "e1a1"})
