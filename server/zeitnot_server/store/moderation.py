"""The operator's actions, as the running server reads and carries them out."""

from collections.abc import Sequence
from typing import Literal, NamedTuple, Protocol

import zeitnot_protocol as p

from .accounts import Account, KeptPerson, PasswordHash
from .audit import AuditActor, AuditEntry, Termination
from .room_log import Commit
from .sanctions import BannedParticipant, Sanction
from .tokens import CLASS_CODE_DAYS, NewCode

EventRef = tuple[str, int]
"""Game and number of an event."""
LogPlace = int | str
"""A place in the log of all games; see `dialect`."""


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


PeopleOf = Literal["made", "roles", "everyone"]
"""Whom a list has: those whose accounts somebody has made, those with a role other than player, or
all who keep names."""


class ListedPerson(NamedTuple):
    """A person who keeps a name, as a teacher or an admin sees it. Instants are Unix ms. `since`:
    when the account was made, or the name kept. `taken`: a password has been chosen. `used_at`: the
    last use of any session or token; None: never. `code_until`: the end of a valid reset code."""

    name: str
    role: p.Role
    since: int
    taken: bool
    used_at: int | None
    code_until: int | None


class Members(Protocol):
    """People who keep names, with their roles, and accounts that are made for others. Each method
    raises WriteFailed or ReadFailed."""

    async def named(self, name: str) -> KeptPerson | None:
        """The person who keeps this name, or one that looks like it."""

    async def set_role(self, by: AuditActor, name: str, role: p.Role) -> KeptPerson | None:
        """Gives a role to the person who keeps this name. None: nobody does. Raises LastAdmin."""

    async def create(
        self, by: AuditActor, names: Sequence[str], days: int = CLASS_CODE_DAYS
    ) -> list[NewCode]:
        """Creates accounts that keep these names, without a password, each with a reset code that
        lasts so many days. If one name is refused, nothing is created. Raises BadNames."""

    async def listed(
        self, whom: PeopleOf, by: str, after: tuple[int, str] | None, limit: int
    ) -> list[ListedPerson]:
        """People, the newest first, and of those made at the same time the last by name first.
        `by`: the account that has made them, for `made`. `after`: `since` and `name` of the last
        one of the page before."""

    async def bots_of(self, account: str) -> list[Account]:
        """The bots that this account owns, the oldest first; at most a thousand."""


DELETED_AT_ONCE = 20  # games in a transaction, so that moves are written in between


class DeletedAccount(NamedTuple):
    """An account that was deleted at Unix milliseconds. `name`: the neutral one that it has got."""

    account: str
    name: str
    at: int


class Deletions(Protocol):
    """Deletes accounts. One transaction decides it; the rest follows in steps, each of which may be
    repeated, until `settle`. Each method raises WriteFailed or ReadFailed."""

    async def delete(self, by: AuditActor, verified: PasswordHash) -> list[str] | None:
        """Deletes `by.actor`, whose password was verified against this hash: it gets a neutral
        name, its password, role, codes and name are forgotten, and its sessions and tokens end, as
        do those of its bots. Returns the hashes of those. None: it has another password by now, or
        none. Raises LastAdmin."""

    async def unsettled(self) -> list[DeletedAccount]:
        """The deletions that are not settled, the oldest thousand."""

    async def unfinished(self, account: str) -> list[BannedParticipant]:
        """The games that are not over in which the account, or a bot of it, has a seat or a
        reserved one, with that account."""

    async def games_of(self, account: str) -> list[str]:
        """All games in which the account has a seat or a reserved one."""

    async def rename_games(self, deleted: DeletedAccount, games: Sequence[str]) -> None:
        """Gives the account its neutral name in the seats and logs of these games, at most
        DELETED_AT_ONCE."""

    async def chat_of(
        self, deleted: DeletedAccount, after: LogPlace | None
    ) -> tuple[list[EventRef], LogPlace | None]:
        """The events elsewhere that still have the former name, in one part of the log after this
        place (None: the beginning), and where to continue; None: these were all."""

    async def rename_events(self, events: Sequence[EventRef], name: str) -> None:
        """Gives these events, at most DELETED_AT_ONCE, the account's neutral name."""

    async def settle(self, account: str) -> None:
        """Marks the deletion as settled. No game may have the former name any more."""
