"""Checks the ratings: every rated game that has a result has changed both, once, and the history
gives the same digits when it is recomputed."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from zeitnot_server.ratings.rating_store import Change
from zeitnot_server.ratings.replay import BadHistory, replay

from .logs import Database, opened

_ENDED = """SELECT id FROM game WHERE state = 'finished' AND scores IS NOT NULL
AND setup LIKE '%"rated":true%'"""
_CHANGES = f"SELECT {', '.join(Change._fields)} FROM rating_change"
_RATINGS = "SELECT account, rating, deviation, volatility, at, games, sequence FROM rating"


def check(database: Database) -> tuple[int, list[str]]:
    """The number of rated games with a result, and what is wrong with their ratings. All must be of
    one game and speed class."""
    with opened(database) as log:
        ended = {game for (game,) in log.rows(_ENDED)}
        changes = [Change(*row) for row in log.rows(_CHANGES)]
        ratings = {account: tuple(rest) for account, *rest in log.rows(_RATINGS)}
    return len(ended), [*_wrong_games(ended, changes), *_wrong_values(changes, ratings)]


def _wrong_games(ended: set[str], changes: Sequence[Change]) -> list[str]:
    counts = Counter(change.game for change in changes)
    lost = [f"{game} has changed {counts[game]} ratings" for game in ended if counts[game] != 2]
    return lost + [f"{game} was rated without a result" for game in counts.keys() - ended]


def _wrong_values(changes: Sequence[Change], ratings: dict[str, tuple[Any, ...]]) -> list[str]:
    try:
        computed = replay(changes)
    except BadHistory as bad:
        return [f"ratings: {bad}"]
    faults = []
    if sorted(computed.changes) != sorted(changes):
        faults.append("the history of ratings does not follow from its results")
    expected: dict[str, tuple[Any, ...]] = {
        account: (*rating, sequence) for account, (rating, sequence) in computed.ratings.items()
    }
    if expected != ratings:
        faults.append("the ratings do not follow from their history")
    return faults
