"""The store: everything that is on disk, a domain each. What a database has to be able to do."""

from collections.abc import Callable, Mapping
from typing import Protocol

from ..books.book_store import BookStore
from .accounts import Accounts
from .games import Games
from .moderation import Moderation
from .room_log import RoomLog
from .runs import Runs, SignOfLife
from .tally import WriterTally
from .tokens import Tokens


class Damage(Protocol):
    """What was found wrong with the database, by place; its text has all of it."""

    @property
    def found(self) -> Mapping[str, str]:
        """What is wrong, by place."""

    def tell(self, hear: Callable[[str, str | None], None]) -> None:
        """Has somebody hear of every place, with what is wrong there, or None: it can be read
        again. Called on any thread, and at once for what has been found already."""


class Store(Protocol):
    """One database, open. Writes are durable when their await returns."""

    on_trouble: Callable[[str | None], None]
    """Hears of every change of `trouble`, on the event loop."""

    @property
    def log(self) -> RoomLog: ...

    @property
    def runs(self) -> Runs: ...

    @property
    def alive(self) -> SignOfLife: ...

    @property
    def accounts(self) -> Accounts: ...

    @property
    def tokens(self) -> Tokens: ...

    @property
    def moderation(self) -> Moderation: ...

    @property
    def games(self) -> Games: ...

    @property
    def books(self) -> BookStore: ...

    @property
    def damage(self) -> Damage: ...

    @property
    def trouble(self) -> str | None:
        """Why nothing can be written just now, None as long as it can."""

    @property
    def tally(self) -> WriterTally:
        """What the writer has counted since the start."""

    @property
    def waiting(self) -> int:
        """How many commits and other writes wait for their transaction."""

    def queries(self) -> int:
        """How many reads were made that leave cycles of objects behind (`garbage`)."""

    def begin_checks(self) -> None:
        """Has the whole database read in the background, soon and then every day."""

    async def ping(self) -> None:
        """Returns when both a write and a read have gone through, which wait for no other read.
        Raises StoreError."""

    async def close(self) -> None:
        """Writes what waits, then lets go of the database."""
