"""Lag compensation: how much of a turn was network lag, and how much of that is compensated. Pure.

The server measures the lag that a seat is owed, and clients cannot claim any: it is the shortest of
the connection's last `SAMPLES` round trips. It is taken from a quota of the seat that grows with
each move, so that occasional lag is compensated and constant lag is not. The numbers are lichess's.
docs/why/clocks.md says what a client gains by delaying its pongs.
"""

from collections.abc import Sequence

from zeitnot_protocol import Control, Stage

SAMPLES = 8
BOT_MAX_MS = 100
KERNEL_MARGIN_MS = 50
UNPROVEN_MAX_MS = 300  # without the kernel's round trip
GAIN_MAX_MS = 1000
GAIN_MIN_MS = 150
START_GAINS = 3  # the initial quota, in gains of one move
CAP_GAINS = 7  # the largest quota
MOVES_PER_GAME = 40


def owed_ms(samples: Sequence[int], *, bot: bool, kernel_ms: float | None) -> int:
    """What a connection with these round trips (ms, oldest first) is owed for its next move.

    `kernel_ms`: the round trip that the kernel has measured, on a direct connection; None if it is
    unknown, or the proxy's. A client can delay pongs, but hardly TCP's acknowledgements.
    """
    if not samples:
        return 0
    smallest = min(samples[-SAMPLES:])
    if bot:
        smallest = min(smallest, BOT_MAX_MS)
    bound = UNPROVEN_MAX_MS if kernel_ms is None else int(2 * kernel_ms) + KERNEL_MARGIN_MS
    return max(0, min(smallest, bound))


def gain_ms(control: Control) -> int:
    """How much the quota grows with each move."""
    expected = expected_game_ms(control)
    return 0 if expected is None else min(GAIN_MAX_MS, GAIN_MIN_MS + expected * 4 // 1000)


def initial_quota_ms(gain: int) -> int:
    """The initial quota of a seat whose quota grows by `gain` ms with each move."""
    return START_GAINS * gain


def quota_after_move(gain: int, quota_ms: int, compensated_ms: int) -> int:
    """The quota after a move that was compensated for `compensated_ms`."""
    return min(CAP_GAINS * gain, quota_ms - compensated_ms + gain)


def expected_game_ms(control: Control) -> int | None:
    """The time that a seat has in a game of MOVES_PER_GAME moves; None without a clock."""
    match control.kind:
        case "unlimited":
            return MOVES_PER_GAME * control.move_limit_ms if control.move_limit_ms else None
        case "correspondence":
            return MOVES_PER_GAME * ((control.days or 0) * 86_400_000)
        case "stages":
            first = (control.stages or [Stage(base_ms=0)])[0]
            return first.base_ms + MOVES_PER_GAME * first.increment_ms
        case "canadian":
            per_move_ms = (control.period_ms or 0) // (control.moves or 1)
        case _:
            per_move_ms = control.increment_ms or control.delay_ms or 0
            per_move_ms = per_move_ms or control.time_ms or control.period_ms or 0
    return (control.base_ms or 0) + MOVES_PER_GAME * per_move_ms
