"""Runs of a node. The node's heartbeat file shows how long a run lasted to within a few
milliseconds, and its heartbeat row to within about fifty; see `leases`."""

import contextlib
from collections.abc import Callable, Iterator

from ...heartbeat_file import HeartbeatFile
from ...runs import Run
from ...sql.base.now import wall_ms
from ...sql.clubs import changes as clubs
from ...sql.logs.runs import save_heartbeat
from ...sql.people import accounts
from ..base.lookup import Lookup
from ..writing.writer import Writer
from . import leases
from .heartbeat_row import HeartbeatRow

HANG_MS = 100  # a transaction that takes longer hangs
MAX_LATE = 1_000  # turns whose late beginning is kept


class NodeHeartbeats:
    """See `runs.Heartbeats`: the heartbeat file, and the time that the heartbeat row gets next.

    The time does not advance while a transaction hangs, or a move waits for one: if the node dies
    before the move is written, no player must be charged for the wait. `in_flight`: the number of
    the current transaction, or None.

    The file, which may be ahead of the row, does not have the turns that began late: while the row
    lacks the last of them, the file's time does not advance either."""

    def __init__(
        self,
        file: HeartbeatFile,
        row: HeartbeatRow,
        in_flight: Callable[[], int | None] = lambda: None,
    ) -> None:
        self.file, self._row, self._in_flight = file, row, in_flight
        self.mark, self.unmark = file.mark, file.unmark
        self._last: int | None = None  # in flight at the last heartbeat
        self._since_ms = 0  # when it was first seen in flight
        self._waiting: dict[str, int] = {}  # by room: when the move arrived that waits to be stored

    def beat(self, run: int, ms: int) -> None:
        in_flight = self._in_flight()
        if in_flight is None or in_flight != self._last:
            self._last, self._since_ms = in_flight, ms
        elif ms > self._since_ms + HANG_MS:
            ms = self._since_ms
        oldest_ms = min(self._waiting.values(), default=ms)
        if ms > oldest_ms + HANG_MS:
            ms = oldest_ms
        if self._row.has_late:
            self.file.beat(run, ms)
        self._row.ms = ms

    @contextlib.contextmanager
    def storing(self, room: str, since_ms: int) -> Iterator[None]:
        self._waiting[room] = since_ms
        try:
            yield
        finally:
            del self._waiting[room]

    def began(self, room: str, late_ms: int | None) -> None:
        late = self._row.late
        if late.pop(room, None) is not None:
            self._row.has_late = False
        if late_ms is not None:
            self._row.has_late = False
            late[room] = late_ms
            if len(late) > MAX_LATE:
                del late[next(iter(late))]


class PostgresqlRuns:
    """See `runs.Runs`. `number`: of this run, 0 before; `is_over`: whether it has been ended."""

    def __init__(
        self,
        writer: Writer,
        lookup: Lookup,
        heartbeats: NodeHeartbeats,
        row: HeartbeatRow,
        node: str,
        url: str | None,
    ) -> None:
        self.heartbeats = heartbeats
        self.number = 0
        self.is_over = False
        self._writer, self._lookup, self._row = writer, lookup, row
        self._node, self._url = node, url

    async def begin(self) -> Run:
        """See `runs.Runs`. The lease must be renewed from the first write on, even while the rest
        waits for other transactions."""
        file = self.heartbeats.file
        previous = file.previous()
        run = await self._writer.write(
            lambda c: leases.begin(c, self._node, self._url, previous, wall_ms())
        )
        self.number = self._writer.run = run.number
        self._row.begin(run.number)
        file.unmark()
        file.sign(run.key)
        await self._writer.write(accounts.renew_handles)
        await self._writer.write(clubs.renew_handles)
        return run

    async def save_heartbeat(self, run: int, ms: int) -> None:
        await self._writer.write(lambda c: save_heartbeat(c, run, ms))

    async def end(self, run: int, ms: int) -> None:
        self._writer.has_given_up |= run == self.number
        await self._writer.write(lambda c: leases.give_up(c, run, ms))
        self.is_over |= run == self.number

    async def last_alive_ms(self, run: int) -> int:
        return await self._lookup.ask(lambda c: leases.last_alive_ms(c, run))

    async def lasted(self, run: int, room: str, since_ms: int) -> int:
        return await self._lookup.ask(lambda c: leases.lasted(c, run, room, since_ms))
