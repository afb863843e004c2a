"""Who has come in, and how often: bounds by address and by account.

What comes from this machine itself is not bounded: that is the operator, a house bot, or a reverse
proxy that does not say for whom it asks. An IPv6 peer is counted by its /64, since it has all of
that.
"""

import contextlib
from collections import Counter
from collections.abc import Callable, Iterator
from ipaddress import IPv6Address, ip_address

from ..play.bucket import Bucket
from .limits import Limits
from .problems import ProblemError

REMEMBERED = 10_000
PREFIX_BITS = 64

Peer = tuple[str, int] | None


class Doors:
    """Counts the sockets that are open and what is made through HTTP. `now_ms`: any clock."""

    def __init__(self, limits: Limits, now_ms: Callable[[], int]) -> None:
        self._limits = limits
        self._now_ms = now_ms
        self._inside: Counter[str] = Counter()
        self._makers: dict[str, Bucket] = {}

    @contextlib.contextmanager
    def hold(self, peer: Peer, account: str | None) -> Iterator[None]:
        """One socket's stay. Raises ProblemError 429 when there are too many already."""
        held = self._bounds(network(peer), account)
        if any(self._inside[name] >= bound for name, bound in held.items()):
            raise ProblemError(429, "too_many_sockets", "Close some of your sockets first.")
        self._inside.update(held.keys())
        try:
            yield
        finally:
            self._inside.subtract(held.keys())
            for name in held:
                if not self._inside[name]:
                    del self._inside[name]

    def _bounds(self, address: str | None, account: str | None) -> dict[str, int]:
        if address is None:
            return {}
        limits = self._limits
        bounds = {address: limits.sockets_per_address}
        if account is None:
            return bounds | {f"nobody at {address}": limits.anonymous_sockets_per_address}
        return bounds | {f"account {account}": limits.sockets_per_account}

    def spend(self, peer: Peer) -> None:
        """One request that makes something. Raises ProblemError 429 when they come too fast."""
        name = network(peer)
        if name is None:
            return
        if name not in self._makers and len(self._makers) >= REMEMBERED:
            self._makers.clear()  # a full bucket each; better than memory without bound
        limits = self._limits
        bucket = self._makers.setdefault(
            name, Bucket(limits.posts_per_second, limits.posts_at_once)
        )
        if not bucket.take(self._now_ms()):
            raise ProblemError(429, "too_many_requests", "Too many requests; wait a moment.")

    @property
    def inside(self) -> int:
        """How many names have a socket open; for tests."""
        return len(self._inside)


def network(peer: Peer) -> str | None:
    """What an address counts as; None for this machine and for what is no address."""
    try:
        address = ip_address(peer[0]) if peer else None
    except ValueError:
        return None
    if address is None:
        return None
    if isinstance(address, IPv6Address):
        address = address.ipv4_mapped or address
    if address.is_loopback:
        return None
    if isinstance(address, IPv6Address):
        return str(IPv6Address(int(address) >> PREFIX_BITS << PREFIX_BITS))
    return str(address)
