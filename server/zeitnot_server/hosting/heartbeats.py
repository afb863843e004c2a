"""The heartbeats of this run (`store.runs`): how long it was alive, in case it crashes."""

import asyncio
import contextlib
import time

from ..rooms.room import Room
from ..store import CrashMark, Heartbeats, Store, WriteFailed
from .retrying import Work
from .room.host import ServerTally
from .room.now import AdjustedClock

BEAT_SECONDS = 0.02
SAVE_SECONDS = 5.0


class RoomHeartbeat:
    """Records what the next run has to know of the rooms of this one (`host.Heartbeat`)."""

    def __init__(self, heartbeats: Heartbeats, run: int) -> None:
        self._heartbeats, self._run = heartbeats, run
        self.storing, self.began = heartbeats.storing, heartbeats.began

    def at_work(self, room: Room) -> CrashMark:
        """Marks the room while its rules run, in case they crash the process."""
        return CrashMark(self._heartbeats, self._run, room.id, room.ply)


class RunHeartbeats:
    """Beats until the run stops."""

    def __init__(self, store: Store, clock: AdjustedClock, tally: ServerTally) -> None:
        self._store, self._clock, self._tally = store, clock, tally
        self._stopped_ms: int | None = None  # when the run ended, for its rooms

    def tasks(self) -> dict[str, Work]:
        """The background tasks, by their names in the log."""
        return {"heartbeat": self._beat, "save_heartbeat": self._save}

    def stop(self) -> None:
        """Ends the run at this instant; no command may be accepted after it."""
        self._stopped_ms = self._clock.ms()

    async def end(self) -> None:
        """Writes the length of the run into the database, so that the next start need not read it
        from the heartbeat file."""
        run_ms = self._clock.ms() if self._stopped_ms is None else self._stopped_ms
        with contextlib.suppress(WriteFailed):
            await self._store.runs.end(self._clock.run, run_ms)

    async def _beat(self) -> None:
        while self._stopped_ms is None:
            self._store.heartbeats.beat(self._clock.run, self._clock.tick())
            started = time.monotonic()
            await asyncio.sleep(BEAT_SECONDS)
            self._tally.lag_s.add(max(0.0, time.monotonic() - started - BEAT_SECONDS))

    async def _save(self) -> None:
        while True:
            await asyncio.sleep(SAVE_SECONDS)
            if self._stopped_ms is not None:
                return
            with contextlib.suppress(WriteFailed):
                await self._store.runs.save_heartbeat(self._clock.run, self._clock.ms())
