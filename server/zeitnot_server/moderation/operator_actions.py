"""Carries out the operator's actions that concern more than sockets. An action that fails while the
database is read-only is retried."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass

import structlog

from ..events.accounts import Banned
from ..events.bus import Events
from ..store import AuditEntry, StoreError

RETRY_CHECKS = (4, 240)  # after a failure: the shortest and the longest pause, in checks

logger = structlog.get_logger()
Handler = Callable[[AuditEntry], Awaitable[None]]
"""Carries out an action. If it raises StoreError, it is called again later."""


@dataclass(slots=True)
class _PostponedAction:
    """An action that failed. `pause`: checks between two tries; `checks_left`: checks until the
    next try."""

    act: AuditEntry
    pause: int
    checks_left: int


class OperatorActions:
    """`handlers`: by the kind of the action; other kinds need no handler. Publishes `Banned`."""

    def __init__(self, events: Events, handlers: Mapping[str, Handler]) -> None:
        self._events = events
        self._handlers = handlers
        self._postponed: list[_PostponedAction] = []

    @property
    def postponed(self) -> int:
        """How many actions will be retried."""
        return len(self._postponed)

    async def carry_out(self, act: AuditEntry) -> None:
        """Carries out a new action, or postpones it if the database cannot be written."""
        try:
            await self._try(act)
        except StoreError as failed:
            logger.warning("operator's act postponed", act=act.act, number=act.id, error=failed)
            self._postponed.append(_PostponedAction(act, RETRY_CHECKS[0], RETRY_CHECKS[0]))

    async def retry(self) -> None:
        """Retries failed actions in order, after growing pauses. Called at every check."""
        for retried in list(self._postponed):
            retried.checks_left -= 1
            if retried.checks_left > 0:
                continue
            act = retried.act
            try:
                is_done = await self._try(act)
            except StoreError:
                retried.checks_left = retried.pause = min(2 * retried.pause, RETRY_CHECKS[1])
                continue
            self._postponed.remove(retried)
            if is_done:
                logger.info("operator's act carried out", act=act.act, number=act.id)

    async def _try(self, act: AuditEntry) -> bool:
        """Returns False, after logging why, if the action can never be carried out: it must not
        keep later bans from being enforced. Raises StoreError."""
        try:
            if act.act == "banned":
                self._events.publish(Banned())
            elif handler := self._handlers.get(act.act):
                await handler(act)
        except StoreError:
            raise
        except Exception:
            logger.exception("operator's act failed", act=act.act, number=act.id)
            return False
        return True


def account_in(act: AuditEntry) -> str:
    """The account that an audit entry is about."""
    return act.subject.removeprefix("account ")
