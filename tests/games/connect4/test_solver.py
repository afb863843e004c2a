"""Connect four's solver: its values agree with minimax and with the engine's."""

import random
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from zeitnot_engines._core import Solver, StopToken
from zeitnot_engines.engine import Engine
from zeitnot_engines.games import History, load

from ...each import each

GAME = load("connect4")


def random_state(seed: int, plies: int) -> History:
    """An unfinished position that random play reaches after `plies` plies."""
    rng = random.Random(seed)
    while True:
        state = GAME.start()
        while state.ply < plies and not state.result:
            state = state.play(rng.choice(state.legal()))
        if not state.result:
            return state


@cache
def minimax(state: History) -> tuple[int, int]:
    """The value for the side to move, and the plies to the end of the game; early wins and late
    losses are better."""
    if state.result:
        return (-1 if state.result[2] == "four in a row" else 0), 0
    replies = [minimax(state.play(move)) for move in state.legal()]
    value = max(-value for value, _ in replies)
    plies = [1 + plies for reply, plies in replies if -reply == value]
    return value, (min(plies) if value > 0 else max(plies))


@each("seed", range(40))
def test_values_agree_with_minimax(seed: int) -> None:
    state = random_state(seed, 28 + seed % 10)
    value, plies = minimax(state)
    solved = Solver(GAME, hash_mb=1).solve(state)
    assert solved is not None
    assert (solved.value, solved.distance) == (value, plies if value else None)
    reply, after = minimax(state.play(solved.best))
    assert -reply == value
    assert not value or after + 1 == plies


def mirrored(text: str) -> str:
    return "".join(str(8 - int(column)) for column in text)


def test_mirror_images_have_the_same_value_and_key() -> None:
    solver = Solver(GAME, hash_mb=4)
    for seed in range(10):
        state = random_state(seed, 18)
        image = GAME.parse(mirrored(state.text))
        first, second = solver.solve(state), Solver(GAME, hash_mb=4).solve(image)
        assert first is not None
        assert second is not None
        assert (first.value, first.distance) == (second.value, second.distance)
        assert solver.symmetric_key(state) == solver.symmetric_key(image)
        assert solver.symmetric_key(state) != solver.symmetric_key(state.play(state.legal()[0]))


def test_stopped_solver_returns_none() -> None:
    stop = StopToken()
    stop.stop()
    assert Solver(GAME, hash_mb=1).solve(GAME.start(), stop=stop) is None


def test_progress_narrows_the_bounds() -> None:
    steps: list[tuple[int, int, int]] = []
    solved = Solver(GAME, hash_mb=16).solve(
        random_state(5, 16), on_progress=lambda *bounds: steps.append(bounds)
    )
    assert solved is not None
    assert all(low <= solved.value <= high for low, high, _ in steps)
    assert steps[-1][:2] == (solved.value, solved.value)
    assert [nodes for *_, nodes in steps] == sorted(nodes for *_, nodes in steps)


def test_finished_and_foreign_games_are_refused() -> None:
    solver = Solver(GAME, hash_mb=1)
    with pytest.raises(ValueError, match="over"):
        solver.solve(GAME.parse("1212121"))
    with pytest.raises(ValueError, match="another game"):
        solver.solve(load("tictactoe").start())
    with pytest.raises(ValueError, match="has no solver"):
        Solver(load("chess"))


@pytest.mark.parametrize("seed", range(6))
def test_engine_gives_exact_values_of_all_columns(seed: int) -> None:
    state = random_state(seed, 16)
    report = Engine(GAME).search(state, lines=7)
    assert report.exact
    assert len(report.lines) == len(state.legal())
    solver = Solver(GAME, hash_mb=16)
    for line in report.lines:
        after = state.play(line.move)
        if after.result:
            assert (line.value, line.distance) == (1, 1)
            continue
        solved = solver.solve(after)
        assert solved is not None
        distance = None if solved.distance is None else solved.distance + 1
        assert (line.value, line.distance) == (-solved.value, distance)
        end = state
        for move in line.pv:
            end = end.play(move)
        assert end.result is not None
        assert line.distance is None or len(line.pv) == line.distance


def test_shallow_search_does_not_solve() -> None:
    state = random_state(0, 16)
    shallow, full = (Engine(GAME).search(state, depth=depth) for depth in (6, 12))
    assert not shallow.exact
    assert full.exact


MEMORY_SCRIPT = """
from zeitnot_engines._core import Solver
from zeitnot_engines.games import load
def resident():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * 4096 >> 20
game = load("connect4")
before = resident()
solver = Solver(game, hash_mb=1024)
print(solver.solve(game.parse("25523546515174352274")).nodes, resident() - before)
"""


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="reads memory from /proc")
def test_small_problem_uses_little_of_a_large_table() -> None:
    result = subprocess.run(
        [sys.executable, "-c", MEMORY_SCRIPT],
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    nodes, megabytes = map(int, result.stdout.split())
    assert 1_000 < nodes < 100_000
    assert megabytes <= 16


def test_values_do_not_depend_on_table_size() -> None:
    """The large table starts at 1 MB and has to grow for this position."""
    state = GAME.parse("257771314744")
    small, large = (Solver(GAME, hash_mb=size).solve(state) for size in (1, 256))
    assert small is not None
    assert large is not None
    assert (small.value, small.distance) == (large.value, large.distance)
    assert large.nodes < small.nodes
