"""How long to think: a pure function of the clock, so that a bot never loses on time.

A bot's clock also pays for what is not thinking: the way of the move to the server, a loop that was
busy, a search that stops a moment late. `MARGIN_MS` is kept back for that on every move.
"""

from zeitnot_client.protocol import Control

MARGIN_MS = 120
LEAST_MS = 5
UNTIMED_MS = 4_000  # without a clock: what a person waits for gladly
SHARE_OF_MOVE = 0.75  # of a fixed time per move
SHARE_OF_INCREMENT = 0.8
MOST_OF_CLOCK = 0.2  # of what is left, for any one move


def budget_ms(
    remaining_ms: int | None,
    control: Control,
    ply: int,
    most_ms: int | None = None,
    load: float = 1.0,
) -> int:
    """Milliseconds that the search of one move may take, at least `LEAST_MS`.

    `remaining_ms`: on one's clock at this moment, None without a clock; `most_ms`: what the playing
    level allows; `load`: how many searches share each core (1: none waits for another).
    """
    wish = _wish_ms(remaining_ms, control, ply) / max(1.0, load)
    bounds = [wish, most_ms, _safe(remaining_ms), _safe(control.move_limit_ms)]
    return max(LEAST_MS, int(min(bound for bound in bounds if bound is not None)))


def _wish_ms(remaining_ms: int | None, control: Control, ply: int) -> float:
    if remaining_ms is None or control.kind == "correspondence":
        return UNTIMED_MS
    in_a_period = control.kind == "byoyomi" and remaining_ms <= (control.period_ms or 0)
    if control.kind == "per_move" or in_a_period:
        return remaining_ms * SHARE_OF_MOVE
    each = control.increment_ms or control.delay_ms or 0
    share = remaining_ms / _moves_left(ply)
    return min(share + each * SHARE_OF_INCREMENT, remaining_ms * MOST_OF_CLOCK)


def _moves_left(ply: int) -> int:
    """Own moves still to be expected: 32 at the start, never fewer than 16."""
    return max(16, 32 - ply // 2)


def _safe(remaining_ms: int | None) -> int | None:
    """What may be used up of a hard limit: the margin stays, and a tenth of it for bad luck."""
    return None if remaining_ms is None else int((remaining_ms - MARGIN_MS) * 0.9)
