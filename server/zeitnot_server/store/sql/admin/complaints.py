"""For the operator: what players have reported about others."""

from ....profiles.people_store import Complaint
from ...audit import AuditActor
from ..base.connection import Connection
from ..base.now import wall_ms
from ..people import audit
from ..profiles import complaints
from .transactions import Transactions


class SqlAdminComplaints:
    """See `admin.AdminComplaints`."""

    def __init__(self, database: Transactions) -> None:
        self._database = database

    def listed(self, limit: int, *, resolved: bool = False) -> list[Complaint]:
        return complaints.listed(self._database.connection, limit, resolved=resolved)

    def resolve(self, by: AuditActor, number: int, resolution: str) -> bool:
        def work(connection: Connection) -> bool:
            about = complaints.resolve(connection, number, resolution, wall_ms())
            if about is None:
                return False
            reason = f"complaint {number}: {resolution}"
            audit.add(connection, by, "complaint_resolved", f"account {about}", wall_ms(), reason)
            return True

        return self._database.write(work)
