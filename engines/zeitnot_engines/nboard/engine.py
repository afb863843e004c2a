"""Our engine behind NBoard: reads lines, searches in a thread, says lines."""

import random
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import Any

from zeitnot_protocol import Control

from ..engine import Engine, Report, Search, StopToken
from ..formats.ggf import GAME
from ..games import History
from ..levels import level
from ..playing_options import PlayingOptions
from ..timing import budget
from . import text
from .text import MAX_DEPTH, SOLVED, BadLine, SetGame

NAME = "Zeitnot"
DEFAULT_DEPTH = 12
MAX_HINTS = 64
OVERHEAD_MS = 30
_SEARCHES = frozenset(("go", "hint", "analyze"))


class NBoardEngine:
    """Our engine for one GUI. `say` is called with each line, from any thread, one at a time.
    `process` never raises."""

    def __init__(self, options: PlayingOptions, say: Callable[[str], object]) -> None:
        self._options, self._say_line = options, say
        self._say_lock = threading.Lock()
        self._level = level(options.level, GAME)
        self._rng = random.Random()
        self._game: SetGame = text.start()
        self._depth = DEFAULT_DEPTH
        self._engine: Engine | None = None
        self._stop = StopToken()
        self._task: threading.Thread | None = None
        self._is_choosing = False
        self._commands: dict[str, Callable[[str], None]] = {
            "nboard": self._introduce,
            "set": self._set,
            "move": self._move,
            "hint": self._hint,
            "go": self._go,
            "analyze": self._analyze,
            "ping": self._ping,
            "learn": self._learn,
        }

    def process(self, line: str) -> bool:
        """Processes a line of the GUI; returns whether to read more. Lines with an unknown command
        are ignored, as the protocol demands."""
        word, _, rest = line.strip().partition(" ")
        if word == "quit":
            self.close()
            return False
        try:
            if word in self._commands:
                self._end_task(word)
                self._commands[word](rest.strip())
            elif word and not rest and _is_move(word):  # as version 1 sends moves
                self.close()
                self._move(word)
        except BadLine as bad:
            self._say(f"status {bad}")
        return True

    def _end_task(self, word: str) -> None:
        """Before the next command: stops what is running, except that a move is waited for before
        another search."""
        if word in _SEARCHES and self._is_choosing:
            self.wait()
        self.close()

    def close(self) -> None:
        """Stops what is running; its answer is still sent."""
        self._stop.stop()
        self.wait()

    def wait(self) -> None:
        """Waits until what is running has been answered."""
        if self._task is not None:
            self._task.join()
            self._task = None

    # ── commands ───────────────────────────────────────────────────────────────────────────────

    def _introduce(self, rest: str) -> None:
        self._say(f"set myname {NAME}")

    def _set(self, rest: str) -> None:
        name, _, value = rest.partition(" ")
        if name == "depth":
            self._depth = text.read_number(value.strip(), 1, MAX_DEPTH)
            self._say(f"set myname {NAME}{self._depth}")
        elif name == "game":
            self._game = text.read_game(value)

    def _move(self, rest: str) -> None:
        played, state = text.read_move(rest), self._state
        try:
            after = state.play(played.move)
        except ValueError as bad:
            raise BadLine(str(bad).rstrip(".")) from None
        left = list(self._game.left_ms)
        if state.turn is not None and (own := left[state.turn]) is not None:
            left[state.turn] = max(0.0, own - played.ms)
        self._game = replace(
            self._game, states=(*self._game.states, after), left_ms=(left[0], left[1])
        )

    def _hint(self, rest: str) -> None:
        lines = text.read_number(rest or "1", 1, MAX_HINTS)
        self._require_move()
        self._begin(lambda stop: self._say_values(lines, stop))

    def _go(self, _: str) -> None:
        self._require_move()
        self._begin(self._choose)
        self._is_choosing = True

    def _analyze(self, _: str) -> None:
        self._begin(self._say_values_of_game)

    def _ping(self, rest: str) -> None:
        self._say(f"pong {rest}".rstrip())

    def _learn(self, _: str) -> None:
        self._say("learned")

    # ── searches ───────────────────────────────────────────────────────────────────────────────

    @property
    def _state(self) -> History:
        return self._game.states[-1]

    def _begin(self, work: Callable[[StopToken], None]) -> None:
        self._stop, self._is_choosing = StopToken(), False
        self._task = threading.Thread(target=work, args=(self._stop,))
        self._task.start()

    def _require_move(self) -> None:
        if self._state.result is not None:
            raise BadLine("the game is over")

    def _say_values(self, lines: int, stop: StopToken) -> None:
        """Says the values of the best moves, of every depth."""
        self._say("status Analysing")
        last = 0

        def report(found: Report) -> None:
            nonlocal last
            if found.depth > last:
                last = found.depth
                self._say_report(found)

        found = self._search(self._state, stop, report, lines=lines)
        self._say_report(found)
        self._say("status")

    def _choose(self, stop: StopToken) -> None:
        """Says the move to play."""
        state, legal = self._state, self._state.legal()
        if len(legal) == 1:
            self._say(text.answer(legal[0], None, 0))
            return
        self._say("status Thinking")
        try:
            found = self._search(state, stop, self._say_report, **self._time_limits(state))
        except Exception as error:  # a bug of ours must not leave the GUI waiting
            self._say(text.answer(legal[0], None, 0), f"status {error}")
            return
        move: str | None = found.best
        if self._rng.random() < self._level.blunder_rate:
            move = self._rng.choice(legal)
        self._say(text.answer(move or legal[0], found.value, found.seconds), "status")

    def _say_values_of_game(self, stop: StopToken) -> None:
        """Says the value of every position of the game, the last one first, so that what is found
        out about the end helps with the positions before it."""
        self._say("status Analysing")
        for made in range(len(self._game.states) - 1, -1, -1):
            if stop.stopped:
                break
            state = self._game.states[made]
            if state.result is not None:
                value = float((state.margins or (0, 0))[state.side])
            else:
                value = self._search(state, stop, lambda _: None).value
                if stop.stopped:
                    break
            self._say(f"analysis {made} {value:.2f}")
        self._say("status")

    def _search(
        self, state: History, stop: StopToken, report: Callable[[Report], object], **limits: Any
    ) -> Report:
        depth = min(self._depth, self._level.depth or MAX_DEPTH)
        nodes = self._options.playouts or self._level.nodes
        search = Search(
            self._ready(),
            state,
            stop=stop,
            on_report=report,
            depth=depth,
            nodes=nodes,
            **limits,
        )
        return search.result()

    def _time_limits(self, state: History) -> dict[str, Any]:
        """The times of a move, from the clock of the game and the options."""
        most = self._options.ms or self._level.max_ms
        left = self._game.left_ms[state.turn or 0]
        if left is None:
            return {} if most is None else {"ms": most}
        control = Control(kind="sudden_death", base_ms=int(left))
        return budget(int(left), control, state.ply, most, overhead_ms=OVERHEAD_MS).limits

    def _say_report(self, found: Report) -> None:
        """The values of a depth, and how much was searched."""
        if found.depth == 0:
            return
        depth = SOLVED if found.exact else str(found.depth)
        lines = [text.search_line(line, depth) for line in found.lines if line.pv]
        self._say(*lines, f"nodestats {found.nodes} {found.seconds:.2f}")

    def _ready(self) -> Engine:
        if self._engine is None:
            options = self._options
            self._engine = Engine(
                self._state.game, hash_mb=options.hash_mb, threads=options.threads
            )
        return self._engine

    def _say(self, *lines: str) -> None:
        with self._say_lock, suppress(BrokenPipeError):
            for line in lines:
                self._say_line(line)


def _is_move(word: str) -> bool:
    try:
        text.read_move(word)
    except BadLine:
        return False
    return True
