"""What is counted for all sockets of one account, or of one address: refusals and stored moves.

Looked up once, when a socket connects; after that a move costs two additions, and only a refusal
costs more. Both are counted afterwards as a debt, which has to be paid before the next.
"""

import math
import weakref
from collections.abc import Callable, Sequence

from ...limits.allowance import Allowance, may
from ...limits.bounded_map import BoundedMap
from ...limits.bucket import Bucket, Rate
from ...limits.sender import Sender

REMEMBERED = 10_000
PROMPT = Rate(150, 300)  # reads of an address that are processed at once, not in turn (`turns`)
FEW = Rate(10, 40)  # frames of an account whose address has sent too many
DEBT_MS = 60_000  # no debt of refusals or reading lasts longer
GRACE_MS = 1_000  # of an account's refusals that do not count if its address has none left
NO_FAULT = ("busy", "retry", "read_only", "disk_low")  # errors that are the server's fault


class Level:
    """A bucket that is checked only when it may overflow, so that counting is an addition."""

    __slots__ = ("_at_ms", "_rate", "count")

    def __init__(self, rate: Rate) -> None:
        self._rate = rate
        self._at_ms = 0
        self.count = 0

    def count_one(self, now_ms: Callable[[], int]) -> bool:
        """Counts one; False, and it is not counted, when there are too many."""
        self.count += 1
        if self.count <= self._rate.at_once:
            return True
        now = now_ms()
        gained = int((now - self._at_ms) * self._rate.per_second / 1000)
        if gained:
            self.count, self._at_ms = max(1, self.count - gained), now
        if self.count <= self._rate.at_once:
            return True
        self.count -= 1
        return False

    def full_in_ms(self, now_ms: int) -> float:
        """How long until it is as if it had never been used."""
        if self._rate.per_second <= 0:
            return math.inf if self.count > 0 else 0.0
        return max(0.0, self.count * 1000 / self._rate.per_second - (now_ms - self._at_ms))


class Share:
    """What is counted for one account, or one address. `blocked_until_ms`: until then it may not
    send anything; 0: it may."""

    __slots__ = (
        "__weakref__",
        "_stored",
        "_stored_rate",
        "blocked_until_ms",
        "events",
        "few",
        "frames",
        "prompt",
        "refusals",
    )

    def __init__(self, stored: Rate, refusals: Rate, frames: Rate) -> None:
        self.frames = Level(frames)
        self.few = Level(FEW)
        self.prompt = Level(PROMPT)
        self._stored = Bucket(*stored)
        self._stored_rate = stored
        self.refusals = Bucket(*refusals)
        self.events = 0  # stored, and not yet counted in the bucket
        self.blocked_until_ms = 0

    def begin_in_ms(self, now_ms: int) -> float:
        """How long until another game may begin; 0: now."""
        self._charge_stored(now_ms)
        return self._stored.wait_ms(now_ms)

    def full_in_ms(self, now_ms: int) -> float:
        """How long until it is as if it had never been used."""
        self._charge_stored(now_ms)
        allowances = (self._stored, self.refusals, self.frames, self.few)
        return max(one.full_in_ms(now_ms) for one in allowances)

    def _charge_stored(self, now_ms: int) -> None:
        events, self.events = self.events, 0
        self._stored.owe(now_ms, events, most=self._stored_rate.at_once)


class Shares:
    """Shares by name. Those without a socket are forgotten in time (`bounded_map`)."""

    def __init__(
        self, stored: Rate, refusals: Rate, frames: Rate, bounded_map: int = REMEMBERED
    ) -> None:
        self._rates = stored, refusals, frames
        self._remembered: BoundedMap[Share] = BoundedMap(bounded_map, Share.full_in_ms)
        self._in_use: weakref.WeakValueDictionary[str, Share] = weakref.WeakValueDictionary()

    def __len__(self) -> int:
        return len(self._remembered)

    def of(self, name: str, now_ms: int) -> Share:
        """The share with this name."""
        share = self._in_use.get(name)
        if share is None:
            share = self._in_use[name] = Share(*self._rates)
        if name not in self._remembered:
            self._remembered.put(name, share, now_ms)
        return share


class CountedSender(Sender):
    """One account at one address. `own` and `addresses`: what is counted for them, if anything (for
    IPv6, for its /48, too); `reads`: what the address may read, and its names there; none: it is
    not bounded."""

    def __init__(
        self,
        origin: str | None,
        own: Share | None,
        addresses: Sequence[Share],
        now_ms: Callable[[], int],
        reads: Sequence[tuple[Allowance, str]],
        read_chars: int,
    ) -> None:
        self.origin = origin
        self._own = own or Share(Rate(0, 1), Rate(0, 1), Rate(0, 1))
        self._addresses = addresses
        self._counts = own is not None
        self._now_ms = now_ms
        self._reads = reads
        self._read_chars = read_chars
        self._chars = 0  # sent, and not yet charged as a read

    def is_blocked(self, at_ms: int) -> bool:
        """Whether too many of its messages have been refused."""
        return at_ms < self._own.blocked_until_ms

    def blocked_ms(self) -> int:
        """For how long it may not send anything."""
        return max(0, self._own.blocked_until_ms - self._now_ms())

    def is_prompt(self) -> bool:
        if not self._addresses:
            return True
        return all(share.prompt.count_one(self._now_ms) for share in self._addresses)

    def sent_frame(self) -> bool:
        """False: this account has sent too many frames, or its address has, and this account more
        than a few of them."""
        if not self._counts:
            return True
        own = self._own
        is_one_of_few = own.few.count_one(self._now_ms)
        if not own.frames.count_one(self._now_ms):
            return False
        for share in self._addresses:
            if not share.frames.count_one(self._now_ms) and not is_one_of_few:
                return False
        return True

    def frame_was_due(self) -> None:
        for share in (self._own, *self._addresses):
            share.frames.count -= 1
            share.few.count -= 1

    def refused(self, code: str) -> None:
        if not self._counts or code in NO_FAULT:
            return
        now, own = self._now_ms(), self._own
        _owe(own.refusals, now)
        wait = own.refusals.wait_ms(now)
        is_light = own.refusals.full_in_ms(now) <= GRACE_MS
        for share in self._addresses:
            _owe(share.refusals, now)
            if not is_light:
                wait = max(wait, share.refusals.wait_ms(now))
        if wait:
            own.blocked_until_ms = max(own.blocked_until_ms, now + int(wait) + 1)

    def stored(self, events: int) -> None:
        if self._addresses:
            for share in (self._own, *self._addresses):
                share.events += events

    def may_begin(self) -> bool:
        return self.begin_in_ms() == 0

    def begin_in_ms(self) -> float:
        """How long until it may begin another game; 0: now."""
        if not self._addresses:
            return 0
        now = self._now_ms()
        return max(share.begin_in_ms(now) for share in (self._own, *self._addresses))

    def read_wait_ms(self) -> float:
        now = self._now_ms()
        return max((one.wait_ms(name, now, 0) for one, name in self._reads), default=0)

    def may_read(self) -> bool:
        """Counts a request for what has been sent before; False: not now."""
        return may(self._reads, self._now_ms()) == 0

    def pay_reads(self, reads: int) -> None:
        for allowance, name in self._reads:
            allowance.owe(name, self._now_ms(), reads, DEBT_MS)

    def read(self, size: int) -> None:
        reads, self._chars = divmod(self._chars + size, self._read_chars)
        if reads:
            self.pay_reads(reads)


def _owe(refusals: Bucket, now_ms: int) -> None:
    refusals.owe(now_ms, 1, most=refusals.rate * DEBT_MS / 1000)
