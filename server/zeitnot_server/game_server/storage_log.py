"""Logs when the database becomes read-only, with what the operator should check."""

import time
from collections.abc import Callable

import structlog

from ..store import Store
from ..store.events import StorageState

CHECK_FILE = "is there room on the disk, and is the file where it was"
CHECK_DATABASE = "does PostgreSQL run, and is its standby connected"
CHECKS_BY_TEXT = {
    "another node has ended": "was this process frozen, or are two primaries up",
    "No space left": "is there room on PostgreSQL's disk",
    "no answer in time": "is the standby connected that synchronous_standby_names of PostgreSQL"
    " names, and does PostgreSQL run (docs/how-to/cluster.md#the-standby-is-gone)",
}
"""What to check, by a part of the error's text, with a database of several nodes."""


logger = structlog.get_logger()


class StorageLog:
    """Logs when the database becomes read-only, and when it can be written again."""

    def __init__(self, store: Store, monotonic_s: Callable[[], float] = time.monotonic) -> None:
        self._several = store.nodes.is_cluster
        self._monotonic_s = monotonic_s
        self._since_s = 0.0
        store.events.subscribe(StorageState, self._changed)

    def _changed(self, state: StorageState) -> None:
        if state.read_only_reason is not None:
            self._since_s = self._monotonic_s()
            question = what_to_check(state.read_only_reason, self._several)
            logger.error("read-only", why=state.read_only_reason, check=question)
        else:
            lasted = self._monotonic_s() - self._since_s
            logger.warning("writing again", seconds=round(lasted, 1))


def what_to_check(reason: str, several: bool) -> str:
    """What to check for this reason of the store's. `several`: there may be more nodes."""
    if not several:
        return CHECK_FILE
    checks = (check for text, check in CHECKS_BY_TEXT.items() if text in reason)
    return next(checks, CHECK_DATABASE)
