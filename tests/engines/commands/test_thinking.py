"""Interactive search: its output, and Ctrl-C. The clock is injected."""

import io
from collections.abc import Callable
from itertools import count

import pytest
from rich.console import Console

from zeitnot_engines.commands.thinking import Interrupted, summary, think, value_text
from zeitnot_engines.engine import Engine, Search, search
from zeitnot_engines.games import load
from zeitnot_engines.interrupts import Interrupts

from ...busy import holds_within_tries

OTHELLO = load("othello")
NO_TERMINAL = Console(file=io.StringIO(), force_terminal=False)


def interrupting_clock(interrupts: Interrupts) -> Callable[[], float]:
    """A clock whose second reading requests an interrupt, as Ctrl-C does."""
    readings = count()

    def clock() -> float:
        if next(readings) == 1:
            interrupts.request()
        return 0.0

    return clock


def test_ctrl_c_returns_the_best_move_so_far(interrupts: Interrupts) -> None:
    clock = interrupting_clock(interrupts)
    with pytest.raises(Interrupted) as caught:
        think(Engine(OTHELLO), OTHELLO.start(), console=NO_TERMINAL, clock=clock)
    assert caught.value.report.best in OTHELLO.start().legal()


def test_a_signal_before_the_search_ends_it_at_once(interrupts: Interrupts) -> None:
    interrupts.request()
    with pytest.raises(Interrupted) as caught:
        think(Engine(OTHELLO), OTHELLO.start(), console=NO_TERMINAL)
    assert caught.value.report.best in OTHELLO.start().legal()


def test_without_a_terminal_a_line_is_printed_every_ten_seconds(interrupts: Interrupts) -> None:
    out = io.StringIO()
    readings = count(step=4.0)

    def clock() -> float:
        now = next(readings)
        if now == 32:
            interrupts.request()
        return now

    with pytest.raises(Interrupted):
        think(Engine(OTHELLO), OTHELLO.start(), console=Console(file=out), clock=clock)
    lines = out.getvalue().splitlines()
    assert len(lines) in (1, 2)
    assert all(line.startswith(("depth ", "searching")) for line in lines)


def test_on_a_terminal_the_progress_line_is_erased() -> None:
    def output() -> str:
        out = io.StringIO()
        console = Console(file=out, force_terminal=True, width=120)
        report = think(Engine(OTHELLO), OTHELLO.start(), console=console, ms=300)
        assert report.depth >= 1
        return out.getvalue()

    assert holds_within_tries(lambda: "discs" in output())


def test_an_exception_in_the_search_is_raised() -> None:
    finished = load("tictactoe").parse("xxxoo.... o")
    with pytest.raises(ValueError, match="game is over"):
        think(Engine(finished.game), finished, console=NO_TERMINAL)
    with pytest.raises(ValueError, match="game is over"):
        search(Engine(finished.game), finished)


def test_a_stop_before_the_search_starts_ends_it() -> None:
    for _ in range(20):
        running = Search(Engine(OTHELLO), OTHELLO.start())
        running.stop()
        assert running.result().best in OTHELLO.start().legal()


def test_values_are_printed_with_their_units() -> None:
    assert value_text(0.5049, "win_probability") == "50.49 %"
    assert value_text(-1.25, "discs") == "-1.25 discs"
    assert value_text(35.0, "centipawns") == "+0.35"
    report = Engine(OTHELLO).search(OTHELLO.start(), depth=2)
    assert summary(report).startswith(f"depth 2  {report.best}  ")
