"""Whose turn it is in games whose rooms are not in memory, from the ends of their logs."""

from collections.abc import Collection

import msgspec
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

import zeitnot_protocol as p

from ....rooms.room import IN_PROGRESS, Phase
from ..base.tables import GameRow
from ..logs.listed import LastBody, bodies_in_tail


class StoredTurn(msgspec.Struct, frozen=True):
    """The seat to move, and the event with which its clock began to run."""

    seat: int | None
    at: int
    clock: p.ClockView


class _TurnField(msgspec.Struct):
    """The part of an event's body that is read."""

    turn: int | None = None


class _ClockFields(msgspec.Struct):
    """The part of an event's body that is read."""

    at: int
    clock: p.ClockView


_turn_field: p.Decoder[_TurnField] = p.Decoder(_TurnField)
_clock_fields: p.Decoder[_ClockFields] = p.Decoder(_ClockFields)


async def turns_of(session: AsyncSession, games: Collection[str]) -> dict[str, StoredTurn]:
    """The turns of those of these games that are in progress. An unreadable log has no turn here;
    loading the game reports the damage."""
    # A condition on the state would make SQLite read all games of that state.
    query = select(GameRow.id, GameRow.state, LastBody("turn"), LastBody("clock")).where(
        GameRow.id.in_(games)
    )
    found = (await session.execute(query)).all()
    turns_in_tail = await bodies_in_tail(session, games, "turn")
    clocks_in_tail = await bodies_in_tail(session, games, "clock")
    in_progress = {phase.value for phase in IN_PROGRESS}
    turns = {
        game: _turn(turns_in_tail.get(game, turn_body), clocks_in_tail.get(game, clock_body))
        for game, state, turn_body, clock_body in found
        if state in in_progress
    }
    return {game: turn for game, turn in turns.items() if turn is not None}


def with_stored_turn(row: p.GameSummary, turn: StoredTurn | None) -> p.GameSummary:
    """The row with its turn. The clocks of a room that is not in memory are stopped, except those
    of correspondence."""
    if turn is None:
        return row
    runs = row.state == Phase.RUNNING.value and row.control.kind == "correspondence"
    return msgspec.structs.replace(
        row, turn=turn.seat, turn_ends_at=_ends_at(turn) if runs else None
    )


def _ends_at(turn: StoredTurn) -> int | None:
    clock = turn.clock
    if clock.free_ms is not None:
        return turn.at + clock.free_ms
    if turn.seat is None or turn.seat >= len(clock.remaining_ms):
        return None
    bounds = [clock.remaining_ms[turn.seat], clock.limit_ms]
    return turn.at + min((bound for bound in bounds if bound is not None), default=0)


def _turn(turn_body: str | None, clock_body: str | None) -> StoredTurn | None:
    """The turn, from the bodies of the events with which it and its clock began."""
    if turn_body is None or clock_body is None:
        return None
    try:
        seat, clock = _turn_field.decode(turn_body).turn, _clock_fields.decode(clock_body)
    except msgspec.DecodeError:
        return None
    return StoredTurn(seat, clock.at, clock.clock)
