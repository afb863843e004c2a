"""The clock of one side in the protocol, and the time for a move."""

from dataclasses import dataclass, replace
from typing import Any

from zeitnot_protocol import Control

from ..timing import budget

SUDDEN_DEATH = Control(kind="sudden_death", base_ms=0)


@dataclass(frozen=True, slots=True)
class Clock:
    """The time left for `stones` moves, or for all moves if 0; None: no limit. In byo-yomi,
    `stones` is the number of periods left, and the time left is that of the first one."""

    left_ms: int | None = None
    stones: int = 0
    control: Control = SUDDEN_DEATH

    def left(self, ms: int, stones: int) -> "Clock":
        """The clock with this time and number of stones left."""
        return replace(self, left_ms=ms, stones=stones)

    def limits(self, ply: int, max_ms: int | None) -> dict[str, Any]:
        """The arguments of a search. `max_ms`: the player's own limit."""
        if self.left_ms is None and max_ms is not None:
            return {"ms": max_ms}
        moves = self.stones if self.control.kind != "byoyomi" else 0
        return budget(self.left_ms, self.control, ply, max_ms, moves_to_go=moves or None).limits


def canadian(main_s: int, period_s: int, stones: int) -> Clock:
    """The clock of `time_settings`: main time, then `stones` moves in each period. A period without
    stones means no limit."""
    if period_s > 0 and stones == 0:
        return Clock()
    return Clock(1000 * main_s) if main_s else Clock(1000 * period_s, stones)


def kgs(words: list[str]) -> Clock:
    """The clock of `kgs-time_settings`: none, absolute, canadian, or byo-yomi, which GTP itself
    does not have. Raises ValueError, IndexError."""
    kind, *numbers = words
    match kind.lower(), [max(0, int(number)) for number in numbers]:
        case "none", _:
            return Clock()
        case "absolute", [main_s, *_]:
            return Clock(1000 * main_s)
        case "canadian", [main_s, period_s, stones, *_]:
            return canadian(main_s, period_s, stones)
        case "byoyomi", [main_s, period_s, periods, *_]:
            control = Control(kind="byoyomi", periods=max(1, periods), period_ms=1000 * period_s)
            left_s, periods_left = (main_s, 0) if main_s else (period_s, periods)
            return Clock(1000 * left_s, periods_left, control)
    raise ValueError(f"no time settings: {kind}")
