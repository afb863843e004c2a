"""The operator's actions in SQL, as the running server reads and carries them out."""

from ...audit import AuditActor, AuditEntry, Termination
from ...room_log import Commit
from ...sanctions import BannedParticipant, Sanction
from ..base.connection import Lookup, Writer, WritingConnection
from ..base.now import wall_ms
from ..base.snapshots import Snapshots
from ..logs import batch
from . import audit, removal, sanctions


class SqlModeration:
    """See `moderation.Moderation`."""

    def __init__(self, writer: Writer, lookup: Lookup, reader: Snapshots) -> None:
        self._writer, self._lookup, self._reader = writer, lookup, reader

    async def newest_audit_id(self) -> int:
        return await self._lookup.ask(audit.newest)

    async def audit_entries_since(self, number: int) -> list[AuditEntry]:
        return await self._lookup.ask(lambda c: audit.since(c, number))

    async def recently_renamed(self) -> dict[str, str]:
        return await self._lookup.ask(audit.recently_renamed)

    async def pending_terminations(self) -> list[AuditEntry]:
        return await self._lookup.ask(audit.pending_terminations)

    async def prune_audit(self, after: int, before_ms: int, now_ms: int) -> tuple[int, int | None]:
        return await self._writer.write(lambda c: audit.prune_next(c, after, before_ms, now_ms))

    async def sanctions(self) -> list[Sanction]:
        return await self._lookup.ask(lambda c: sanctions.active(c, wall_ms()))

    async def banned_participants(self) -> list[BannedParticipant]:
        async with self._reader.snapshot() as session:
            return await sanctions.banned_participants(session, wall_ms())

    async def rename_in_game(self, game: str, account: str, name: str) -> None:
        await self._writer.write(lambda c: removal.rename_in_game(c, game, account, name))

    async def end_game(self, by: AuditActor, commit: Commit, now: int, end: Termination) -> None:
        def work(connection: WritingConnection) -> None:
            batch.write_one(connection, commit)
            audit.game_ended(connection, by, commit.room.id, now, end)

        await self._writer.write(work)
