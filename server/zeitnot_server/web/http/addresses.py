"""What an address counts as: IPv4 by itself, IPv6 by its /64, which belongs to one customer, and by
its /48, the largest network that a customer is usually given.

A /48 has 65,536 networks /64, so for each bound on a /64 there is one on the /48: SITE times as
much, since there may be several people behind one.
"""

from collections.abc import Sequence
from functools import lru_cache
from ipaddress import IPv6Address

from ...limits.allowance import Allowance
from ...limits.bucket import Rate
from ...net.site_prefix import site_prefix
from .networks import address_of

PREFIX_BITS = 64
SITE = 4
CACHED = 4096  # addresses

Peer = tuple[str, int] | None


def network(peer: Peer) -> str | None:
    """What an address counts as; None for this machine and for anything that is no address.

    The only place that decides this, for connections and for addresses that a proxy names."""
    return _counts_as(peer[0]) if peer else None


@lru_cache(CACHED)  # asked several times for each socket that comes
def _counts_as(host: str) -> str | None:
    address = address_of(host)
    if address is None or address.is_loopback:
        return None
    if isinstance(address, IPv6Address):
        return str(IPv6Address(int(address) >> PREFIX_BITS << PREFIX_BITS))
    return str(address)


def of_site(rate: Rate) -> Rate:
    """The bound on a /48, from that on an address."""
    return Rate(rate.per_second * SITE, rate.at_once * SITE)


class AddressAllowance:
    """How often each address may do one kind of thing."""

    def __init__(self, rates: Sequence[Rate]) -> None:
        self._near = Allowance(rates)
        self._sites = Allowance([of_site(Rate(*rate)) for rate in rates])

    def __len__(self) -> int:
        return len(self._near) + len(self._sites)

    def of(self, counts_as: str) -> list[tuple[Allowance, str]]:
        """The allowances that it is counted against: of the address, and for IPv6 of its /48."""
        entries = [(self._near, counts_as)]
        return [*entries, (self._sites, site_prefix(counts_as))] if ":" in counts_as else entries


def bounds(kind: str, counts_as: str | None, bound: int, free: int | None = None) -> dict[str, int]:
    """The bounds on what is open at the same time, by name: of the address, and for IPv6 of its
    /48. `free`: how many there may still be of all addresses, where that is limited. Of these an
    address may have an eighth and a /48 a quarter, so that who comes first and takes all that it
    may leaves some to others (dynamic thresholds: Choudhury and Hahne, IEEE/ACM Transactions on
    Networking 6, 1998)."""
    if counts_as is None:
        return {}
    of_address, of_site = bound, bound * SITE
    if free is not None:
        of_address, of_site = min(of_address, max(1, free // 8)), min(of_site, max(1, free // 4))
    limits = {f"{kind} {counts_as}": of_address}
    return (
        limits | {f"{kind} site {site_prefix(counts_as)}": of_site} if ":" in counts_as else limits
    )
