"""A search in a thread of its own, so that who asked for it can hear Ctrl-C or tell it to stop."""

import threading
from typing import Any

from ._core import Engine, Report
from .games import History

INSIST_S = 0.01

__all__ = ["Engine", "Report", "Search", "search"]


class Search:
    """Begins at once; limits as of `Engine.search`. `latest` is the last iteration's report."""

    def __init__(self, engine: Engine, state: History, **limits: Any) -> None:
        self.latest: Report | None = None
        self._engine = engine
        self._done = threading.Event()
        self._ending = threading.Lock()  # who stops holds it, or would stop the next search
        self._answer: Report | None = None
        self._error: BaseException | None = None
        self._thread = threading.Thread(target=self._run, args=(state, limits))
        self._thread.start()

    def wait(self, seconds: float | None = None) -> bool:
        """Waits for the end, at most so long; whether it has come."""
        return self._done.wait(seconds)

    def stop(self) -> None:
        """Ends it. Insists: a search that has not begun yet does not hear the first `stop`."""
        while self._stopped():
            self._done.wait(INSIST_S)

    def _stopped(self) -> bool:
        """Tells the engine to stop; False if this search has ended."""
        with self._ending:
            if not self._done.is_set():
                self._engine.stop()
                return True
        return False

    def result(self) -> Report:
        """The answer, waiting for it. Raises what the search raised."""
        self._thread.join()
        if self._error is not None:
            raise self._error
        assert self._answer is not None
        return self._answer

    def _run(self, state: History, limits: dict[str, Any]) -> None:
        try:
            self._answer = self._engine.search(state, on_report=self._heard, **limits)
        except BaseException as error:  # handed on by `result`
            self._error = error
        with self._ending:
            self._done.set()

    def _heard(self, report: Report) -> None:
        self.latest = report


def search(engine: Engine, state: History, **limits: Any) -> Report:
    """`engine.search`, ended at once by a KeyboardInterrupt, which goes on to the caller."""
    running = Search(engine, state, **limits)
    try:
        running.wait()
    finally:
        running.stop()
    return running.result()
