"""Decides how long to think: a pure function of the clock, so that a bot never loses on time.

A bot's clock also runs while a move is sent, while the event loop is busy, and while a search stops
a little late. The clock policy reserves `MOVE_OVERHEAD_MS` for that on every move.
"""

from dataclasses import dataclass
from typing import Any

from zeitnot_protocol import Control

from .turn_clock import MOVE_OVERHEAD_MS

MIN_MS = 5
UNTIMED_MS = 4_000  # without a clock: about as long as a person will wait
SHARE_OF_MOVE = 0.75  # the part of a fixed time per move that is used
SHARE_OF_INCREMENT = 0.8  # the part of the increment that is used
MAX_SHARE_OF_CLOCK = 0.2  # the largest part of the remaining time that one move may use
STRETCH = 3.0  # by this factor a move may exceed its share if the search becomes unstable


@dataclass(frozen=True, slots=True)
class Budget:
    """How long one move may take, in milliseconds. After `soft_ms` no new depth is started (the
    engine adjusts that by its certainty); at `hard_ms` the search ends."""

    soft_ms: int
    hard_ms: int

    @property
    def limits(self) -> dict[str, Any]:
        """The arguments for `Engine.search`. There is no soft limit if unused time cannot be saved
        for later moves."""
        soft = {"soft_ms": self.soft_ms} if self.soft_ms < self.hard_ms else {}
        return {"ms": self.hard_ms} | soft


def budget(
    remaining_ms: int | None,
    control: Control,
    ply: int,
    max_ms: int | None = None,
    moves_to_go: int | None = None,
    overhead_ms: int = MOVE_OVERHEAD_MS,
    free_ms: int | None = None,
    min_ms: int = MIN_MS,
) -> Budget:
    """The time for the search of one move, at least `min_ms`; soft is never above hard.

    `remaining_ms`: the time on our clock, None without a clock; `max_ms`: the level's limit, or the
    share of a busy machine; `moves_to_go`: our moves until time is added; `overhead_ms`: reserved
    for everything but thinking; `free_ms`: what is left of a free first turn.
    """
    wanted_ms = _wanted_ms(remaining_ms, control, ply, moves_to_go)
    hard_limits = (remaining_ms, control.move_limit_ms, free_ms)
    limits = (*(_usable_ms(limit, overhead_ms) for limit in hard_limits), max_ms)
    bounds = [bound for bound in limits if bound is not None]
    soft = max(min_ms, int(min([wanted_ms, *bounds])))
    if remaining_ms is None or control.kind in ("correspondence", "per_move"):
        return Budget(soft, soft)  # unused time cannot be saved
    max_stretched = (
        1.5 * remaining_ms * (1 / (moves_to_go + 0.5) if moves_to_go else MAX_SHARE_OF_CLOCK)
    )
    stretched = max(wanted_ms, min(wanted_ms * STRETCH, max_stretched))
    return Budget(soft, max(min_ms, int(min([stretched, *bounds]))))


def _wanted_ms(
    remaining_ms: int | None, control: Control, ply: int, moves_to_go: int | None
) -> float:
    if remaining_ms is None or control.kind == "correspondence":
        return UNTIMED_MS
    in_a_period = control.kind == "byoyomi" and remaining_ms <= (control.period_ms or 0)
    if control.kind == "per_move" or in_a_period:
        return remaining_ms * SHARE_OF_MOVE
    increment_ms = control.increment_ms or control.delay_ms or 0
    to_go = moves_to_go or 10**6  # None: more than are expected
    share = remaining_ms / min(_moves_left(ply), to_go)
    max_share = max(MAX_SHARE_OF_CLOCK, 0.9 / to_go)
    return min(share + increment_ms * SHARE_OF_INCREMENT, remaining_ms * max_share)


def _moves_left(ply: int) -> int:
    """The expected number of our remaining moves: 32 at the start, at least 16."""
    return max(16, 32 - ply // 2)


def _usable_ms(remaining_ms: int | None, overhead_ms: int) -> int | None:
    """The usable part of a hard limit: all but the overhead and a tenth of the rest."""
    return None if remaining_ms is None else int((remaining_ms - overhead_ms) * 0.9)
