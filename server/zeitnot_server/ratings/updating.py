"""How one game changes the ratings of its players."""

from collections.abc import Mapping

from . import glicko2
from .placing import placed
from .rating import (
    INITIAL_VOLATILITY,
    PLACED_RANKED_DEVIATION,
    RANKED_DEVIATION,
    RatedGame,
    Rating,
    Result,
)

RANKED_FOR_EVER = 1 << 53
"""`ranked_until` of a rating whose deviation does not grow."""


def rate(game: RatedGame, ratings: Mapping[str, Rating]) -> dict[str, Rating]:
    """The ratings of the players, by account, after the game. A game with weight 0 changes none."""
    if game.weight <= 0:
        return {result.account: ratings[result.account] for result in game.results}
    if not is_duel(game):
        return placed(game, ratings)
    first, second = game.results
    return {
        player.account: _after_duel(game, player, other, ratings)
        for player, other in ((first, second), (second, first))
    }


def is_duel(game: RatedGame) -> bool:
    """Whether two players have played against each other, so that Glicko-2 is used."""
    return len(game.results) == 2 and game.results[0].side != game.results[1].side


def _after_duel(
    game: RatedGame, player: Result, other: Result, ratings: Mapping[str, Rating]
) -> Rating:
    opponent, rating = ratings[other.account], ratings[player.account]
    deviation = glicko2.deviation_at(opponent, game.at)
    score = 0.5 if player.score == other.score else float(player.score > other.score)
    result = glicko2.Game(opponent.rating, deviation, score, game.weight)
    if rating.is_placed:  # from before a version that has changed the game's number of seats
        rating = rating._replace(volatility=INITIAL_VOLATILITY)
    return glicko2.rated(rating, [result], game.at)


def ranked_until(rating: Rating) -> int | None:
    """Until when a leaderboard lists this rating (Unix ms), because its deviation is small enough;
    None: not now."""
    if rating.is_placed:
        return RANKED_FOR_EVER if rating.deviation <= PLACED_RANKED_DEVIATION else None
    return glicko2.reaches_deviation_at(rating, RANKED_DEVIATION)


def as_of(rating: Rating, at_ms: int) -> Rating:
    """The rating with the deviation that it has at this time."""
    if rating.games == 0 or rating.is_placed:
        return rating
    return rating._replace(deviation=glicko2.deviation_at(rating, at_ms))
