"""For the operator: people who keep names, their roles and codes."""

from collections.abc import Sequence

import zeitnot_protocol as p

from ....profiles.people_store import BLOCK, FOLLOW
from ....ratings.rating_store import Change
from ...accounts import KeptPerson
from ...admin import AccountDetails
from ...audit import AuditActor
from ...tokens import CodeKind, JoinCode, NewCode
from ..base.now import wall_ms
from ..clubs import ladders
from ..members import codes, deletions, members, new_members
from ..people import accounts, join_codes, passkeys, removal, tokens
from ..profiles import complaints, profiles, relations
from ..ratings import ratings
from .transactions import Transactions


class SqlAdminMembers:
    """See `admin.AdminMembers`."""

    def __init__(self, database: Transactions) -> None:
        self._database = database
        self._connection = database.connection

    def named(self, name: str) -> KeptPerson | None:
        return members.named(self._connection, name) or members.with_id(self._connection, name)

    def admins(self) -> list[KeptPerson]:
        return members.admins(self._connection)

    def set_role(self, by: AuditActor, name: str, role: p.Role) -> KeptPerson | None:
        return self._database.write(lambda c: members.set_role(c, by, name, role, wall_ms()))

    def create(
        self, by: AuditActor, names: Sequence[str], role: p.Role, days: int
    ) -> list[NewCode]:
        return self._database.write(
            lambda c: new_members.create(c, by, names, wall_ms(), role, days, reserved=True)
        )

    def make_code(self, by: AuditActor, person: KeptPerson, kind: CodeKind) -> NewCode:
        return self._database.write(lambda c: codes.make(c, by, person, kind, wall_ms()))

    def make_join_code(
        self, by: AuditActor, note: str | None, max_uses: int | None, expires_at: int | None
    ) -> tuple[JoinCode, str]:
        return self._database.write(
            lambda c: join_codes.make(c, by, note, max_uses, expires_at, wall_ms())
        )

    def join_codes(self, *, ended: bool) -> list[JoinCode]:
        return join_codes.listed(self._connection, wall_ms(), ended=ended)

    def end_join_code(self, by: AuditActor, id: str) -> bool:
        return self._database.write(lambda c: join_codes.end(c, by, id, wall_ms()))

    def delete(self, by: AuditActor, account: str) -> None:
        self._database.write(lambda c: deletions.delete(c, by, account, wall_ms()))

    def details(self, account: str) -> AccountDetails:
        connection, row = self._connection, accounts.find(self._connection, account)
        if row is None:
            raise AssertionError(f"there is no account {account}")
        return AccountDetails(
            row,
            accounts.stats_of(connection, account),
            tokens.of_account(connection, account, wall_ms()),
            accounts.bots_of(connection, account),
            ratings.of_account(connection, account),
            self._names(relations.related(connection, account, FOLLOW)),
            self._names(relations.related(connection, account, BLOCK)),
            complaints.of_account(connection, account),
            passkeys.of_account(connection, account),
            ladders.own(connection, account),
        )

    def _names(self, accounts: list[str]) -> list[str]:
        names = profiles.names(self._connection, accounts)
        return [names[account][0] for account in accounts if account in names]

    def rating_changes(self, account: str) -> list[Change]:
        rows = self._connection.execute(ratings.ALL_OF_ACCOUNT, (account,))
        return [Change(*row) for row in rows]

    def games_of(self, account: str) -> list[str]:
        imported = removal.imports_of(self._connection, account)
        return [*deletions.games_of(self._connection, account), *imported]

    def is_settled(self, account: str) -> bool:
        return deletions.is_settled(self._connection, account)
