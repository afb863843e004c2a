"""perft of the native core against the published counts."""

import json
import os
import signal
import threading
import time
from collections import Counter
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from zeitnot_engines.games import History, load

from ..busy import holds_once

VALUES: dict[str, Any] = json.loads(
    (Path(__file__).parents[1] / "data/values.json").read_text(encoding="utf-8")
)


@pytest.mark.parametrize(
    ("game", "settings", "nodes"),
    [
        ("tictactoe", {}, VALUES["tictactoe"]["nodes"]),
        ("othello", {}, VALUES["othello"]["positions"][0]["nodes"]),
        ("othello", {"size": 6}, VALUES["othello"]["six_by_six"]),
        ("ewn", {}, VALUES["ewn"]["positions"][0]["nodes"]),
    ],
    ids=["tictactoe", "othello", "othello-6", "ewn"],
)
def test_perft_equals_the_published_counts(
    game: str, settings: dict[str, int], nodes: list[int]
) -> None:
    start = load(game, settings).start()
    assert [start.perft(depth) for depth in range(1, len(nodes) + 1)] == nodes


def test_tictactoe_has_its_known_games() -> None:
    known = VALUES["tictactoe"]
    games = _games()
    assert sum(games.values()) == known["games"]
    lengths, scores = Counter[int](), Counter[float]()
    for (ply, score), n in games.items():
        lengths[ply] += n
        scores[score] += n
    assert {str(k): n for k, n in lengths.items()} == known["games_by_length"]
    assert scores == {1.0: known["x_wins"], 0.0: known["o_wins"], 0.5: known["draws"]}


def _games() -> Counter[tuple[int, float]]:
    """All games, by length and score of seat 0: counted level by level, a position at a time."""
    level, done = {load("tictactoe").start(): 1}, Counter[tuple[int, float]]()
    while level:
        below: Counter[History] = Counter()
        for state, paths in level.items():
            if state.result:
                done[state.ply, state.result[0][0]] += paths
            for move in state.legal():
                below[state.play(move)] += paths
        level = dict(below)
    return done


def reachable(start: History) -> set[History]:
    """Every state that play can reach; of no use for games where pasts differ."""
    found, open_ = {start}, [start]
    while open_:
        state = open_.pop()
        new = {state.play(move) for move in state.legal()} - found
        found |= new
        open_ += new
    return found


def test_tictactoe_has_its_known_positions() -> None:
    states = reachable(load("tictactoe").start())
    assert len(states) == VALUES["tictactoe"]["reachable_positions"]
    assert len({state.key for state in states}) == len(states)
    assert len({_class(state.text) for state in states}) == VALUES["tictactoe"]["up_to_symmetry"]


def _class(text: str) -> str:
    """The least of a board's eight images."""
    rows = (text[0:3], text[3:6], text[6:9])
    images = []
    for _ in range(4):
        rows = tuple("".join(column) for column in zip(*rows[::-1], strict=True))
        images += ["".join(rows), "".join(rows[::-1])]
    return min(images) + text[9:]


def test_tictactoe_accepts_no_position_that_play_cannot_reach() -> None:
    game, accepted = load("tictactoe"), 0
    boards = (tuple(".xo"[number // 3**i % 3] for i in range(9)) for number in range(3**9))
    for board in boards:
        for side in "xo":
            try:
                game.parse("".join(board) + " " + side)
                accepted += 1
            except ValueError:
                pass
    assert accepted == VALUES["tictactoe"]["reachable_positions"]


def test_niujiaoqi_has_its_known_placements() -> None:
    game = load("niujiaoqi")
    texts = [f"{r} {a} {b} {s}" for r, a, b in permutations(range(10), 3) if a < b for s in "rb"]
    states = [game.parse(text) for text in texts]
    assert len({state.key for state in states}) == VALUES["niujiaoqi"]["placements_with_side"]
    assert [state.text for state in states] == texts


@pytest.mark.parametrize("game", ["niujiaoqi", "othello", "chess", "xiangqi", "ewn"])
def test_divide_adds_up(game: str) -> None:
    state = load(game).start()
    rows = state.divide(4)
    assert sum(n for _, n in rows) == state.perft(4)
    assert len(rows) == len({name for name, _ in rows})


def test_depth_nought_and_finished_games() -> None:
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


def test_an_interrupt_ends_it() -> None:
    endless = load("othello").start()
    timer = threading.Timer(0.05, os.kill, (os.getpid(), signal.SIGINT))
    # A shell's background job, as a test run may be, ignores the signal.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt):  # noqa: PT012  it may come at once
            timer.start()
            endless.perft(30)
    finally:
        signal.signal(signal.SIGINT, before)
        timer.join()


def test_other_threads_run_meanwhile() -> None:
    assert holds_once(others_run_meanwhile)


def others_run_meanwhile() -> bool:
    begun, done = threading.Event(), threading.Event()

    def work() -> None:
        begun.set()
        load("othello").start().perft(11)
        done.set()

    thread = threading.Thread(target=work)
    thread.start()
    begun.wait()
    for _ in range(50):
        time.sleep(0)
    meanwhile = not done.is_set()
    thread.join()
    return meanwhile


def test_threads_share_games() -> None:
    state, found = load("ewn").start(), []
    threads = [threading.Thread(target=lambda: found.append(state.perft(4))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [VALUES["ewn"]["positions"][0]["nodes"][3]] * 4
