"""Tickets in SQL.

A ticket is used up by deleting its row, so of two sockets with the same ticket only one gets it,
whichever nodes they reach: the second deletion waits for the first and then finds no row.
"""

from ...errors import TooManyTickets
from ...tokens import TICKET_MS, Credential, Ticket, TicketLimits, digest, new_ticket
from ..base.connection import Connection, Lookup, Writer
from ..base.now import wall_ms
from . import tokens

_COUNT = "SELECT count(*), min(expires_at) FROM ticket"


def make(
    connection: Connection, caller: Credential, limits: TicketLimits, value: str, now: int
) -> Ticket:
    """Stores a ticket, and deletes those that have expired. Raises TooManyTickets."""
    connection.execute("DELETE FROM ticket WHERE expires_at <= ?", (now,))
    account = caller.actor.account
    of_account = connection.execute(f"{_COUNT} WHERE account = ?", (account,)).fetchone()
    in_all = connection.execute(_COUNT).fetchone()
    for (count, first), most, own in (
        (of_account, limits.of_account, True),
        (in_all, limits.in_all, False),
    ):
        if count >= most:
            raise TooManyTickets(first - now, own=own)
    ticket = Ticket(value, now + TICKET_MS)
    connection.execute(
        "INSERT INTO ticket (hash, token, account, expires_at) VALUES (?, ?, ?, ?)",
        (digest(value), caller.hash, account, ticket.expires_at),
    )
    return ticket


def exists(connection: Connection, value: str) -> bool:
    """Whether there is such a ticket, valid or not."""
    query = "SELECT 1 FROM ticket WHERE hash = ?"
    return connection.execute(query, (digest(value),)).fetchone() is not None


def use(connection: Connection, value: str, now: int) -> Credential | None:
    """Deletes a ticket, and returns the token that it stands for, if both are valid."""
    query = "DELETE FROM ticket WHERE hash = ? RETURNING token, expires_at"
    row = connection.execute(query, (digest(value),)).fetchone()
    if row is None:
        return None
    token, expires_at = row
    return tokens.find_by_hash(connection, token, now) if expires_at > now else None


class SqlTickets:
    """See `tokens.Tickets`."""

    def __init__(self, writer: Writer, lookup: Lookup) -> None:
        self._writer, self._lookup = writer, lookup

    async def make(self, caller: Credential, limits: TicketLimits) -> Ticket:
        value = new_ticket()
        return await self._writer.write(lambda c: make(c, caller, limits, value, wall_ms()))

    async def use(self, value: str) -> Credential | None:
        # First a read, so that invented tickets do not take the writer's time.
        if not await self._lookup.ask(lambda c: exists(c, value)):
            return None
        return await self._writer.write(lambda c: use(c, value, wall_ms()))
