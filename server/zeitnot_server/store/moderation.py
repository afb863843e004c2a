"""The operator's acts, as the running server learns of them and carries them out."""

from typing import Protocol

from .audit import Act, By
from .room_log import Commit
from .sanctions import BannedGame, Sanction


class Moderation(Protocol):
    """A write is durable when its await returns; each raises WriteFailed or ReadFailed."""

    async def newest_act(self) -> int:
        """The number of the last row of the audit log; 0: there is none."""

    async def acts_since(self, number: int) -> list[Act]:
        """The rows of the audit log after this number, in order."""

    async def recently_renamed(self) -> dict[str, str]:
        """The names of the accounts that were renamed not long ago, by account: the logs of their
        games may not have been rewritten yet."""

    async def prune_audit(self, after: int, before_ms: int, now_ms: int) -> tuple[int, int | None]:
        """Drops old rows (before that instant) of a chunk of the audit log behind row `after`:
        what it costs does not grow with the log. Returns how many were dropped, and after which row
        to go on; None: what follows is young. The newest row stays, whatever its age."""

    async def sanctions(self) -> list[Sanction]:
        """The bans and mutes that are in force; those of an account stand for each bot that it
        owns, too."""

    async def games_of_banned(self) -> list[BannedGame]:
        """The games that are to end since somebody is banned who plays there or is awaited. A
        banned network stands for nobody here."""

    async def rename_in_game(self, game: str, account: str, name: str) -> None:
        """Gives the account its new name in the seats and in the log of one game."""

    async def end_game(self, by: By, commit: Commit, now: int, reason: str | None) -> None:
        """Commits the end of a game, and notes, at `now` (Unix ms), who has ended it. Raises
        Conflict."""
