"""One engine in one game, for matches and for bots alike.

The engine is started at the first move, and again after it has failed: it then gets the whole game
once more, on the same clock. The caller counts failures, and decides when to resign.
"""

import contextlib
import math
import shlex
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from ..printable import printable
from .bounds import Bounds
from .dialogue import Chose
from .failures import Failed, Interrupted, PlayedIllegal, Unsupported
from .gomocup_text import shown
from .process import ProcessExited, seconds_left
from .protocols import PROTOCOLS
from .running import START_S, Check, Patience, Running, never
from .sent_lines import SentLines
from .situation import Choice, Limits, Setup, Situation, Start, Thinking

PASS = "pass"
DIALOGUE_LINES = 400  # of the dialogue that are kept for a report of a failure
DIALOGUE_CHARACTERS = 300  # of each
REPORT_EVERY_S = 0.25


@dataclass(frozen=True, slots=True)
class Launch:
    """How an engine is started: the words of its command, and the options that it is sent.

    `folder`: where it runs, None: here; `bounds`: what it may use, None: no limits; `start_s`: how
    long it may take until it is ready; `hang_s`: after how many silent seconds a thinking engine
    counts as hung, if at half of them it was asked for a sign of life (UCI and UCCI); `ponders`: it
    may think on the opponent's time; `reports`: thinking lines are wanted; `plays_forced`: the only
    legal move is played without asking.
    """

    protocol: str
    command: tuple[str, ...]
    options: tuple[tuple[str, str], ...] = ()
    folder: Path | None = None
    bounds: Bounds | None = field(default_factory=Bounds)
    start_s: float = START_S
    hang_s: float = math.inf
    ponders: bool = False
    reports: bool = False
    plays_forced: bool = False

    def __str__(self) -> str:
        return shlex.join(self.command)


class Driver:
    """An engine in one game that begins at `start`. Raises Unsupported.

    `on_thinking`: gets reports of the search, at most four a second, from the thread of `move`.
    `on_line`: gets each line of the dialogue, with True for the engine's.

    One thread at a time calls `begin`, `move`, `ponder` and `interrupt`; any thread may call
    `close` and `kill`, which make the others fail.
    """

    def __init__(
        self,
        launch: Launch,
        start: Start,
        *,
        on_thinking: Callable[[Thinking], object] | None = None,
        on_line: Callable[[bool, str], object] | None = None,
    ) -> None:
        self._launch = launch
        self._protocol = PROTOCOLS[launch.protocol]
        games = self._protocol.games
        if games is not None and start.game not in games:
            raise Unsupported(f"The protocol {launch.protocol} does not support {start.game}.")
        reports = launch.reports or on_thinking is not None
        self._setup = Setup(start, launch.options, launch.ponders, reports)
        self._protocol.talk(self._setup)  # raises Unsupported before anything is started
        self._on_thinking = on_thinking
        self._on_line = on_line
        self._running: Running | None = None
        self._errors: tuple[str, ...] = ()
        self._dialogue_lines: deque[str] = deque(maxlen=DIALOGUE_LINES)
        self._sent = SentLines(launch.protocol)
        self._changing = threading.Lock()
        self._is_closed = False
        self._reported_s = -math.inf
        self.name = ""
        self.starts = 0

    @property
    def errors(self) -> tuple[str, ...]:
        """The engine's last lines of stderr; after a failure, those of the failed process."""
        running = self._running
        return running.errors if running is not None else self._errors

    @property
    def last_dialogue(self) -> tuple[str, ...]:
        """The last lines of the dialogue: `>` to the engine, `<` from it; bounded and printable."""
        return tuple(self._dialogue_lines)

    @property
    def request(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The engine's command, and the lines that bring it to its last request; after a failure,
        that of the failed process. No lines if there are too many."""
        return self._launch.command, tuple(self._sent.lines)

    def begin(self, is_unwanted: Check = never) -> None:
        """Starts the engine unless it is running. Raises Failed, Interrupted, Unsupported."""
        if self._running is None:
            with self._killed_on_failure():
                self._start(math.inf, is_unwanted)

    def check_running(self, seconds: float) -> None:
        """Raises Failed if the engine, which has begun, exits within this time, as an interpreter
        does that does not find its script. Waits for it only if the protocol has no handshake."""
        if self._running is not None and not self._protocol.has_handshake:
            with self._killed_on_failure():
                self._running.check_running(seconds)

    def move(
        self, situation: Situation, limits: Limits | None = None, is_unwanted: Check = never
    ) -> Choice:
        """The engine's move. It is given up when `is_unwanted` returns True.

        Raises Failed (HasResigned, FoundNoMove, PlayedIllegal), ClaimsEnd, Interrupted and
        Unsupported. Except after Interrupted the engine has then ended, and is started again for
        the next move.
        """
        limits = limits or Limits()
        patience = self._patience(limits)
        if situation.has_throws and not self._protocol.has_throws:
            raise Unsupported(f"The protocol {self._launch.protocol} has no throws.")
        if (move := self._own_move(situation)) is not None:
            return Choice(move)
        with self._killed_on_failure():
            running = self._ready(patience.deadline, is_unwanted)
            if (move := running.dialogue.own_move(situation)) is not None:
                return Choice(move)
            told = limits.for_engine(situation.seat)
            chose = running.ask(situation, told, patience, is_unwanted)
            return self._choice(running, situation, chose)

    def ponder(self, situation: Situation, limits: Limits | None = None) -> None:
        """Lets a running engine think while its opponent is to move in `situation`. It does nothing
        if the engine cannot; a failure shows at the next move."""
        running = self._running
        if running is not None and self._launch.ponders:
            with contextlib.suppress(Failed, Unsupported):
                running.ponder(situation, (limits or Limits()).for_engine(1 - situation.seat))

    def move_now(self) -> None:
        """Makes the engine move at once, if its protocol can say so; from any thread."""
        running = self._running
        if running is not None:
            with contextlib.suppress(Failed):
                running.move_now()

    def close(self) -> None:
        """Ends the engine and all its children, for good; may be called more than once."""
        self._is_closed = True
        with self._changing:
            running, self._running = self._running, None
        if running is not None:
            self._errors = running.errors
            running.close()

    def kill(self) -> None:
        """Kills the engine and all its children; `move` may start it again."""
        with self._changing:
            running, self._running = self._running, None
        if running is not None:
            running.kill()
            self._errors = running.errors

    def _patience(self, limits: Limits) -> Patience:
        now = time.monotonic()
        give_up_ms = math.inf if limits.give_up_ms is None else limits.give_up_ms
        hurry_ms = math.inf if limits.hurry_ms is None else limits.hurry_ms
        return Patience(now + give_up_ms / 1000, now + hurry_ms / 1000, self._launch.hang_s)

    # ── the running engine ─────────────────────────────────────────────────────────────────────

    def _own_move(self, situation: Situation) -> str | None:
        """The move that needs no engine. Some engines do not support forced passes."""
        legal = situation.legal
        if legal == (PASS,) or (self._launch.plays_forced and len(legal) == 1):
            return legal[0]
        return None

    def _ready(self, deadline: float, is_unwanted: Check) -> Running:
        running = self._running
        if running is not None and not running.is_spent:
            return running
        self.kill()
        return self._start(deadline, is_unwanted)

    def _start(self, deadline: float, is_unwanted: Check) -> Running:
        dialogue = self._protocol.talk(self._setup)
        with self._changing:
            if self._is_closed:
                raise Failed("it was closed")
            try:
                transport = self._protocol.connect(
                    self._launch.command, self._launch.bounds, self._launch.folder
                )
            except ProcessExited as exited:
                raise Failed(str(exited)) from None
            running = Running(transport, dialogue, self._note_line, self._note_thinking)
            self._running = running
        self.starts += 1
        self._sent.begin()
        running.begin(min(self._launch.start_s, seconds_left(deadline)), is_unwanted)
        self.name = printable(dialogue.name)
        return running

    @contextlib.contextmanager
    def _killed_on_failure(self) -> Iterator[None]:
        """Ends the engine if it fails; after an interruption it may go on."""
        try:
            yield
        except Interrupted:
            running = self._running
            with contextlib.suppress(Failed):
                if running is not None and running.is_ready and running.interrupt():
                    raise
            self.kill()
            raise
        except BaseException:
            self.kill()
            raise

    def _choice(self, running: Running, situation: Situation, chose: Chose) -> Choice:
        move = running.dialogue.find_move(situation, chose.move)
        if move is None:
            raise PlayedIllegal(shown(chose.move), situation.position)
        return Choice(move, chose.expects, running.last_thinking, chose.offers_draw)

    # ── reports ────────────────────────────────────────────────────────────────────────────────

    def _note_line(self, is_engine: bool, line: str) -> None:
        shown_line = printable(line[:DIALOGUE_CHARACTERS])
        if not is_engine:
            self._sent.note(line)
        self._dialogue_lines.append(f"{'<' if is_engine else '>'} {shown_line}")
        if self._on_line is not None:
            self._on_line(is_engine, line)

    def _note_thinking(self, thinking: Thinking) -> None:
        now = time.monotonic()
        if self._on_thinking is not None and now - self._reported_s >= REPORT_EVERY_S:
            self._reported_s = now
            self._on_thinking(thinking)
