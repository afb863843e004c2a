"""perft of the native core, compared with published counts."""

import os
import random
import signal
import threading
import time

import pytest

from zeitnot_engines.games import NAMES, History, load, random_throw

from ..busy import holds_within_tries
from ..games.facts import VALUES, published_counts

MAX_NODES = 250_000_000
"""Paths to count in a test; `make perft` counts the deeper ones."""
MIN_DIVIDE_NODES = 150_000
"""`divide` is tested at the first depth with more nodes than this, or at depth 4."""


@pytest.mark.parametrize(
    ("start", "nodes"),
    [pytest.param(*each, id=f"{each[0].game.name}-{each[0].text}") for each in published_counts()],
)
def test_perft_equals_the_published_counts(start: History, nodes: list[int]) -> None:
    expected = [count for count in nodes if count < MAX_NODES]
    assert [start.perft(depth) for depth in range(1, len(expected) + 1)] == expected


@pytest.mark.parametrize("game", NAMES)
def test_divide_adds_up(game: str) -> None:
    state = load(game).start()
    if state.due is not None and not state.outcomes():  # too many to count
        state = state.throw(random_throw(state, random.Random(1))[0])
    depth = next((depth for depth in (1, 2, 3) if state.perft(depth) > MIN_DIVIDE_NODES), 4)
    rows = state.divide(depth)
    assert sum(n for _, n in rows) == state.perft(depth)
    assert len(rows) == len({name for name, _ in rows})


def test_depth_zero_and_finished_games() -> None:
    over = load("tictactoe").parse("xxxoo.... o")
    assert (over.perft(0), over.perft(1), over.perft(5), over.divide(3)) == (1, 0, 0, [])
    with pytest.raises(ValueError, match="negative"):
        over.perft(-1)


def test_repetition_ends_paths() -> None:
    state = load("niujiaoqi").parse("1 7 9 r")
    for move in ("1-0 7-6 0-1 6-7 " * 2).split()[:-1]:
        state = state.play(move)
    third = state.play("6-7")
    assert (third.perft(1), third.game.parse(third.text).perft(1)) == (0, 3)
    assert state.perft(2) == sum(state.play(move).perft(1) for move in state.legal())


def test_an_interrupt_ends_perft() -> None:
    endless = load("othello").start()
    timer = threading.Timer(0.05, os.kill, (os.getpid(), signal.SIGINT))
    # In a background job of a shell the signal is ignored.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt):  # noqa: PT012  it may come at once
            timer.start()
            endless.perft(30)
    finally:
        signal.signal(signal.SIGINT, before)
        timer.join()


def test_the_gil_is_released() -> None:
    assert holds_within_tries(other_threads_run_meanwhile)


def other_threads_run_meanwhile() -> bool:
    started, finished = threading.Event(), threading.Event()

    def work() -> None:
        started.set()
        load("othello").start().perft(11)
        finished.set()

    thread = threading.Thread(target=work)
    thread.start()
    started.wait()
    for _ in range(50):
        time.sleep(0)
    ran_meanwhile = not finished.is_set()
    thread.join()
    return ran_meanwhile


def test_threads_share_games() -> None:
    state, results = load("ewn").start(), []
    threads = [threading.Thread(target=lambda: results.append(state.perft(4))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == [VALUES["ewn"]["positions"][0]["nodes"][3]] * 4
