"""The operator's actions, as the running server reads and carries them out."""

from typing import Protocol

from .audit import AuditActor, AuditEntry, Termination
from .room_log import Commit
from .sanctions import BannedParticipant, Sanction


class Moderation(Protocol):
    """A write is durable when its await returns; each raises WriteFailed or ReadFailed."""

    async def newest_audit_id(self) -> int:
        """The number of the last row of the audit log; 0: there is none."""

    async def audit_entries_since(self, number: int) -> list[AuditEntry]:
        """The rows of the audit log after this number, in order."""

    async def recently_renamed(self) -> dict[str, str]:
        """The new names of accounts that were renamed recently, by account: the logs of their games
        may not have been rewritten yet."""

    async def pending_terminations(self) -> list[AuditEntry]:
        """The operator's recent terminations of games that have not ended, in order, because a
        server may have crashed before it carried them out."""

    async def prune_audit(self, after: int, before_ms: int, now_ms: int) -> tuple[int, int | None]:
        """Deletes the rows older than `before_ms` in a chunk of the audit log after row `after`, at
        a cost that does not grow with the log. Returns how many were deleted, and the row after
        which to continue; None: all further rows are newer. The newest row is never deleted."""

    async def sanctions(self) -> list[Sanction]:
        """The bans and mutes that are in force; one on an account is repeated for each bot that it
        owns."""

    async def banned_participants(self) -> list[BannedParticipant]:
        """The banned players and invited accounts of the games that are to end for that reason.
        Banned networks are not considered."""

    async def rename_in_game(self, game: str, account: str, name: str) -> None:
        """Replaces the account's name in the seats and in the log of one game."""

    async def end_game(self, by: AuditActor, commit: Commit, now: int, end: Termination) -> None:
        """Commits the end of a game, and records it in the audit log at `now` (Unix ms). Raises
        Conflict."""
