"""Shows the progress of long work: a bar on a terminal, elsewhere a line every ten seconds."""

import contextlib
import time
from collections.abc import Callable, Iterator

from rich.console import Console
from rich.progress import Progress

BAR_AFTER_S = 1.0
LINE_EVERY_S = 10.0

OnProgress = Callable[[int, int], None]
"""Called with the amount of work done and the total."""


@contextlib.contextmanager
def progress_bar(
    title: str, *, clock: Callable[[], float] = time.monotonic, console: Console | None = None
) -> Iterator[OnProgress]:
    """Shows progress on stderr, unless the work ends within a second."""
    console = console or Console(stderr=True)
    if not console.is_terminal:
        yield _lines(title, clock, console)
        return
    started = clock()
    with Progress(console=console, transient=True) as bar:
        task = bar.add_task(title, total=None, visible=False)

        def report(done: int, total: int) -> None:
            is_long = clock() - started > BAR_AFTER_S
            bar.update(task, completed=done, total=total, visible=is_long)

        yield report


def _lines(title: str, clock: Callable[[], float], console: Console) -> OnProgress:
    last = clock()

    def report(done: int, total: int) -> None:
        nonlocal last
        if clock() - last >= LINE_EVERY_S:
            last = clock()
            print(f"{title}: {done} of {total}", file=console.file, flush=True)

    return report
