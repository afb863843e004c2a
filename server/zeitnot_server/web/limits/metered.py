"""Usage of an account or an address over all its sockets: frames, refusals, stored moves.

It is looked up once, when a socket connects; after that a move costs some additions, and only a
refusal costs more. Refusals and stored moves are counted afterwards as a debt, which must be paid
before the next one.
"""

import weakref
from collections.abc import Callable, Sequence
from typing import NamedTuple

from ...limits.bounded_map import BoundedMap
from ...limits.quota_subject import QuotaSubject
from ...limits.rates import MAX_NAMES, Key, Rate, Rates, TokenBucket
from ...limits.table import STANDARD
from ...net.site_prefix import site_prefix

METERED = (
    *("address_frames", "account_frames", "few_frames", "prompt_reads"),
    *("address_refusals", "account_refusals"),
)
"""The rates that are counted here."""
DEBT_MS = 60_000  # no debt of refusals or reading lasts longer
GRACE_MS = 1_000  # refusals that drain within this are not blocked because of the address
NO_FAULT = ("busy", "retry", "read_only", "disk_low")  # errors that are the server's fault


class Usage:
    """The usage of one account or address, kept while it has a socket or a debt. `few`: frames that
    an account may send although its address has none left; `prompt`: reads of an address that are
    processed at once. `blocked_until_ms`: it may not send anything before; 0: not blocked."""

    __slots__ = (
        "__weakref__",
        "_stored",
        "blocked_until_ms",
        "events",
        "few",
        "frames",
        "prompt",
        "refusals",
    )

    def __init__(self, stored: Rate, refusals: Rate, frames: Rate, now_ms: int) -> None:
        self.frames = TokenBucket(frames, now_ms)
        self.few = TokenBucket(STANDARD.few_frames[0], now_ms)
        self.prompt = TokenBucket(STANDARD.prompt_reads[0], now_ms)
        self.refusals = TokenBucket(refusals, now_ms)
        self._stored = TokenBucket(stored, now_ms)
        self.events = 0  # stored, and not yet counted in the bucket
        self.blocked_until_ms = 0

    def begin_in_ms(self, now_ms: int) -> float:
        """Milliseconds until another game may begin; 0: now."""
        self._charge_stored(now_ms)
        return self._stored.wait_ms(now_ms)

    def drained_in_ms(self, now_ms: int) -> float:
        """Milliseconds until all buckets are full again."""
        self._charge_stored(now_ms)
        buckets = (self._stored, self.refusals, self.frames, self.few)
        return max(bucket.drained_in_ms(now_ms) for bucket in buckets)

    def _charge_stored(self, now_ms: int) -> None:
        events, self.events = self.events, 0
        self._stored.owe(now_ms, events, max_debt=self._stored.burst)


class Usages:
    """Usages by name. Those without a socket are forgotten after a while (`BoundedMap`)."""

    def __init__(
        self, stored: Rate, refusals: Rate, frames: Rate, max_names: int = MAX_NAMES
    ) -> None:
        self._rates = stored, refusals, frames
        self._remembered: BoundedMap[Usage] = BoundedMap(max_names, Usage.drained_in_ms)
        self._in_use: weakref.WeakValueDictionary[str, Usage] = weakref.WeakValueDictionary()

    def __len__(self) -> int:
        return len(self._remembered)

    def of(self, name: str, now_ms: int) -> Usage:
        """The usage with this name."""
        usage = self._in_use.get(name)
        if usage is None:
            usage = self._in_use[name] = Usage(*self._rates, now_ms)
        if name not in self._remembered:
            self._remembered.put(name, usage, now_ms)
        return usage


class Meter(NamedTuple):
    """The parts that all subjects share. `reached` counts a limit that was reached, by name."""

    now_ms: Callable[[], int]
    rates: Rates
    reached: Callable[[str], None]
    read_chars: int


class MeteredSubject(QuotaSubject):
    """One account at one address, `network`. `own` and `addresses`: their usage, if it is counted
    (for IPv6 also that of the /48). `reads`: the keys under which reads are counted; empty:
    unlimited."""

    def __init__(
        self,
        network: str | None,
        own: Usage | None,
        addresses: Sequence[Usage],
        reads: Sequence[Key],
        meter: Meter,
    ) -> None:
        self.network, self.origin = network, network and site_prefix(network)
        self._own = own or Usage(Rate(0, 1), Rate(0, 1), Rate(0, 1), 0)
        self._addresses = addresses
        self._counts = own is not None
        self._reads = reads
        self._now_ms, self._rates, self._reached, self._read_chars = meter
        self._chars = 0  # sent, and not yet charged as a read

    def is_blocked(self, at_ms: int) -> bool:
        """Whether it is blocked, because too many of its messages were refused."""
        return at_ms < self._own.blocked_until_ms

    def blocked_ms(self) -> int:
        """Milliseconds until it may send again."""
        return max(0, self._own.blocked_until_ms - self._now_ms())

    def may_process_now(self) -> bool:
        for usage in self._addresses:
            if not (usage.prompt.count() or usage.prompt.recount(self._now_ms())):
                self._reached("prompt_reads")
                return False
        return True

    def take_frame(self) -> bool:
        """Counts a frame. False: this account has sent too many, or its address has, and more than
        a few came from this account."""
        if not self._counts:
            return True
        own = self._own
        is_one_of_few = own.few.count() or own.few.recount(self._now_ms())
        if not (own.frames.count() or own.frames.recount(self._now_ms())):
            self._reached("account_frames")
            return False
        for usage in self._addresses:
            frames = usage.frames
            if not (frames.count() or frames.recount(self._now_ms()) or is_one_of_few):
                self._reached("address_frames")
                self._reached("few_frames")
                return False
        return True

    def refund_frame(self) -> None:
        own = self._own
        own.few.used -= 1
        own.frames.used -= 1
        for usage in self._addresses:
            usage.frames.used -= 1

    def refused(self, code: str) -> None:
        if not self._counts or code in NO_FAULT:
            return
        now, own = self._now_ms(), self._own
        _owe(own.refusals, now)
        wait, limit = own.refusals.wait_ms(now), "account_refusals"
        is_light = own.refusals.drained_in_ms(now) <= GRACE_MS
        for usage in self._addresses:
            _owe(usage.refusals, now)
            if not is_light and usage.refusals.wait_ms(now) > wait:
                wait, limit = usage.refusals.wait_ms(now), "address_refusals"
        if wait:
            self._reached(limit)
            own.blocked_until_ms = max(own.blocked_until_ms, now + int(wait) + 1)

    def stored(self, events: int) -> None:
        if self._addresses:
            self._own.events += events
            for usage in self._addresses:
                usage.events += events

    def may_start_game(self) -> bool:
        return self.begin_in_ms() == 0

    def begin_in_ms(self) -> float:
        """Milliseconds until it may begin another game; 0: now."""
        if not self._addresses:
            return 0
        now = self._now_ms()
        own_wait = self._own.begin_in_ms(now)
        wait = max(own_wait, *(usage.begin_in_ms(now) for usage in self._addresses))
        if wait:
            self._reached("account_events_a_day" if wait == own_wait else "address_events_a_day")
        return wait

    def read_wait_ms(self) -> float:
        return self._rates.wait_ms(self._reads, self._now_ms(), 0)

    def may_read(self) -> bool:
        """Counts a request for old events; False: not now."""
        return self._rates.take(self._reads, self._now_ms()) == 0

    def charge_reads(self, reads: int) -> None:
        self._rates.owe(self._reads, self._now_ms(), reads, DEBT_MS)

    def read(self, size: int) -> None:
        reads, self._chars = divmod(self._chars + size, self._read_chars)
        if reads:
            self.charge_reads(reads)


def _owe(refusals: TokenBucket, now_ms: int) -> None:
    refusals.owe(now_ms, 1, max_debt=refusals.per_second * DEBT_MS / 1000)
