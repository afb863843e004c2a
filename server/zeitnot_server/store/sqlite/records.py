"""Streams one game with its whole history, a chunk at a time, so that little of it is in memory.

Each chunk is a read of its own, so that none holds a snapshot for long. All of them show the log as
it was at the first read, since it is append-only. The result is byte for byte the JSON of
`queries.record` and `queries.export`.
"""

from collections.abc import AsyncGenerator, Callable, Sequence

import msgspec
from sqlalchemy import func, select

import zeitnot_protocol as p

from ...rooms.fold import fold
from ...rooms.room import LogEntry, Phase, Room
from ...rooms.view import view, without_engine_lines, without_link
from ..games import RecordTurn
from ..room_log import LOG_CHUNK, RulesFor
from . import queries
from .load import find, game_setup_of, rules_of, settings_of, setup_of
from .log import read_entries
from .reader import Reader
from .tables import EventRow, GameRow

_NONE = b'"events":[]'  # no text can have this in it: its quotes would be escaped

See = Callable[[LogEntry], p.RoomEvent]
"""A row as one viewer may see it; asked in the log's order."""
Head = Callable[[GameRow, list[p.RoomEvent]], p.GameRecord | p.Export]
"""What stands around the events."""


async def record(
    reader: Reader, game: str, rules_for: RulesFor, account: str | None, turn: RecordTurn
) -> AsyncGenerator[bytes, None] | None:
    """A GameRecord in JSON, as this account may see it; None if there is no such game. The first
    chunk has been read by then. Raises RulesChanged, SlowRead, ReadFailed; the last two in
    between as well."""
    return await _opened(reader, game, rules_for, account, queries.record_of, turn)


async def export(
    reader: Reader, game: str, rules_for: RulesFor, turn: RecordTurn
) -> AsyncGenerator[bytes, None] | None:
    """An Export in JSON. Raises as `record`."""
    return await _opened(reader, game, rules_for, None, queries.export_of, turn)


async def _opened(
    reader: Reader,
    game: str,
    rules_for: RulesFor,
    account: str | None,
    head: Head,
    turn: RecordTurn,
) -> AsyncGenerator[bytes, None] | None:
    """A short game is one turn and one read."""
    async with turn() as count, reader.snapshot() as session:
        row = await find(session, game)
        if row is None:
            return None
        last = await session.scalar(select(func.max(EventRow.seq)).where(EventRow.game == game))
        before, _, after = msgspec.json.encode(head(row, [])).partition(_NONE)
        header = _Told(before + _NONE[:-1], after, _visibility(row, rules_for, account), last or 0)
        first = header.chunk(await read_entries(session, game, 0, LOG_CHUNK))
        count(len(first))
    return _parts(reader, game, turn, header, first)


async def _parts(
    reader: Reader, game: str, turn: RecordTurn, header: "_Told", first: bytes
) -> AsyncGenerator[bytes, None]:
    yield first
    while not header.all:
        async with turn() as count, reader.snapshot() as session:
            part = header.chunk(await read_entries(session, game, header.since, LOG_CHUNK))
            count(len(part))
        yield part


class _Told:
    """How far one game has been told. `last`: the number of its last event; `since`: of the last
    that was told; `all`: whether nothing is left."""

    def __init__(self, lead: bytes, after: bytes, see: See, last: int) -> None:
        self.since = 0
        self.all = False
        self._lead = lead
        self._after = after
        self._see = see
        self._last = last

    def chunk(self, rows: Sequence[LogEntry]) -> bytes:
        """The JSON of the rows that follow, and the end after the last; of a damaged log what there
        is."""
        rows = [row for row in rows if row.event.seq <= self._last]
        part = self._lead if rows or self.since == 0 else b""
        part += msgspec.json.encode([self._see(row) for row in rows])[1:-1]
        if rows:
            self._lead, self.since = b",", rows[-1].event.seq
        self.all = not rows or self.since >= self._last
        return part + b"]" + self._after if self.all else part


def _visibility(row: GameRow, rules_for: RulesFor, account: str | None) -> See:
    """Not all that the log has may be seen, least as long as a game lasts. Where something is
    hidden, the room is played again alongside."""
    seat = next((s.seat for s in row.seats if account and s.account == account), None)
    if row.state == Phase.FINISHED:
        return lambda one: without_link(one.event, row.listed, seat)
    if rules_of(row, settings_of(row), rules_for).hidden is None:
        setup = setup_of(row)
        return lambda one: without_engine_lines(one.event, setup, seat)
    room = Room.new(game_setup_of(row, rules_for))

    def see(one: LogEntry) -> p.RoomEvent:
        nonlocal room
        room = fold(room, [one])
        return view(one.event, room, seat)

    return see
