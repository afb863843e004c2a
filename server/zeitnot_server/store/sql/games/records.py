"""Streams one game with its whole history, a chunk at a time, so that little of it is in memory.

Each chunk is a separate read, so that none holds a snapshot for long. All chunks show the log as of
the first read, because it is append-only. The result equals the JSON of `queries.record_of` and
`queries.export_of` byte for byte.
"""

from collections.abc import AsyncGenerator, Callable, Sequence

import msgspec

import zeitnot_protocol as p

from ....rooms.fold import fold
from ....rooms.room import LogEntry, Phase, Room
from ....rooms.view import view, without_engine_lines, without_link
from ...games import RecordTurn
from ...room_log import LOG_CHUNK, RulesFor
from ..base.snapshots import Snapshots
from ..base.tables import GameRow
from ..logs.load import find, game_setup_of, rules_of, settings_of, setup_of
from ..logs.log import last_seq, read_entries
from . import queries

_NO_EVENTS = b'"events":[]'  # found only once: in a text its quotes would be escaped

See = Callable[[LogEntry], p.RoomEvent]
"""Maps a row to the event that one viewer may see; called in the log's order."""
Head = Callable[[GameRow, list[p.RoomEvent]], p.GameRecord | p.Export]
"""Makes the record or export around the events."""


async def record(
    reader: Snapshots, game: str, rules_for: RulesFor, account: str | None, turn: RecordTurn
) -> AsyncGenerator[bytes, None] | None:
    """A GameRecord in JSON, as this account may see it; None if there is no such game. The first
    chunk has been read on return. Raises RulesChanged, SlowRead, ReadFailed; the generator raises
    the last two, too."""
    return await _begin(reader, game, rules_for, account, queries.record_of, turn)


async def export(
    reader: Snapshots, game: str, rules_for: RulesFor, turn: RecordTurn
) -> AsyncGenerator[bytes, None] | None:
    """An Export in JSON. Raises as `record`."""
    return await _begin(reader, game, rules_for, None, queries.export_of, turn)


async def _begin(
    reader: Snapshots,
    game: str,
    rules_for: RulesFor,
    account: str | None,
    head: Head,
    turn: RecordTurn,
) -> AsyncGenerator[bytes, None] | None:
    """Reads the first chunk, which for a short game is everything. `turn`: this reader's turn among
    long reads."""
    async with turn() as count, reader.snapshot() as session:
        row = await find(session, game)
        if row is None:
            return None
        last = await last_seq(session, game)
        before, _, after = msgspec.json.encode(head(row, [])).partition(_NO_EVENTS)
        writer = _ChunkWriter(
            before + _NO_EVENTS[:-1], after, _visibility(row, rules_for, account), last
        )
        first = writer.chunk(await read_entries(session, game, 0, LOG_CHUNK))
        count(len(first))
    return _parts(reader, game, turn, writer, first)


async def _parts(
    reader: Snapshots, game: str, turn: RecordTurn, writer: "_ChunkWriter", first: bytes
) -> AsyncGenerator[bytes, None]:
    yield first
    while not writer.is_complete:
        async with turn() as count, reader.snapshot() as session:
            part = writer.chunk(await read_entries(session, game, writer.since, LOG_CHUNK))
            count(len(part))
        yield part


class _ChunkWriter:
    """Writes one game's JSON in chunks. `head`, `tail`: what precedes and follows the events;
    `last`: the number of its last event; `since`: of the last event written; `is_complete`: whether
    all has been written."""

    def __init__(self, head: bytes, tail: bytes, see: See, last: int) -> None:
        self.since = 0
        self.is_complete = False
        self._separator = head  # before the next rows
        self._tail = tail
        self._see = see
        self._last = last

    def chunk(self, rows: Sequence[LogEntry]) -> bytes:
        """The JSON of the next rows and, after the last one, the end of the document. It also ends
        if rows before `last` are missing (a damaged log)."""
        rows = [row for row in rows if row.event.seq <= self._last]
        part = self._separator if rows or self.since == 0 else b""
        part += msgspec.json.encode([self._see(row) for row in rows])[1:-1]
        if rows:
            self._separator, self.since = b",", rows[-1].event.seq
        self.is_complete = not rows or self.since >= self._last
        return part + b"]" + self._tail if self.is_complete else part


def _visibility(row: GameRow, rules_for: RulesFor, account: str | None) -> See:
    """How this account (None: a spectator) sees the log's rows: some data is hidden, and more until
    the game ends. For a game with hidden information the room is folded alongside."""
    holders = {s.stand_in or s.account: s.seat for s in row.seats}  # who has left only watches
    seat = holders.get(account) if account else None
    if row.state == Phase.FINISHED:
        return lambda entry: without_link(entry.event, row.listed, seat)
    if rules_of(row, settings_of(row), rules_for).hidden is None:
        setup = setup_of(row)
        return lambda entry: without_engine_lines(entry.event, setup, seat)
    room = Room.new(game_setup_of(row, rules_for))

    def see(entry: LogEntry) -> p.RoomEvent:
        nonlocal room
        room = fold(room, [entry])
        return view(entry.event, room, seat)

    return see
