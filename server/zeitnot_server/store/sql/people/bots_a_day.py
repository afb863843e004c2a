"""How many bots have been registered within a day; counted in the database, so that it holds for
all nodes together, and over restarts.

It is counted once the new bot is in. By then `audit.add` has locked the audit log, which keeps all
others who add to it waiting until the end, so that two nodes cannot both register the last one.
"""

from ...accounts import BotsADay
from ...errors import TooManyBots
from ..base.connection import Connection

DAY_MS = 86_400_000
# The newest bots first; the one after as many as may be is one too many.
_LAST = "ORDER BY account.created_at DESC LIMIT 1 OFFSET :most"
_OF_OWNER = f"""SELECT created_at FROM account
WHERE owner = :who AND bot AND created_at > :since {_LAST}"""
# Bots alone have a handle, and it is indexed, so that people are not looked through; they would be
# with `owner IS NULL`, which SQLite finds by the owners' index.
_FROM_ADDRESS = f"""SELECT account.created_at FROM account
JOIN audit ON audit.subject = 'account ' || account.id
WHERE account.handle > '' AND account.created_at > :since AND audit.act = 'bot_made'
    AND audit.address = :who {{owned}} {_LAST}"""
_OF_NOBODY_FROM_ADDRESS = _FROM_ADDRESS.format(owned="AND coalesce(account.owner, '') = ''")
_OF_ALL_FROM_ADDRESS = _FROM_ADDRESS.format(owned="")


def check(
    connection: Connection, most: BotsADay, owner: str | None, address: str | None, now: int
) -> None:
    """A bot has been added by this owner, and from this address. Raises TooManyBots if it is one
    too many; then it must not stay."""
    bounds = [(_OF_ALL_FROM_ADDRESS, address, most.from_address)]
    if owner is not None:
        bounds.append((_OF_OWNER, owner, most.by_owner))
    else:
        bounds.append((_OF_NOBODY_FROM_ADDRESS, address, most.by_owner))
    for query, who, bound in bounds:
        parameters = {"who": who, "since": now - DAY_MS, "most": bound}
        row = connection.execute(query, parameters).fetchone() if who is not None else None
        if row is not None:
            raise TooManyBots(row[0] + DAY_MS - now)
