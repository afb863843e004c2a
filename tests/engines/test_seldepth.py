"""The deepest node of a search, `seldepth`: in every method that counts it, and on the wire."""

import pytest

from zeitnot_engines.commands.thinking import depth_text
from zeitnot_engines.engine import Engine
from zeitnot_engines.games import load
from zeitnot_engines.uci.text import infos


def test_without_extensions_seldepth_is_the_depth() -> None:
    chess = load("chess")
    for depth in (1, 2, 3, 4):
        report = Engine(chess, exact_depth=True).search(chess.start(), depth=depth)
        assert (report.depth, report.seldepth) == (depth, depth)
        assert depth_text(report) == f"depth {depth}"


def test_quiescence_increases_seldepth() -> None:
    chess = load("chess")
    state = chess.parse("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1")
    report = Engine(chess).search(state, depth=5)
    assert report.seldepth > report.depth
    assert depth_text(report) == f"depth 5/{report.seldepth}"
    (line,) = infos(report, 0)
    assert line.startswith(f"info depth 5 seldepth {report.seldepth} multipv 1 ")


@pytest.mark.parametrize(
    ("game", "method", "limit"),
    [("tictactoe", "alphabeta", 9), ("tictactoe", "mcts", 9), ("ewn", "chance", 100)],
)
def test_other_games_and_methods_report_seldepth(game: str, method: str, limit: int) -> None:
    loaded = load(game)
    state = loaded.start()
    report = Engine(loaded, method=method).search(state, nodes=3000)
    assert 2 <= report.seldepth <= limit


def test_seldepth_is_that_of_the_last_complete_iteration() -> None:
    """An iteration that was interrupted does not count."""
    chess = load("chess")
    complete = Engine(chess).search(chess.start(), depth=6)
    interrupted = Engine(chess).search(chess.start(), nodes=complete.nodes + 100)
    assert (interrupted.depth, interrupted.seldepth) == (6, complete.seldepth)
