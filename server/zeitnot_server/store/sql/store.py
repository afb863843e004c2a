"""The part of a store that all databases share: its domains (the room log, accounts, tokens,
moderation, games, books), on a database's own connections."""

from collections.abc import Callable
from typing import Protocol, TypeVar

from ...events.bus import Events
from ..room_log import RulesFor
from ..single_flight import SingleFlight
from ..tally import WriterTally
from .base import connection
from .base.connection import Connection
from .base.damage import Damage
from .base.decoding import Decoding
from .base.snapshots import BoundedReader
from .books.books import SqlBooks
from .bots.bot_pages import SqlBotPages
from .clubs.clubs import SqlClubs
from .games.games import SqlGames
from .logs.room_log import SqlRoomLog
from .logs.runs import PresentRun
from .members.codes import SqlCodes
from .members.deletions import SqlDeletions
from .members.new_members import SqlMembers
from .people.accounts import SqlAccounts
from .people.kept import SqlKeptAccounts
from .people.merging import SqlMergedGuests
from .people.moderation import SqlModeration
from .people.passkeys import SqlPasskeys
from .people.tickets import SqlTickets
from .people.tokens import SqlTokens
from .profiles.people import SqlPeople
from .ratings.ratings import SqlRatings

T = TypeVar("T")


class Writer(connection.Writer, Protocol):
    """A store's writer, as the store sees it; see `store.Store` for what its members mean."""

    read_only_reason: str | None
    tally: WriterTally

    @property
    def waiting(self) -> int: ...

    async def close(self) -> None: ...


class Lookup(connection.Lookup, Protocol):
    """A store's lookup, as the store sees it."""

    async def close(self) -> None: ...


class SqlStore:
    """See `store.Store`. A database's own store makes the connections, then calls
    `_make_domains`.

    `lists` is for queries of clients, so that neither the server itself nor `ping` waits for them.
    """

    _writer: Writer
    _lookup: Lookup
    _ping_lookup: Lookup
    _reader: BoundedReader
    _records: BoundedReader
    lists: BoundedReader

    def __init__(self, damage: Damage) -> None:
        self.events = Events()
        self.damage = damage
        self._ping_once = SingleFlight(self._ping)

    def _make_domains(
        self, runs: PresentRun, rules_for: RulesFor, log_lookup: connection.Lookup
    ) -> None:
        """Creates the domains. `log_lookup`: for the room log. It may be a stricter one, because
        rooms acknowledge what they find there."""
        writer, lookup, reader = self._writer, self._lookup, self._reader
        decoding = Decoding(self.damage)
        self.log = SqlRoomLog(writer, log_lookup, decoding, rules_for, runs)
        self.accounts = SqlAccounts(writer, lookup)
        self.kept = SqlKeptAccounts(writer, lookup)
        self.passkeys = SqlPasskeys(writer, lookup)
        self.codes = SqlCodes(writer, lookup)
        self.members = SqlMembers(writer, lookup)
        self.deletions = SqlDeletions(writer, lookup)
        self.merged_guests = SqlMergedGuests(writer, lookup)
        self.tokens = SqlTokens(writer, lookup)
        self.tickets = SqlTickets(writer, lookup)
        self.moderation = SqlModeration(writer, lookup, reader)
        self.games = SqlGames(lookup, reader, self.lists, self._records, decoding, rules_for)
        self.people = SqlPeople(writer, lookup, self.lists)
        self.bot_pages = SqlBotPages(writer, lookup, self.lists)
        self.ratings = SqlRatings(lookup, self.lists)
        self.clubs = SqlClubs(writer, lookup)
        self.books = SqlBooks(writer, lookup, reader, self.lists)

    @property
    def read_only_reason(self) -> str | None:
        """Why the database is read-only; None: it is not. Every change is published."""
        return self._writer.read_only_reason

    @property
    def tally(self) -> WriterTally:
        """The writer's counters since the start."""
        return self._writer.tally

    @property
    def waiting(self) -> int:
        """How many commits and other writes wait for their transaction."""
        return self._writer.waiting

    def queries(self) -> int:
        """How many queries SQLAlchemy has made, which leave reference cycles (`garbage`)."""
        return sum(reader.queries for reader in (self._reader, self._records, self.lists))

    async def ping(self) -> None:
        """Returns when both a write and a read have succeeded, neither of which waits for other
        reads. Raises StoreError."""
        await self._ping_once.get()

    async def _ping(self) -> None:
        await self.write(lambda c: None)
        await self._ping_lookup.ask(lambda c: c.execute("SELECT 1").fetchone())

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Runs a short function in a transaction of the writer, after the commits. If it raises an
        error, it is rolled back and the error is raised here. Raises WriteFailed, ReadOnly."""
        return await self._writer.write(work)
