"""For the operator: the clubs of members."""

from ....clubs.club import Club
from ....clubs.club_store import MAX_PAGE
from ...audit import AuditActor
from ..base.connection import Connection
from ..base.now import wall_ms
from ..clubs import changes, rows
from ..people import audit
from .transactions import Transactions


class SqlAdminClubs:
    """See `admin.AdminClubs`."""

    def __init__(self, database: Transactions) -> None:
        self._database = database

    def listed(self, limit: int) -> list[Club]:
        found, place = list[Club](), None
        while len(found) < limit:
            size = min(MAX_PAGE, limit - len(found))
            clubs, place = rows.page(self._database.connection, "newest", place, size)
            found += clubs
            if place is None:
                break
        return found

    def dissolve(self, by: AuditActor, slug: str, reason: str) -> bool:
        def work(connection: Connection) -> bool:
            club = rows.locked(connection, slug)
            if club is None:
                return False
            changes.delete(connection, club.id)
            about = f"{club.name}: {reason}"
            audit.add(connection, by, "club_dissolved", f"club {slug}", wall_ms(), about)
            return True

        return self._database.write(work)
