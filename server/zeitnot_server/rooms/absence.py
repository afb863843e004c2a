"""How long a game waits for a player whose last connection is gone.

By the speed of the control: a tenth of what a game is expected to take a seat, at least 15 s (a
phone that changes its network) and at most two minutes. Where days may pass between two moves, and
where there is no clock at all, nobody is missed.
"""

from zeitnot_client.protocol import Control

from . import lag

LEAST_MS = 15_000
MOST_MS = 120_000
PARTS = 10


def patience_ms(control: Control) -> int | None:
    """The length of the countdown; None: there is none."""
    expected = lag.expected_ms(control)
    if control.kind in ("unlimited", "correspondence") or expected is None:
        return None
    return min(MOST_MS, max(LEAST_MS, expected // PARTS))
