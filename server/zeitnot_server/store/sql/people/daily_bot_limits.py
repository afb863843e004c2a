"""The daily limits on registrations of bots, counted in the database, so that they hold for all
nodes together and across restarts.

They are counted after the new bot was inserted. By then `audit.add` has locked the audit log, so
that two nodes cannot both register the last bot.
"""

from ...accounts import DailyBotLimits
from ...errors import TooManyBots
from ..base.connection import Connection

DAY_MS = 86_400_000
# The newest bots first: if there is one behind the first `:most`, there are too many.
_BEYOND_MOST = "ORDER BY account.created_at DESC LIMIT 1 OFFSET :most"
_OF_OWNER = f"""SELECT created_at FROM account
WHERE owner = :who AND bot AND created_at > :since {_BEYOND_MOST}"""
# Only bots have a handle, and it is indexed, so people are not scanned. With `owner IS NULL` they
# would be, because SQLite would use the owners' index.
_FROM_ADDRESS = f"""SELECT account.created_at FROM account
JOIN audit ON audit.subject = 'account ' || account.id
WHERE account.handle > '' AND account.created_at > :since AND audit.act = 'bot_made'
    AND audit.address = :who {{owned}} {_BEYOND_MOST}"""
_WITHOUT_OWNER_FROM_ADDRESS = _FROM_ADDRESS.format(owned="AND coalesce(account.owner, '') = ''")
_OF_ALL_FROM_ADDRESS = _FROM_ADDRESS.format(owned="")


def check(
    connection: Connection, limits: DailyBotLimits, owner: str | None, address: str | None, now: int
) -> None:
    """Checks the limits after a bot was inserted for this owner, from this address. Raises
    TooManyBots if it exceeds one; then the insert must be rolled back."""
    bounds = [(_OF_ALL_FROM_ADDRESS, address, limits.from_address)]
    if owner is not None:
        bounds.append((_OF_OWNER, owner, limits.by_owner))
    else:
        bounds.append((_WITHOUT_OWNER_FROM_ADDRESS, address, limits.by_owner))
    for query, who, bound in bounds:
        parameters = {"who": who, "since": now - DAY_MS, "most": bound}
        row = connection.execute(query, parameters).fetchone() if who is not None else None
        if row is not None:
            raise TooManyBots(row[0] + DAY_MS - now)
