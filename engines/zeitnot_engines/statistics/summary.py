"""Statistics of a sample of games."""

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from .estimates import (
    Estimate,
    geometric_mean_over_positions,
    leaves_of_tree,
    mean_of,
    mean_over_positions,
)
from .games import CountedGame


@dataclass(frozen=True, slots=True)
class Summary:
    """The statistics of the games.

    `branching`, `geometric`: the arithmetic and geometric mean of the legal moves of a position;
    None if there were no moves. `outcomes`: of a throw; None without throws. `log10_tree`: of b^d,
    the mean branching to the power of the mean length, times the same for throws. `log10_leaves`:
    the number of different games (Knuth's estimator); None if the games were not random.
    `results`, `reasons`: how many games ended with each. `cut`: how many were cut off.
    """

    branching: Estimate | None
    geometric: Estimate | None
    plies: Estimate
    outcomes: Estimate | None
    throws: Estimate
    log10_tree: Estimate
    log10_leaves: Estimate | None
    results: dict[tuple[float, ...], int]
    reasons: dict[str, int]
    cut: int


def summarise(games: Sequence[CountedGame], is_random: bool) -> Summary:
    """The statistics of at least one game."""
    branching = mean_over_positions([game.moves for game in games])
    plies = mean_of([len(game.moves) for game in games])
    outcomes = mean_over_positions([game.throws for game in games])
    throws = mean_of([len(game.throws) for game in games])
    return Summary(
        branching=branching,
        geometric=geometric_mean_over_positions([game.moves for game in games]),
        plies=plies,
        outcomes=outcomes,
        throws=throws,
        log10_tree=_sum(_log10_power(branching, plies), _log10_power(outcomes, throws)),
        log10_leaves=leaves_of_tree([game.log_weight for game in games]) if is_random else None,
        results=dict(Counter(g.scores for g in games if g.scores is not None).most_common()),
        reasons=dict(Counter(g.reason for g in games if g.reason is not None).most_common()),
        cut=sum(game.scores is None for game in games),
    )


def _log10_power(base: Estimate | None, exponent: Estimate) -> Estimate:
    """log10 of base^exponent, as if the two were independent; 0 without a base."""
    if base is None:
        return Estimate(0.0, 0.0)
    log = math.log10(base.value)
    if base.error is None or exponent.error is None:
        return Estimate(exponent.value * log, None)
    of_base = exponent.value * base.error / base.value / math.log(10)
    return Estimate(exponent.value * log, math.hypot(of_base, exponent.error * log))


def _sum(a: Estimate, b: Estimate) -> Estimate:
    known = a.error is not None and b.error is not None
    return Estimate(a.value + b.value, math.hypot(a.error or 0, b.error or 0) if known else None)
