"""Runs the garbage collector when there may be garbage, not whenever many objects were made.

Almost every object is freed by its reference count: neither a move nor a closed connection leaves a
cycle behind (`web.transport.transport`). Python's own schedule counts allocations, not survivors:
with 10,000 sockets it stopped the loop for 100 ms every few seconds, sometimes for a second or two,
and found nothing.

So the collector runs only when there are some thousand objects more than last time, and then only
over the new ones: that takes some milliseconds. Survivors are frozen (`gc.freeze`). Objects that
have lived for some tenths of a second are frozen without being traversed: a move replaces twenty
objects by others and leaves hardly more than there were, and to traverse all of these took 90 ms.
After a collection that has found next to nothing, it takes twice as many new objects before the
next. All objects are traversed when the number in use has doubled, which takes long. So cycles can
keep only a bounded amount of memory, and a server that neither grows nor leaks is not interrupted.

One thing does leave cycles: a query made by SQLAlchemy, some fifty objects and 17 KB. After one,
nothing is frozen without being traversed.
"""

import asyncio
import gc
import sys
from collections.abc import Callable

CHECK_SECONDS = 0.05
CHECKS_TO_FREEZE = 4  # checks after which surviving objects are frozen
NEW_OBJECTS = 5_000  # new objects: some 25 connections, and ten milliseconds
MAX_FACTOR = 64  # times NEW_OBJECTS at most, after collections that freed next to nothing
USEFUL_SHARE = 0.02  # of the new objects: a collection that frees fewer was useless
FULL_AFTER = 1_500_000  # new objects before a full collection is considered


class Garbage:
    """Replaces the automatic collector of this process. `new_objects`: how many trigger a
    collection; `in_use`: counts the objects in use; `queries`: counts those that leave cycles."""

    def __init__(
        self,
        new_objects: int = NEW_OBJECTS,
        full_after: int = FULL_AFTER,
        in_use: Callable[[], int] = sys.getallocatedblocks,
        queries: Callable[[], int] = lambda: 0,
    ) -> None:
        self._queries = queries
        self._queries_at_freeze = queries()  # when objects were last frozen
        self._min_threshold = self._threshold = new_objects
        self._full_after = full_after
        self._in_use = in_use
        self._used_at_full = in_use()  # at the last full collection
        self._new_since_full = 0  # objects made after that and not freed before they were frozen
        self._checks_since_freeze = 0  # since objects were last frozen
        gc.disable()
        gc.freeze()

    def check(self) -> bool:
        """Collects if necessary; returns whether it did so for the number of objects."""
        grown, *_ = gc.get_count()
        self._checks_since_freeze += 1
        has_grown = grown > self._threshold
        if not has_grown and self._checks_since_freeze < CHECKS_TO_FREEZE:
            return False
        self._checks_since_freeze = 0
        self._new_since_full += grown
        doubled = self._use_has_doubled()
        if doubled:
            gc.unfreeze()
        queried, self._queries_at_freeze = self._queries_at_freeze, self._queries()
        if doubled or has_grown or queried != self._queries_at_freeze:
            freed = gc.collect()
            self._new_since_full -= freed
            if doubled or has_grown:
                useless = freed < USEFUL_SHARE * grown
                self._threshold = (
                    min(2 * self._threshold, MAX_FACTOR * self._min_threshold)
                    if useless
                    else self._min_threshold
                )
        gc.freeze()
        if doubled:
            self._used_at_full, self._new_since_full = self._in_use(), 0
        return doubled or has_grown

    def _use_has_doubled(self) -> bool:
        """Whether twice as much is in use as at the last full collection. Frozen objects that were
        freed are not counted, so many new objects are only a reason to compare."""
        if self._new_since_full <= self._full_after:
            return False
        self._new_since_full = 0
        return self._in_use() > 2 * self._used_at_full

    async def run(self) -> None:
        """Checks until cancelled."""
        while True:
            await asyncio.sleep(CHECK_SECONDS)
            self.check()
