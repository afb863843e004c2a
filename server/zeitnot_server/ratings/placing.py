"""Ratings of games with more than two seats, or with partners: openskill's Plackett-Luce model.

Its scale is multiplied by 30, so that a difference of points means about the same chances as in
Glicko-2: the mean 25 is a rating of 1500, and the sigma 25/3 a deviation of 250. The deviation of a
player who does not play stays as it is.
"""

from collections.abc import Mapping
from functools import cache
from typing import Any

from .rating import INITIAL_RATING, MAX_RATING, MIN_RATING, RatedGame, Rating

POINTS = 30.0
"""Rating points per unit of openskill."""
DIGITS = 4
"""Decimals that are kept: the model computes with floats, whose last digits depend on the
platform."""


def placed(game: RatedGame, ratings: Mapping[str, Rating]) -> dict[str, Rating]:
    """The ratings after a game in which more than two seats, or partners, have taken part."""
    sides: dict[int, list[str]] = {}
    scores: dict[int, float] = {}
    for result in game.results:
        sides.setdefault(result.side, []).append(result.account)
        scores[result.side] = result.score
    model = _model()
    teams = [[_to_model(model, ratings[each]) for each in side] for side in sides.values()]
    ranked = model.rate(teams, scores=[scores[side] for side in sides])
    return {
        account: _changed(ratings[account], after, game)
        for accounts, team in zip(sides.values(), ranked, strict=True)
        for account, after in zip(accounts, team, strict=True)
    }


@cache
def _model() -> Any:
    from openskill.models import PlackettLuce  # here, because only such games need it

    return PlackettLuce()


def _to_model(model: Any, rating: Rating) -> Any:
    if rating.games == 0:
        return model.rating()
    mu = model.mu + (rating.rating - INITIAL_RATING) / POINTS
    return model.rating(mu=mu, sigma=rating.deviation / POINTS)


def _changed(before: Rating, after: Any, game: RatedGame) -> Rating:
    """The part `weight` of the change that the model has found."""
    model = _model()
    start = _to_model(model, before)
    mu = start.mu + game.weight * (after.mu - start.mu)
    sigma = start.sigma + game.weight * (after.sigma - start.sigma)
    rating = INITIAL_RATING + (mu - model.mu) * POINTS
    return Rating(
        round(min(max(rating, MIN_RATING), MAX_RATING), DIGITS),
        round(sigma * POINTS, DIGITS),
        0.0,
        game.at,
        before.games + 1,
    )
