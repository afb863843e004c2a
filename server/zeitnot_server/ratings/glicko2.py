"""Glicko-2 with fractional rating periods, for games of two seats.

Source: Mark Glickman, "Example of the Glicko-2 system" (2022); the numbers of its steps are in the
comments. Each game is a rating period of its own. Between two games a deviation grows with time as
in step 6, by the fraction of a period that has passed. The constants are those of lichess.

All arithmetic is decimal with a fixed precision, and results are rounded: the C library's `exp` and
`log` differ between platforms in their last digit, and a recomputation must give the same digits.
"""

from collections.abc import Sequence
from decimal import ROUND_HALF_EVEN, Context, Decimal, localcontext
from typing import NamedTuple

from .rating import (
    DAY_MS,
    INITIAL_RATING,
    MAX_CHANGE,
    MAX_DEVIATION,
    MAX_RATING,
    MIN_DEVIATION,
    MIN_RATING,
    Rating,
)

TAU = Decimal("0.75")
"""How much volatilities may change."""
PERIODS_PER_DAY = Decimal("0.21436")
"""With it and a volatility of 0.06, the deviation grows from 60 to 110 in a year."""
MAX_VOLATILITY = Decimal("0.1")
POINTS = Decimal("173.7178")
"""Rating points per unit of Glicko-2's own scale."""
TOLERANCE = Decimal("0.000001")
MAX_ITERATIONS = 1000

_CONTEXT = Context(prec=28, rounding=ROUND_HALF_EVEN)
_PI_SQUARED = Decimal("9.869604401089358618834490999876")
_ONE, _HALF = Decimal(1), Decimal("0.5")
_RATING_DIGITS, _VOLATILITY_DIGITS = Decimal("0.0001"), Decimal("0.0000001")


class Game(NamedTuple):
    """A game against an opponent with this rating and deviation. `score`: 1 for a win, 0.5 for a
    draw, 0 for a loss; `weight`: which part of a game it counts as."""

    rating: float
    deviation: float
    score: float
    weight: float = 1.0


def deviation_at(rating: Rating, at_ms: int) -> float:
    """The deviation at this time: it grows while its player does not play."""
    with localcontext(_CONTEXT):
        phi = _exact(rating.deviation) / POINTS
        grown = _grown(phi, _exact(rating.volatility), _periods(rating, at_ms)) * POINTS
        return float(min(grown, Decimal(MAX_DEVIATION)).quantize(_RATING_DIGITS))


def reaches_deviation_at(rating: Rating, deviation: float) -> int | None:
    """When the deviation will have grown to this one (Unix ms); None: it has it already."""
    if rating.deviation > deviation:
        return None
    with localcontext(_CONTEXT):
        gap = (_exact(deviation) ** 2 - _exact(rating.deviation) ** 2) / POINTS**2
        days = gap / _exact(rating.volatility) ** 2 / PERIODS_PER_DAY
        return rating.at + int(days * DAY_MS)


def rated(
    rating: Rating,
    games: Sequence[Game],
    at_ms: int,
    tau: Decimal = TAU,
    periods: Decimal | None = None,
) -> Rating:
    """The rating after these games of one rating period, which ended at `at_ms`. `periods`: how
    many have passed since the last game; None: by the time since `rating.at`."""
    with localcontext(_CONTEXT):
        elapsed = _periods(rating, at_ms) if periods is None else periods
        new, deviation, volatility = _update(rating, games, tau, elapsed)
        lowest = max(MIN_RATING, rating.rating - MAX_CHANGE)
        highest = min(MAX_RATING, rating.rating + MAX_CHANGE)
        return Rating(
            _bounded(new, lowest, highest),
            _bounded(deviation, MIN_DEVIATION, MAX_DEVIATION),
            float(min(volatility, MAX_VOLATILITY).quantize(_VOLATILITY_DIGITS)),
            at_ms,
            rating.games + len(games),
        )


def _update(
    rating: Rating, games: Sequence[Game], tau: Decimal, periods: Decimal
) -> tuple[Decimal, Decimal, Decimal]:
    """The new rating, deviation and volatility, unbounded."""
    mu, phi = _mu(rating.rating), _exact(rating.deviation) / POINTS  # step 2
    information = outcome = Decimal(0)
    for game in games:
        g = _g(_exact(game.deviation) / POINTS)
        expected = _ONE / (_ONE + (-g * (mu - _mu(game.rating))).exp())
        weight = _exact(game.weight)
        information += weight * g * g * expected * (_ONE - expected)
        outcome += weight * g * (_exact(game.score) - expected)
    volatility, v = _exact(rating.volatility), None if not information else _ONE / information
    if v is None:
        return _exact(rating.rating), _grown(phi, volatility, periods) * POINTS, volatility
    new_volatility = _volatility(phi, volatility, v, v * outcome, tau)  # steps 3 to 5
    grown = _grown(phi, new_volatility, periods)  # step 6
    new_phi = _ONE / (_ONE / (grown * grown) + information).sqrt()  # step 7
    new_mu = mu + new_phi * new_phi * outcome
    return new_mu * POINTS + Decimal(INITIAL_RATING), new_phi * POINTS, new_volatility


def _volatility(
    phi: Decimal, volatility: Decimal, v: Decimal, delta: Decimal, tau: Decimal
) -> Decimal:
    """Step 5: the new volatility, by the Illinois method."""
    a = (volatility * volatility).ln()
    delta_squared, phi_squared = delta * delta, phi * phi

    def f(x: Decimal) -> Decimal:
        e = x.exp()
        total = phi_squared + v + e
        return e * (delta_squared - total) / (2 * total * total) - (x - a) / (tau * tau)

    low, high = a, a - tau
    if delta_squared > phi_squared + v:
        high = (delta_squared - phi_squared - v).ln()
    else:
        while f(high) < 0:
            high -= tau
    f_low, f_high = f(low), f(high)
    for _ in range(MAX_ITERATIONS):
        if abs(high - low) <= TOLERANCE:
            break
        middle = low + (low - high) * f_low / (f_high - f_low)
        f_middle = f(middle)
        if f_middle * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2
        high, f_high = middle, f_middle
    return (low * _HALF).exp()


def _g(phi: Decimal) -> Decimal:
    """Step 3: how much a game counts against an opponent with this deviation."""
    return _ONE / (_ONE + 3 * phi * phi / _PI_SQUARED).sqrt()


def _grown(phi: Decimal, volatility: Decimal, periods: Decimal) -> Decimal:
    return (phi * phi + periods * volatility * volatility).sqrt()


def _periods(rating: Rating, at_ms: int) -> Decimal:
    """The rating periods since the last game, with fractions."""
    if rating.at == 0:
        return Decimal(0)
    return max(Decimal(0), Decimal(at_ms - rating.at) / DAY_MS * PERIODS_PER_DAY)


def _mu(rating: float) -> Decimal:
    return (_exact(rating) - Decimal(INITIAL_RATING)) / POINTS


def _exact(number: float) -> Decimal:
    """The shortest decimal number that is stored as this float."""
    return Decimal(repr(number))


def _bounded(number: Decimal, lowest: float, highest: float) -> float:
    bounded = min(max(number, _exact(lowest)), _exact(highest))
    return float(bounded.quantize(_RATING_DIGITS))
