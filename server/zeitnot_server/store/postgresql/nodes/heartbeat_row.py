"""A node's heartbeat in the database, in table `node_clock`, and the lock on its name.

The heartbeat is the node's clock. When a node dies, the others see by it that the lease is no
longer renewed, and how long a turn had lasted. It is written every HEARTBEAT_SECONDS, on a separate
connection that does not wait for the disk. That connection also holds the node's name: while it
exists, no other process can be the same node.
"""

import asyncio
import json

import structlog

from ...address import Address
from ...errors import DatabaseInUse, ReadFailed, WriteFailed
from ..base.connection import AWAY, LOST, connect, reason
from ..base.one_connection import OneConnection, Raw

HEARTBEAT_SECONDS = 0.05
RETRY_SECONDS = 0.2
CONNECTION = "clock"
"""The last word of the connection's name, by which commands, also of other versions, see that a
node runs."""
LATE_SECONDS = 1.0
"""A heartbeat that takes longer is abandoned with its connection, and retried: once the database
can be reached again, every node must be seen within its lease."""
_LOCK = "SELECT pg_try_advisory_lock(hashtext('zeitnot node'), hashtext($1))"
_HEARTBEAT = "UPDATE node_clock SET ms = $2 WHERE run = $1"
_HEARTBEAT_AND_LATE = "UPDATE node_clock SET ms = $2, late = $3 WHERE run = $1"

logger = structlog.get_logger()


class HeartbeatRow:
    """Call `hold_name`, then `begin`. `ms`: the time to write. It is written repeatedly even if it
    is the same, because others see by the writes that this node runs (`leases.HEARTBEAT`). `late`:
    see `tables`; `has_late`: whether the row has the current `late`."""

    def __init__(self, address: Address, node: str) -> None:
        self.ms = 0
        self.late: dict[str, int] = {}
        self._address, self._node = address, node
        self._connection = OneConnection(self._connect)
        self._has_name = False
        self.has_late = True
        self._task: asyncio.Task[None] | None = None

    async def hold_name(self, wait_s: float) -> None:
        """Waits up to `wait_s` for the name. Raises DatabaseInUse, ReadFailed."""
        loop = asyncio.get_running_loop()
        end_s = loop.time() + wait_s
        while not await self._try_lock():
            if loop.time() >= end_s:
                raise DatabaseInUse(
                    f"Another server already runs as node {self._node} on "
                    f"{self._address}. Give this one another name (--node)."
                )
            await asyncio.sleep(RETRY_SECONDS)

    def begin(self, run: int) -> None:
        """Writes the heartbeat of this run from now on."""
        self._task = asyncio.create_task(self._beat(run), name="node heartbeat")

    async def close(self) -> None:
        """Closes the connection, which releases the name."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])
        await self._connection.close()

    async def _connect(self) -> Raw:
        self._has_name = False  # the old connection had it
        self.has_late = not self.late  # asynchronous commits may have been lost
        return await connect(
            self._address,
            f"{self._node} {CONNECTION}",
            {"synchronous_commit": "off"},
            connect_s=2 * LATE_SECONDS,
            command_s=LATE_SECONDS,
        )

    async def _try_lock(self) -> bool:
        """Raises ReadFailed."""
        raw = await self._connection.open()
        try:
            self._has_name = bool(await raw.fetchval(_LOCK, self._node))
        except LOST as error:
            self._connection.drop()
            raise ReadFailed(f"{self._address} cannot be read: {reason(error)}.") from error
        return self._has_name

    async def _beat(self, run: int) -> None:
        """Writes heartbeats for ever. On a new connection the name is taken again as soon as it is
        free, because the database may keep the old connection for a while. The lease does not
        depend on the name: a second process with the same name ends the lease when it begins its
        run."""
        while True:
            await asyncio.sleep(HEARTBEAT_SECONDS)
            try:
                if not (self._connection.is_open and self._has_name):
                    await self._try_lock()
                await self._write(await self._connection.open(), run)
            except Exception as error:  # this task must go on: the lease depends on it
                failure = WriteFailed(f"{reason(error)}.")  # logged as often as an outage's are
                origin = None if isinstance(error, AWAY) else error
                logger.warning("heartbeat not written", error=failure, exc_info=origin)
                self._connection.drop()
                await asyncio.sleep(RETRY_SECONDS)

    async def _write(self, raw: Raw, run: int) -> None:
        """Writes `late` only when it has changed, because it may be long, and the database keeps
        every version of a row for a while."""
        if self.has_late:
            await raw.execute(_HEARTBEAT, run, self.ms)
            return
        self.has_late = True  # unless it changes meanwhile
        try:
            await raw.execute(_HEARTBEAT_AND_LATE, run, self.ms, json.dumps(self.late))
        except BaseException:
            self.has_late = False
            raise
