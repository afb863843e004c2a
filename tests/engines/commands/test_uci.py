"""Searches of `zeitnot uci`, as transcripts."""

import time

import chess
import chess.engine
import pytest

from zeitnot_engines.games import load

from ...busy import holds_within_tries
from .gui import MATE_IN_TWO, Gui


def test_identifies_itself_and_lists_its_options(gui: Gui) -> None:
    gui.send("uci")
    gui.wait("id name Zeitnot ")
    options = [line for line in gui.lines if line.startswith("option name ")]
    for name in ("Hash type spin", "Threads type spin", "MultiPV type spin", "Ponder type check"):
        assert any(line.startswith(f"option name {name}") for line in options), name
    assert gui.lines[-1] == "uciok"
    gui.send("isready")
    assert gui.lines[-1] == "readyok"


def test_a_search_prints_info_and_bestmove(gui: Gui) -> None:
    gui.send("position startpos moves e2e4 e7e5", "go depth 4")
    for depth in (1, 2, 3, 4):
        words = gui.wait(f"info depth {depth} ").split()
        for name in ("score", "nodes", "nps", "hashfull", "time", "pv", "multipv"):
            assert name in words
    best = gui.wait("bestmove ").split()
    assert best[2] == "ponder"
    state = load("chess").start().play("e2e4").play("e7e5").play(best[1])
    assert best[3] in state.legal()


def test_reports_mate_scores(gui: Gui) -> None:
    gui.send(f"position fen {MATE_IN_TWO}", "go mate 2")
    result = gui.wait("bestmove")
    gui.send(f"position fen {MATE_IN_TWO}", "go depth 6")
    gui.wait("info depth")
    line = gui.wait("bestmove")
    assert result.split()[1] == line.split()[1]
    gui.send("position fen 6k1/8/5KQ1/8/8/8/8/8 b - - 0 1 moves g8h8", "go depth 3")
    assert "score mate 1 " in gui.wait("info depth 1")
    gui.wait("bestmove")
    gui.send("position fen 7k/8/5KQ1/8/8/8/8/8 w - - 0 1 moves g6g7", "go depth 3")
    assert gui.wait("bestmove") == "bestmove (none)"


def test_multipv_reports_several_lines(gui: Gui) -> None:
    gui.send("setoption name MultiPV value 3", "position startpos", "go depth 3")
    lines = [gui.wait("info depth 3 ") for _ in range(3)]
    assert [line.split()[6] for line in lines] == ["1", "2", "3"]  # after `multipv`
    assert len({line.split(" pv ")[1].split()[0] for line in lines}) == 3


def test_searchmoves_restricts_the_moves(gui: Gui) -> None:
    gui.send("position startpos", "go depth 3 searchmoves a2a3 h2h3")
    assert gui.wait("bestmove").split()[1] in ("a2a3", "h2h3")


@pytest.mark.parametrize("go", ["go infinite", "go", "go ponder wtime 100 btime 100", "go ponder"])
def test_an_infinite_search_ends_only_with_stop(gui: Gui, go: str) -> None:
    """It also waits for `stop` when nothing is left to search, because the mate has been found."""
    for position in ("startpos", f"fen {MATE_IN_TWO}"):
        gui.send(f"position {position}", go)
        assert gui.is_quiet(0.5)
        gui.send("isready", "stop")
        gui.wait("readyok")
        gui.wait("bestmove")


def test_a_ponderhit_starts_the_clock(gui: Gui) -> None:
    go = "go ponder wtime 2000 btime 2000 movestogo 10"

    def ponderhit_is_in_time() -> bool:
        gui.send("position startpos moves e2e4 e7e5", go)
        assert gui.is_quiet(0.5)
        elapsed_s = seconds(gui, "ponderhit")
        assert elapsed_s > 0.1
        return elapsed_s < 1.5

    assert holds_within_tries(ponderhit_is_in_time)
    gui.send("ponderhit")  # without a search


def test_a_ponderhit_releases_a_finished_search(gui: Gui) -> None:
    gui.send("position startpos", "go ponder depth 1")
    assert gui.is_quiet()
    gui.send("ponderhit")
    gui.wait("bestmove")


def test_respects_time_limits(gui: Gui) -> None:
    gui.send("position startpos")
    assert holds_within_tries(lambda: 0.25 < seconds(gui, "go movetime 300") < 0.8)
    assert holds_within_tries(lambda: seconds(gui, "go wtime 400 btime 1 winc 0 binc 0") < 0.4)


def seconds(gui: Gui, line: str) -> float:
    """Seconds from this line to `bestmove`."""
    started = time.monotonic()
    gui.send(line)
    gui.wait("bestmove")
    return time.monotonic() - started


def test_a_second_go_ends_the_first(gui: Gui) -> None:
    gui.send("position startpos", "go infinite", "go depth 2")
    gui.wait("bestmove")
    gui.wait("info depth 2")
    gui.wait("bestmove")


def test_threads_and_hash_options_are_accepted(gui: Gui) -> None:
    gui.send("setoption name Threads value 2", "setoption name Hash value 2", "ucinewgame")
    gui.send("setoption name Clear Hash", "position startpos", "go nodes 20000")
    gui.wait("bestmove")


@pytest.mark.parametrize(
    ("name", "position", "move"),
    [
        ("othello", "startpos moves f5", "d6"),
        ("tictactoe", "fen xx.oo.... x", "c3"),
        ("niujiaoqi", "startpos", "0-1"),
    ],
)
def test_other_games_are_chosen_by_argument_or_option(name: str, position: str, move: str) -> None:
    for gui in (Gui(name), Gui()):
        gui.send(f"setoption name UCI_Variant value {name}", f"position {position}")
        gui.send(f"go depth 2 searchmoves {move}")
        assert gui.wait("bestmove").split()[1] == move


def test_xiangqi_ranks_start_at_0_unless_uci_variant_is_set() -> None:
    """With UCI_Variant ranks start at 1, as in Fairy-Stockfish."""
    gui = Gui("xiangqi")
    for choice, moves, reply in (
        ("isready", "h2e2", "h9g7"),
        ("setoption name UCI_Variant value xiangqi", "h3e3", "h10g8"),
    ):
        gui.send(choice, f"position startpos moves {moves}", f"go depth 2 searchmoves {reply}")
        assert f"pv {reply} " in gui.wait("info depth 2") + " "
        assert gui.wait("bestmove").split()[1] == reply


SHUFFLE = "g1f3 g8f6 f3g1 f6g8 " * 2


@pytest.mark.parametrize(
    "position",
    [
        f"startpos moves {SHUFFLE}",
        f"startpos moves {SHUFFLE * 2} e2e4",
        "fen 8/8/8/4k3/8/8/8/KR6 w - - 100 90",
        "fen 8/8/8/4k3/8/8/8/KR6 w - - 98 90 moves b1b2 e5e4 b2b1",
    ],
)
def test_searches_positions_in_which_a_draw_could_be_claimed(gui: Gui, position: str) -> None:
    """In UCI the GUI decides on draws by repetition and by fifty moves."""
    board = chess.Board()
    start, _, moves = position.partition(" moves ")
    if start != "startpos":
        board = chess.Board(start.removeprefix("fen "))
    for move in moves.split():
        board.push_uci(move)
    gui.send(f"position {position}")
    assert gui.lines == []
    gui.send("go depth 3")
    assert chess.Move.from_uci(gui.wait("bestmove").split()[1]) in board.legal_moves
