"""Statistics of how a player's games ended, which limit aborts.

A player who aborts whenever the first throw is bad plays with better dice than others. So games
that a player ended without a result after a throw are counted and shown to all, and in rated games
too many such aborts are refused.
"""

from .value import Value

MIN_GAMES = 10
MAX_ABORTED_PERCENT = 10


class PlayerStats(Value, frozen=True):
    """The statistics of one account. `games`: those with a result; `dice_games`: those with a
    throw; `aborted_after_throw`: those of the latter that the account ended without a result."""

    games: int = 0
    dice_games: int = 0
    aborted_after_throw: int = 0


def may_abort(stats: PlayerStats | None) -> bool:
    """Whether another abort after a throw is allowed: always in the first ten games, then one in
    ten games. `stats` None: not known, so it is allowed."""
    if stats is None or stats.dice_games < MIN_GAMES:
        return True
    return 100 * stats.aborted_after_throw <= MAX_ABORTED_PERCENT * stats.dice_games
