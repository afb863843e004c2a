"""Letting an engine think before a person at a terminal: progress on stderr, Ctrl-C ends it."""

import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from rich.console import Console
from rich.live import Live
from rich.text import Text

from .._core import Engine, Report
from ..games import History

LINE_EVERY_S = 10.0
TICK_S = 0.1


class Interrupted(Exception):
    """Ctrl-C came; `report` is the best answer so far."""

    def __init__(self, report: Report) -> None:
        super().__init__("interrupted")
        self.report = report


@dataclass
class _Work:
    """A search in a thread of its own, so that the main one hears Ctrl-C."""

    search: Callable[[Callable[[Report], None]], Report]
    latest: Report | None = None
    answer: Report | None = None
    error: BaseException | None = None
    done: threading.Event = field(default_factory=threading.Event)

    def run(self) -> None:
        try:
            self.answer = self.search(self._heard)
        except BaseException as error:
            self.error = error
        self.done.set()

    def _heard(self, report: Report) -> None:
        self.latest = report

    def outcome(self) -> Report:
        if self.error is not None:
            raise self.error
        assert self.answer is not None
        return self.answer


def think(
    engine: Engine,
    state: History,
    *,
    console: Console | None = None,
    clock: Callable[[], float] = time.monotonic,
    **limits: Any,
) -> Report:
    """`engine.search(state, **limits)` with progress on stderr: a line that moves on a terminal,
    elsewhere one every ten seconds. Raises Interrupted on Ctrl-C, and what the search raises."""
    work = _Work(lambda heard: engine.search(state, on_report=heard, **limits))
    thread = threading.Thread(target=work.run)
    console = console or Console(stderr=True)
    watch = _on_terminal if console.is_terminal else _in_lines
    thread.start()
    try:
        watch(work, console, clock)
    except KeyboardInterrupt:
        _end(engine, work)
        raise Interrupted(work.outcome()) from None
    finally:
        _end(engine, work)
        thread.join()
    return work.outcome()


def summary(report: Report) -> str:
    """One line: how deep, how sure, what."""
    found = f"{report.best}  " if report.best else ""
    return f"depth {report.depth}  {found}{value_text(report.value, report.unit)}  " + (
        f"{report.nodes} nodes  {report.nps} nodes/s  {report.seconds:.1f} s"
    )


def value_text(value: float, unit: str) -> str:
    """A value with its unit, as people read it."""
    if unit == "win_probability":
        return f"{100 * value:.2f} %"
    return f"{value:+.2f} {unit}"


def _end(engine: Engine, work: _Work) -> None:
    """Insists: a search that had not begun yet does not hear the first `stop`."""
    while not work.done.is_set():
        engine.stop()
        work.done.wait(TICK_S / 10)


def _on_terminal(work: _Work, console: Console, clock: Callable[[], float]) -> None:
    with Live(console=console, transient=True, refresh_per_second=10) as live:
        while not work.done.wait(TICK_S):
            if work.latest is not None:
                live.update(Text(summary(work.latest)))


def _in_lines(work: _Work, console: Console, clock: Callable[[], float]) -> None:
    last = clock()
    while not work.done.wait(TICK_S):
        if clock() - last >= LINE_EVERY_S:
            last = clock()
            text = summary(work.latest) if work.latest else "searching"
            print(text, file=console.file or sys.stderr, flush=True)
