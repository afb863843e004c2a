"""How long one turn may last under a control, and which games are slow by it."""

from zeitnot_protocol import Control

from .controls import CONTROLS, total_ms

LONG_TURN_MS = 4 * 3_600_000  # longer than in any game that is played at one sitting
ALWAYS_SLOW = ("correspondence", "unlimited")  # even with a limit for a move
MOVES = 40
"""Increments may be saved up: over this many moves that cost no time."""


def longest_turn_ms(control: Control) -> int | None:
    """The longest possible turn of a seat within its first MOVES moves, if those before it cost no
    time; None: unlimited. `control` must be valid (`check`). With an hourglass, a seat has at most
    the time of two."""
    rule = CONTROLS[control.kind]
    time = rule.start(control)
    longest = total_ms(control, time)
    for _ in range(MOVES if longest is not None else 0):
        time = rule.end_turn(control, time, 0)
        longest = max(longest or 0, total_ms(control, time) or 0)
    if longest is not None and rule.others_gain:
        longest *= 2
    bounds = (longest, control.move_limit_ms)
    return min((bound for bound in bounds if bound is not None), default=None)


def is_slow(control: Control) -> bool:
    """Whether such a game is slow, so that it may last for years."""
    longest = None if control.kind in ALWAYS_SLOW else longest_turn_ms(control)
    return longest is None or longest > LONG_TURN_MS
