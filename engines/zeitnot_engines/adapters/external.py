"""An external engine as a player: a process for one game, driven by a dialogue."""

import time
from collections.abc import Sequence

from .dialogue import (
    Chose,
    Claimed,
    Dialogue,
    EngineSetup,
    Event,
    Fault,
    Limits,
    Ready,
    Resigned,
    Say,
)
from .gomocup import Gomocup
from .gtp import Gtp
from .process import Bounds, Process, ProcessExited, seconds_left
from .uci import Uci
from .xboard import Xboard

START_S = 15.0
SILENCE_S = 2.0  # after this time without output, an xboard engine is assumed to have version 1
CHECKS = 4  # per SILENCE_S: whether the engine has read its input, before which it is starting
HANG_S = 600.0  # for a move without a time limit
PATIENCE_S = 5.0  # in addition to a fixed time per move

PROTOCOLS: dict[str, type[Uci] | type[Xboard] | type[Gtp] | type[Gomocup]] = {
    "uci": Uci,
    "xboard": Xboard,
    "gtp": Gtp,
    "gomocup": Gomocup,
}


class Failed(Exception):
    """The engine has stopped playing: it exited, hung, resigned or failed, as the message says."""


class HasResigned(Failed):
    """The engine has resigned, which is not a fault."""


class ClaimsEnd(Exception):
    """The engine claims that the game is over instead of moving. `score`: seat 0's."""

    def __init__(self, claim: Claimed) -> None:
        super().__init__(claim.text)
        self.score = claim.score


class External:
    """An external engine, which is started immediately. Raises Failed."""

    def __init__(
        self,
        protocol: str,
        command: Sequence[str],
        setup: EngineSetup,
        bounds: Bounds | None = None,
        start_s: float | None = None,
    ) -> None:
        self._start_s = START_S if start_s is None else start_s
        self.dialogue: Dialogue = PROTOCOLS[protocol](setup)
        self._claim: Claimed | None = None
        try:
            self._process = Process(command, bounds)
        except ProcessExited as exited:
            raise Failed(str(exited)) from None
        try:
            self._send(self.dialogue.greet())
            self._until_ready()
        except BaseException:
            self.kill()
            raise

    def move(self, moves: Sequence[str], seat: int, limits: Limits, margin_ms: int = 0) -> str:
        """The engine's move after `moves`, in its notation. Raises Failed, ClaimsEnd."""
        self._drain()
        deadline = time.monotonic() + _patience_s(limits, seat, margin_ms)
        self._send(self.dialogue.ask(moves, seat, limits))
        while (event := self._next(deadline)) is not None:
            match event:
                case Chose(move):
                    self._claim = None
                    return move
                case Resigned():
                    raise HasResigned("it resigned")
                case Claimed():
                    # Some engines still move after a claim, others do not.
                    self._claim, deadline = event, min(deadline, time.monotonic() + SILENCE_S)
        if self._claim is not None:
            raise ClaimsEnd(self._claim)
        raise Failed("it did not move in time")

    def close(self) -> None:
        """Ends the engine and all its children."""
        self._process.close(self.dialogue.farewell())

    def kill(self) -> None:
        """Kills the engine and all its children, because it does not read while it thinks or
        hangs."""
        self._process.close(grace_s=0)

    # ── input ──────────────────────────────────────────────────────────────────────────────────

    def _until_ready(self) -> None:
        deadline = time.monotonic() + self._start_s
        silent_checks = 0
        while True:
            event = self._next(min(deadline, time.monotonic() + SILENCE_S / CHECKS))
            if isinstance(event, Ready):
                return
            if event is None and time.monotonic() >= deadline:
                raise Failed(f"it was not ready within {self._start_s:.0f} seconds")
            if event is None:
                silent_checks = silent_checks + 1 if self._process.has_read_input else 0
                if silent_checks < CHECKS:
                    continue
                silent_checks = 0
                if any(isinstance(e, Ready) for e in self._send_lines(self.dialogue.on_silence())):
                    return

    def _next(self, deadline: float) -> Event | None:
        """The next event that is not a line to send; None at the deadline. Raises Failed."""
        while True:
            try:
                line = self._process.receive(seconds_left(deadline))
            except ProcessExited as exited:
                raise Failed(str(exited)) from None
            if line is None:
                return None
            for event in self._send_lines(self.dialogue.read_line(line)):
                return event

    def _send_lines(self, events: list[Event]) -> list[Event]:
        """Sends the lines among the events; returns the rest, at most one. Raises Failed."""
        self._send([event.line for event in events if isinstance(event, Say)])
        for event in events:
            if isinstance(event, Fault):
                raise Failed(event.text)
        return [event for event in events if not isinstance(event, Say)]

    def _drain(self) -> None:
        """Processes the engine's output from the opponent's turn."""
        while (event := self._next(0)) is not None:
            if isinstance(event, Claimed):
                self._claim = event

    def _send(self, lines: Sequence[str]) -> None:
        if not lines:
            return
        try:
            self._process.send(lines)
        except ProcessExited as exited:
            raise Failed(str(exited)) from None


def _patience_s(limits: Limits, seat: int, margin_ms: int) -> float:
    if limits.clocks is not None:
        return (limits.clocks.left_ms[seat] + margin_ms) / 1000 + 0.05
    if limits.move_ms is not None:
        # xboard's protocol has only whole seconds; see xboard.py.
        return max(1.0, limits.move_ms / 1000) + PATIENCE_S
    return HANG_S
