"""How a player's games have ended, and what follows from it.

A player who aborts whenever the first throw is bad plays with better dice than others. So games
that a player ended without a result once something had been thrown are counted and shown to all,
and in rated games too many such aborts are refused.
"""

from .value import Value

MIN_GAMES = 10
MAX_ABORTED_PERCENT = 10


class PlayerStats(Value, frozen=True):
    """Of one account: the games with a result; the games with a throw, and how many of those the
    account ended without a result."""

    games: int = 0
    dice_games: int = 0
    aborted_after_throw: int = 0


def may_abort(stats: PlayerStats | None) -> bool:
    """Whether another abort after a throw is still allowed: up to one in ten, and freely in the
    first ten games; always where no statistics are known (None)."""
    if stats is None or stats.dice_games < MIN_GAMES:
        return True
    return 100 * stats.aborted_after_throw <= MAX_ABORTED_PERCENT * stats.dice_games
