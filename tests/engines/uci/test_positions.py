"""After a refused position the engine has no position until a valid one is sent."""

import pytest

from zeitnot_engines.games import load
from zeitnot_engines.uci.engine import supported_games

from ..commands.gui import Gui

START = "position startpos"


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("position", "position takes startpos"),
        ("position start", "position takes startpos"),
        ("position fen", "position takes startpos"),
        ("position fen 8/8/8/8", "six fields"),
        ("position fen 8/8/8/8/8/8/8/8 w - - 0 1", "one king"),
        ("position startpos moves e2e5", '"e2e5" is not a legal move'),
        ("position startpos moves e2e4 e7e5 e4e5", '"e4e5" is not a legal move'),
        ("position startpos moves e2e4 O-O", '"O-O" is not a legal move'),
        ("position fen 7k/8/5KQ1/8/8/8/8/8 w - - 0 1 moves g6g7 h8g7", "over"),
    ],
)
def test_after_a_refused_position_there_is_no_move(gui: Gui, line: str, sentence: str) -> None:
    gui.send(f"{START} moves d2d4", line)
    (message,) = gui.lines
    assert message.startswith("info string ")
    assert sentence in message
    for go in ("go depth 1", "go mate 2", "go wtime 100 btime 100", "go", "go searchmoves e2e4"):
        gui.lines.clear()
        gui.send(go)
        assert gui.wait("") == "bestmove (none)"
    gui.send(START, "go depth 1")
    assert gui.wait("bestmove").split()[1] in load("chess").start().legal()


@pytest.mark.parametrize("go", ["go mate", "go mate x", "go searchmoves a1a8"])
def test_an_invalid_go_is_answered_without_a_move(gui: Gui, go: str) -> None:
    """A GUI waits for a move after each `go`."""
    gui.send(START, go)
    assert gui.wait("info string ")
    assert gui.wait("bestmove") == "bestmove (none)"


@pytest.mark.parametrize("go", ["go infinite", "go ponder wtime 100 btime 100"])
def test_an_infinite_search_without_a_position_waits_for_stop(gui: Gui, go: str) -> None:
    """So does a search of a position in which the game is over."""
    for position in (
        f"{START} moves e2e5",
        "position fen 7k/5KQ1/8/8/8/8/8/8 b - - 0 1",
    ):
        gui.send(position, go)
        assert gui.is_quiet(0.05)
        gui.send("stop")
        assert gui.wait("bestmove") == "bestmove (none)"


@pytest.mark.parametrize("line", ["ucinewgame", "setoption name UCI_Variant value othello"])
def test_a_new_game_has_a_position(gui: Gui, line: str) -> None:
    gui.send(f"{START} moves e2e5", line, "go depth 1")
    assert "(none)" not in gui.wait("bestmove")


@pytest.mark.parametrize("game", supported_games())
def test_every_game_refuses_bad_positions(game: str) -> None:
    gui = Gui(game)
    for bad in (f"{START} moves z9z9", "position fen what", "position"):
        gui.send(START, bad)
        assert gui.wait("info string ")
        gui.send("go depth 1")
        assert gui.wait("") == "bestmove (none)"
    gui.send(START, "go depth 1")
    assert gui.wait("bestmove").split()[1] in load(game).start().legal()
    gui.engine.close()
