"""The information from `INFO`: times, memory, and the rule of the game."""

from dataclasses import dataclass, replace
from typing import Any

from zeitnot_client.drivers.gomocup_text import (
    NO_LIMIT_MS,
    RULES,
    read_integer,
    read_point,
    shown,
)
from zeitnot_protocol import Control

from ..timing import budget

OVERHEAD_MS = 50  # of a turn, reserved for everything but thinking
OVERHEAD_SHARE = 0.02  # of a turn, reserved in addition
SUDDEN_DEATH = Control(kind="sudden_death", base_ms=0)


@dataclass(frozen=True, slots=True)
class Info:
    """The settings from `INFO`. `turn_ms`: the time per move, 0: as fast as possible, None: not
    set; `match_ms`: the time for all moves, None: no limit; `left_ms`: how much of that is left;
    `memory_bytes`: None: no limit."""

    turn_ms: int | None = None
    match_ms: int | None = None
    left_ms: int | None = None
    memory_bytes: int | None = None
    rule: str = RULES[0]

    def updated(self, text: str) -> "Info":
        """The settings after `INFO KEY VALUE`. Unknown keys are ignored, as the protocol demands.
        Raises ValueError with a sentence."""
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
        """Whether the time for a move is limited."""
        return self.turn_ms is not None or self.left_ms is not None

    def restarted(self) -> "Info":
        """The settings at the start of a new match, with a full clock."""
        return replace(self, left_ms=self.match_ms)

    def after_move(self, ms: float) -> "Info":
        """The settings after a move that took `ms`, until the manager sends the time left."""
        if self.left_ms is None:
            return self
        return replace(self, left_ms=max(0, self.left_ms - round(ms)))

    def limits(self, ply: int, max_ms: int | None, elapsed_ms: float = 0) -> dict[str, Any]:
        """The arguments of a search. `max_ms`: the player's own limit; `elapsed_ms`: since the
        manager's request."""
        if not self.timed:
            if max_ms is not None:
                return {"ms": max_ms}
            return budget(None, SUDDEN_DEATH, ply).limits
        left_ms = NO_LIMIT_MS if self.left_ms is None else self.left_ms
        bounds = [max_ms] if max_ms is not None else []
        if self.turn_ms is not None:
            reserved_ms = OVERHEAD_MS + OVERHEAD_SHARE * self.turn_ms
            bounds.append(int(self.turn_ms - reserved_ms - elapsed_ms))
        bound_ms = min(bounds) if bounds else None
        left_ms = max(0, int(left_ms - elapsed_ms))
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
