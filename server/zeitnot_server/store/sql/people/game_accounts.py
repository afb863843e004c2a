"""The accounts in a game, for the operator: behind seats, chat and reports, with addresses."""

from ...admin import GameState, SeatHolder
from ..base.connection import Connection
from ..logs.log import rows_of
from ..logs.places import LogQuery

_ACTS_WITH_ADDRESS = ("session_made", "bot_made", "logged_out", "token_made", "token_rotated")
_ADDRESSES = (
    "SELECT DISTINCT address FROM audit"
    " WHERE (actor = :account OR subject = 'account ' || :account)"
    f" AND act IN ({', '.join(map(repr, _ACTS_WITH_ADDRESS))}) AND address IS NOT NULL"
)
_GAME = f"SELECT {', '.join(GameState._fields)} FROM game WHERE id = ?"
_SEATS = """
SELECT seat, coalesce(account, invited_account), coalesce(name, invited_name),
    CASE WHEN account IS NULL THEN invited_bot ELSE bot END,
    account IS NULL AND invited_account IS NOT NULL, stand_in IS NOT NULL
FROM seat WHERE game = :game
UNION ALL SELECT seat, stand_in, stand_in_name, TRUE, FALSE, FALSE
FROM seat WHERE game = :game AND stand_in IS NOT NULL
ORDER BY 1, 6 DESC
"""


def game(connection: Connection, id: str) -> GameState | None:
    """The game of this id."""
    row = connection.execute(_GAME, (id,)).fetchone()
    return GameState(*row) if row else None


def seat_holders(connection: Connection, game: str) -> list[SeatHolder]:
    """Its seats in order; one that a person has left twice, then with the bot that plays on."""
    rows = connection.execute(_SEATS, {"game": game})
    return [
        SeatHolder(seat, account, name, bool(bot), bool(invited), bool(left))
        for seat, account, name, bot, invited, left in rows
    ]


def authors(connection: Connection, game: str) -> dict[int, str | None]:
    """The authors of its lines of chat and its moves, by event number."""
    log_query = LogQuery(game, "seq, account", where="kind IN ('said', 'moved')")
    return dict(rows_of(connection, log_query))


def addresses(connection: Connection, account: str) -> list[str]:
    """The addresses from which this account, or its owner on its behalf, has acted, as far as the
    audit log has them; sorted, IPv6 by its /64, without this machine."""
    return sorted(address for (address,) in connection.execute(_ADDRESSES, {"account": account}))
