"""Whether a commit that has returned may be missing on the synchronous standbys.

While a COMMIT waits for a standby, an operator can cancel it (`pg_cancel_backend`). PostgreSQL then
reports success, with a warning: the transaction is committed here, visible, and on no other
machine. Whoever acknowledged it would lose it with this machine.
"""

from typing import Any

_WAITS = "SyncRepWaitForLSN"  # the function of PostgreSQL's that warns; its text is translated


class NotReplicated(OSError):
    """A commit was not waited for until a standby had it: its end is unknown."""


class Replication:
    """Listens to the warnings of one connection. They come before the result of their statement,
    and their listeners are called before whoever waits for it goes on."""

    def __init__(self, raw: Any) -> None:
        self._warning: str | None = None
        raw.add_log_listener(self._listen)

    def check(self) -> None:
        """To be called after each commit. Raises NotReplicated if any was not waited for."""
        if self._warning is not None:
            raise NotReplicated(self._warning)

    def _listen(self, connection: Any, message: Any) -> None:
        function = getattr(message, "server_source_function", None)
        if message.severity_en == "WARNING" and function in (_WAITS, None):
            self._warning = f"{message.message}"
