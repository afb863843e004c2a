"""Progress: a bar on a terminal, lines elsewhere; time is injected."""

import io
from collections.abc import Iterator

from rich.console import Console

from zeitnot_engines.commands.progress import track


class Clock:
    """Every reading advances it by `step` seconds."""

    def __init__(self, step: float) -> None:
        self.now, self.step = 0.0, step

    def __call__(self) -> float:
        self.now += self.step
        return self.now


def lines(count: int, step: float, terminal: bool = False, done: int = 0) -> str:
    out = io.StringIO()
    console = Console(file=out, force_terminal=terminal, width=80)
    work, total = range(count), done + count
    items = list(track(work, total, "perft 9", done=done, clock=Clock(step), console=console))
    assert items == list(range(count))
    return out.getvalue()


def test_prints_a_line_every_ten_seconds() -> None:
    assert lines(4, 6.0).splitlines() == ["perft 9: 2 of 4", "perft 9: 4 of 4"]


def test_resumed_work_counts_what_was_done_before() -> None:
    assert lines(2, 11.0, done=8).splitlines() == ["perft 9: 9 of 10", "perft 9: 10 of 10"]
    assert "100%" in lines(2, 3.0, terminal=True, done=8)


def test_short_work_prints_nothing() -> None:
    assert lines(3, 0.1) == ""


def test_shows_a_bar_on_a_terminal_when_it_takes_long() -> None:
    assert "perft 9" in lines(5, 3.0, terminal=True)
    assert "perft 9" not in lines(3, 0.1, terminal=True)


def test_work_is_done_lazily() -> None:
    calls = []

    def work() -> Iterator[int]:
        for item in range(3):
            calls.append(item)
            yield item

    console = Console(file=io.StringIO())
    tracked = track(work(), 3, "perft", clock=Clock(0), console=console)
    next(tracked)
    assert calls == [0]
