"""Progress of long commands; time is injected."""

import io

from rich.console import Console

from zeitnot_server.commands.progress import progress_bar


def printed(count: int, step: float, terminal: bool = False) -> str:
    """The output for `count` steps of `step` seconds each."""
    out, now = io.StringIO(), 0.0
    console = Console(file=out, force_terminal=terminal, width=80)
    with progress_bar("backup, pages", clock=lambda: now, console=console) as report:
        for done in range(1, count + 1):
            now += step
            report(done, count)
    return out.getvalue()


def test_prints_a_line_every_ten_seconds() -> None:
    expected = ["backup, pages: 2 of 4", "backup, pages: 4 of 4"]
    assert printed(4, 6.0).splitlines() == expected


def test_short_work_prints_nothing() -> None:
    assert printed(3, 0.1) == ""


def test_shows_a_bar_on_a_terminal_when_it_takes_long() -> None:
    assert "backup, pages" in printed(5, 3.0, terminal=True)
    assert "backup, pages" not in printed(3, 0.1, terminal=True)
