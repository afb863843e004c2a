"""`zeitnot uci`: as a transcript, and with python-chess as an independent client."""

import os
import random
import shlex
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import chess
import chess.engine
import pytest
from click.testing import CliRunner

from zeitnot_engines.commands.uci import uci
from zeitnot_engines.games import load
from zeitnot_engines.players import read_player
from zeitnot_engines.uci_engine import UciEngine

from ...busy import holds_once

COMMAND = [sys.executable, "-m", "zeitnot_server.cli", "uci"]
WAIT_S = 60  # for what comes at once on a machine that has nothing else to do
MATE_IN_TWO = "k7/8/2K5/8/8/8/8/6R1 w - - 0 1"


class Gui:
    """Speaks to an engine and keeps what it says."""

    def __init__(self, game: str = "chess") -> None:
        self.said: list[str] = []
        self._news = threading.Condition()
        self.engine = UciEngine(load(game), self._hear)

    def _hear(self, line: str) -> None:
        with self._news:
            self.said.append(line)
            self._news.notify_all()

    def tell(self, *lines: str) -> None:
        for line in lines:
            assert self.engine.hear(line)

    def wait(self, start: str, seconds: float = WAIT_S) -> str:
        """The first line that begins so since the last wait; what came before it is dropped."""
        deadline = time.monotonic() + seconds
        with self._news:
            while True:
                for i, line in enumerate(self.said):
                    if line.startswith(start):
                        del self.said[: i + 1]
                        return line
                left = deadline - time.monotonic()
                assert left > 0, f"no {start} in {self.said}"
                self._news.wait(left)

    def quiet(self, seconds: float = 0.2) -> bool:
        """Whether no answer comes for so long."""
        time.sleep(seconds)
        return not any(line.startswith("bestmove") for line in self.said)


@pytest.fixture
def gui() -> Iterator[Gui]:
    made = Gui()
    yield made
    made.engine.close()


# ── the engine alone ───────────────────────────────────────────────────────────────────────────


def test_it_says_who_it_is_and_what_can_be_set(gui: Gui) -> None:
    gui.tell("uci")
    gui.wait("id name Zeitnot ")
    options = [line for line in gui.said if line.startswith("option name ")]
    for name in ("Hash type spin", "Threads type spin", "MultiPV type spin", "Ponder type check"):
        assert any(line.startswith(f"option name {name}") for line in options), name
    assert gui.said[-1] == "uciok"
    gui.tell("isready")
    assert gui.said[-1] == "readyok"


def test_a_search_tells_what_it_finds(gui: Gui) -> None:
    gui.tell("position startpos moves e2e4 e7e5", "go depth 4")
    for depth in (1, 2, 3, 4):
        words = gui.wait(f"info depth {depth} ").split()
        for name in ("score", "nodes", "nps", "hashfull", "time", "pv", "multipv"):
            assert name in words
    best = gui.wait("bestmove ").split()
    assert best[2] == "ponder"
    state = load("chess").start().play("e2e4").play("e7e5").play(best[1])
    assert best[3] in state.legal()


def test_mate_is_mate(gui: Gui) -> None:
    gui.tell(f"position fen {MATE_IN_TWO}", "go mate 2")
    found = gui.wait("bestmove")
    gui.tell(f"position fen {MATE_IN_TWO}", "go depth 6")
    gui.wait("info depth")
    line = gui.wait("bestmove")
    assert found.split()[1] == line.split()[1]
    gui.tell("position fen 6k1/8/5KQ1/8/8/8/8/8 b - - 0 1 moves g8h8", "go depth 3")
    assert "score mate 1 " in gui.wait("info depth 1")
    gui.wait("bestmove")
    gui.tell("position fen 7k/8/5KQ1/8/8/8/8/8 w - - 0 1 moves g6g7", "go depth 3")
    assert gui.wait("bestmove") == "bestmove (none)"


def test_several_lines(gui: Gui) -> None:
    gui.tell("setoption name MultiPV value 3", "position startpos", "go depth 3")
    lines = [gui.wait(f"info depth 3 multipv {i} ") for i in (1, 2, 3)]
    assert len({line.split(" pv ")[1].split()[0] for line in lines}) == 3


def test_searchmoves(gui: Gui) -> None:
    gui.tell("position startpos", "go depth 3 searchmoves a2a3 h2h3")
    assert gui.wait("bestmove").split()[1] in ("a2a3", "h2h3")


@pytest.mark.parametrize("go", ["go infinite", "go", "go ponder wtime 100 btime 100", "go ponder"])
def test_only_stop_ends_it(gui: Gui, go: str) -> None:
    """Even where there is nothing left to search: one legal move, and mate after it."""
    for position in ("startpos", f"fen {MATE_IN_TWO}"):
        gui.tell(f"position {position}", go)
        assert gui.quiet(0.5)
        gui.tell("isready", "stop")
        gui.wait("readyok")
        gui.wait("bestmove")


def test_a_ponderhit_starts_the_clock(gui: Gui) -> None:
    go = "go ponder wtime 2000 btime 2000 movestogo 10"

    def pondered_hit() -> bool:
        gui.tell("position startpos moves e2e4 e7e5", go)
        assert gui.quiet(0.5)
        took = seconds(gui, "ponderhit")
        assert took > 0.1
        return took < 1.5

    assert holds_once(pondered_hit)
    gui.tell("ponderhit")  # of nothing


def test_a_ponderhit_frees_an_answer_that_was_ready(gui: Gui) -> None:
    gui.tell("position startpos", "go ponder depth 1")
    assert gui.quiet()
    gui.tell("ponderhit")
    gui.wait("bestmove")


def test_time_is_kept(gui: Gui) -> None:
    gui.tell("position startpos")
    assert holds_once(lambda: 0.25 < seconds(gui, "go movetime 300") < 0.8)
    assert holds_once(lambda: seconds(gui, "go wtime 400 btime 1 winc 0 binc 0") < 0.4)


def seconds(gui: Gui, line: str) -> float:
    """From this line to the answer."""
    begun = time.monotonic()
    gui.tell(line)
    gui.wait("bestmove")
    return time.monotonic() - begun


def test_go_again_ends_the_search_before(gui: Gui) -> None:
    gui.tell("position startpos", "go infinite", "go depth 2")
    gui.wait("bestmove")
    gui.wait("info depth 2")
    gui.wait("bestmove")


def test_threads_and_table(gui: Gui) -> None:
    gui.tell("setoption name Threads value 2", "setoption name Hash value 2", "ucinewgame")
    gui.tell("setoption name Clear Hash", "position startpos", "go nodes 20000")
    gui.wait("bestmove")


@pytest.mark.parametrize(
    ("name", "position", "move"),
    [
        ("othello", "startpos moves f5", "d6"),
        ("tictactoe", "fen xx.oo.... x", "c3"),
        ("niujiaoqi", "startpos", "0-1"),
    ],
)
def test_other_games(name: str, position: str, move: str) -> None:
    """By the command's argument, and by the option."""
    for gui in (Gui(name), Gui()):
        gui.tell(f"setoption name UCI_Variant value {name}", f"position {position}")
        gui.tell(f"go depth 2 searchmoves {move}")
        assert gui.wait("bestmove").split()[1] == move


def test_xiangqi_has_ranks_from_0_unless_a_variant_was_chosen() -> None:
    """Who chooses by UCI_Variant counts as Fairy-Stockfish does."""
    gui = Gui("xiangqi")
    for choice, moves, reply in (
        ("isready", "h2e2", "h9g7"),
        ("setoption name UCI_Variant value xiangqi", "h3e3", "h10g8"),
    ):
        gui.tell(choice, f"position startpos moves {moves}", f"go depth 2 searchmoves {reply}")
        assert f"pv {reply} " in gui.wait("info depth 2") + " "
        assert gui.wait("bestmove").split()[1] == reply


def test_it_plays_xiangqi_for_our_own_matches() -> None:
    spec = read_player(f"uci:{shlex.join(COMMAND)},nodes=200")
    player = spec.player(load("xiangqi"), random.Random(1), 100, 0)
    try:
        state = load("xiangqi").start().play("h2e2")
        assert player.move(state, ["h2e2"], None) in state.legal()
    finally:
        player.close()


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
def test_it_plays_on_where_a_gui_does(gui: Gui, position: str) -> None:
    """Draws by repetition and by fifty moves are the players' to claim there."""
    board = chess.Board()
    where, _, moves = position.partition(" moves ")
    if where != "startpos":
        board = chess.Board(where.removeprefix("fen "))
    for move in moves.split():
        board.push_uci(move)
    gui.tell(f"position {position}")
    assert gui.said == []
    gui.tell("go depth 3")
    assert chess.Move.from_uci(gui.wait("bestmove").split()[1]) in board.legal_moves


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("hello", 'there is no command "hello"'),
        ("position", "position takes startpos or fen"),
        ("position fen 8/8/8/8", "six fields"),
        ("position startpos moves e2e5", '"e2e5" is not a legal move'),
        ("go depth five", 'depth takes a whole number, not "five"'),
        ("go searchmoves e9e9", "not a legal move"),
        ("setoption name Hash value lots", "hash takes a number from 1"),
        ("setoption name Hash value 0", "hash takes a number from 1"),
        ("setoption name Threads value 999999999999999999999", "threads takes a number"),
        ("setoption name Colour value red", 'there is no option "colour"'),
        ("setoption name UCI_Variant value ewn", 'there is no variant "ewn"'),
        ("setoption", "setoption takes name"),
        ("\x00\udcff", "there is no command"),
    ],
)
def test_bad_words_are_one_line(gui: Gui, line: str, sentence: str) -> None:
    gui.tell("position startpos moves e2e4")
    gui.tell(line)
    assert len(gui.said) == 1
    assert gui.said[0].startswith("info string ")
    assert sentence in gui.said[0]
    gui.tell("go depth 1")
    assert gui.wait("bestmove").split()[1] in load("chess").start().play("e2e4").legal()


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("joho go depth 2", 'there is no command "joho"'),
        ("go fast depth 2 2", 'go knows no "fast", "2"'),
        ("go depth 2 searchmoves e2e4 e9e9", 'go knows no "e9e9"'),
    ],
)
def test_strange_words_are_passed_over(gui: Gui, line: str, sentence: str) -> None:
    """As the protocol wants it: a GUI newer than we are still gets its move."""
    gui.tell(line)
    assert gui.wait("info") == f"info string {sentence}"
    gui.wait("info depth 2")
    gui.wait("bestmove")


def test_options_wait_for_the_search(gui: Gui) -> None:
    gui.tell("position startpos", "go infinite", "setoption name Hash value 4")
    assert "must wait" in gui.wait("info string")
    gui.tell("isready")
    gui.wait("readyok")
    gui.tell("stop", "setoption name Hash value 4", "go depth 1")
    gui.wait("bestmove")


def test_a_position_told_in_a_search_is_for_the_next(gui: Gui) -> None:
    """And lines may end as on Windows."""
    gui.tell("position startpos", "go infinite", "position startpos moves e2e4\r", "stop")
    start = load("chess").start()
    assert gui.wait("bestmove").split()[1] in start.legal()
    gui.tell("go depth 2\r\n")
    assert gui.wait("bestmove").split()[1] in start.play("e2e4").legal()


def test_nothing_is_said_to_empty_lines(gui: Gui) -> None:
    gui.tell("", "   ", "debug on", "stop", "ponderhit", "register later")
    assert gui.said == []
    assert not gui.engine.hear("quit")


def test_options_may_be_set_as_soon_as_bestmove_is_read() -> None:
    """The GUI reads it while the thread that says it has not yet come back."""
    said: list[str] = []
    reading, read_on = threading.Event(), threading.Event()

    def say(line: str) -> None:
        said.append(line)
        if line.startswith("bestmove"):
            reading.set()
            read_on.wait(WAIT_S)

    engine = UciEngine(load("chess"), say)
    engine.hear("go depth 2")
    assert reading.wait(WAIT_S)
    engine.hear("setoption name MultiPV value 3")
    read_on.set()
    engine.hear("go depth 2")
    engine.close()
    assert not any("must wait" in line for line in said)
    assert any("multipv 3" in line for line in said)


# ── the command ────────────────────────────────────────────────────────────────────────────────


def test_the_end_of_the_input_ends_it() -> None:
    result = CliRunner().invoke(uci, [], input="uci\nposition startpos\ngo infinite\n")
    assert result.exit_code == 0
    assert "uciok" in result.output
    assert "bestmove" in result.output


def test_dice_have_no_words() -> None:
    result = CliRunner().invoke(uci, ["ewn"])
    assert result.exit_code == 2
    assert "no words for the throws of ewn" in result.output


def test_quit_ends_it_even_in_a_search() -> None:
    with subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(b"go infinite\nisready\n")
        process.stdin.flush()
        while b"readyok" not in process.stdout.readline():
            pass
        process.stdin.write(b"quit\n")
        process.stdin.flush()
        assert process.wait(WAIT_S) == 0  # the search would go on for ever


# ── python-chess as the client ─────────────────────────────────────────────────────────────────


@pytest.fixture(scope="module")
def client() -> Iterator[chess.engine.SimpleEngine]:
    with chess.engine.SimpleEngine.popen_uci(COMMAND, timeout=2 * WAIT_S) as engine:
        yield engine


def test_python_chess_plays_a_game(client: chess.engine.SimpleEngine) -> None:
    """It checks every move and every line of play that it is told."""
    board = chess.Board()
    while not board.is_game_over(claim_draw=False) and board.ply() < 60:
        clocks = chess.engine.Limit(white_clock=2, black_clock=2, white_inc=0.02, black_inc=0.02)
        result = client.play(board, clocks, info=chess.engine.INFO_ALL)
        assert result.move in board.legal_moves
        assert result.info["depth"] >= 1
        board.push(result.move)
    assert board.ply() >= 10


def test_python_chess_analyses(client: chess.engine.SimpleEngine) -> None:
    lines = client.analyse(chess.Board(), chess.engine.Limit(depth=6), multipv=3)
    assert len(lines) == 3
    assert [line["multipv"] for line in lines] == [1, 2, 3]
    assert all(line["pv"] for line in lines)
    scores = [line["score"].white().score(mate_score=10_000) for line in lines]
    assert scores == sorted(scores, reverse=True)
    mate = client.analyse(chess.Board(MATE_IN_TWO), chess.engine.Limit(depth=6))
    assert mate["score"].white().mate() is not None


def test_python_chess_ends_an_endless_analysis(client: chess.engine.SimpleEngine) -> None:
    with client.analysis(chess.Board(), chess.engine.Limit()) as analysis:
        for info in analysis:
            if info.get("depth", 0) >= 5:
                break
        analysis.stop()
        best = analysis.wait()
    assert best.move in chess.Board().legal_moves


def test_python_chess_ponders(client: chess.engine.SimpleEngine) -> None:
    board = chess.Board()
    limit = chess.engine.Limit(white_clock=3, black_clock=3)
    for _ in range(3):
        result = client.play(board, limit, ponder=True)
        board.push(result.move)
        board.push(result.ponder or next(iter(board.legal_moves)))
    assert client.play(board, chess.engine.Limit(time=0.05)).move in board.legal_moves


def test_it_plays_a_match_against_our_own_match_command(tmp_path: Path) -> None:
    """Our adapter and our front speak to each other, in a game that others do not know."""
    from zeitnot_engines.commands.match import match

    quoted = " ".join(f"'{word}'" for word in COMMAND)
    arguments = ["niujiaoqi", f"uci:{quoted} niujiaoqi", "random", "--games", "2", "--tc", "60+0.1"]
    result = CliRunner().invoke(match, arguments)
    assert result.exit_code == 0, result.output
    assert "fault" not in result.output


def test_strange_bytes_do_not_end_it() -> None:
    strict = os.environ | {"PYTHONIOENCODING": "utf-8:strict"}
    process = subprocess.run(
        COMMAND,
        env=strict,
        input=b"\xff\xfe\nisready\nquit\n",
        capture_output=True,
        timeout=WAIT_S,
        check=True,
    )
    assert b"readyok" in process.stdout
    assert process.stderr == b""
