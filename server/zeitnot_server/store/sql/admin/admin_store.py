"""The operator's store in SQL; each database opens it with its own checks."""

from collections.abc import Callable

from ..base.connection import Connection
from ..base.now import wall_ms
from .clubs import SqlAdminClubs
from .complaints import SqlAdminComplaints
from .games import SqlAdminBooks, SqlAdminGames
from .members import SqlAdminMembers
from .people import SqlAdminAccounts, SqlAdminAudit, SqlAdminSanctions, SqlAdminTokens
from .ratings import SqlAdminRatings
from .transactions import Transactions


class SqlAdminStore:
    """See `admin.AdminStore`. `begin` begins a transaction."""

    def __init__(self, connection: Connection, begin: Callable[[], object]) -> None:
        self._database = Transactions(connection, begin)
        self.accounts = SqlAdminAccounts(self._database)
        self.members = SqlAdminMembers(self._database)
        self.sanctions = SqlAdminSanctions(self._database)
        self.tokens = SqlAdminTokens(self._database)
        self.audit = SqlAdminAudit(self._database)
        self.games = SqlAdminGames(self._database)
        self.complaints = SqlAdminComplaints(self._database)
        self.books = SqlAdminBooks(self._database)
        self.ratings = SqlAdminRatings(self._database)
        self.clubs = SqlAdminClubs(self._database)

    @property
    def now(self) -> int:
        return wall_ms()

    def pause(self, seconds: float) -> None:
        self._database.pause(seconds)
