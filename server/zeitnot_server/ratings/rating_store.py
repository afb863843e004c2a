"""The ratings in a store."""

from typing import NamedTuple, Protocol

from .rating import Rating

MAX_HISTORY = 1_000
"""How many changes one read of a player's history returns at most."""
MAX_LEADERS = 200
"""How many players one read of a leaderboard returns at most."""
MAX_RANKED = 20_000
"""How many ratings of a class one read of a leaderboard looks at: no index has bots or people only,
and some have become too uncertain."""


class ClassRating(NamedTuple):
    """A player's rating in one game and speed class, after the last game there."""

    game_type: str
    speed: str
    rating: Rating


class Change(NamedTuple):
    """How one game has changed one player's rating. `sequence`: counts the changes of a player in a
    class from 1; `at`: when the game ended (Unix ms); `score`: of the seat, as in `Finished`;
    `weight`, `note`: how much it counted, and why it was less than 1 (`counting`)."""

    account: str
    game_type: str
    speed: str
    sequence: int
    game: str
    seat: int
    side: int
    at: int
    score: float
    weight: float
    note: str
    rating_before: float
    deviation_before: float
    rating: float
    deviation: float
    volatility: float


class Leader(NamedTuple):
    """A row of a leaderboard. The deviation is as of the last game."""

    account: str
    name: str
    bot: bool
    rating: Rating


class Ratings(Protocol):
    """Each method raises ReadFailed, SlowRead, Busy. All reads are on an index."""

    async def of_account(self, account: str) -> list[ClassRating]:
        """All ratings of an account, those with the most games first."""

    async def rating(self, account: str, game_type: str, speed: str) -> Rating:
        """One rating; that of a new player if there is none."""

    async def history(
        self, account: str, game_type: str, speed: str, limit: int, before: int | None = None
    ) -> list[Change]:
        """The newest changes of a rating, newest first, at most `limit` and MAX_HISTORY. `before`:
        only those with a smaller sequence number."""

    async def changes_of(self, game: str) -> list[Change]:
        """What a game has changed, by seat; empty if it was not rated or has not ended."""

    async def leaders(
        self, game_type: str, speed: str, limit: int, now: int, bots: bool | None = None
    ) -> list[Leader]:
        """The best players of a class whose deviation is small enough at `now` (Unix ms), best
        first, at most `limit` and MAX_LEADERS. `bots`: only bots, or only people; None: all. Only
        those among the best MAX_RANKED ratings are found."""
