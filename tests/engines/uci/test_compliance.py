"""The steps of `fastchess --compliance`, run against the `zeitnot uci` command.

They are copied from app/src/engine/compliance.rs in Disservin/fastchess (MIT), which reads one
engine's answers from the start to the last step, so each step is a test of one shared process.
"""

import re
import subprocess
import threading
from collections.abc import Iterator

import chess
import pytest

from ..commands.gui import COMMAND, WAIT_S

WHITE_TO_MOVE = "position fen 3r2k1/p5n1/1pq1p2p/2p3p1/2P1P1n1/1P1P2pP/PN1Q2K1/5R2 w - - 0 27"
BLACK_TO_MOVE = "position fen rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"


class Process:
    """The command, with a time limit on every answer."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            COMMAND,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.board = chess.Board()

    def send(self, *lines: str) -> None:
        assert self._process.stdin is not None
        for line in lines:
            self._process.stdin.write(line + "\n")
        self._process.stdin.flush()

    def read_to(self, word: str) -> list[str]:
        """The lines up to one that begins with this word."""
        assert self._process.stdout is not None
        watchdog = threading.Timer(WAIT_S, self._process.kill)
        watchdog.start()
        lines = []
        for line in self._process.stdout:
            lines.append(line.rstrip("\n"))
            if line.split()[:1] == [word]:
                break
        watchdog.cancel()
        assert [line.split()[0] for line in lines[-1:]] == [word], lines
        return lines

    def is_ready(self) -> bool:
        self.send("isready")
        return self.read_to("readyok") == ["readyok"]

    def position(self, line: str) -> None:
        """Sends a position."""
        _, _, fen = line.partition(" fen ")
        start, _, moves = (fen or chess.STARTING_FEN).partition(" moves ")
        moves = moves or line.partition(" moves ")[2]
        self.board = chess.Board(start)
        for move in moves.split():
            self.board.push_uci(move)
        self.send(line)

    def end(self) -> int:
        self.send("quit")
        _, errors = self._process.communicate(timeout=WAIT_S)
        assert errors == ""
        return self._process.returncode


@pytest.fixture(scope="module")
def engine() -> Iterator[Process]:
    process = Process()
    yield process
    assert process.end() == 0


def test_uci_is_answered_with_name_and_author(engine: Process) -> None:
    engine.send("uci")
    lines = engine.read_to("uciok")
    assert any(line.startswith("id name ") for line in lines)
    assert any(line.startswith("id author ") for line in lines)
    assert engine.is_ready()


def test_options_have_the_form_of_the_protocol(engine: Process) -> None:
    engine.send("uci")
    form = (
        r"option name .+ type (spin default -?\d+ min -?\d+ max -?\d+|check default (true|false)"
        r"|button|combo default \S+( var \S+)+|string default .*)"
    )
    for line in engine.read_to("uciok")[:-1]:
        assert re.fullmatch(rf"id (name|author) .+|{form}", line), line


@pytest.mark.parametrize("position", ["position startpos", WHITE_TO_MOVE])
def test_the_engine_is_ready_after_a_position(engine: Process, position: str) -> None:
    engine.send("ucinewgame")
    engine.position(position)
    assert engine.is_ready()


@pytest.mark.parametrize(
    ("position", "go"),
    [
        (WHITE_TO_MOVE, "go wtime 100"),
        (WHITE_TO_MOVE, "go btime 100"),  # without the mover's clock, as older versions sent it
        (BLACK_TO_MOVE, "go btime 100"),
        (BLACK_TO_MOVE, "go wtime 100 winc 100 btime 100 binc 100"),
        (BLACK_TO_MOVE, "go btime 100 binc 100 wtime 100 winc 100"),
        ("position startpos", "go wtime 100 btime 100"),
        ("position startpos moves e2e4 e7e5", "go wtime 100 btime 100"),
    ],
)
def test_every_go_has_valid_infos_and_a_move(engine: Process, position: str, go: str) -> None:
    engine.send("ucinewgame")
    engine.position(position)
    engine.send(go)
    *infos, best = engine.read_to("bestmove")
    assert "score" in infos[-1].split()
    for line in infos:
        words = line.split()
        assert words[0] == "info"
        kind, value = words[words.index("score") + 1 :][:2]
        assert kind in ("cp", "mate")
        for number in (value, *(words[words.index(name) + 1] for name in ("time", "nps", "nodes"))):
            assert re.fullmatch(r"-?\d+", number), line
        assert_is_line(engine.board, words[words.index("pv") + 1 :])
    assert_is_line(
        engine.board, [word for word in best.split() if word not in ("bestmove", "ponder")]
    )


def assert_is_line(board: chess.Board, moves: list[str]) -> None:
    """Checks that all these moves can be played, one after the other."""
    assert moves
    after = board.copy()
    for move in moves:
        after.push(after.parse_uci(move))
