"""Lists of people who keep names, in SQL; see `moderation.Members`.

Each follows an index, except that of people with roles, which is short and sorted.
"""

from ...accounts import role_of
from ...moderation import ListedPerson, PeopleOf
from ..base.connection import Connection

_LAST_USE = (
    "SELECT max(coalesce(last_used_at, created_at)) FROM token WHERE token.account = account.id"
)
_CODE_END = (
    "SELECT max(expires_at) FROM account_code WHERE account_code.account = account.id"
    " AND kind = 'reset' AND expires_at > :now"
)
_PERSON = (
    "SELECT name, role, kept_at, password IS NOT NULL,"
    f" ({_LAST_USE}), ({_CODE_END}) FROM account WHERE kept_at IS NOT NULL"
)
_WHOM: dict[PeopleOf, str] = {
    "made": " AND made_by = :by",
    # The second condition is that of the index.
    "roles": " AND role IN ('teacher', 'organiser', 'admin') AND role != 'player'",
    "everyone": "",
}
_AFTER = " AND (kept_at, name) < (:since, :name)"
_ORDER = " ORDER BY kept_at DESC, name DESC LIMIT :limit"


def query(whom: PeopleOf, *, is_first: bool) -> str:
    """The statement for a page of a list."""
    return _PERSON + _WHOM[whom] + ("" if is_first else _AFTER) + _ORDER


def listed(
    connection: Connection,
    whom: PeopleOf,
    by: str,
    after: tuple[int, str] | None,
    limit: int,
    now: int,
) -> list[ListedPerson]:
    """See `moderation.Members`."""
    since, name = after or (0, "")
    parameters = {"by": by, "since": since, "name": name, "limit": limit, "now": now}
    rows = connection.execute(query(whom, is_first=after is None), parameters)
    return [
        ListedPerson(name, role_of(role), since, bool(taken), used_at, code_until)
        for name, role, since, taken, used_at, code_until in rows
    ]
