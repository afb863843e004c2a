"""Describes how a bot's games end: one line for each, and totals. Pure."""

from collections import Counter
from dataclasses import dataclass, field, replace
from logging import INFO, WARNING
from typing import Literal

import zeitnot_protocol as p

from .plurals import counted
from .ranks import sides_of, winners
from .session_events import EventReceived, Rewound, SessionEvent
from .state import RoomState

Result = Literal["won", "drawn", "lost", "without a result"]


@dataclass(frozen=True, slots=True)
class GameResult:
    """The end of a game for one seat of a bot. `reason` and `word`: as in `finished`; `left_ms`:
    the bot's clock at the end, None without a clock; `slowest_ms` and `slowest_ply`: its slowest
    move, None if it made none; `pending_ms`: how long its turn had lasted at the end, None if it
    was not its turn; `ended_by_us`: it aborted, or let its first turn pass; `waits` and
    `waited_ms`: how often its searches waited for a core, and for how long in total;
    `concurrent_games`: the maximum number of other games that were choosing a move at the same
    time; `cause`: the bot's own fault that lost the game; `declined`: who has declined, and why."""

    game: str
    game_type: str
    seat: int
    opponents: str
    result: Result
    reason: p.Reason
    word: str = ""
    left_ms: int | None = None
    slowest_ms: int | None = None
    slowest_ply: int = 0
    pending_ms: int | None = None
    ended_by_us: bool = False
    waits: int = 0
    waited_ms: int = 0
    concurrent_games: int = 0
    cause: str = ""
    declined: str = ""

    def with_cause(self, cause: str) -> "GameResult":
        """A copy with this cause, if the bot has lost or ended the game."""
        return replace(self, cause=cause if self.result == "lost" or self.ended_by_us else "")

    @property
    def longest_ms(self) -> int:
        """The longest of its turns, including the one in which the game ended."""
        return max(self.slowest_ms or 0, self.pending_ms or 0)

    @property
    def level(self) -> int:
        """The level of the log line. Python shows warnings even if no log is configured, so the
        owner of a bot sees that it ran out of time or was away."""
        is_late = self.result == "lost" and self.reason in ("flag", "abandoned")
        return WARNING if is_late or self.ended_by_us else INFO

    def __str__(self) -> str:
        word = f" ({self.word})" if self.word else ""
        clock = "no clock" if self.left_ms is None else f"own clock {seconds_text(self.left_ms)}"
        opponents = f" against {self.opponents}" if self.opponents else ""
        declined = f", declined by {self.declined}" if self.declined else ""
        parts = [
            f"game {self.game}, {self.game_type}, seat {self.seat}: {self.result}{opponents} by "
            f"{self.reason}{word}{declined}",
            *([f"cause: {self.cause}"] if self.cause else []),
            clock,
            "no move made"
            if self.slowest_ms is None
            else f"slowest move {seconds_text(self.slowest_ms)} (ply {self.slowest_ply})",
        ]
        if self.pending_ms is not None:
            parts.append(f"to move for {seconds_text(self.pending_ms)} at the end")
        if self.waits:
            waited, searches = seconds_text(self.waited_ms), _searches(self.waits)
            parts.append(f"waited {waited} for a core in {searches}")
        if self.concurrent_games:
            others = counted(self.concurrent_games, "other game", "other games")
            parts.append(f"chose moves at the same time as up to {others}")
        return "; ".join(parts)


class GameWatch:
    """Follows one seat of a bot through one game. Pass it every event of the room after the room's
    state has been updated."""

    def __init__(self) -> None:
        self._turn_at: int | None = None  # the server's time at which the bot's turn began
        self._slowest: tuple[int, int] | None = None  # ms and ply
        self._has_ended = False
        self._declined = ""
        self.waits = 0
        self.waited_ms = 0
        self.concurrent_games = 0

    def note_concurrent(self, others: int) -> None:
        """Notes that `others` other games are choosing a move at the same time."""
        self.concurrent_games = max(self.concurrent_games, others)

    def note_wait(self, ms: int) -> None:
        """Notes that a search of this game has waited for a core."""
        self.waits += 1
        self.waited_ms += ms

    def note(self, session_event: SessionEvent, state: RoomState, now_ms: int) -> GameResult | None:
        """Returns the end of the game once, when it comes. `now_ms`: the client's clock."""
        match session_event:
            case Rewound():
                self._turn_at, self._slowest = None, None
            case EventReceived(event=p.Finished() as finished) if not self._has_ended:
                self._has_ended = True
                return self._end(finished, state, now_ms) if state.you is not None else None
            case EventReceived(event=p.Seated(declined=p.Declined() as declined)):
                self._declined = declined_text(declined)
            case EventReceived(event=event):
                self._note_turn(event, state)
        return None

    def _note_turn(self, event: p.RoomEvent, state: RoomState) -> None:
        if isinstance(event, p.Moved) and event.seat == state.you and not event.by_server:
            took = (event.receipt.elapsed_ms, event.ply)
            if self._slowest is None or took[0] > self._slowest[0]:
                self._slowest = took
        if isinstance(event, p.Started | p.Moved | p.Threw | p.TakenBack | p.Resumed):
            self._turn_at = event.at if state.my_turn else None

    def _end(self, finished: p.Finished, state: RoomState, now_ms: int) -> GameResult:
        slowest_ms, slowest_ply = self._slowest or (None, 0)
        return GameResult(
            state.game,
            state.room.game_type if state.room else "",
            state.you or 0,
            _opponents(state),
            result_of(finished, state),
            finished.reason,
            finished.word or "",
            state.remaining_ms(state.you or 0, now_ms),
            slowest_ms,
            slowest_ply,
            None if self._turn_at is None else max(0, finished.at - self._turn_at),
            finished.ended_by == state.you,
            self.waits,
            self.waited_ms,
            self.concurrent_games,
            declined="" if _opponents(state) else self._declined,
        )


@dataclass(frozen=True, slots=True)
class Totals:
    """The ends of all games of a process, counted once for each seat."""

    results: Counter[Result] = field(default_factory=Counter)
    reasons: Counter[tuple[Result, str]] = field(default_factory=Counter)
    slowest: GameResult | None = None
    waits: int = 0
    waited_ms: int = 0

    def plus(self, end: GameResult) -> "Totals":
        """The totals with one more game."""
        slower = self.slowest is None or end.longest_ms > self.slowest.longest_ms
        return replace(
            self,
            results=self.results + Counter([end.result]),
            reasons=self.reasons + Counter([(end.result, end.reason)]),
            slowest=end if slower else self.slowest,
            waits=self.waits + end.waits,
            waited_ms=self.waited_ms + end.waited_ms,
        )

    def __str__(self) -> str:
        games = self.results.total()
        if not games:
            return "no game has ended"
        parts = [counted(games, "game", "games")]
        for result, count in sorted(self.results.items()):
            reasons = sorted((why, n) for (what, why), n in self.reasons.items() if what == result)
            parts.append(f"{count} {result} ({', '.join(f'{why} {n}' for why, n in reasons)})")
        if self.slowest is not None:
            slowest = self.slowest
            parts.append(f"longest turn {seconds_text(slowest.longest_ms)} in {slowest.game}")
        waits = f"{_searches(self.waits)} waited {seconds_text(self.waited_ms)} for a core"
        parts.append(waits if self.waits else "no search waited for a core")
        return "; ".join(parts)


def result_of(finished: p.Finished, state: RoomState) -> Result:
    """The result for your own seat."""
    if finished.scores is None or state.you is None:
        return "without a result"
    best = winners(finished.scores, sides_of(state.room))
    if not any(state.you in place.seats for place in best):
        return "lost"
    return "won" if len(best) == 1 else "drawn"


def declined_text(declined: p.Declined) -> str:
    """`deep (tooFast: Only slow games.)`: the player, the reason and the text."""
    reason = declined.reason or "no answer"
    return (
        f"{declined.name} ({reason}: {declined.text})"
        if declined.text
        else (f"{declined.name} ({reason})")
    )


def seconds_text(ms: int) -> str:
    """`12.3 s`."""
    return f"{ms / 1000:.1f} s"


def _searches(count: int) -> str:
    return counted(count, "search", "searches")


def _opponents(state: RoomState) -> str:
    others = (seat.player for number, seat in enumerate(state.seats) if number != state.you)
    return ", ".join(player.name for player in others if player is not None)
