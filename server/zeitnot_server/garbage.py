"""Collecting garbage when there may be some, and not whenever much has been made.

Almost all that we make is freed by its reference count: neither a move nor the end of a connection
leaves a cycle behind (`web.transport`). Python's own collector counts what is made, not what stays:
with 10,000 sockets it stopped the loop for 100 ms every few seconds, now and then for a second or
two, and found nothing.

So we look only when there are some thousand objects more than last time, and then only at those
made since: that takes some milliseconds. What survives is set aside (`gc.freeze`). Whatever has
lived for some tenths of a second is set aside without a look: a move replaces twenty objects by
others and leaves hardly more than there were, and to look at all of these took 90 ms. After a look
that has found next to nothing, twice as many must have come before the next. All are looked at when
twice as much memory is in use, and that takes long. So cycles can keep only so much, and a server
that neither fills nor leaks is left in peace.

One thing does leave cycles: a query made by SQLAlchemy, some fifty objects and 17 KB. Nothing is
set aside without a look once there was one.
"""

import asyncio
import gc
import sys
from collections.abc import Callable

LOOK_SECONDS = 0.05
SETTLED = 4  # looks after which what is still there is set aside
MANY = 5_000  # objects: some 25 connections, and ten milliseconds
MOST = 64  # times as many, after looks that were in vain
WORTH = 0.02  # of the new objects: finding fewer was in vain
FEW_FOR_ALL = 1_500_000  # all are not looked at before so many have come


class Garbage:
    """Stands in for the automatic collector of this process from now on. `queries`: how many there
    have been that leave cycles."""

    def __init__(
        self,
        many: int = MANY,
        few_for_all: int = FEW_FOR_ALL,
        in_use: Callable[[], int] = sys.getallocatedblocks,
        queries: Callable[[], int] = lambda: 0,
    ) -> None:
        self._queries = queries
        self._queried = queries()  # when something was last set aside
        self._least = self._many = many
        self._few = few_for_all
        self._in_use = in_use
        self._used = in_use()  # when all were looked at
        self._since = 0  # objects made after that and not freed before they were set aside
        self._looks = 0  # since anything was set aside
        gc.disable()
        gc.freeze()

    def look(self) -> bool:
        """Collects if it is time; says whether it was."""
        grown, *_ = gc.get_count()
        self._looks += 1
        many = grown > self._many
        if not many and self._looks < SETTLED:
            return False
        self._looks = 0
        self._since += grown
        doubled = self._doubled()
        if doubled:
            gc.unfreeze()
        queried, self._queried = self._queried, self._queries()
        if doubled or many or queried != self._queried:
            found = gc.collect()
            self._since -= found
            if doubled or many:
                in_vain = found < WORTH * grown
                self._many = min(2 * self._many, MOST * self._least) if in_vain else self._least
        gc.freeze()
        if doubled:
            self._used, self._since = self._in_use(), 0
        return doubled or many

    def _doubled(self) -> bool:
        """Whether there is twice as much as when all were looked at. What is freed after it was set
        aside is counted by nobody, so that many new objects are only a reason to ask."""
        if self._since <= self._few:
            return False
        self._since = 0
        return self._in_use() > 2 * self._used

    async def run(self) -> None:
        """Looks for ever."""
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            self.look()
