"""Engines move in time: one fast game of each kind here, five hundred games in `make late`."""

import asyncio
import time
from concurrent.futures import ThreadPoolExecutor
from threading import get_native_id
from typing import Any

from benchmarks.late import ALLOWED_MS, Answer, play, play_all, waited_ms
from zeitnot_engines.engine import Engine
from zeitnot_engines.games import NAMES, load

MOVE_MS = 10
MAX_PLIES = 40
MAX_TRIES = 5


def test_no_move_is_late_in_any_game() -> None:
    answers: list[Answer] = []
    for number in range(len(NAMES)):
        answers += answers_in_time(number)
    assert {answer.game for answer in answers} == set(NAMES)
    assert len(answers) > 5 * len(NAMES)


def answers_in_time(number: int) -> list[Answer]:
    """The answers of a game without late moves. The machine may be suspended, which the kernel does
    not count as waiting, so only a game that is late in every try is a failure."""
    late_answers: list[list[Answer]] = []
    while len(late_answers) < MAX_TRIES:
        answers = list(play_all(1, MOVE_MS, MAX_PLIES, first=number))
        if not any(answer.is_late for answer in answers):
            return answers
        late_answers.append([answer for answer in answers if answer.is_late])
    raise AssertionError(late_answers)


class SlowEngine:
    """An engine that answers 30 ms late, by sleeping or by using the processor."""

    def __init__(self, engine: Engine, busy: bool) -> None:
        self._engine = engine
        self._busy = busy

    def search(self, history: Any, **limits: Any) -> Any:
        report = self._engine.search(history, **limits)
        end = time.thread_time() + 0.03
        while self._busy and time.thread_time() < end:
            pass
        if not self._busy:
            time.sleep(0.03)
        return report


def test_a_late_engine_is_detected() -> None:
    """Neither sleep nor computation counts as waiting for a core."""
    game = load("niujiaoqi")
    with ThreadPoolExecutor(1) as pool:
        for busy in (False, True):
            engine = SlowEngine(Engine(game), busy)
            answers = asyncio.run(play(game, engine, pool, 1, 5, 4))
            assert max(answer.late_ms for answer in answers) > ALLOWED_MS


def test_waiting_for_a_core_is_not_counted_as_thinking() -> None:
    answer = Answer("chess", "", over_ms=14.0, waited_ms=5.0)
    assert (answer.late_ms, answer.is_late) == (9.0, False)
    assert Answer("chess", "", over_ms=14.0, waited_ms=1.0).is_late


def test_reads_the_waiting_time_from_the_kernel() -> None:
    """It never decreases, and it is 0 for a thread that does not exist."""
    thread = get_native_id()
    before = waited_ms(thread)
    time.sleep(0.01)
    assert 0 <= before <= waited_ms(thread)
    assert waited_ms(0) == 0
