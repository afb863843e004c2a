"""For the operator: accounts and their names, sanctions, tokens and the audit log."""

from functools import partial

from ...accounts import Account
from ...audit import AuditActor, AuditEntry
from ...moderation import EventRef
from ...sanctions import Kind, Sanction
from ...tokens import NewToken, Token
from ..base import dialect
from ..base.now import wall_ms
from ..people import accounts, audit, game_accounts, removal, sanctions, tokens
from .transactions import Transactions

GAMES_PER_TRANSACTION = 50


class SqlAdminAccounts:
    """See `admin.AdminAccounts`."""

    def __init__(self, database: Transactions) -> None:
        self._database = database
        self._connection = database.connection

    def find(self, id: str) -> Account | None:
        return accounts.find(self._connection, id)

    def named_like(self, part: str, limit: int) -> list[Account]:
        return accounts.named_like(self._connection, part, limit)

    def addresses_of(self, account: str) -> list[str]:
        return game_accounts.addresses(self._connection, account)

    def neutral_name(self, account: str, bot: bool) -> str:
        return removal.neutral(self._connection, account, bot)

    def rename(self, by: AuditActor, account: str, name: str) -> None:
        self._database.write(lambda c: removal.rename(c, by, account, name, wall_ms()))

    def rename_seats(self, account: str, name: str) -> int:
        games = removal.games_of(self._connection, account)
        for at in range(0, len(games), GAMES_PER_TRANSACTION):
            batch = games[at : at + GAMES_PER_TRANSACTION]
            self._database.write(
                partial(removal.rename_seats, games=batch, account=account, name=name)
            )
        return len(games)

    def rename_events(self, account: str, name: str) -> tuple[int, list[EventRef]]:
        changed, row, damaged = 0, dialect.of(self._connection).before_log, list[EventRef]()
        while True:
            events, last = removal.named_events(self._connection, account, name, row, damaged)
            for at in range(0, len(events), removal.ROWS_PER_TRANSACTION):
                batch = events[at : at + removal.ROWS_PER_TRANSACTION]
                self._database.write(partial(removal.rename_events, events=batch, name=name))
            changed += len(events)
            if last is None:
                return changed, damaged
            row = last


class SqlAdminSanctions:
    """See `admin.AdminSanctions`."""

    def __init__(self, database: Transactions) -> None:
        self._database = database

    def add(self, by: AuditActor, sanction: Sanction) -> None:
        self._database.write(lambda c: sanctions.add(c, by, sanction))

    def lift(self, by: AuditActor, kind: Kind, account: str | None, network: str | None) -> int:
        return self._database.write(
            lambda c: sanctions.lift(c, by, kind, wall_ms(), account=account, network=network)
        )

    def active(self) -> list[Sanction]:
        return sanctions.active(self._database.connection, wall_ms())

    def history(self, *, ended: bool) -> list[Sanction]:
        return sanctions.history(self._database.connection, ended=ended, now=wall_ms())


class SqlAdminTokens:
    """See `admin.AdminTokens`."""

    def __init__(self, database: Transactions) -> None:
        self._database = database

    def of_account(self, account: str) -> list[Token]:
        return tokens.of_account(self._database.connection, account, wall_ms())

    def revoke(self, by: AuditActor, id: str) -> int:
        return len(self._database.write(lambda c: tokens.revoke_any(c, by, id, wall_ms())))

    def replace_all(self, by: AuditActor, bot: str) -> NewToken:
        return self._database.write(lambda c: tokens.replace_all(c, by, bot, wall_ms()))

    def revoke_all(self, by: AuditActor, account: str) -> int:
        return self._database.write(lambda c: tokens.revoke_all(c, by, account, wall_ms()))


class SqlAdminAudit:
    """See `admin.AdminAudit`."""

    def __init__(self, database: Transactions) -> None:
        self._database = database

    def show(self, account: str | None, act: str | None, limit: int) -> list[AuditEntry]:
        return audit.show(self._database.connection, account, act, limit)

    def prune(self, by: AuditActor, before_ms: int, description: str) -> int:
        total = 0
        while count := self._database.write(lambda c: audit.prune(c, before_ms)):
            total += count
        self._database.write(lambda c: audit.add(c, by, "pruned", "audit", wall_ms(), description))
        return total
