"""Handles the failures of a bot that finds no legal move: report, retry once, then resign.

Waiting for the flag to fall, or playing a random move, would hide the failure.
"""

import logging
import re
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import zeitnot_protocol as p

from .game_end import GameResult, seconds_text
from .room import Room

MAX_RETRIES = 1  # in one game; after the next fault the bot resigns
FIRST_FAULT_TEXT = "Something went wrong with my move ({why}). I will try once more."
SECOND_FAULT_TEXT = "It went wrong again ({why}), so I resign."
TOO_LATE_TEXT = "I found no move in {seconds}, and now it is too late."
_MOVE = re.compile(r"[ -~]{1,128}")
logger = logging.getLogger("zeitnot.bot")


@dataclass(frozen=True, slots=True)
class Evidence:
    """What the owner of a bot is told about a fault. `detail`: what has happened, with the last
    lines of the error output; `command`: how to reproduce it."""

    detail: str
    command: str = ""


class NoUsableMove(Exception):
    """The bot has no move that can be played: none, an illegal one, or an answer that is no move at
    all. The message is shown to everybody in the room, or `public` instead, because a move may name
    a hidden card. The bot's owner is also told the `kind` and the `evidence`."""

    def __init__(
        self,
        message: str = "",
        public: str | None = None,
        kind: p.FaultKind = "illegal_move",
        evidence: Evidence | None = None,
    ) -> None:
        super().__init__(message)
        self.public = message if public is None else public
        self.kind = kind
        self.evidence = evidence


def illegal(move: str, evidence: Evidence | None = None) -> NoUsableMove:
    """The failure of a bot that has played this move, which is illegal."""
    return NoUsableMove(f"{move} is illegal", public="it was illegal", evidence=evidence)


class TooLate(Exception):
    """It is too late for a move in this turn. `took_ms`: how long the bot had."""

    def __init__(self, took_ms: int) -> None:
        super().__init__(f"no move in {seconds_text(took_ms)}: it is too late")
        self.took_ms = took_ms


class Resigns(Exception):
    """The bot resigns instead of moving."""


@dataclass(frozen=True, slots=True)
class Fault:
    """The bot has found no move, or it is too late for one. `text`: what has happened, for the
    bot's author; `retries`: whether it tries again."""

    text: str
    retries: bool


def check_move(move: object) -> str:
    """The move, if it can be sent. Raises NoUsableMove for text that the server could not read."""
    if isinstance(move, str) and _MOVE.fullmatch(move):
        return move
    raise NoUsableMove(
        f"{str(move)[:40]!a} is not a move", public="it was not a move", kind="bad_answer"
    )


class Faults:
    """Counts and reports how often the bot has found no legal move in one game. `on_fault` is
    called with each fault; `evidence` is asked for more about one that is too late."""

    def __init__(
        self,
        room: Room,
        on_fault: Callable[[Fault], object] = lambda _: None,
        evidence: Callable[[str], Evidence] = Evidence,
    ) -> None:
        self._room = room
        self._evidence = evidence
        self._on_fault = on_fault
        self._count = 0
        self._last_reason = ""
        self._excused: p.Withdrew | None = None
        self._late_ply: int | None = None  # at which it was reported that it is too late

    async def handle(self, error: Exception) -> bool:
        """Reports an exception that the bot has raised, or its illegal move. True: it should try
        again; False: it should not, because a resignation was sent or the clock decides.

        The room is told the exception's type, or what a NoUsableMove says in public; the log also
        has its message, place and traceback. A bot that raises Resigns resigns without a report. An
        illegal move is not a fault if a seat has just left, because that may have removed pieces.
        After TooLate the bot does not resign, because the clock decides."""
        if isinstance(error, Resigns):
            return await self._resign()
        if isinstance(error, TooLate):
            return False  # it was reported already
        if isinstance(error, NoUsableMove) and self._seat_just_left():
            return True
        state, self._count = self._room.state, self._count + 1
        reason = error.public if isinstance(error, NoUsableMove) else type(error).__name__
        self._last_reason = _log_text(error)
        self._report(error)
        logger.error(
            "game %s, ply %d: no move found in %s: %s",
            state.game,
            state.ply,
            state.position,
            self._last_reason,
            exc_info=None if isinstance(error, NoUsableMove) else error,
        )
        self._on_fault(Fault(self._last_reason, self._count <= MAX_RETRIES))
        if self._count <= MAX_RETRIES:
            await self._room.chat(FIRST_FAULT_TEXT.format(why=reason))
            return True
        await self._room.chat(SECOND_FAULT_TEXT.format(why=reason))
        return await self._resign()

    async def report_too_late(self, late: TooLate) -> None:
        """Reports in the log and in the room that it is too late for a move."""
        state = self._room.state
        self._late_ply = state.ply
        evidence = self._evidence(str(late))
        self._room.report_fault("no_answer", evidence.detail, evidence.command)
        logger.warning("game %s, ply %d: %s", state.game, state.ply, late)
        self._on_fault(Fault(str(late), False))
        await self._room.chat(TOO_LATE_TEXT.format(seconds=seconds_text(late.took_ms)))

    def cause(self) -> str:
        """Why the bot has resigned, if that was its own fault; otherwise empty."""
        if self._count > MAX_RETRIES:
            return f"no move found {self._count} times, at last: {self._last_reason}"
        return ""

    async def note_end(self, end: GameResult) -> None:
        """Tells the room that the flag fell earlier than the bot expected from its own clock, as
        can happen on a slow network. The log has the end of the game."""
        was_reported = self._late_ply == self._room.state.ply
        if end.result == "lost" and end.reason == "flag" and end.pending_ms and not was_reported:
            await self._room.chat(TOO_LATE_TEXT.format(seconds=seconds_text(end.pending_ms)))

    def _report(self, error: Exception) -> None:
        """Reports the fault to the bot's owner."""
        kind = error.kind if isinstance(error, NoUsableMove) else "crash"
        evidence = error.evidence if isinstance(error, NoUsableMove) else None
        evidence = evidence or Evidence(self._last_reason)
        self._room.report_fault(kind, evidence.detail, evidence.command)

    def _seat_just_left(self) -> bool:
        """Whether a seat has left since the last move, so that a move that was legal before may be
        illegal now. True only once for each seat that leaves."""
        record = self._room.state.record
        last = record[-1] if record else None
        if not isinstance(last, p.Withdrew) or last == self._excused:
            return False
        self._excused = last
        return True

    async def _resign(self) -> bool:
        if not self._room.waiting_for(p.Resign):
            await self._room.resign()
        return False


def _log_text(error: Exception) -> str:
    """What has happened and where, in one line."""
    if isinstance(error, NoUsableMove):
        return f"{error}: {error.__cause__}" if error.__cause__ else str(error)
    text = " ".join(traceback.format_exception_only(error)[-1].split())
    frames = traceback.extract_tb(error.__traceback__)
    if not frames:
        return text
    return f"{text} ({Path(frames[-1].filename).name}, line {frames[-1].lineno})"
