"""A running `go`: a search in a thread, and its answer when that may be sent."""

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from ..engine import Engine, Report, Search, StopToken
from ..games import History
from ..levels import FULL, Level
from ..notations import Write, write_line
from ..timing import Budget
from .dialect import Dialect
from .go import Go, smallest
from .text import hundredths, mate_in

ACCEPTS_DRAW_AT = -50
"""The engine accepts a draw if it is worth at most so many hundredths of the game's unit to it."""


def _as_sent(state: History, move: str) -> str:
    return move


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """What to search. `level` limits the search; `move`: if not None, it is played whatever the
    search finds.

    `search_moves`: the root moves; empty: all. `write`: the form of moves in answers.
    """

    engine: Engine
    state: History
    lines: int
    overhead_ms: int
    level: Level = FULL
    move: str | None = None
    search_moves: tuple[str, ...] = ()
    write: Write = _as_sent

    def write_line(self, moves: Sequence[str]) -> list[str]:
        """Successive moves from the position, in the form of `write`."""
        return list(moves) if self.write is _as_sent else write_line(self.state, moves, self.write)


class RunningGo:
    """Searches, and sends the answer when the search has ended; without a task, immediately.

    The answer of an infinite search, or of one on the opponent's time, must not be sent before
    `stop` or `ponderhit`, even if there is nothing left to search.
    """

    def __init__(
        self, go: Go, task: Task | None, dialect: Dialect, say: Callable[..., None]
    ) -> None:
        self._go, self._task, self._dialect, self._say = go, task, dialect, say
        self._draw = go.draw  # whether the opponent offers a draw
        self._may_answer = threading.Event()
        self._timer: threading.Timer | None = None
        if not go.waits and not (task is not None and go.endless):
            self._may_answer.set()
        self._stop_token = StopToken()
        self._search = None if task is None else self._start(task)
        self._over = threading.Event()
        self._answer_thread = threading.Thread(target=self._answer)
        self._answer_thread.start()

    @property
    def over(self) -> bool:
        """Whether the search has ended and its answer is being sent, or was sent.

        It is True before the GUI can read the answer, because then the GUI may set options.
        """
        return self._over.is_set()

    def stop(self) -> None:
        """Stops the search, and waits until the answer was sent."""
        if self._timer is not None:
            self._timer.cancel()
        self._may_answer.set()
        if self._search is not None:
            self._search.stop()
        self._answer_thread.join()

    def wait(self) -> None:
        """Waits until the answer was sent."""
        self._answer_thread.join()

    def ponder_hit(self, *, draw: bool) -> None:
        """The opponent has played the expected move: our clock runs from now on."""
        if not self._go.ponder or self._timer is not None:
            return
        self._draw = self._draw or draw
        if self._search is not None and (budget := self._budget(self._task)) is not None:
            self._timer = threading.Timer(budget.soft_ms / 1000, self._search.stop)
            self._timer.daemon = True
            self._timer.start()
        if not self._go.endless:
            self._may_answer.set()

    def _start(self, task: Task) -> Search[Report]:
        level = task.level
        return Search(
            task.engine,
            task.state,
            stop=self._stop_token,
            on_report=self._receive,
            depth=smallest(self._go.max_depth, level.depth),
            nodes=smallest(self._go.nodes, level.nodes),
            **self._times(task),
            lines=task.lines,
            searchmoves=list(task.search_moves) or None,
        )

    def _times(self, task: Task) -> dict[str, Any]:
        budget = None if self._go.ponder else self._budget(task)
        limits = {} if budget is None else budget.limits
        max_ms = task.level.max_ms
        return limits if max_ms is None else limits | {"ms": min(max_ms, limits.get("ms", max_ms))}

    def _budget(self, task: Task | None) -> Budget | None:
        if task is None or task.state.turn is None:
            return None
        return self._go.budget(task.state.turn, task.state.ply, task.overhead_ms)

    def _receive(self, report: Report) -> None:
        assert self._task is not None
        self._say(*self._dialect.infos(report, self._task.engine.filled(), self._task.write_line))
        if self._has_mate(report):
            self._stop_token.stop()  # the other lines of MultiPV may be undecided

    def _answer(self) -> None:
        if self._search is not None:
            self._search.wait()
        self._may_answer.wait()
        if self._timer is not None:
            self._timer.cancel()
        lines = self._answer_lines()
        self._over.set()
        self._say(*lines)

    def _answer_lines(self) -> list[str]:
        if self._task is None or self._search is None:
            return [self._dialect.best(None, None, draws=False)]
        try:
            report = self._search.result()
        except Exception as error:  # a bug of ours must not leave the GUI waiting
            any_move = self._task.move or (self._task.search_moves or self._task.state.legal())[0]
            message = self._dialect.message(str(error))
            (any_move,) = self._task.write_line([any_move])
            return [message, self._dialect.best(any_move, None, draws=False)]
        draws = self._draw and hundredths(report.value, report.unit) <= ACCEPTS_DRAW_AT
        move, expected = self._task.move or report.best, None
        if move == report.best and len(report.pv) > 1:
            expected = report.pv[1]
        if move is not None:
            written = self._task.write_line([move] if expected is None else [move, expected])
            move, expected = written[0], written[1] if len(written) > 1 else None
        return [*self._mate_lines(report), self._dialect.best(move, expected, draws=draws)]

    def _has_mate(self, report: Report) -> bool:
        """Whether this is the mate that was asked for."""
        found = mate_in(report.lines[0], report.unit) if report.lines else None
        return self._go.mate is not None and found is not None and 0 < found <= self._go.mate

    def _mate_lines(self, report: Report) -> list[str]:
        """What a search for a mate has decided, if it has found none."""
        go = self._go
        if go.mate is None or go.mate_plies is None:
            return []
        if self._has_mate(report):
            return []
        if report.depth >= go.mate_plies or report.distance is not None:
            return [self._dialect.message(f"there is no mate in {go.mate}")]
        return [self._dialect.message(f"whether there is a mate in {go.mate} was not decided")]
