"""The value that a bot's moves have lost, in SQL."""

import json
from collections.abc import Sequence

from ....bot_pages.page_store import MAX_COSTLIEST, MAX_RESULTS, CostlyMove, GradedGame, GradedMove
from ..base import dialect
from ..base.connection import Connection
from .results import NEWEST

COSTLIEST = (
    "SELECT costly_move.game, game.game_type, game.settings, game.created_at, ply, seat, move,"
    " best, costly_move.position, result_loss, margin_loss"
    " FROM costly_move JOIN game ON game.id = costly_move.game"
    " WHERE account = ? ORDER BY result_loss DESC, margin_loss DESC LIMIT ?"
)
GRADED = (
    "SELECT game, moves, result_loss, margin_loss FROM graded_game WHERE account = ?"
    " ORDER BY at DESC, game DESC LIMIT ?"
)
TO_GRADE = (
    f"WITH recent AS ({NEWEST}) SELECT recent.game, recent.seat FROM recent"
    " JOIN game ON game.id = recent.game"
    " WHERE game.imported IS NULL AND game_type IN (SELECT value FROM {types}) AND NOT EXISTS"
    " (SELECT 1 FROM graded_game WHERE account = :account AND graded_game.game = recent.game)"
    " ORDER BY recent.created_at DESC, recent.game DESC LIMIT :games"
)


def to_grade(
    connection: Connection, account: str, types: Sequence[str], limit: int
) -> list[tuple[str, int]]:
    """See `page_store.BotPages`."""
    query = TO_GRADE.format(types=dialect.of(connection).texts_of.format(":types"))
    parameters = {
        "account": account,
        "types": json.dumps(list(types)),
        "limit": MAX_RESULTS,
        "games": limit,
    }
    return [(game, seat) for game, seat in connection.execute(query, parameters)]


def grade(
    connection: Connection, account: str, game: str, moves: Sequence[GradedMove], now: int
) -> None:
    """See `page_store.BotPages`."""
    lost = [each for each in moves if each.result_loss or each.margin_loss]
    row = (
        account,
        game,
        now,
        len(moves),
        sum(each.result_loss for each in lost),
        sum(each.margin_loss for each in lost),
    )
    stored = connection.execute(
        "INSERT INTO graded_game (account, game, at, moves, result_loss, margin_loss)"
        " VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
        row,
    )
    if stored.rowcount == 0:
        return
    connection.executemany(
        "INSERT INTO costly_move (game, ply, account, seat, move, best, position,"
        " result_loss, margin_loss) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
        [
            (game, each.ply, account, *each[1:5], each.result_loss, each.margin_loss)
            for each in lost
        ],
    )


def graded(connection: Connection, account: str, limit: int) -> list[GradedGame]:
    """See `page_store.BotPages`."""
    return [GradedGame(*row) for row in connection.execute(GRADED, (account, limit))]


def costliest(connection: Connection, account: str) -> list[CostlyMove]:
    """See `page_store.BotPages`."""
    return [CostlyMove(*row) for row in connection.execute(COSTLIEST, (account, MAX_COSTLIEST))]
