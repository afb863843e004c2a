"""Detects commits that have returned but may be missing on the synchronous standbys.

While a COMMIT waits for a standby, an operator can cancel it (`pg_cancel_backend`). PostgreSQL then
reports success, with a warning: the transaction is committed here, visible, and on no other
machine. If it were acknowledged, it would be lost with this machine.
"""

from typing import Any

_WAITS = "SyncRepWaitForLSN"  # the function of PostgreSQL's that warns; its text is translated


class NotReplicated(OSError):
    """A commit did not wait until a standby had it, so its outcome is unknown."""


class Replication:
    """Listens to the warnings of one connection. They arrive before the result of their statement,
    and their listeners are called before the statement's caller continues."""

    def __init__(self, raw: Any) -> None:
        self._warning: str | None = None
        raw.add_log_listener(self._listen)

    def check(self) -> None:
        """Call it after each commit. Raises NotReplicated if a commit did not wait for the
        standby."""
        if self._warning is not None:
            raise NotReplicated(self._warning)

    def _listen(self, connection: Any, message: Any) -> None:
        function = getattr(message, "server_source_function", None)
        if message.severity_en == "WARNING" and function in (_WAITS, None):
            self._warning = f"{message.message}"
