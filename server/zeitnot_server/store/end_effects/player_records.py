"""How each player's games have ended; `rooms.players` reads it."""

from collections.abc import Mapping
from typing import NamedTuple

from .effect import Ended, EndEffect, Key


class PlayerRecord(NamedTuple):
    """The columns of PlayerRecordRow: games with a result, games with throws (dice or deals)."""

    account: str
    games: int = 0
    dice_games: int = 0
    aborted_after_throw: int = 0


def _keys(ended: Ended) -> tuple[Key, ...]:
    """The game's players, each once; none if the game does not count, because it has no result and
    no throws."""
    room = ended.room
    if not (_is_scored(ended) or room.throws):
        return ()
    players = (seat.left or seat.actor for seat in room.seats)  # not bots that took a seat over
    accounts = (each.account for each in players if each is not None)
    return tuple((account,) for account in dict.fromkeys(accounts))


def _change(ended: Ended, records: Mapping[Key, PlayerRecord]) -> list[PlayerRecord]:
    return [_counted(ended, record) for record in records.values()]


def _counted(ended: Ended, record: PlayerRecord) -> PlayerRecord:
    room, scored = ended.room, _is_scored(ended)
    thrown = room.throws > 0
    aborted = thrown and not scored and ended.end.seat in room.seats_of(record.account)
    return PlayerRecord(
        record.account,
        record.games + scored,
        record.dice_games + thrown,
        record.aborted_after_throw + aborted,
    )


def _is_scored(ended: Ended) -> bool:
    finished = ended.room.finished
    return finished is not None and finished.scores is not None


PLAYER_RECORDS = EndEffect("player_record", PlayerRecord, _keys, _change)
