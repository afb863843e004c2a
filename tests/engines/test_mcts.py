"""Monte-Carlo tree search in every game: legal moves, counts of visits, limits, proofs, reuse."""

import threading
import time
from typing import Any

import pytest

from zeitnot_engines._core import mcts_parts
from zeitnot_engines.engine import Engine, Search
from zeitnot_engines.games import load

from .all_games import SearchedGame, games_for
from .oracles import retrograde

GENEROUS_S = 2.0  # the machine may be busy; benchmarks measure the real time
PLAIN = {"without": mcts_parts()}
TICTACTOE = load("tictactoe")


def searched_games() -> list[SearchedGame]:
    """Each game once with its first settings, and once with its last."""
    by_game: dict[tuple[str, str], list[SearchedGame]] = {}
    for searched_game in games_for("mcts"):
        by_game.setdefault((searched_game.core.__name__, searched_game.game.name), []).append(
            searched_game
        )
    return [
        game
        for games in by_game.values()
        for game in {str(g): g for g in games[:: len(games)] + games[-1:]}.values()
    ]


def legal_best(state: Any, report: Any) -> bool:
    """Whether the report has a legal move or, before a throw, all outcomes (unless cards are
    hidden)."""
    if state.due is not None:
        known = sum(row.probability for row in report.throws)
        return report.best is None and (known > 0.999 or state.game.hides)
    return report.best in state.legal()


@pytest.mark.parametrize("searched_game", searched_games(), ids=str)
def test_every_game_gets_a_legal_move_in_exactly_300_playouts(searched_game: SearchedGame) -> None:
    for state in searched_game.positions(4, seed=8):
        report = searched_game.engine(method="mcts", hash_mb=1).search(state, nodes=300, lines=1000)
        assert legal_best(state, report), state.text
        in_tricks = state.game.unit == "tricks"
        assert report.unit == ("tricks" if in_tricks else "win_probability")
        assert 0 <= report.value <= (13 if in_tricks else 1)
        assert report.exact or report.nodes == 300
        assert sum(line.visits for line in report.lines) in (0, report.nodes)


@pytest.mark.parametrize("searched_game", searched_games(), ids=str)
def test_every_search_stops_on_request(searched_game: SearchedGame) -> None:
    state = searched_game.positions(1, seed=9)[0]
    running: Search[Any] = Search(
        searched_game.engine(method="mcts", hash_mb=1), state, stop=searched_game.core.StopToken()
    )
    running.wait(0.05)
    stopped_at = time.perf_counter()
    running.stop()
    report = running.result()
    assert time.perf_counter() - stopped_at < GENEROUS_S
    assert legal_best(state, report)


def test_threads_share_the_tree_and_lose_no_visit() -> None:
    state = load("othello").start()
    for without in ([], ["virtual_loss"]):
        engine = Engine(state.game, method="mcts", threads=4, without=without)
        report = engine.search(state, nodes=20_000, lines=100)
        assert 20_000 <= report.nodes <= 20_004  # each thread may have one simulation more
        assert sum(line.visits for line in report.lines) == report.nodes


def test_a_search_continues_when_its_memory_is_full() -> None:
    """Games with many moves or many throws, in 256 KB, with one and several threads."""
    for name in ("chess", "backgammon"):
        state = load(name).start()
        for threads in (1, 3):
            engine = Engine(state.game, method="mcts", hash_mb=0, threads=threads)
            report = engine.search(state, nodes=30_000)
            assert legal_best(state, report)
            assert engine.filled() > 500


def test_threads_free_full_memory_only_once() -> None:
    state = load("connect4").start()
    engine = Engine(state.game, method="mcts", hash_mb=4, threads=8, without=["solver"])
    engine.search(state, nodes=150_000)
    assert engine.filled() > 850


def test_equal_seeds_give_equal_searches() -> None:
    state = load("ewn").start().throw([3])
    first, second = (
        [(line.move, line.visits, line.value) for line in report.lines]
        for report in (
            Engine(state.game, method="mcts", seed=5).search(state, nodes=2000, lines=9)
            for _ in range(2)
        )
    )
    assert first == second
    other = Engine(state.game, method="mcts", seed=6, **PLAIN).search(state, nodes=2000, lines=9)
    assert first != [(line.move, line.visits, line.value) for line in other.lines]


def test_a_search_reuses_the_previous_tree() -> None:
    """After a move and its reply, the visits of that line are still there."""
    for name in ("othello", "niujiaoqi"):
        state = load(name).start()
        engine = Engine(state.game, method="mcts", without=["solver"])
        first = engine.search(state, nodes=5000)
        after = state.play(first.pv[0]).play(first.pv[1])
        warm = engine.search(after, nodes=1, lines=100)
        assert sum(line.visits for line in warm.lines) > 100
        cold = Engine(state.game, method="mcts", without=["solver", "reuse"])
        cold.search(state, nodes=5000)
        assert sum(line.visits for line in cold.search(after, nodes=1, lines=100).lines) == 1


def test_the_tree_is_reused_after_a_throw() -> None:
    state = load("ewn").start().throw([3])
    engine = Engine(state.game, method="mcts")
    first = engine.search(state, nodes=20_000)
    after = state.play(first.best or "").throw([4])
    after = after.play(after.legal()[0]).throw([2])
    assert sum(line.visits for line in engine.search(after, nodes=1, lines=9).lines) > 20


def test_a_cleared_engine_forgets_its_tree() -> None:
    state = load("othello").start()
    engine = Engine(state.game, method="mcts")
    engine.search(state, nodes=2000)
    assert engine.filled() > 0
    engine.clear()
    assert engine.filled() == 0
    assert sum(line.visits for line in engine.search(state, nodes=10, lines=99).lines) == 10


def test_the_solver_proves_tictactoe() -> None:
    """Whatever it proves agrees with retrograde analysis, and it proves all late positions."""
    verdicts = retrograde([TICTACTOE.start()])
    proved = 0
    for text, (value, _) in verdicts.items():
        state = TICTACTOE.parse(text)
        if state.result is not None or text.count(".") > 5:
            continue
        report = Engine(TICTACTOE, method="mcts", hash_mb=1).search(state, nodes=20_000)
        assert report.exact, text
        assert report.value == (value + 1) / 2, text
        proved += 1
    assert proved > 500


def test_the_last_interim_report_is_the_answer() -> None:
    state, reports = load("othello").start(), list[Any]()
    answer = Engine(state.game, method="mcts").search(state, nodes=5000, on_report=reports.append)
    assert [report.nodes for report in reports] == [256, 512, 1024, 2048, 4096, 5000]
    assert (answer.best, answer.value) == (reports[-1].best, reports[-1].value)


def test_searchmoves_restricts_the_moves() -> None:
    state = load("chess").start()
    engine = Engine(state.game, method="mcts")
    moves = ["a2a3", "h2h4"]
    report = engine.search(state, nodes=1000, lines=5, searchmoves=moves)
    assert sorted(line.move for line in report.lines) == moves
    assert sum(line.visits for line in report.lines) == 1000


def test_the_soft_limit_ends_a_search_that_is_decided() -> None:
    """It ends early when the second move cannot overtake the first, and at once if there is only
    one move."""
    chess = load("chess")
    engine = Engine(chess, method="mcts")
    forced = chess.parse("k7/8/8/8/8/8/1q6/K7 w - - 0 1")
    assert len(forced.legal()) == 1
    assert engine.search(forced, soft_ms=60_000).seconds < 5
    queen = chess.parse("4k3/8/8/3q4/8/8/8/3RK3 w - - 0 1")
    report = engine.search(queen, soft_ms=1500)
    assert report.best == "d1d5"
    assert report.seconds < 1.4


def test_a_reused_tree_does_not_end_a_new_search_early() -> None:
    """The first simulations are too few to estimate how many the time allows."""
    state = load("othello").start()
    engine = Engine(state.game, method="mcts")
    engine.search(state, nodes=20_000)
    report = engine.search(state, ms=300, soft_ms=300)
    assert report.seconds >= 0.03
    assert report.nodes > 20


def test_visits_do_not_end_a_search_ranked_by_rate() -> None:
    chess = load("chess")
    queen = chess.parse("4k3/8/8/3q4/8/8/8/3RK3 w - - 0 1")
    engine = Engine(chess, method="mcts", best_by="rate", without=["solver"])
    assert engine.search(queen, soft_ms=300).seconds >= 0.3


def test_the_depth_is_the_length_of_the_expected_line() -> None:
    report = Engine(load("othello"), method="mcts").search(load("othello").start(), depth=4)
    assert report.depth >= 4
    assert len(report.pv) == report.depth


def test_a_stopped_search_returns_the_best_move_so_far() -> None:
    state = load("chess").start()
    engine = Engine(state.game, method="mcts")
    running: Search[Any] = Search(engine, state)
    stopper = threading.Timer(0.05, running.stop)
    stopper.start()
    assert running.result().best in state.legal()
    assert engine.search(state, ms=0).best in state.legal()


BAD: list[tuple[dict[str, Any], type[Exception], str]] = [
    ({"exploration": -1}, ValueError, "exploration is out of range"),
    ({"exploration": "much"}, ValueError, "exploration is out of range"),
    ({"best_by": "luck"}, ValueError, "best_by is"),
    ({"seed": -1}, ValueError, "seed is out of range"),
    ({"playout_plies": -1}, ValueError, "playout_plies is out of range"),
    ({"expand_after": 0}, ValueError, "expand_after is out of range"),
    ({"explore": 1}, TypeError, 'no option "explore"'),
]


@pytest.mark.parametrize(("options", "error", "sentence"), BAD)
def test_bad_options(options: dict[str, Any], error: type[Exception], sentence: str) -> None:
    with pytest.raises(error, match=sentence):
        Engine(load("chess"), method="mcts", **options)
