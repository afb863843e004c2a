"""Ratings for the operator: the whole history, and what was recomputed from it."""

from collections.abc import Mapping, Sequence
from functools import partial

from ....ratings.rating import Rating
from ....ratings.rating_store import Change
from ....ratings.updating import ranked_until
from ...admin import StoredClass
from ...audit import AuditActor
from ..base.connection import Connection
from ..base.now import wall_ms
from ..people import audit
from ..ratings.ratings import CHANGE
from .transactions import Transactions

ROWS_PER_TRANSACTION = 500
_CLASSES = (
    "SELECT game_type, speed FROM rating_change UNION SELECT game_type, speed FROM rating"
    " ORDER BY game_type, speed"
)
_CHANGES = f"SELECT {CHANGE} FROM rating_change WHERE game_type = ? AND speed = ?"
_RATINGS = (
    "SELECT account, rating, deviation, volatility, at, games, sequence FROM rating"
    " WHERE game_type = ? AND speed = ?"
)
_ACCOUNTS = (
    "SELECT DISTINCT account.id FROM rating_change JOIN account"
    " ON account.id = rating_change.account WHERE game_type = ? AND speed = ?"
)
_REMOVE_RATING = "DELETE FROM rating WHERE account = ? AND game_type = ? AND speed = ?"
_SET_CHANGE = (
    "UPDATE rating_change SET rating_before = ?, deviation_before = ?, rating = ?, deviation = ?,"
    " volatility = ? WHERE account = ? AND game_type = ? AND speed = ? AND sequence = ?"
)
_REAL, _INT = "CAST(? AS double precision)", "CAST(? AS bigint)"
_SET_RATING = (
    "INSERT INTO rating (account, game_type, speed, rating, deviation, volatility, at, games,"
    " sequence, recent, ranked_until) SELECT account.id, CAST(? AS text), CAST(? AS text),"
    f" {_REAL}, {_REAL}, {_REAL}, {_INT}, {_INT}, {_INT}, '', {_INT}"
    " FROM account WHERE account.id = ? ON CONFLICT (account, game_type, speed) DO UPDATE SET"
    " rating = excluded.rating, deviation = excluded.deviation, volatility = excluded.volatility,"
    " at = excluded.at, games = excluded.games, sequence = excluded.sequence,"
    " ranked_until = excluded.ranked_until"
)

Class = tuple[str, str]


class SqlAdminRatings:
    """See `admin.AdminRatings`."""

    def __init__(self, database: Transactions) -> None:
        self._database = database

    def classes(self) -> list[Class]:
        return [(game, speed) for game, speed in self._database.connection.execute(_CLASSES)]

    def stored(self, of: Class) -> StoredClass:
        return self._database.read(partial(_stored, of=of))

    def correct(
        self,
        by: AuditActor,
        of: Class,
        changes: Sequence[Change],
        ratings: Mapping[str, tuple[Rating, int]],
        removed: Sequence[str] = (),
    ) -> None:
        for at in range(0, len(changes), ROWS_PER_TRANSACTION):
            batch = changes[at : at + ROWS_PER_TRANSACTION]
            self._database.write(partial(_set_changes, changes=batch))
        rows = list(ratings.items())
        for at in range(0, len(rows), ROWS_PER_TRANSACTION):
            batch_of_ratings = rows[at : at + ROWS_PER_TRANSACTION]
            self._database.write(partial(_set_ratings, of=of, ratings=batch_of_ratings))
        for at in range(0, len(removed), ROWS_PER_TRANSACTION):
            batch_of_accounts = removed[at : at + ROWS_PER_TRANSACTION]
            self._database.write(partial(_remove_ratings, of=of, accounts=batch_of_accounts))
        subject, size = f"ratings {' '.join(of)}", f"{len(changes)} changes, {len(rows)} ratings"
        if removed:
            size += f", {len(removed)} removed"
        self._database.write(
            lambda c: audit.add(c, by, "ratings_recomputed", subject, wall_ms(), size)
        )


def _stored(connection: Connection, of: Class) -> StoredClass:
    ratings = connection.execute(_RATINGS, of)
    return StoredClass(
        [Change(*row) for row in connection.execute(_CHANGES, of)],
        {account: (Rating(*values), number) for account, *values, number in ratings},
        {account for (account,) in connection.execute(_ACCOUNTS, of)},
    )


def _set_changes(connection: Connection, changes: Sequence[Change]) -> None:
    values = [
        (
            *(each.rating_before, each.deviation_before, each.rating, each.deviation),
            *(each.volatility, each.account, each.game_type, each.speed, each.sequence),
        )
        for each in changes
    ]
    connection.executemany(_SET_CHANGE, values)


def _set_ratings(
    connection: Connection, of: Class, ratings: Sequence[tuple[str, tuple[Rating, int]]]
) -> None:
    values = [
        (*of, *rating, sequence, ranked_until(rating), account)
        for account, (rating, sequence) in ratings
    ]
    connection.executemany(_SET_RATING, values)


def _remove_ratings(connection: Connection, of: Class, accounts: Sequence[str]) -> None:
    connection.executemany(_REMOVE_RATING, [(account, *of) for account in accounts])
