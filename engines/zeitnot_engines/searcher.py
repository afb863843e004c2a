"""One engine in a thread: a coroutine that searches, and can be stopped or cancelled anywhere."""

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from typing import Any

from .interfaces import EngineLike, HistoryLike, ReportLike

INSIST_S = 0.01


class Searcher:
    """Runs one search at a time. After it `reports` and `final` say what was found, also when the
    coroutine was cancelled; `stopped` whether it ended because of `stop`."""

    def __init__(self, engine: EngineLike, threads: Executor) -> None:
        self._engine = engine
        self._threads = threads
        self._stop = asyncio.Event()
        self.reports: list[ReportLike] = []
        self.final: ReportLike | None = None

    @property
    def stopped(self) -> bool:
        """Whether the last search was told to stop."""
        return self._stop.is_set()

    def stop(self) -> None:
        """Ends the search that runs; its answer is that of the last finished iteration."""
        self._stop.set()

    async def search(
        self,
        history: HistoryLike,
        on_report: Callable[[ReportLike], None],
        *,
        depth: int | None = None,
        nodes: int | None = None,
        ms: int | None = None,
        soft_ms: int | None = None,
        searchmoves: Sequence[str] | None = None,
    ) -> ReportLike:
        """Searches until a limit or `stop`; without a limit until `stop`. After `soft_ms`, sooner
        or later by how sure the engine is, no new depth is begun. `searchmoves`: only these moves
        are looked at, which the house's own engines can do and no others.

        `on_report` is called in the event loop. Cancelled, it returns only when the engine has
        ended, so that the next search finds the engine free.
        """
        self._stop.clear()
        self.reports, self.final = [], None
        loop = asyncio.get_running_loop()

        def heard(report: ReportLike) -> None:
            self.reports.append(report)
            loop.call_soon_threadsafe(on_report, report)

        only: dict[str, Any] = {} if searchmoves is None else {"searchmoves": searchmoves}

        def work() -> ReportLike:
            return self._engine.search(
                history, depth=depth, nodes=nodes, ms=ms, soft_ms=soft_ms, on_report=heard, **only
            )

        running = loop.run_in_executor(self._threads, work)
        try:
            await self._until_stopped(running)
        finally:
            await self._end(running)
        return running.result()

    async def _until_stopped(self, running: "asyncio.Future[ReportLike]") -> None:
        told = asyncio.ensure_future(self._stop.wait())
        both: set[asyncio.Future[Any]] = {running, told}
        try:
            await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
        finally:
            told.cancel()

    async def _end(self, running: "asyncio.Future[ReportLike]") -> None:
        """Insists: an engine that had not started yet does not hear the first `stop`. Who is
        cancelled meanwhile hears of it when the engine has ended."""
        cancelled: asyncio.CancelledError | None = None
        while not running.done():
            self._engine.stop()
            try:
                await asyncio.wait({running}, timeout=INSIST_S)
            except asyncio.CancelledError as error:
                cancelled = error
        if running.exception() is None:
            self.final = running.result()
        if cancelled is not None:
            raise cancelled
