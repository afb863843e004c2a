"""`zeitnot uci` with other programs: python-chess as an independent client, and `zeitnot match`."""

import random
import shlex
from collections.abc import Iterator
from pathlib import Path

import chess
import chess.engine
import pytest
from click.testing import CliRunner

from zeitnot_engines.games import load
from zeitnot_engines.matches.player_texts import read_player
from zeitnot_engines.matches.record import Record, start_of

from .gui import COMMAND, MATE_IN_TWO, WAIT_S


@pytest.fixture(scope="module")
def client() -> Iterator[chess.engine.SimpleEngine]:
    with chess.engine.SimpleEngine.popen_uci(COMMAND, timeout=2 * WAIT_S) as engine:
        yield engine


def test_python_chess_plays_a_game(client: chess.engine.SimpleEngine) -> None:
    """python-chess checks every move and every principal variation that it receives."""
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


def test_python_chess_requests_a_mate_search(client: chess.engine.SimpleEngine) -> None:
    info = client.analyse(chess.Board(MATE_IN_TWO), chess.engine.Limit(mate=2))
    assert info["score"].white() == chess.engine.Mate(2)
    assert info["depth"] == 3


def test_python_chess_limits_the_strength(client: chess.engine.SimpleEngine) -> None:
    """python-chess checks that the options are offered and the values in range."""
    for options in ({"UCI_LimitStrength": True, "UCI_Elo": 900}, {"Skill Level": 0}):
        client.configure({"UCI_LimitStrength": False, **options})
        info = client.play(
            chess.Board(), chess.engine.Limit(time=5), info=chess.engine.INFO_ALL
        ).info
        assert info["depth"] == 1
    client.configure({"Skill Level": 20})
    assert client.analyse(chess.Board(), chess.engine.Limit(depth=4))["depth"] == 4


def test_python_chess_ponders(client: chess.engine.SimpleEngine) -> None:
    board = chess.Board()
    limit = chess.engine.Limit(white_clock=3, black_clock=3)
    for _ in range(3):
        result = client.play(board, limit, ponder=True)
        board.push(result.move)
        board.push(result.ponder or next(iter(board.legal_moves)))
    assert client.play(board, chess.engine.Limit(time=0.05)).move in board.legal_moves


# ── `zeitnot match` ────────────────────────────────────────────────────────────────────────────


def test_plays_xiangqi_in_the_match_command() -> None:
    spec = read_player(f"uci:{shlex.join(COMMAND)},nodes=200")
    player = spec.player(load("xiangqi"), random.Random(1), 100, 0)
    try:
        start = load("xiangqi").start()
        state = start.play("h2e2")
        record = Record(start_of(start))
        record.add_move(0, "h2e2", state)
        assert player.move(state, record, None).move in state.legal()
    finally:
        player.close()


def test_plays_a_match_run_by_the_match_command(tmp_path: Path) -> None:
    """The UCI adapter of `zeitnot match` runs `zeitnot uci` in a game without other engines."""
    from zeitnot_engines.commands.match import match

    quoted = " ".join(f"'{word}'" for word in COMMAND)
    arguments = ["niujiaoqi", f"uci:{quoted} niujiaoqi", "random", "--games", "2", "--tc", "60+0.1"]
    result = CliRunner().invoke(match, arguments)
    assert result.exit_code == 0, result.output
    assert "fault" not in result.output
