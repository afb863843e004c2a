"""The engine with its weights, and a search in a thread, with or without an event loop.

While it searches, the caller can handle Ctrl-C, await the result, or stop the search.
"""

import asyncio
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, Future, wait
from typing import Any, Generic, TypeAlias, TypeVar

from . import _core
from ._core import Game, History, Report, StopToken, Weights
from .interfaces import ReportLike, Searches
from .laboratory import FIXED_DEPTH, textbook_methods
from .weights_files import package_weights

__all__ = [
    "Engine",
    "Report",
    "Search",
    "StartSearch",
    "StopToken",
    "has_value",
    "in_loop",
    "search",
]

R = TypeVar("R", bound=ReportLike)
SIMULATING = "mcts"  # a method that has values even at depth 0, before a deal
UNVALUED = "strategy"  # a method that has probabilities of moves, but no values
ALLIANCE_METHOD = "maxn"  # the only search method that takes an alliance


class Engine(_core.Engine):
    """The core's engine or one of a textbook method, by default with the package's weights if the
    game has some. `raw`: values are on the evaluation's own scale, of which `unit` says `raw`.

    Raises ValueError, also for an alliance or `raw` with a method that takes none, and BadWeights.
    """

    def __init__(
        self,
        game: Game,
        *,
        weights: Weights | None = None,
        raw: bool = False,
        **options: Any,
    ) -> None:
        if raw and options.get("method") not in FIXED_DEPTH:
            raise ValueError(f"Only {', '.join(FIXED_DEPTH)} can report raw values.")
        super().__init__(
            game,
            weights=weights or package_weights(game.name),
            more=textbook_methods(game.name, raw=raw),
            **options,
        )
        if options.get("alliance") and self.method != ALLIANCE_METHOD:
            raise ValueError("Only max^n takes an alliance.")

    def search(
        self,
        history: History,
        *,
        depth: int | None = None,
        lines: int = 1,
        searchmoves: Sequence[str] | None = None,
        **limits: Any,
    ) -> Report:
        """Searches like the core's engine. Without other limits on moves and depth, it searches
        only the moves that a book knows to be best, if any."""
        if depth is None and lines == 1 and searchmoves is None:
            searchmoves = self.known_moves(history) or None
        return super().search(history, depth=depth, lines=lines, searchmoves=searchmoves, **limits)


def has_value(report: Report, method: str) -> bool:
    """Whether the search has found a value of the position."""
    looked = report.nodes > 0 and (report.depth > 0 or method == SIMULATING)
    return report.exact or (looked and method != UNVALUED)


class Search(Generic[R]):
    """A search in a thread, which starts immediately; `limits` as for the engine's `search`.

    `reports`: the first report of each new depth, but not all of them, because a long analysis
    reports several times a second. `latest`: the newest report. `executor`: where to run; None: in
    a new thread. `stop`: a token shared with other searches. `on_report` is called in the searching
    thread.
    """

    def __init__(
        self,
        engine: Searches[R],
        history: Any,
        *,
        executor: Executor | None = None,
        stop: StopToken | None = None,
        on_report: Callable[[R], object] | None = None,
        **limits: Any,
    ) -> None:
        self.reports: list[R] = []
        self.latest: R | None = None
        self._token = stop or StopToken()
        self._on_report = on_report

        def work() -> R:
            return engine.search(history, stop=self._token, on_report=self._add_report, **limits)

        self._answer: Future[R] = _in_thread(work) if executor is None else executor.submit(work)

    @property
    def final(self) -> R | None:
        """The final report, if the search has ended without an error."""
        ended = self._answer.done() and not self._answer.cancelled()
        return self._answer.result() if ended and self._answer.exception() is None else None

    def stop(self) -> None:
        """Stops the search, even before it has begun; its result is that of the last iteration."""
        self._token.stop()

    @property
    def stopped(self) -> bool:
        """Whether the search has been told to stop."""
        return self._token.stopped

    def wait(self, seconds: float | None = None) -> bool:
        """Waits up to `seconds` for the end; returns whether the search has ended."""
        return bool(wait([self._answer], seconds).done)

    def result(self) -> R:
        """Waits for the final report and returns it. Raises what the search raised."""
        return self._answer.result()

    async def answer(self) -> R:
        """Awaits the final report. Raises what the search raised.

        If it is cancelled, it stops the search and waits for its end, so that the engine is free
        for the next search.
        """
        ended = asyncio.wrap_future(self._answer)
        cancelled: asyncio.CancelledError | None = None
        while not ended.done():
            try:
                await asyncio.wait({ended})
            except asyncio.CancelledError as error:
                cancelled = error
                self.stop()
        if cancelled is not None:
            ended.exception()  # retrieved, or asyncio would log that it never was
            raise cancelled
        return ended.result()

    def _add_report(self, report: R) -> None:
        self.latest = report
        if not self.reports or report.depth > self.reports[-1].depth:
            self.reports.append(report)
        if self._on_report is not None:
            self._on_report(report)


StartSearch: TypeAlias = Callable[..., Search[ReportLike]]
"""Starts a Search with a fixed engine and executor; takes a history and the other arguments."""


def search(engine: Searches[R], history: Any, *, stop: StopToken | None = None, **limits: Any) -> R:
    """Runs `engine.search`, and stops it when a KeyboardInterrupt is raised in the caller."""
    token, running = stop or StopToken(), None
    try:
        running = Search(engine, history, stop=token, **limits)
        running.wait()
    except BaseException:
        token.stop()  # even if it is just starting, because its thread would keep the process alive
        if running is not None:
            running.wait()
        raise
    return running.result()


def in_loop(on_report: Callable[[R], object]) -> Callable[[R], object]:
    """A function that any thread may call, and that calls `on_report` in the running event loop."""
    loop = asyncio.get_running_loop()
    return lambda report: loop.call_soon_threadsafe(on_report, report)


def _in_thread(work: Callable[[], R]) -> "Future[R]":
    answer: Future[R] = Future()

    def run() -> None:
        try:
            answer.set_result(work())
        except BaseException as error:  # raised by `result`
            answer.set_exception(error)

    threading.Thread(target=run).start()
    return answer
