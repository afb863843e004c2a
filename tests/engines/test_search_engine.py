"""Engine: limits, stopping, reports, threads, and refused arguments."""

import threading
from typing import Any

import pytest

from zeitnot_engines.engine import Engine, Report, StopToken
from zeitnot_engines.games import NAMES, History, load, methods_of
from zeitnot_engines.weights_files import package_weights

GENEROUS_S = 30.0  # only reached by a failing test: a search stops within milliseconds

OTHELLO = load("othello")
# Games whose first method is iterative deepening.
every_game = pytest.mark.parametrize(
    "name", [name for name in NAMES if methods_of(name)[0] in ("alphabeta", "chance")]
)
LARGE = ["othello", "ewn"]  # a search of these does not end by itself


def first_position(name: str) -> History:
    """The start, after the first throw if the game begins with one."""
    state = load(name).start()
    return state.throw(state.outcomes()[0][0]) if state.due else state


def depth_of(name: str, depth: int) -> int:
    """The depth, reduced for backgammon, which has hundreds of plays a throw."""
    return min(depth, 2) if name == "backgammon" else depth


class BackgroundSearch:
    """A search in a thread, without a limit."""

    def __init__(self, engine: Engine, state: History) -> None:
        self.token = StopToken()
        self.started = threading.Event()
        self.report: Report | None = None
        self._thread = threading.Thread(target=self._run, args=(engine, state))
        self._thread.start()

    def _run(self, engine: Engine, state: History) -> None:
        self.report = engine.search(state, stop=self.token, on_report=lambda _: self.started.set())
        self.started.set()

    def wait_until_started(self) -> None:
        assert self.started.wait(GENEROUS_S)

    def result(self) -> Report:
        self._thread.join(GENEROUS_S)
        assert self.report is not None, "the search did not end"
        return self.report


@every_game
def test_reports_come_in_order_and_the_last_is_the_result(name: str) -> None:
    received: list[Report] = []
    state = first_position(name)
    final = Engine(state.game).search(state, depth=depth_of(name, 4), on_report=received.append)
    assert [r.depth for r in received] == [1, 2, 3, 4][: depth_of(name, 4)]
    nodes = [r.nodes for r in received]
    assert nodes == sorted(nodes)
    last = received[-1]
    assert (last.best, last.value, last.pv) == (final.best, final.value, final.pv)
    assert final.best in state.legal()
    assert final.pv[0] == final.best == final.lines[0].move
    assert final.unit == state.game.unit
    assert final.seconds >= 0
    assert final.nps >= 0


@every_game
def test_a_depth_limit_is_exact_and_node_counts_are_reproducible(name: str) -> None:
    state = first_position(name)
    runs = [Engine(state.game).search(state, depth=depth_of(name, 5)) for _ in range(2)]
    assert runs[0].depth == depth_of(name, 5)
    assert runs[0].nodes == runs[1].nodes
    assert runs[0].best == runs[1].best


@pytest.mark.parametrize("name", LARGE)
@pytest.mark.parametrize("nodes", [1, 2, 255, 256, 257, 1000, 12345])
def test_a_node_limit_is_exact(name: str, nodes: int) -> None:
    state = first_position(name)
    report = Engine(state.game).search(state, nodes=nodes)
    assert report.nodes == nodes
    assert report.best in state.legal()


@pytest.mark.parametrize("name", LARGE)
def test_a_stopped_search_returns_the_last_complete_iteration(name: str) -> None:
    state = first_position(name)
    iterations: list[Report] = []
    Engine(state.game).search(state, depth=6, on_report=iterations.append)
    for nodes in (iterations[2].nodes + 1, iterations[4].nodes - 1, iterations[4].nodes + 7):
        report = Engine(state.game).search(state, nodes=nodes)
        expected = max((r for r in iterations if r.nodes <= nodes), key=lambda r: r.depth)
        assert (report.depth, report.best, report.value) == (
            expected.depth,
            expected.best,
            expected.value,
        )


@pytest.mark.parametrize("name", LARGE)
def test_a_time_limit_ends_the_search(name: str) -> None:
    state = first_position(name)
    report = Engine(state.game).search(state, ms=20)
    assert report.best in state.legal()
    assert report.seconds >= 0.02


@every_game
def test_zero_time_still_gives_a_legal_move(name: str) -> None:
    state = first_position(name)
    assert Engine(state.game).search(state, ms=0).best in state.legal()


@pytest.mark.parametrize("name", LARGE)
@pytest.mark.parametrize("threads", [1, 2])
def test_stop_ends_a_search_without_limit(name: str, threads: int) -> None:
    state = first_position(name)
    running = BackgroundSearch(Engine(state.game, threads=threads), state)
    running.wait_until_started()
    running.token.stop()
    assert running.result().best in state.legal()


@every_game
def test_a_stop_before_the_search_ends_it(name: str) -> None:
    """The stop belongs to the token: other searches are not affected."""
    state, token = first_position(name), StopToken()
    engine = Engine(state.game)
    token.stop()
    for _ in range(2):
        report = engine.search(state, stop=token)
        assert report.best in state.legal()
        assert report.nodes <= 512
    assert engine.search(state, depth=2, stop=StopToken()).depth == 2


def test_stop_can_be_called_in_a_report() -> None:
    token = StopToken()
    report = Engine(OTHELLO).search(
        OTHELLO.start(), stop=token, on_report=lambda r: r.depth == 3 and token.stop()
    )
    assert report.depth >= 3
    assert token.stopped


def test_an_engine_runs_one_search_at_a_time() -> None:
    engine = Engine(OTHELLO)
    running = BackgroundSearch(engine, OTHELLO.start())
    running.wait_until_started()
    with pytest.raises(RuntimeError, match="already searching"):
        engine.search(OTHELLO.start(), depth=1)
    with pytest.raises(RuntimeError, match="searching"):
        engine.clear()
    running.token.stop()
    running.result()
    engine.clear()


def test_other_threads_run_during_a_search() -> None:
    """If the GIL were not released, the main thread could not call `stop`."""
    running = [BackgroundSearch(Engine(OTHELLO), OTHELLO.start()) for _ in range(3)]
    for search in running:
        search.wait_until_started()
    for search in running:
        search.token.stop()
    assert all(search.result().depth >= 1 for search in running)


@pytest.mark.parametrize("threads", [1, 2])
def test_an_exception_in_a_report_is_raised_and_the_engine_stays_usable(threads: int) -> None:
    engine = Engine(OTHELLO, threads=threads)

    def fail(report: Report) -> None:
        raise KeyError(report.depth)

    with pytest.raises(KeyError, match="1"):
        engine.search(OTHELLO.start(), on_report=fail)
    assert engine.search(OTHELLO.start(), depth=3).depth == 3


def test_several_threads_find_the_same_proof() -> None:
    state = OTHELLO.parse("XO" + "-" * 62 + " X")
    for threads in (1, 2, 4):
        report = Engine(OTHELLO, threads=threads).search(state)
        assert (report.value, report.exact) == (64.0, True)
    start = load("ewn").start()
    values = [Engine(start.game, threads=n).search(start, depth=3).value for n in (1, 2, 4)]
    assert values == pytest.approx([values[0]] * 3, abs=1e-9)


def test_a_proof_ends_the_search() -> None:
    start = load("tictactoe").start()
    report = Engine(start.game, method="alphabeta").search(start)
    assert (report.exact, report.value, report.depth) == (True, 0.0, 9)
    win = start.game.parse("xx.oo.... x")
    report = Engine(start.game).search(win)
    assert (report.best, report.value, report.distance, report.exact) == ("c3", 1.0, 1, True)


BAD_SEARCHES: list[tuple[dict[str, Any], str]] = [
    ({"depth": 0}, "depth must be at least 1"),
    ({"nodes": 0}, "node limit must be at least 1"),
    ({"ms": -1}, "time cannot be negative"),
    ({"lines": 0}, "at least one line"),
    ({"searchmoves": ["a1"]}, '"a1" is not a legal move here'),
]


@pytest.mark.parametrize(("arguments", "sentence"), BAD_SEARCHES)
def test_bad_arguments(arguments: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        Engine(OTHELLO).search(OTHELLO.start(), **arguments)


def test_a_finished_game_is_not_searched() -> None:
    game = load("tictactoe")
    with pytest.raises(ValueError, match="game is over"):
        Engine(game).search(game.parse("xxxoo.... o"), depth=1)
    state = load("niujiaoqi").start()
    for move in ["0-1", "8-6", "1-0", "6-7", "0-1", "7-6", "1-0", "6-7", "0-1", "7-6"]:
        state = state.play(move)
    assert state.result is not None
    assert state.result[1] == "repetition"
    with pytest.raises(ValueError, match="game is over"):
        Engine(state.game).search(state, depth=1)


def test_another_game_or_other_settings_are_refused() -> None:
    small = load("othello", {"size": 6})
    for other in (small.start(), load("ewn").start()):
        with pytest.raises(ValueError, match="another game"):
            Engine(OTHELLO).search(other, depth=1)
        with pytest.raises(ValueError, match="another game"):
            Engine(OTHELLO).evaluate(other)


BAD_ENGINES: list[tuple[dict[str, Any], str]] = [
    ({"threads": 0}, "threads"),
    ({"hash_mb": 10**6}, "65536 MB"),
    (
        {"method": "chance"},
        "searched by alphabeta or mcts or minimax or plain-alphabeta or uct, not",
    ),
    ({"evaluation": "bare"}, 'othello has no evaluation "bare"'),
    ({"weights": package_weights("ewn")}, "weights of ewn, not of othello"),
]


@pytest.mark.parametrize(("options", "sentence"), BAD_ENGINES)
def test_bad_options(options: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        Engine(OTHELLO, **options)


@every_game
def test_the_first_method_is_the_default(name: str) -> None:
    method = "chance" if name in ("ewn", "backgammon") else "alphabeta"
    assert Engine(load(name)).method == method
    assert Engine(load(name), method=method).method == method
