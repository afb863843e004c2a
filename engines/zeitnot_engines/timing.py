"""How long to think: a pure function of the clock, so that a bot never loses on time.

A bot's clock also runs during overhead: sending the move to the server, a busy event loop, a search
that stops a little late. `MOVE_OVERHEAD_MS` of the clock policy is reserved for that on every move.
"""

from dataclasses import dataclass
from typing import Any

from zeitnot_client.turn_clock import MOVE_OVERHEAD_MS
from zeitnot_protocol import Control

MIN_MS = 5
UNTIMED_MS = 4_000  # without a clock: as long as a person will wait
SHARE_OF_MOVE = 0.75  # used of a fixed time per move
SHARE_OF_INCREMENT = 0.8  # used of the increment
MAX_SHARE_OF_CLOCK = 0.2  # of the remaining time, for any one move
STRETCH = 3.0  # how much longer than its share a move may take if the search becomes unstable


@dataclass(frozen=True, slots=True)
class Budget:
    """How long one move may take, in milliseconds. After `soft_ms` no new depth is begun (the
    engine stretches or shortens that by how sure it is); at `hard_ms` the search ends."""

    soft_ms: int
    hard_ms: int

    @property
    def limits(self) -> dict[str, Any]:
        """The arguments of `Engine.search`. Where unused time cannot be saved for a later move
        there is no soft limit."""
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
) -> Budget:
    """The time for the search of one move, at least `MIN_MS`; soft is never above hard.

    `remaining_ms`: on one's clock at this moment, None without a clock; `max_ms`: what the playing
    level, or the load, allows; `moves_to_go`: own moves until the clock is filled up;
    `overhead_ms`: kept back for what is not thinking; `free_ms`: what is left of a first turn that
    costs nothing but must end.
    """
    wanted_ms = _wanted_ms(remaining_ms, control, ply, moves_to_go)
    hard_limits = (remaining_ms, control.move_limit_ms, free_ms)
    limits = (*(_usable_ms(limit, overhead_ms) for limit in hard_limits), max_ms)
    bounds = [bound for bound in limits if bound is not None]
    soft = max(MIN_MS, int(min([wanted_ms, *bounds])))
    if remaining_ms is None or control.kind in ("correspondence", "per_move"):
        return Budget(soft, soft)  # unused time cannot be saved
    max_stretched = (
        1.5 * remaining_ms * (1 / (moves_to_go + 0.5) if moves_to_go else MAX_SHARE_OF_CLOCK)
    )
    stretched = max(wanted_ms, min(wanted_ms * STRETCH, max_stretched))
    return Budget(soft, max(MIN_MS, int(min([stretched, *bounds]))))


def _wanted_ms(
    remaining_ms: int | None, control: Control, ply: int, moves_to_go: int | None
) -> float:
    if remaining_ms is None or control.kind == "correspondence":
        return UNTIMED_MS
    in_a_period = control.kind == "byoyomi" and remaining_ms <= (control.period_ms or 0)
    if control.kind == "per_move" or in_a_period:
        return remaining_ms * SHARE_OF_MOVE
    increment_ms = control.increment_ms or control.delay_ms or 0
    share = remaining_ms / min(_moves_left(ply), moves_to_go or 10**6)
    max_share = max(MAX_SHARE_OF_CLOCK, 0.9 / (moves_to_go or 10**6))
    return min(share + increment_ms * SHARE_OF_INCREMENT, remaining_ms * max_share)


def _moves_left(ply: int) -> int:
    """The expected number of own moves to come: 32 at the start, never fewer than 16."""
    return max(16, 32 - ply // 2)


def _usable_ms(remaining_ms: int | None, overhead_ms: int) -> int | None:
    """The usable part of a hard limit: all but the margin, and a tenth of the rest."""
    return None if remaining_ms is None else int((remaining_ms - overhead_ms) * 0.9)
