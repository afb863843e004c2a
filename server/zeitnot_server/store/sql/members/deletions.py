"""Deletes accounts, in SQL; see `moderation.Deletions`."""

import secrets
from collections.abc import Sequence

from ...accounts import PasswordHash
from ...audit import AuditActor
from ...moderation import DELETED_AT_ONCE, DeletedAccount, EventRef, LogPlace
from ...sanctions import BannedParticipant
from ..base import dialect
from ..base.connection import Connection, Lookup, Writer
from ..base.now import wall_ms
from ..clubs import changes as clubs
from ..people import audit, kept, removal
from . import members

MAX_UNSETTLED = 1000
ROWS_SEARCHED = 2000  # of the log, in one read, because others wait for it

_SUBJECTS = "SELECT :account UNION SELECT guest FROM merged_guest WHERE account = :account"
_END_TOKENS = (
    "UPDATE token SET revoked_at = :now WHERE revoked_at IS NULL AND account IN"
    " (SELECT id FROM account WHERE id = :account OR (owner = :account AND bot)) RETURNING hash"
)
_FORGOTTEN = (
    "DELETE FROM account_code WHERE account = :account",
    "DELETE FROM passkey WHERE account = :account",
    "DELETE FROM relation WHERE account = :account",
    "DELETE FROM relation WHERE other = :account AND kind = 'follow'",
    "DELETE FROM hidden_presence WHERE account = :account",
)
"""Deletes what is only about the account. Other features add their tables here. Its ratings stay:
its unfinished games are resigned afterwards, and change those of its opponents from there."""
_OWN = "SELECT :account UNION SELECT id FROM account WHERE owner = :account AND bot"
# One query an index.
_UNFINISHED = (
    "SELECT game.id, played.account FROM game JOIN"
    f" (SELECT game, account FROM seat WHERE account IN ({_OWN}) AND stand_in IS NULL UNION"
    f" SELECT game, invited_account FROM seat WHERE invited_account IN ({_OWN})) AS played"
    " ON played.game = game.id WHERE game.state != 'finished'"
)


def delete(
    connection: Connection, by: AuditActor, account: str, now: int, *, check_last: bool = False
) -> list[str]:
    """Deletes a kept account; returns the hashes of the tokens that end. Raises LastAdmin, with
    `check_last`."""
    person = members.with_id(connection, account)
    if person is None:
        raise AssertionError(f"{account} is no kept account")
    if check_last:
        members.check_not_last(connection, person)
    name = f"{kept.DELETED} {secrets.randbelow(900_000) + 100_000}"
    connection.execute(
        "UPDATE account SET name = ?, handle = NULL, kept_at = NULL, password = NULL,"
        " role = 'player', made_by = NULL WHERE id = ?",
        (name, account),
    )
    connection.execute(
        "UPDATE account SET name = ? WHERE id IN"
        " (SELECT guest FROM merged_guest WHERE account = ?)",
        (name, account),
    )
    parameters = {"account": account, "now": now}
    ended = [hash for (hash,) in connection.execute(_END_TOKENS, parameters).fetchall()]
    for statement in _FORGOTTEN:
        connection.execute(statement, {"account": account})
    clubs.forget(connection, account, now)
    connection.execute("INSERT INTO deleted_account (account, at) VALUES (?, ?)", (account, now))
    audit.add(connection, by, "account_deleted", f"account {account}", now)
    return ended


def delete_verified(
    connection: Connection, by: AuditActor, verified: PasswordHash, now: int
) -> list[str] | None:
    """See `moderation.Deletions`."""
    found = kept.find(connection, "id", by.actor)
    if found is None or found.password.text != verified.text:
        return None
    return delete(connection, by, by.actor, now, check_last=True)


def unsettled(connection: Connection) -> list[DeletedAccount]:
    """See `moderation.Deletions`."""
    rows = connection.execute(
        "SELECT account.id, account.name, at FROM deleted_account"
        " JOIN account ON account.id = deleted_account.account WHERE settled_at IS NULL"
        f" ORDER BY at LIMIT {MAX_UNSETTLED}"
    )
    return [DeletedAccount(*row) for row in rows]


def subjects(connection: Connection, account: str) -> list[str]:
    """The account, and the guests that were merged into it."""
    return [id for (id,) in connection.execute(_SUBJECTS, {"account": account}).fetchall()]


def unfinished(connection: Connection, account: str) -> list[BannedParticipant]:
    """See `moderation.Deletions`."""
    rows = connection.execute(_UNFINISHED, {"account": account}).fetchall()
    return [BannedParticipant(*row) for row in rows]


def games_of(connection: Connection, account: str) -> list[str]:
    """See `moderation.Deletions`."""
    found = dict[str, None]()
    for subject in subjects(connection, account):
        found |= dict.fromkeys(removal.games_of(connection, subject))
    return list(found)


def rename_games(connection: Connection, deleted: DeletedAccount, games: Sequence[str]) -> None:
    """See `moderation.Deletions`."""
    if len(games) > DELETED_AT_ONCE:
        raise AssertionError(f"{len(games)} games in one transaction")
    for game in games:
        for subject in subjects(connection, deleted.account):
            removal.rename_in_game(connection, game, subject, deleted.name)


def chat_of(
    connection: Connection, deleted: DeletedAccount, after: LogPlace | None
) -> tuple[list[EventRef], LogPlace | None]:
    """See `moderation.Deletions`."""
    start = dialect.of(connection).before_log if after is None else after
    return removal.named_events(
        connection, deleted.account, deleted.name, start, damaged=[], rows=ROWS_SEARCHED
    )


def settle(connection: Connection, account: str, now: int) -> None:
    """See `moderation.Deletions`."""
    query = "UPDATE deleted_account SET settled_at = ? WHERE account = ? AND settled_at IS NULL"
    connection.execute(query, (now, account))


def is_settled(connection: Connection, account: str) -> bool:
    """Whether a deletion has been carried out completely."""
    query = "SELECT 1 FROM deleted_account WHERE account = ? AND settled_at IS NOT NULL"
    return connection.execute(query, (account,)).fetchone() is not None


class SqlDeletions:
    """See `moderation.Deletions`."""

    def __init__(self, writer: Writer, lookup: Lookup) -> None:
        self._writer, self._lookup = writer, lookup

    async def delete(self, by: AuditActor, verified: PasswordHash) -> list[str] | None:
        return await self._writer.write(lambda c: delete_verified(c, by, verified, wall_ms()))

    async def unsettled(self) -> list[DeletedAccount]:
        return await self._lookup.ask(unsettled)

    async def unfinished(self, account: str) -> list[BannedParticipant]:
        return await self._lookup.ask(lambda c: unfinished(c, account))

    async def games_of(self, account: str) -> list[str]:
        return await self._lookup.ask(lambda c: games_of(c, account))

    async def rename_games(self, deleted: DeletedAccount, games: Sequence[str]) -> None:
        await self._writer.write(lambda c: rename_games(c, deleted, games))

    async def chat_of(
        self, deleted: DeletedAccount, after: LogPlace | None
    ) -> tuple[list[EventRef], LogPlace | None]:
        return await self._lookup.ask(lambda c: chat_of(c, deleted, after))

    async def rename_events(self, events: Sequence[EventRef], name: str) -> None:
        await self._writer.write(lambda c: removal.rename_events(c, events, name))

    async def settle(self, account: str) -> None:
        await self._writer.write(lambda c: settle(c, account, wall_ms()))
