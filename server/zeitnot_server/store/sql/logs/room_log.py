"""The logs of all games, in SQL."""

from collections.abc import Sequence

from ....rooms.room import LogEntry
from ...errors import CrashedBefore
from ...heartbeat_file import CrashMark
from ...room_log import LOG_CHUNK, MAX_CRASHES, Commit, Loaded, LoadTurn, RulesFor, without_turns
from ..base.connection import Lookup, Writer, WritingConnection
from ..base.decoding import Decoding
from . import log, runs
from .batch import write_each
from .commit import prepare
from .load import load, look_up, with_merged
from .runs import PresentRun


class SqlRoomLog:
    """See `room_log.RoomLog`. `runs`: to mark the room whose rules are running."""

    def __init__(
        self,
        writer: Writer,
        lookup: Lookup,
        decoding: Decoding,
        rules_for: RulesFor,
        runs: PresentRun,
    ) -> None:
        self.commit = writer.commit
        self.release = writer.release
        self._writer, self._lookup, self._decoding = writer, lookup, decoding
        self._rules_for, self._runs = rules_for, runs

    async def add(self, commits: Sequence[Commit]) -> None:
        prepared = [prepare(commit) for commit in commits]

        def work(connection: WritingConnection) -> None:
            for conflict in write_each(connection, prepared):
                if conflict is not None:
                    raise conflict

        await self._writer.write(work)

    async def load(self, game: str, turn: LoadTurn = without_turns) -> Loaded | None:
        with self._decoding.room(game):
            stored = await self._lookup.ask(lambda c: look_up(c, game, LOG_CHUNK))
        if stored is None:
            return None
        if stored.crashes >= MAX_CRASHES:
            raise CrashedBefore(f"Game {game} has crashed the server {stored.crashes} times.")
        async with turn(0):
            with self._decoding.room(game):
                loaded = load(stored, self._rules_for, self._crash_mark)
        entries = stored.entries
        while len(entries) == LOG_CHUNK:
            async with turn(loaded.room.seq):
                entries = await self.entries(game, loaded.room.seq, LOG_CHUNK)
                with self._decoding.room(game), self._crash_mark(game, loaded.room.ply):
                    loaded = loaded.plus(entries)
        return loaded

    async def entries(self, game: str, since: int = 0, limit: int = -1) -> list[LogEntry]:
        with self._decoding.rows(game):
            return await self._lookup.ask(
                lambda c: with_merged(c, game, log.entries_of(c, game, since, limit))
            )

    async def crashes_in(self, game: str) -> int:
        return await self._lookup.ask(lambda c: runs.crashes_in(c, game))

    def _crash_mark(self, game: str, ply: int) -> CrashMark:
        """Marks the room in case its rules crash the process."""
        return CrashMark(self._runs.heartbeats, self._runs.number, game, ply)
