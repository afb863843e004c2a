"""`make late`: no move is late. Fast games of the house with itself; how long after its time each
answer came.

The moves come the way they come on the server: a coroutine awaits a `Search` in a thread of its
pool. Counted is from the order to the answer, in the event loop. On a machine with
other work the kernel lets threads wait for a core; that is not ours, and the kernel says how long
it was (`schedstat`: nanoseconds that a thread was ready and did not run). It is taken off: for the
searching thread all of it, for the loop's what came after the search's last report. Where the
kernel does not count, nothing is taken off.
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
from zeitnot_engines.matches.contest import random_openings, throw

ALLOWED_MS = 10.0


@dataclass(frozen=True, slots=True)
class Answer:
    """One move. `over_ms`: how long after its time it came; `waited_ms`: for a core, of that."""

    game: str
    position: str
    over_ms: float
    waited_ms: float

    @property
    def late_ms(self) -> float:
        """What is ours of the delay."""
        return self.over_ms - self.waited_ms

    @property
    def late(self) -> bool:
        return self.late_ms > ALLOWED_MS


def waited_ms(thread: int) -> float:
    """How long this thread of ours has been ready without running, ever."""
    try:
        return int(Path(f"/proc/self/task/{thread}/schedstat").read_text().split()[1]) / 1e6
    except (OSError, IndexError, ValueError):
        return 0.0


class Watched:
    """An engine that notes, with each of its reports, how long the loop's thread had waited.

    What the loop's thread waits after that can be in the answer's way even while the search runs:
    it may have been given the interpreter's lock and no core, and the search then waits for the
    lock.
    """

    def __init__(self, engine: EngineLike, loop: int) -> None:
        self._engine = engine
        self._loop = loop
        self.loop_ms = 0.0

    def search(self, history: Any, *, on_report: Any, **limits: Any) -> ReportLike:
        def heard(report: ReportLike) -> None:
            self.loop_ms = waited_ms(self._loop)
            on_report(report)

        self.loop_ms = waited_ms(self._loop)
        return self._engine.search(history, on_report=heard, **limits)


async def play(
    game: Game, engine: EngineLike, pool: ThreadPoolExecutor, seed: int, ms: int, plies: int
) -> list[Answer]:
    """One game of at most so many plies from a random opening, `ms` a move. `pool`: one thread."""
    loop, thread = get_native_id(), pool.submit(get_native_id).result()
    watched = Watched(engine, loop)
    dice = random.Random(seed)
    state, answers = random_openings(game, 1, seed)[0].state, []
    while state.result is None and len(answers) < plies:
        if state.turn is None:
            state, _ = throw(state, dice)
            continue
        waited, started = waited_ms(thread), time.perf_counter()
        report = await Search(watched, state, executor=pool, ms=ms).answer()
        over = 1000 * (time.perf_counter() - started) - ms
        waited = waited_ms(thread) - waited + waited_ms(loop) - watched.loop_ms
        answers.append(Answer(game.name, state.text, over, waited))
        assert report.best is not None
        state = state.play(report.best)
    return answers


def play_all(games: int, ms: int, plies: int, first: int = 0) -> Iterator[Answer]:
    """All answers of so many games, numbered from `first` on, each kind of game in turn."""
    with ThreadPoolExecutor(1) as pool:
        for number in range(first, first + games):
            game = load(NAMES[number % len(NAMES)])
            engine = Engine(game)
            yield from asyncio.run(play(game, engine, pool, number, ms, plies))


def main(words: list[str]) -> int:
    """Prints what came out; 1 if a move was late."""
    parser = argparse.ArgumentParser(prog="late", description=__doc__)
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--ms", type=int, default=50, help="a move")
    parser.add_argument("--plies", type=int, default=400, help="of a game, at most")
    options = parser.parse_args(words)
    answers: list[Answer] = []
    for answer in play_all(options.games, options.ms, options.plies):
        answers.append(answer)
        if answer.late:
            print(f"late by {answer.late_ms:.1f} ms: {answer.game} {answer.position}", flush=True)
    ours = sorted(answer.late_ms for answer in answers)
    late = sum(answer.late for answer in answers)
    print(
        f"{options.games} games, {len(answers)} moves of {options.ms} ms: {late} late by more than "
        f"{ALLOWED_MS:.0f} ms; worst {ours[-1]:.2f} ms, 99.9 % within "
        f"{ours[int(0.999 * (len(ours) - 1))]:.2f} ms; "
        f"{max(answer.over_ms for answer in answers):.2f} ms with waiting for a core"
    )
    return int(late > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
