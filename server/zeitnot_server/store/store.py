"""The store: all persistent data, by domain, as interfaces that a database implements."""

from collections.abc import Callable, Mapping
from typing import Protocol

from ..books.book_store import BookStore
from ..bot_pages.page_store import BotPages
from ..clubs.club_store import Clubs
from ..events.bus import Events
from ..profiles.people_store import People
from ..ratings.rating_store import Ratings
from .accounts import Accounts, KeptAccounts, MergedGuests
from .games import Games
from .moderation import Deletions, Members, Moderation
from .nodes import Nodes
from .room_log import RoomLog
from .runs import Heartbeats, Runs
from .tally import WriterTally
from .tokens import Codes, Passkeys, Tickets, Tokens


class Damage(Protocol):
    """The damage found in the database, by place; `str` lists it."""

    @property
    def found(self) -> Mapping[str, str]:
        """What is wrong, by place."""

    def listen(self, callback: Callable[[str, str | None], None]) -> None:
        """Sets the callback, which gets each damaged place with a description, or with None when it
        can be read again. It is called on any thread, and now for earlier findings."""


class Store(Protocol):
    """One database, open. Writes are durable when their await returns."""

    @property
    def events(self) -> Events:
        """Publishes `StorageState` with every change of `read_only_reason`, and `LeaseLost`; on the
        event loop."""

    @property
    def log(self) -> RoomLog: ...

    @property
    def runs(self) -> Runs: ...

    @property
    def heartbeats(self) -> Heartbeats: ...

    @property
    def accounts(self) -> Accounts: ...

    @property
    def kept(self) -> KeptAccounts: ...

    @property
    def passkeys(self) -> Passkeys: ...

    @property
    def codes(self) -> Codes: ...

    @property
    def members(self) -> Members: ...

    @property
    def deletions(self) -> Deletions: ...

    @property
    def merged_guests(self) -> MergedGuests: ...

    @property
    def tokens(self) -> Tokens: ...

    @property
    def tickets(self) -> Tickets: ...

    @property
    def moderation(self) -> Moderation: ...

    @property
    def games(self) -> Games: ...

    @property
    def nodes(self) -> Nodes: ...

    @property
    def people(self) -> People: ...

    @property
    def bot_pages(self) -> BotPages: ...

    @property
    def ratings(self) -> Ratings: ...

    @property
    def clubs(self) -> Clubs: ...

    @property
    def books(self) -> BookStore: ...

    @property
    def damage(self) -> Damage: ...

    @property
    def read_only_reason(self) -> str | None:
        """Why the database is read-only; None: it is not."""

    @property
    def tally(self) -> WriterTally:
        """The writer's counters since the start."""

    @property
    def waiting(self) -> int:
        """How many commits and other writes wait for their transaction."""

    def queries(self) -> int:
        """How many reads so far have left reference cycles (`garbage`)."""

    def begin_checks(self) -> None:
        """Starts checking the entire database in the background, soon and then every day."""

    async def ping(self) -> None:
        """Returns when a write and a read have succeeded, neither of which waits for other reads.
        Raises StoreError."""

    async def close(self) -> None:
        """Writes what is queued, then closes the database."""
