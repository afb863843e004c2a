"""The players' ratings, and how each game has changed them."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from ...ratings import counting
from ...ratings.counting import Player, Weight
from ...ratings.rated_games import leaves_at_once, rated_game
from ...ratings.rating import (
    INITIAL_DEVIATION,
    INITIAL_RATING,
    INITIAL_VOLATILITY,
    RatedGame,
    Rating,
)
from ...ratings.rating_store import Change
from ...ratings.updating import is_duel, ranked_until, rate
from .effect import Appended, Ended, EndEffect, Key


class RatingRecord(NamedTuple):
    """The columns of RatingRow."""

    account: str
    game_type: str
    speed: str
    rating: float = INITIAL_RATING
    deviation: float = INITIAL_DEVIATION
    volatility: float = INITIAL_VOLATILITY
    at: int = 0
    games: int = 0
    sequence: int = 0
    recent: str = ""
    ranked_until: int | None = None

    def value(self) -> Rating:
        """The rating itself."""
        return Rating(self.rating, self.deviation, self.volatility, self.at, self.games)


def _keys(ended: Ended) -> list[Key]:
    """The ratings of the players; none if the game is not rated."""
    game = rated_game(ended.room)
    return [] if game is None else list(map(tuple, _keys_of(game)))


def _keys_of(game: RatedGame) -> Iterator[tuple[str, str, str]]:
    for result in game.results:
        yield result.account, game.game_type, game.speed


def _change(ended: Ended, rows: Mapping[Key, RatingRecord]) -> list[RatingRecord]:
    game, players, weight = _counted(ended, rows)
    new = rate(game._replace(weight=weight.value), _ratings(game, rows))
    return [
        row._replace(
            **new[row.account]._asdict(),
            sequence=row.sequence + 1,
            recent=_recent(players, row) if weight.value else row.recent,
            ranked_until=ranked_until(new[row.account]),
        )
        for row in rows.values()
    ]


def _counted(
    ended: Ended, rows: Mapping[Key, RatingRecord]
) -> tuple[RatedGame, dict[str, Player], Weight]:
    """The game, its two players by account (none if there are more), and how much it counts."""
    game = rated_game(ended.room)
    if game is None:
        raise AssertionError("only a rated game has keys")
    players = _players(ended, game, rows) if is_duel(game) else {}
    if not ended.room.counts:
        return game, players, Weight(0.0, "address")
    return game, players, counting.weight_of(*players.values()) if players else Weight(1.0)


def _players(ended: Ended, game: RatedGame, rows: Mapping[Key, RatingRecord]) -> dict[str, Player]:
    return {
        result.account: Player(
            result.account, rows[key].recent, leaves_at_once(ended.room, result.score)
        )
        for result, key in zip(game.results, _keys_of(game), strict=True)
    }


def _ratings(game: RatedGame, rows: Mapping[Key, RatingRecord]) -> dict[str, Rating]:
    return {key[0]: rows[key].value() for key in _keys_of(game)}


def _recent(players: Mapping[str, Player], row: RatingRecord) -> str:
    if row.account not in players:
        return row.recent
    (opponent,) = players.keys() - {row.account}
    return counting.with_game(players[row.account], opponent)


def _changes(
    ended: Ended, before: Mapping[Key, RatingRecord], after: Mapping[Key, RatingRecord]
) -> Iterator[Change]:
    game, _, weight = _counted(ended, before)
    for seat, (result, key) in enumerate(zip(game.results, _keys_of(game), strict=True)):
        old, new = before[key], after[key]
        yield Change(
            *key,
            sequence=new.sequence,
            game=game.game,
            seat=seat,
            side=result.side,
            at=game.at,
            score=result.score,
            weight=weight.value,
            note=weight.note,
            rating_before=old.rating,
            deviation_before=old.deviation,
            rating=new.rating,
            deviation=new.deviation,
            volatility=new.volatility,
        )


RATINGS = EndEffect(
    "rating", RatingRecord, _keys, _change, Appended("rating_change", Change, _changes)
)
