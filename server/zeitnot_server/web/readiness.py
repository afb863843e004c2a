"""Whether this server is ready, and what `/readyz` answers if not.

A monitor gets 503. A balancer that names the number of nodes it can use (`usable`) keeps the
sockets of a node that answers 404, and closes those of one that answers 503, so that their players
connect to another node. That helps only if there is a better one: while the database is away from
all nodes, every socket would be closed for nothing, and all would be opened again at once.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import NamedTuple

from ..store import ReadOnly, StoreError

READY_SECONDS = 2.0
QUICK_SECONDS = 0.5
"""How long a balancer waits for the database, because it has to notice soon that a process is
frozen."""
KEEP_SECONDS = 3.0
"""How long a node keeps its sockets although others are usable: as long as its lease lasts, because
a short outage is over before all players have connected elsewhere."""
KEEP, CLOSE = 404, 503


class Unready(NamedTuple):
    """Why the server is not ready: the component, and details for the operator."""

    component: str
    reason: str


class Readiness:
    """Watches the database. `ping` raises StoreError; `damage`: the damage found, or None;
    `monotonic_s`: this machine's clock."""

    def __init__(
        self,
        ping: Callable[[], Awaitable[None]],
        damage: Callable[[], str | None],
        monotonic_s: Callable[[], float] = time.monotonic,
    ) -> None:
        self._ping, self._damage, self._monotonic_s = ping, damage, monotonic_s
        self._answered_s = monotonic_s()  # when the database last did
        self._unready_since_s: float | None = None

    async def check(self, *, quick: bool = False) -> Unready | None:
        """Asks the database; None: ready. `quick`: waits only QUICK_SECONDS, and then the database
        may have answered within READY_SECONDS before."""
        unready = await self._trouble(QUICK_SECONDS if quick else READY_SECONDS)
        if unready is None:
            self._unready_since_s = None
        elif self._unready_since_s is None:
            self._unready_since_s = self._monotonic_s()
        return unready

    async def _trouble(self, seconds: float) -> Unready | None:
        try:
            async with asyncio.timeout(seconds):
                await self._ping()
        except ReadOnly as trouble:
            return Unready("read-only", f"{trouble}")
        except StoreError as error:
            return Unready("the database does not answer", f"{error}")
        except TimeoutError:
            if seconds >= READY_SECONDS or self._silent_s >= READY_SECONDS:
                return Unready("the database does not answer", "too slow")
        else:
            self._answered_s = self._monotonic_s()
        damage = self._damage()
        return None if damage is None else Unready("damaged", damage)

    @property
    def _silent_s(self) -> float:
        return self._monotonic_s() - self._answered_s

    def status(self, usable: int | None) -> int:
        """The HTTP status while the server is not ready. `usable`: how many nodes the balancer can
        use; None: the client is not a balancer."""
        if usable is None or self._unready_since_s is None:
            return CLOSE
        lasts_s = self._monotonic_s() - self._unready_since_s
        return KEEP if not usable or lasts_s < KEEP_SECONDS else CLOSE
