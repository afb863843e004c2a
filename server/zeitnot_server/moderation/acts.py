"""Carries out the operator's acts that concern more than sockets; those that fail while nothing can
be stored are tried again."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass

import structlog

from ..events.accounts import Banned
from ..events.bus import Events
from ..store import Act, StoreError

RETRY_CHECKS = (4, 240)  # after a failed act: the shortest pause, and the longest, in checks

logger = structlog.get_logger()
Handler = Callable[[Act], Awaitable[None]]
"""Carries out an act. Raises StoreError; then it is called again later."""


@dataclass(slots=True)
class _RetriedAct:
    """An act that could not be carried out. `pause`: checks between two tries; `checks_left`: until
    the next try."""

    act: Act
    pause: int
    checks_left: int


class OperatorActs:
    """`handlers`: by the kind of the act; acts of other kinds need nothing. Publishes `Banned`."""

    def __init__(self, events: Events, handlers: Mapping[str, Handler]) -> None:
        self._events = events
        self._handlers = handlers
        self._postponed: list[_RetriedAct] = []

    @property
    def postponed(self) -> int:
        """How many acts are to be tried again."""
        return len(self._postponed)

    async def carry_out(self, act: Act) -> None:
        """Carries out a new act; if nothing can be stored, it is tried again later."""
        try:
            await self._try(act)
        except StoreError as failed:
            logger.warning("operator's act postponed", act=act.act, number=act.id, error=failed)
            self._postponed.append(_RetriedAct(act, RETRY_CHECKS[0], RETRY_CHECKS[0]))

    async def retry(self) -> None:
        """Called at every check: retries what has failed, in order, after growing pauses."""
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

    async def _try(self, act: Act) -> bool:
        """False: the act can never be carried out, which is logged: it must not keep bans from
        being enforced. Raises StoreError."""
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


def account_of(act: Act) -> str:
    """The account that an act is about."""
    return act.subject.removeprefix("account ")
