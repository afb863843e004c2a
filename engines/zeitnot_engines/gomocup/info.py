"""What `INFO` tells a brain: times, memory, and the rule of the game."""

from dataclasses import dataclass, replace
from typing import Any

from zeitnot_protocol import Control

from ..timing import budget
from .text import read_integer, read_point, shown

RULES = {0: "freestyle", 1: "standard", 4: "renju"}
"""The values of `rule` that we play. Its other bits are continuous games (2) and caro (8)."""
OVERHEAD_MS = 50  # of a turn, kept back for what is not thinking
OVERHEAD_SHARE = 0.02  # of a turn, the same
NO_LIMIT_MS = 2**31 - 1  # the protocol's word for a match without a limit
SUDDEN_DEATH = Control(kind="sudden_death", base_ms=0)


@dataclass(frozen=True, slots=True)
class Info:
    """What is known. `turn_ms`: of each move, 0 as fast as possible, None not told; `match_ms`: of
    all moves, None without a limit; `left_ms`: of that now; `memory_bytes`: None without a
    limit."""

    turn_ms: int | None = None
    match_ms: int | None = None
    left_ms: int | None = None
    memory_bytes: int | None = None
    rule: str = RULES[0]

    def told(self, text: str) -> "Info":
        """After `INFO KEY VALUE`. Raises ValueError with a sentence; a key that is not known is
        ignored, as the protocol demands."""
        words = text.split(None, 1)
        if len(words) < 2:
            raise ValueError("INFO takes a key and a value")
        key, value = words[0].lower(), words[1]
        match key:
            case "timeout_turn":
                return replace(self, turn_ms=_natural(value))
            case "timeout_match":
                match_ms = _natural(value) or None
                return replace(self, match_ms=match_ms, left_ms=match_ms)
            case "time_left":
                left_ms = max(0, read_integer(value))
                return replace(self, left_ms=None if left_ms >= NO_LIMIT_MS else left_ms)
            case "max_memory":
                return replace(self, memory_bytes=_natural(value) or None)
            case "rule":
                return replace(self, rule=_rule(value))
            case "game_type":
                _natural(value)
            case "evaluate":
                read_point(value)
        return self

    @property
    def timed(self) -> bool:
        """Whether a move's time has been limited."""
        return self.turn_ms is not None or self.left_ms is not None

    def restarted(self) -> "Info":
        """At the start of a new match, whose clock is full."""
        return replace(self, left_ms=self.match_ms)

    def after_move(self, ms: float) -> "Info":
        """After a move that took so long, until the manager tells the time that is left."""
        if self.left_ms is None:
            return self
        return replace(self, left_ms=max(0, self.left_ms - round(ms)))

    def limits(self, ply: int, max_ms: int | None, spent_ms: float = 0) -> dict[str, Any]:
        """The arguments of a search. `max_ms`: a limit of the player's own; `spent_ms`: since the
        manager has asked."""
        if not self.timed:
            if max_ms is not None:
                return {"ms": max_ms}
            return budget(None, SUDDEN_DEATH, ply).limits
        left_ms = NO_LIMIT_MS if self.left_ms is None else self.left_ms
        bounds = [max_ms] if max_ms is not None else []
        if self.turn_ms is not None:
            kept_ms = OVERHEAD_MS + OVERHEAD_SHARE * self.turn_ms
            bounds.append(int(self.turn_ms - kept_ms - spent_ms))
        bound_ms = min(bounds) if bounds else None
        left_ms = max(0, int(left_ms - spent_ms))
        return budget(left_ms, SUDDEN_DEATH, ply, bound_ms, overhead_ms=OVERHEAD_MS).limits


def _natural(text: str) -> int:
    number = read_integer(text)
    if number < 0:
        raise ValueError(f'"{shown(text)}" is less than 0')
    return number


def _rule(text: str) -> str:
    number = _natural(text)
    if number not in RULES:
        raise ValueError(f"rule {number} is not supported, only 0, 1 and 4 are")
    return RULES[number]
