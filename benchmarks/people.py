"""`python -m benchmarks.people`: what sign-ins and rated games cost those who play.

The server runs on one core, the load generator on another, as in `benchmarks.server`. Two parts:

- **sign-ins**: games at a given rate of moves, without and with sign-ins by password. These come at
  a fixed rate, each to the next of many accounts, even if earlier ones are unanswered. The server
  hashes each password with its usual parameters, on the same core as everything else. The usual
  limits apply, because a sign-in that succeeds counts towards none.
- **rated**: games with rematches, as fast as acknowledgements arrive, between kept accounts; once
  unrated and once rated.

The runs of a pair follow one another, and every second pair is in the opposite order. Each pair has
a run of the echo server, the yardstick of the other benchmarks.
docs/measurements/server.md has the method and the goals.
"""

import argparse
import asyncio
import contextlib
import itertools
import json
import statistics
import sys
import tempfile
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Any
from urllib.error import HTTPError

import msgspec
from rich.console import Console

from zeitnot_server.accounts.hashing import PasswordHashing
from zeitnot_server.database import Place, open_store
from zeitnot_server.hosting.native import rules_for
from zeitnot_server.rooms.setup import LEGACY_SETUP
from zeitnot_server.store import AuditActor, NewAccount, PasswordHash
from zeitnot_server.store.sql.base.now import wall_ms
from zeitnot_server.store.sql.people import accounts, kept

from . import rig
from .databases import NAMES, Database, opened
from .ratios import YARDSTICK, Row
from .rig import (
    LOAD_CORE,
    Load,
    Result,
    compile_load,
    fresh_games,
    open_many_files,
    pin,
    require_two_cores,
)
from .server import pair_by_pair, percentiles, table

PACED_ROOMS = 1250
ROOMS = 500
PACE = 500
SIGN_INS = 2.0
PASSWORD = "correct horse"
MAX_WAITING = 64  # sign-ins
_RATED_ENDS = "SELECT count(DISTINCT game), sum(weight) / 2.0 FROM rating_change"

_PLAIN = ("", "")  # a row without goal and ratio
Names = Sequence[str]


class SignIns:
    """Signs in at a given rate while it is open, whether or not earlier sign-ins have been
    answered. `milliseconds`: until each answer. Raises RuntimeError at the end if one was refused.
    """

    def __init__(self, port: int, names: Names, rate: float) -> None:
        self.milliseconds: list[float] = []
        self._url = f"http://127.0.0.1:{port}/api/v1/sign-in"
        self._names, self._rate = itertools.cycle(names), rate
        self._finished = threading.Event()
        self._answers: list[Future[None]] = []
        self._clock = threading.Thread(target=self._run)
        self._senders = ThreadPoolExecutor(MAX_WAITING, initializer=pin, initargs=(LOAD_CORE,))

    def __enter__(self) -> "SignIns":
        self._clock.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._finished.set()
        self._clock.join()
        self._senders.shutdown()
        for answer in self._answers:
            answer.result()

    def _run(self) -> None:
        pin(LOAD_CORE)
        started = time.perf_counter()
        for number in itertools.count(1):
            self._answers.append(self._senders.submit(self._sign_in, next(self._names)))
            due = started + number / self._rate
            if self._finished.wait(max(0.0, due - time.perf_counter())):
                return

    def _sign_in(self, name: str) -> None:
        body = json.dumps({"name": name, "password": PASSWORD}).encode()
        request = urllib.request.Request(
            self._url, body, {"content-type": "application/json"}, method="POST"
        )
        began = time.perf_counter()
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                answer.read()
        except HTTPError as refused:
            with refused:
                raise RuntimeError(f"a sign-in was answered with {refused.code}") from None
        self.milliseconds.append(1000 * (time.perf_counter() - began))


class Bench:
    """The benchmark: its load generator, its folder, and its options."""

    def __init__(self, folder: Path, options: argparse.Namespace, database: Database) -> None:
        self.database, self.folder, self.options = database, folder, options
        self.load = Load(compile_load())
        self.echoes: list[Result] = []
        self.password = asyncio.run(_hashed(PASSWORD))

    def rooms(self, count: int) -> int:
        """`count` scaled by --scale, at least 2."""
        return max(2, int(count * self.options.scale))

    def echo(self) -> Iterator[Row]:
        """The yardstick's rates in all pairs."""
        yield YARDSTICK[0], f"{_median(self.echoes, 'rate'):,.0f} /s", "", "1.00"
        core = f"{_median(self.echoes, 'core'):,.0f}"
        yield "  per second of its processor", core, "", "1.00"

    def sign_ins(self) -> Iterator[Row]:
        """Acknowledgements of moves at a given rate, without and with sign-ins."""
        without, beside = self._pairs(
            partial(self._paced, 0.0), partial(self._paced, self.options.sign_ins)
        )
        rooms, rate = self.rooms(PACED_ROOMS), _median(beside, "rate")
        yield (
            f"{2 * rooms:,} sockets, {self.options.rate:,} moves/s asked",
            f"{rate:,.0f} /s",
            *_PLAIN,
        )
        for name, results in ((", without sign-ins", without), (", with", beside)):
            yield from percentiles(f"  acknowledgement{name}", _medians(results, "ack_ms"), "")
            busy = f"{100 * _median(results, 'busy'):.0f} %"
            yield f"  share of one processor{name}", busy, *_PLAIN
        found = [
            a["ack_ms"]["p99"] - b["ack_ms"]["p99"] for a, b in zip(beside, without, strict=True)
        ]
        middle, low, high = statistics.median(found), min(found), max(found)
        change = f"{middle:+.2f} ms ({low:+.2f} to {high:+.2f})"
        yield "p99 with sign-ins, less p99 without", change, "≤ 5 ms", ""
        times = sorted(itertools.chain.from_iterable(r["sign_in_ms"] for r in beside))
        seconds = sum(result["seconds"] for result in beside)
        answered = f"{len(times)}, {60 * len(times) / seconds:.0f} a minute"
        yield "  sign-ins, all answered", answered, *_PLAIN
        waited = f"p50 {statistics.median(times):.0f}  max {times[-1]:.0f} ms"
        yield "  until the answer", waited, *_PLAIN
        yield "  errors", f"{_sum(without, 'errors') + _sum(beside, 'errors')}", "0", ""

    def rated(self) -> Iterator[Row]:
        """Moves as fast as acknowledgements arrive, of unrated and of rated games."""
        unrated, rated = self._pairs(
            partial(self._whole_games, rated=False), partial(self._whole_games, rated=True)
        )
        echo, core = _median(self.echoes, "rate"), _median(self.echoes, "core")
        for name, results in (("unrated", unrated), ("rated", rated)):
            rate, used = _median(results, "rate"), _median(results, "core")
            yield f"moves of {name} games, with ends", f"{rate:,.0f} /s", "", f"{rate / echo:.3f}"
            yield "  per second of its processor", f"{used:,.0f}", "", f"{used / core:.3f}"
            yield from percentiles("  acknowledgement", _medians(results, "ack_ms"), "")
            yield (
                "  games ended, errors",
                f"{_sum(results, 'ended')}, {_sum(results, 'errors')}",
                *_PLAIN,
            )
        yield "rated to unrated, moves", pair_by_pair(rated, unrated), "≥ 0.95", ""
        yield "  per second of its processor", pair_by_pair(rated, unrated, "core"), "", ""
        ends = f"{_sum(rated, 'rated_ends')}, which count as {_sum(rated, 'weight'):.0f}"
        yield "  games that changed ratings", ends, *_PLAIN

    def _pairs(
        self, first: Callable[[], Result], second: Callable[[], Result]
    ) -> tuple[list[Result], list[Result]]:
        """The results of both kinds of run."""
        results_of_first, results_of_second = list[Result](), list[Result]()
        runs = [(first, results_of_first), (second, results_of_second)]
        for pair in range(self.options.pairs):
            sockets = 2 * self.rooms(ROOMS)
            self.echoes.append(rig.echo(self.load, seconds=self.options.echo, sockets=sockets))
            for run, results in runs[:: -1 if pair % 2 else 1]:
                results.append(run())
        return results_of_first, results_of_second

    def _paced(self, sign_ins: float) -> Result:
        place, plan = fresh_games(self.database, self.folder, self.rooms(PACED_ROOMS))
        names = asyncio.run(self._keep_names(place))
        started: list[SignIns] = []

        def beside(port: int) -> contextlib.AbstractContextManager[object]:
            if sign_ins:
                started.append(SignIns(port, names, sign_ins))
            return started[-1] if started else contextlib.nullcontext()

        figures = self._play(
            place, plan, beside=beside, seconds=self.options.seconds, rate=self.options.rate
        )
        self.database.drop(place)
        return figures | {"sign_in_ms": [ms for each in started for ms in each.milliseconds]}

    def _whole_games(self, *, rated: bool) -> Result:
        setup = msgspec.structs.replace(LEGACY_SETUP, rated=rated)
        place, plan = fresh_games(
            *(self.database, self.folder, self.rooms(ROOMS)), create=self._kept, setup=setup
        )
        figures = self._play(place, plan, seconds=self.options.seconds, rematch="yes")
        ends, weight = asyncio.run(_rated_ends(place, self.folder))
        self.database.drop(place)
        if not rated and ends:
            raise AssertionError(f"{ends} unrated games were rated")
        return figures | {"rated_ends": ends, "weight": weight}

    def _play(self, place: Place, plan: Path, **options: Any) -> Result:
        return rig.play(self.load, self.database, self.folder, place, plan=plan, **options)

    def _kept(self, connection: Any, number: int) -> NewAccount:
        """A kept account, with a session."""
        guest = accounts.create_guest(connection, None, wall_ms())
        name = f"Player {number}"
        session = kept.keep(
            connection, AuditActor(guest.account), name, self.password, None, wall_ms()
        )
        return NewAccount(session.account, session.name, session.token)

    async def _keep_names(self, place: Place) -> Names:
        """The names of new kept accounts, other than the players'."""
        numbers = range(self.rooms(ROOMS))
        store = await open_store(place, rules_for, folder=self.folder)
        try:
            people = await store.write(lambda c: [self._kept(c, n) for n in numbers])
        finally:
            await store.close()
        return [each.name for each in people]


async def _hashed(password: str) -> PasswordHash:
    hashing = PasswordHashing(1)
    try:
        return await hashing.hash(password)
    finally:
        await hashing.close()


async def _rated_ends(place: Place, folder: Path) -> tuple[int, float]:
    """How many games have changed ratings, and the sum of their weights."""
    store = await open_store(place, rules_for, folder=folder)
    try:
        ends, weight = await store.write(lambda c: c.execute(_RATED_ENDS).fetchone())
    finally:
        await store.close()
    return int(ends), float(weight or 0)


def _median(results: Sequence[Result], key: str) -> float:
    return statistics.median(result[key] for result in results)


def _medians(results: Sequence[Result], key: str) -> dict[str, float]:
    """The median of each percentile."""
    return {name: statistics.median(r[key][name] for r in results) for name in results[0][key]}


def _sum(results: Sequence[Result], key: str) -> Any:
    return sum(result[key] for result in results)


def _options(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="people", description=__doc__)
    parser.add_argument("--pairs", type=int, default=5, help="of runs, in each part")
    parser.add_argument("--seconds", type=float, default=30.0, help="of each run")
    parser.add_argument("--echo", type=float, default=6.0, help="seconds of each echo run")
    parser.add_argument("--rate", type=int, default=PACE, help="moves a second beside sign-ins")
    parser.add_argument("--sign-ins", type=float, default=SIGN_INS, help="a second")
    parser.add_argument("--scale", type=float, default=1.0, help="of the numbers of rooms")
    parser.add_argument("--db", choices=NAMES, default="sqlite")
    parser.add_argument("--only", choices=["sign-ins", "rated"])
    return parser.parse_args(arguments)


def main(arguments: Sequence[str]) -> None:
    """Runs the chosen parts and prints the table."""
    options = _options(arguments)
    require_two_cores("people")
    open_many_files()
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as stack:
        database = stack.enter_context(opened(options.db, Path(folder)))
        bench = Bench(Path(folder), options, database)
        rows: list[Row] = []
        for name, part in (("sign-ins", bench.sign_ins), ("rated", bench.rated)):
            if options.only in (None, name):
                print(f"people: {name}", file=sys.stderr, flush=True)
                rows += part()
        rows = [*bench.echo(), *rows]
    Console(width=120).print(table(rows))


if __name__ == "__main__":
    main(sys.argv[1:])
