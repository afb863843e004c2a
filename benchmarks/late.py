"""`make late`: verifies in fast games of the house engine with itself that no move is late.

The engine is called as on the server: a coroutine awaits a `Search` in a thread of a pool. A move's
time is measured in the event loop, from the call to the answer. While other programs run, threads
have to wait for a core; the kernel counts that (`schedstat`: nanoseconds in which a thread was
runnable and did not run), and it is subtracted: all of the searching thread's wait, and the loop
thread's wait since the last report of the search. Without these counts nothing is subtracted.
"""

import argparse
import asyncio
import random
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from threading import get_native_id
from typing import Any

from zeitnot_engines.engine import Engine, Search
from zeitnot_engines.games import NAMES, Game, load
from zeitnot_engines.interfaces import EngineLike, ReportLike
from zeitnot_engines.matches.openings import random_openings, throw

ALLOWED_MS = 10.0


@dataclass(frozen=True, slots=True)
class Answer:
    """One move. `over_ms`: how much it exceeded its time; `waited_ms`: the part spent waiting for a
    core."""

    game: str
    position: str
    over_ms: float
    waited_ms: float

    @property
    def late_ms(self) -> float:
        """The delay that the engine itself caused."""
        return self.over_ms - self.waited_ms

    @property
    def is_late(self) -> bool:
        return self.late_ms > ALLOWED_MS


def waited_ms(thread: int) -> float:
    """How long this thread has been runnable without running since it was started."""
    try:
        return int(Path(f"/proc/self/task/{thread}/schedstat").read_text().split()[1]) / 1e6
    except (OSError, IndexError, ValueError):
        return 0.0


class WaitRecorder:
    """An engine that records, at each of its reports, how long the loop's thread had waited.

    What the loop's thread waits after that can delay the answer even while the search runs: it may
    hold the interpreter's lock without a core, and the search then waits for the lock.
    """

    def __init__(self, engine: EngineLike, loop: int) -> None:
        self._engine = engine
        self._loop = loop
        self.loop_waited_ms = 0.0

    def search(self, history: Any, *, on_report: Any, **limits: Any) -> ReportLike:
        def record_wait(report: ReportLike) -> None:
            self.loop_waited_ms = waited_ms(self._loop)
            on_report(report)

        self.loop_waited_ms = waited_ms(self._loop)
        return self._engine.search(history, on_report=record_wait, **limits)


async def play(
    game: Game, engine: EngineLike, pool: ThreadPoolExecutor, seed: int, ms: int, plies: int
) -> list[Answer]:
    """Plays at most `plies` plies from a random opening, `ms` a move. `pool` has one thread."""
    loop, thread = get_native_id(), pool.submit(get_native_id).result()
    recorder = WaitRecorder(engine, loop)
    dice = random.Random(seed)
    state, answers = random_openings(game, 1, seed)[0].state, []
    while state.result is None and len(answers) < plies:
        if state.turn is None:
            state, _ = throw(state, dice)
            continue
        waited_before, started = waited_ms(thread), time.perf_counter()
        report = await Search(recorder, state, executor=pool, ms=ms).answer()
        over = 1000 * (time.perf_counter() - started) - ms
        waited = waited_ms(thread) - waited_before + waited_ms(loop) - recorder.loop_waited_ms
        answers.append(Answer(game.name, state.text, over, waited))
        assert report.best is not None
        state = state.play(report.best)
    return answers


def play_all(games: int, ms: int, plies: int, first: int = 0) -> Iterator[Answer]:
    """The answers of `games` games, numbered from `first` on, of all kinds in turn."""
    with ThreadPoolExecutor(1) as pool:
        for number in range(first, first + games):
            game = load(NAMES[number % len(NAMES)])
            engine = Engine(game)
            yield from asyncio.run(play(game, engine, pool, number, ms, plies))


def main(arguments: list[str]) -> int:
    """Prints the result; 1 if a move was late."""
    parser = argparse.ArgumentParser(prog="late", description=__doc__)
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--ms", type=int, default=50, help="a move")
    parser.add_argument("--plies", type=int, default=400, help="of a game, at most")
    options = parser.parse_args(arguments)
    answers: list[Answer] = []
    for answer in play_all(options.games, options.ms, options.plies):
        answers.append(answer)
        if answer.is_late:
            print(f"late by {answer.late_ms:.1f} ms: {answer.game} {answer.position}", flush=True)
    delays_ms = sorted(answer.late_ms for answer in answers)
    late_moves = sum(answer.is_late for answer in answers)
    print(
        f"{options.games} games, {len(answers)} moves of {options.ms} ms: {late_moves} late "
        f"by more than {ALLOWED_MS:.0f} ms; worst {delays_ms[-1]:.2f} ms, 99.9 % within "
        f"{delays_ms[int(0.999 * (len(delays_ms) - 1))]:.2f} ms; "
        f"{max(answer.over_ms for answer in answers):.2f} ms with waiting for a core"
    )
    return int(late_moves > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
