"""Shows the progress of long work: a bar on a terminal, elsewhere a line every ten seconds."""

import sys
import time
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from rich.console import Console
from rich.progress import Progress

from ..interrupts import INTERRUPTS

T = TypeVar("T")

PATIENCE_S = 1.0
LINE_EVERY_S = 10.0


def track(
    work: Iterable[T],
    total: int,
    title: str,
    *,
    done: int = 0,
    weight: Callable[[T], int] = lambda _: 1,
    note: Callable[[], str] = str,
    clock: Callable[[], float] = time.monotonic,
    console: Console | None = None,
) -> Iterator[T]:
    """Iterates over `work`, whose items have the total weight `total`, and shows progress on
    stderr. `done`: the part of the total that an earlier run has done, which is not in `work`;
    `note`: what else to show, such as the result so far.

    Nothing is shown for work that ends within a second. Raises KeyboardInterrupt between two items
    after a signal.
    """
    console = console or Console(stderr=True)
    show = _bar if console.is_terminal else _lines
    for item in show(work, done, total, title, weight, note, clock, console):
        yield item
        INTERRUPTS.check()


def _bar(
    work: Iterable[T],
    done: int,
    total: int,
    title: str,
    weight: Callable[[T], int],
    note: Callable[[], str],
    clock: Callable[[], float],
    console: Console,
) -> Iterator[T]:
    started = clock()
    with Progress(console=console, transient=True, disable=False) as bar:
        task = bar.add_task(title, total=total, completed=done, visible=False)
        for item in work:
            yield item
            shows = clock() - started > PATIENCE_S
            text = f"{title}: {said}" if shows and (said := note()) else title
            bar.update(task, advance=weight(item), visible=shows, description=text)


def _lines(
    work: Iterable[T],
    done: int,
    total: int,
    title: str,
    weight: Callable[[T], int],
    note: Callable[[], str],
    clock: Callable[[], float],
    console: Console,
) -> Iterator[T]:
    last = clock()
    for item in work:
        yield item
        done += weight(item)
        if clock() - last >= LINE_EVERY_S:
            last = clock()
            text = f"{title}: {done} of {total}" + (f", {said}" if (said := note()) else "")
            print(text, file=console.file or sys.stderr, flush=True)
