"""A running engine: a process, driven by the dialogue of its protocol."""

import math
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from ..printable import printable
from .dialogue import (
    Chose,
    Claimed,
    Dialogue,
    Event,
    Fault,
    NoMoveFound,
    Ready,
    Resigned,
    Say,
    Thought,
)
from .failures import (
    BadAnswer,
    ClaimsEnd,
    Failed,
    FoundNoMove,
    HasResigned,
    Interrupted,
    NoAnswer,
    PassedLimit,
)
from .process import ProcessExited, seconds_left
from .situation import Limits, Situation, Thinking

START_S = 15.0
SILENCE_S = 2.0  # after this time without output, an xboard engine is assumed to have version 1
CHECKS = 4  # per SILENCE_S: whether the engine has read its input, before which it is starting
POLL_S = 0.05  # between checks of whether the move is still wanted
MAX_STALE_LINES = 50_000  # of the opponent's turn; an engine that writes more never stops writing
CLAIM_CHARACTERS = 200
_LIMIT_SIGNALS = ("it was killed by SIGXCPU", "it was killed by SIGXFSZ")
LATE_LINES = 10_000  # that are still read at a deadline
Check = Callable[[], bool]


def never() -> bool:
    """A check by which the move is always wanted."""
    return False


@dataclass(slots=True)
class Patience:
    """Times of the monotonic clock while an engine thinks. `deadline`: when the driver gives up;
    `hurry`: when it sends "move now". `hang_s`: after this many seconds of silence the engine
    counts as hung, and at half of them it is probed."""

    deadline: float = math.inf
    hurry: float = math.inf
    hang_s: float = math.inf


class Transport(Protocol):
    """What carries the lines, usually a Process."""

    @property
    def has_read_input(self) -> bool: ...
    @property
    def errors(self) -> tuple[str, ...]: ...
    def send(self, lines: Iterable[str]) -> None: ...
    def receive(self, seconds: float) -> str | None: ...
    def close(self, last_lines: Iterable[str] = (), grace_s: float = ...) -> None: ...


class Running:
    """An engine in one game. `on_line`: gets each line of the dialogue, with True for the engine's;
    `on_thinking`: gets each report of the search."""

    def __init__(
        self,
        transport: Transport,
        dialogue: Dialogue,
        on_line: Callable[[bool, str], object] = lambda is_engine, line: None,
        on_thinking: Callable[[Thinking], object] = lambda thinking: None,
    ) -> None:
        self._transport = transport
        self.dialogue = dialogue
        self._on_line = on_line
        self._on_thinking = on_thinking
        self._is_unwanted: Check = never
        self._claim: Claimed | None = None
        self._heard_s = 0.0  # when it last wrote a line
        self._is_probed = False
        self.is_ready = False
        self.last_thinking: Thinking | None = None

    @property
    def errors(self) -> tuple[str, ...]:
        """The last lines of stderr."""
        return self._transport.errors

    def begin(self, start_s: float, is_unwanted: Check = never) -> None:
        """Waits until the engine is ready. Raises Failed, Interrupted."""
        self._is_unwanted = is_unwanted
        self._wait_until_ready(start_s)
        self.is_ready = True

    def check_running(self, seconds: float) -> None:
        """Raises Failed if the engine exits within this time; a line that it writes meanwhile is
        lost. For protocols in which an engine says nothing when it starts."""
        self._next(time.monotonic() + seconds)

    def _wait_until_ready(self, start_s: float) -> None:
        if self._has_ready(self.dialogue.greet()):
            return
        deadline, silent_checks = time.monotonic() + start_s, 0
        while True:
            event = self._next(min(deadline, time.monotonic() + SILENCE_S / CHECKS))
            if isinstance(event, Ready):
                return
            if event is None and time.monotonic() >= deadline:
                raise NoAnswer(f"it was not ready within {start_s:.0f} seconds")
            if event is None:
                silent_checks = silent_checks + 1 if self._transport.has_read_input else 0
                if silent_checks < CHECKS:
                    continue
                silent_checks = 0
                if self._has_ready(self.dialogue.on_silence()):
                    return

    def ask(
        self, situation: Situation, limits: Limits, patience: Patience, is_unwanted: Check = never
    ) -> Chose:
        """The engine's move. Raises Failed, ClaimsEnd, Interrupted."""
        self._is_unwanted, self.last_thinking = is_unwanted, None
        self._drain()
        self._send(self.dialogue.ask(situation, limits))
        self._heard_s, self._is_probed = time.monotonic(), False
        while (event := self._next_of_thinking(patience)) is not None:
            match event:
                case Chose():
                    self._claim = None
                    return event
                case Resigned():
                    raise HasResigned("it resigned")
                case NoMoveFound():
                    raise FoundNoMove("it finds no move")
                case Claimed():
                    # Some engines still move after a claim, others do not.
                    self._claim = event
                    patience.deadline = min(patience.deadline, time.monotonic() + SILENCE_S)
        if self._claim is not None:
            raise ClaimsEnd(self._claim.score, printable(self._claim.text[:CLAIM_CHARACTERS]))
        raise NoAnswer("it did not move in time")

    def _next_of_thinking(self, patience: Patience) -> Event | None:
        """The next event that decides something; None at the deadline. Meanwhile it passes reports
        on, hurries the engine, and finds out whether it hangs. Raises Failed, Interrupted."""
        while True:
            silent_until = self._heard_s + patience.hang_s / 2
            event = self._next(min(patience.deadline, patience.hurry, silent_until))
            if isinstance(event, Thought):
                self.last_thinking = event.thinking
                self._on_thinking(event.thinking)
            elif event is not None:
                return event
            now = time.monotonic()
            if now >= patience.deadline:
                return None
            if now >= patience.hurry:
                patience.hurry = math.inf
                self._send(self.dialogue.move_now())
            elif now >= self._heard_s + patience.hang_s / 2:
                self._probe(patience)

    def _probe(self, patience: Patience) -> None:
        """Asks a silent engine for a sign of life. Raises Failed if it was asked already."""
        if self._is_probed:
            raise NoAnswer(f"it hangs: no answer for {patience.hang_s:g} s")
        lines = self.dialogue.probe()
        self._is_probed, self._heard_s = True, time.monotonic()
        if lines:
            self._send(lines)
        else:
            patience.hang_s = math.inf  # its protocol has no such question

    def ponder(self, situation: Situation, limits: Limits) -> None:
        """Lets the engine think on its opponent's time, if it can. Raises Failed."""
        self._is_unwanted = never
        self._drain()
        self._send(self.dialogue.ponder(situation, limits))

    @property
    def is_spent(self) -> bool:
        """Whether the engine plays only one move, and has done so. Raises Failed."""
        deadline = time.monotonic() + POLL_S
        while self.dialogue.is_spent and time.monotonic() < deadline:
            try:
                line = self._receive(seconds_left(deadline))
            except Failed:
                return True  # it has ended, as it may
            if line is not None:
                self.dialogue.read_line(line)
        return self.dialogue.is_spent

    def move_now(self) -> None:
        """Makes the engine move at once, if its protocol can say so. Raises Failed."""
        self._send(self.dialogue.move_now())

    def interrupt(self) -> bool:
        """Drops the current search; False if only a new process can. Raises Failed."""
        lines = self.dialogue.interrupt()
        if lines is not None:
            self._send(lines)
        return lines is not None

    def close(self) -> None:
        """Ends the engine and all its children."""
        self._transport.close(self.dialogue.farewell())

    def kill(self) -> None:
        """Kills the engine and all its children, because it does not read while it thinks or
        hangs."""
        self._transport.close(grace_s=0)

    # ── lines ──────────────────────────────────────────────────────────────────────────────────

    def _next(self, deadline: float) -> Event | None:
        """The next event that is not a line to send; None at the deadline. Raises Failed,
        Interrupted."""
        late_lines = 0
        while True:
            if self._is_unwanted():
                raise Interrupted
            now = time.monotonic()
            line = self._receive(max(0.0, min(POLL_S, deadline - now)))
            if line is None and now >= deadline:
                return None
            late_lines += now >= deadline
            if late_lines > LATE_LINES:
                return None  # it writes faster than we can read
            if line is not None:
                for event in self._send_replies(self.dialogue.read_line(line)):
                    return event

    def _receive(self, seconds: float) -> str | None:
        try:
            line = self._transport.receive(seconds)
        except ProcessExited as exited:
            raise _failure(exited) from None
        if line is not None:
            self._heard_s, self._is_probed = time.monotonic(), False
            self._on_line(True, line)
        return line

    def _has_ready(self, events: list[Event]) -> bool:
        return any(isinstance(event, Ready) for event in self._send_replies(events))

    def _send_replies(self, events: list[Event]) -> list[Event]:
        """Sends the lines among the events; returns the rest, at most one. Raises Failed."""
        self._send([event.line for event in events if isinstance(event, Say)])
        for event in events:
            if isinstance(event, Fault):
                raise BadAnswer(printable(event.text))
        return [event for event in events if not isinstance(event, Say)]

    def _drain(self) -> None:
        """Processes the engine's output from the opponent's turn. Raises Failed."""
        for _ in range(MAX_STALE_LINES):
            line = self._receive(0)
            if line is None:
                return
            for event in self._send_replies(self.dialogue.read_line(line)):
                if isinstance(event, Claimed):
                    self._claim = event
        raise PassedLimit("it writes without end")

    def _send(self, lines: Sequence[str]) -> None:
        if not lines:
            return
        for line in lines:
            self._on_line(False, line)
        try:
            self._transport.send(lines)
        except ProcessExited as exited:
            raise _failure(exited) from None


def _failure(exited: ProcessExited) -> Failed:
    """The end of a process as a failure. The system ends one that passes a limit with a signal of
    its own."""
    text = str(exited)
    return PassedLimit(text) if text.startswith(_LIMIT_SIGNALS) else Failed(text)
