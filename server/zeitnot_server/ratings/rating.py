"""The values of a rating.

Games of two players use Glicko-2 (`glicko2`), all others openskill (`placing`). Both begin at 1500,
and a difference of points means about the same chances in both.
"""

from typing import NamedTuple

INITIAL_RATING = 1500.0
INITIAL_DEVIATION = 500.0
INITIAL_VOLATILITY = 0.09
MIN_RATING, MAX_RATING = 400.0, 4000.0
MIN_DEVIATION, MAX_DEVIATION = 45.0, 500.0
MAX_CHANGE = 700.0  # of a rating, by one game
PROVISIONAL_DEVIATION = 110.0
"""From this deviation on, a rating is shown with a question mark."""
RANKED_DEVIATION = 75.0
"""A leaderboard lists ratings up to this deviation."""
PLACED_PROVISIONAL_DEVIATION, PLACED_RANKED_DEVIATION = 160.0, 130.0
"""The same for openskill, whose deviation falls more slowly: to these in about 30 and 50 games."""

DAY_MS = 86_400_000


class Rating(NamedTuple):
    """A rating after a player's last counted game. `deviation`: the standard deviation of the
    rating, in the same points; `volatility`: Glicko-2's, 0 in ratings by openskill; `at`: when that
    game ended (Unix ms), 0: there was none; `games`: how many have counted."""

    rating: float = INITIAL_RATING
    deviation: float = INITIAL_DEVIATION
    volatility: float = INITIAL_VOLATILITY
    at: int = 0
    games: int = 0

    @property
    def is_placed(self) -> bool:
        """Whether it is a rating by openskill."""
        return self.volatility == 0


class Result(NamedTuple):
    """The result of one seat. `side`: the same number for partners; `score`: as in `Finished`."""

    account: str
    side: int
    score: float


class RatedGame(NamedTuple):
    """A game that changes ratings, by the accounts of its seats. `at`: when it ended (Unix ms);
    `weight`: how much it counts, from 0 (not at all) to 1."""

    game: str
    game_type: str
    speed: str
    at: int
    results: tuple[Result, ...]
    weight: float = 1.0


def is_provisional(rating: Rating) -> bool:
    """Whether a rating with this deviation, as of now, is shown with a question mark."""
    bound = PLACED_PROVISIONAL_DEVIATION if rating.is_placed else PROVISIONAL_DEVIATION
    return rating.games == 0 or rating.deviation >= bound
