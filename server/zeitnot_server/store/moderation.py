"""The operator's acts, as the running server learns of them and carries them out."""

from typing import Protocol

from .audit import Act, By, OperatorEnd
from .room_log import Commit
from .sanctions import BannedGame, Sanction


class Moderation(Protocol):
    """A write is durable when its await returns; each raises WriteFailed or ReadFailed."""

    async def newest_act(self) -> int:
        """The number of the last row of the audit log; 0: there is none."""

    async def acts_since(self, number: int) -> list[Act]:
        """The rows of the audit log after this number, in order."""

    async def recently_renamed(self) -> dict[str, str]:
        """The new names of accounts that were renamed recently, by account: the logs of their games
        may not have been rewritten yet."""

    async def missed_ends(self) -> list[Act]:
        """The recent acts of the operator by which games were to end that have not ended, in order:
        a server may have crashed before it has carried them out."""

    async def prune_audit(self, after: int, before_ms: int, now_ms: int) -> tuple[int, int | None]:
        """Drops the rows older than `before_ms` in a chunk of the audit log after row `after`: the
        cost does not grow with the log. Returns how many were dropped, and after which row to go
        on; None: all further rows are newer. The newest row stays, whatever its age."""

    async def sanctions(self) -> list[Sanction]:
        """The bans and mutes that are in force; one on an account is repeated for each bot that it
        owns."""

    async def games_of_banned(self) -> list[BannedGame]:
        """The games to end because a player, or somebody invited, is banned. Banned networks are
        not considered."""

    async def rename_in_game(self, game: str, account: str, name: str) -> None:
        """Replaces the account's name in the seats and in the log of one game."""

    async def end_game(self, by: By, commit: Commit, now: int, end: OperatorEnd) -> None:
        """Commits the end of a game, and records in the audit log, at `now` (Unix ms), who ended
        it. Raises Conflict."""
