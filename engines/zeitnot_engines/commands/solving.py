"""Solves positions for `zeitnot solve`, with progress on stderr, until Ctrl-C."""

import os
import sys
import threading
import time
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.live import Live
from rich.text import Text

from zeitnot_client.plurals import counted

from .._core import Game, History, SolvedPosition, Solver, StopToken
from ..exact_book import Journal, unsolved_positions
from ..interrupts import INTERRUPTS, RESULT_GRACE_S
from ..weights_files import package_weights

MAX_HASH_MB = 65536
LINE_EVERY_S = 10.0
TICK_S = 0.1
STATUS = {
    (-1, 1): "open",
    (0, 1): "at least drawn",
    (-1, 0): "at most drawn",
    (1, 1): "won",
    (0, 0): "drawn",
    (-1, -1): "lost",
}
"""What is known about a value, by its lower and its upper bound."""


class Solving:
    """A position that is being solved in a thread. `known`: what is known so far, as text."""

    def __init__(self, solver: Solver, state: History) -> None:
        self.known = STATUS[-1, 1]
        self.solved: SolvedPosition | None = None
        self._token = StopToken()
        self._solver, self._state = solver, state
        self._thread = threading.Thread(target=self._work)

    def start(self) -> None:
        """Starts the thread, which must be stopped before the process can end."""
        self._thread.start()

    def wait(self, seconds: float) -> bool:
        """Waits up to `seconds`; returns whether the solver has ended."""
        self._thread.join(seconds)
        return not self._thread.is_alive()

    def stop(self) -> None:
        """Asks the solver to end soon, without a value."""
        self._token.stop()

    def _work(self) -> None:
        self.solved = self._solver.solve(
            self._state, stop=self._token, on_progress=self._note_progress
        )

    def _note_progress(self, low: int, high: int, nodes: int) -> None:
        self.known = f"{STATUS[low, high]} ({nodes / 1e6:.0f} M nodes)"


def solve_position(game: Game, state: History, hash_mb: int) -> dict[str, Any] | None:
    """The value as `--json` prints it. None: Ctrl-C was pressed. Raises click.UsageError, also if
    the solver refuses the position."""
    solver = _solver(game, hash_mb)
    if (refusal := solver.refusal(state)) is not None:
        raise click.UsageError(refusal)
    started = time.perf_counter()
    solved = _solve_with_progress(solver, state, "")
    seconds = time.perf_counter() - started
    if solved is None:
        return None
    return {
        "value": solved.value,
        "seat": solved.seat,
        "unit": game.unit,
        "seconds": round(seconds, 6),
        "exact": True,
        "distance": solved.distance,
        **({} if solved.margin is None else {"margin": solved.margin}),
        "best": solved.best,
        "nodes": solved.nodes,
        "nps": round(solved.nodes / seconds),
    }


def write_book(game: Game, path: Path, plies: int, hash_mb: int) -> bool:
    """Solves the positions that are not in the journal, then writes the book. False: Ctrl-C was
    pressed.

    Raises click.ClickException.
    """
    solver = _solver(game, hash_mb)
    try:
        journal = Journal(path.with_name(f"{path.name}.journal"), game, solver)
        for state in unsolved_positions(journal, game.start(), plies):
            title = f"{_positions(journal)} solved; {state.text} "
            solved = _solve_with_progress(solver, state, title)
            if solved is None:
                click.echo(f"Interrupted; saved: {_positions(journal)}.", err=True)
                return False
            journal.add(state, solved)
        written = path.with_name(f"{path.name}.new")
        written.write_bytes(journal.book())
        os.replace(written, path)
    except OSError as bad:
        raise click.ClickException(f"{bad.filename}: {bad.strerror}.") from None
    except ValueError as bad:
        raise click.UsageError(f"{path}.journal is not a journal of this game: {bad}") from None
    click.echo(f"{_positions(journal)} solved; the book is {path}.")
    return True


def _positions(journal: Journal) -> str:
    return counted(len(journal), "position", "positions")


def _solver(game: Game, hash_mb: int) -> Solver:
    try:
        return Solver(game, hash_mb=hash_mb, weights=package_weights(game.name))
    except MemoryError:
        raise click.UsageError(
            f"There is not enough memory for a table of {hash_mb} MB. Try a smaller --hash."
        ) from None


def _solve_with_progress(solver: Solver, state: History, title: str) -> SolvedPosition | None:
    """Solves a position and shows progress: a line that is rewritten on a terminal, elsewhere a
    line every ten seconds. None: Ctrl-C was pressed."""
    console = Console(stderr=True)
    solving = Solving(solver, state)
    with INTERRUPTS.handled(solving.stop, RESULT_GRACE_S):
        solving.start()
        (_on_terminal if console.is_terminal else _in_lines)(solving, title, console)
    return solving.solved


def _on_terminal(solving: Solving, title: str, console: Console) -> None:
    started = time.monotonic()
    with Live(console=console, transient=True, refresh_per_second=10) as live:
        while not solving.wait(TICK_S):
            live.update(Text(f"{title}{solving.known}  {time.monotonic() - started:.0f} s"))


def _in_lines(solving: Solving, title: str, console: Console) -> None:
    started = last = time.monotonic()
    while not solving.wait(TICK_S):
        if time.monotonic() - last >= LINE_EVERY_S:
            last = time.monotonic()
            text = f"{title}{solving.known}  {last - started:.0f} s"
            print(text, file=console.file or sys.stderr, flush=True)
