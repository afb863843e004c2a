"""One game with its whole history, a portion at a time: however long it is, little of it is in
memory.

Each portion is a read of its own, so that none holds a snapshot for long. All of them are of the
log as it was at the first: it only ever grows at its end. What comes out is byte for byte what
`queries.record` and `queries.export` would be as JSON.
"""

from collections.abc import AsyncGenerator, Callable

import msgspec
from sqlalchemy import func, select

import zeitnot_protocol as p

from ..rooms.fold import fold
from ..rooms.room import LogEntry, Phase, Room
from ..rooms.view import view, without_advice
from . import queries
from .load import RulesFor, find, game_setup_of, rules_of, settings_of, setup_of
from .log import read_entries
from .reader import Reader
from .tables import EventRow, GameRow

PORTION = 128  # events
_NONE = b'"events":[]'  # no text can have this in it: its quotes would be escaped

See = Callable[[LogEntry], p.RoomEvent]
"""A row as one viewer may see it; asked in the log's order."""
Head = Callable[[GameRow, list[p.RoomEvent]], p.GameRecord | p.Export]
"""What stands around the events."""


async def record(
    reader: Reader, game: str, rules_for: RulesFor, account: str | None
) -> AsyncGenerator[bytes, None] | None:
    """A GameRecord in JSON, as this account may see it. Raises RulesChanged, Busy, SlowRead,
    ReadFailed; the last two in between as well."""
    return await _opened(reader, game, rules_for, account, queries.record_of)


async def export(
    reader: Reader, game: str, rules_for: RulesFor
) -> AsyncGenerator[bytes, None] | None:
    """An Export in JSON. Raises as `record`."""
    return await _opened(reader, game, rules_for, None, queries.export_of)


async def _opened(
    reader: Reader, game: str, rules_for: RulesFor, account: str | None, head: Head
) -> AsyncGenerator[bytes, None] | None:
    async with reader.snapshot() as session:
        row = await find(session, game)
        if row is None:
            return None
        last = await session.scalar(select(func.max(EventRow.seq)).where(EventRow.game == game))
    before, _, after = msgspec.json.encode(head(row, [])).partition(_NONE)
    return _parts(reader, game, last or 0, _eye(row, rules_for, account), before, after)


async def _parts(
    reader: Reader, game: str, last: int, see: See, before: bytes, after: bytes
) -> AsyncGenerator[bytes, None]:
    lead, since = before + _NONE[:-1], 0
    while since < last:
        async with reader.snapshot(queue=False) as session:
            rows = await read_entries(session, game, since, PORTION)
        rows = [row for row in rows if row.event.seq <= last]
        if not rows:
            break  # of a damaged log, what there is
        yield lead + msgspec.json.encode([see(row) for row in rows])[1:-1]
        lead, since = b",", rows[-1].event.seq
    yield (lead if since == 0 else b"") + b"]" + after


def _eye(row: GameRow, rules_for: RulesFor, account: str | None) -> See:
    """Not all that the log has may be seen, as long as a game lasts. Where something is hidden, the
    room is played again alongside."""
    if row.state == Phase.FINISHED:
        return lambda one: one.event
    seat = next((s.seat for s in row.seats if account and s.account == account), None)
    if rules_of(row, settings_of(row), rules_for).hidden is None:
        setup = setup_of(row)
        return lambda one: without_advice(one.event, setup, seat)
    room = Room.new(game_setup_of(row, rules_for))

    def see(one: LogEntry) -> p.RoomEvent:
        nonlocal room
        room = fold(room, [one])
        return view(one.event, room, seat)

    return see
