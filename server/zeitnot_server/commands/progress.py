"""Showing that long work goes on: a bar on a terminal, elsewhere one line every ten seconds."""

import contextlib
import time
from collections.abc import Callable, Iterator

from rich.console import Console
from rich.progress import Progress

PATIENCE_S = 1.0
LINE_EVERY_S = 10.0

Tell = Callable[[int, int], None]
"""Called with what is done and with all there is to do."""


@contextlib.contextmanager
def progress_bar(
    title: str, *, clock: Callable[[], float] = time.monotonic, console: Console | None = None
) -> Iterator[Tell]:
    """Reports on stderr what it is told; nothing of work that ends within a second."""
    console = console or Console(stderr=True)
    if not console.is_terminal:
        yield _lines(title, clock, console)
        return
    started = clock()
    with Progress(console=console, transient=True) as bar:
        task = bar.add_task(title, total=None, visible=False)

        def tell(done: int, total: int) -> None:
            is_long = clock() - started > PATIENCE_S
            bar.update(task, completed=done, total=total, visible=is_long)

        yield tell


def _lines(title: str, clock: Callable[[], float], console: Console) -> Tell:
    last = clock()

    def tell(done: int, total: int) -> None:
        nonlocal last
        if clock() - last >= LINE_EVERY_S:
            last = clock()
            print(f"{title}: {done} of {total}", file=console.file, flush=True)

    return tell
