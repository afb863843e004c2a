"""How addresses are counted: IPv4 by itself, IPv6 by its /64, which belongs to one customer, and by
its /48, the largest network that a customer usually gets.

A /48 has 65,536 /64 networks, so each limit on a /64 comes with one on the /48. It is SITE times as
high, because several people may share a /48.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from ipaddress import IPv6Address

from ...limits.rates import Key, Rate
from ...net.site_prefix import site_prefix
from .networks import CACHED, address_of

PREFIX_BITS = 64
SITE = 4
OF_SITE = "/48"

Peer = tuple[str, int] | None


def network(peer: Peer) -> str | None:
    """The text under which an address is counted; None for this machine and for anything that is
    not an address.

    Nothing else decides this, for connections or for addresses that a proxy names."""
    return _counts_as(peer[0]) if peer else None


@lru_cache(CACHED)  # called several times for each new socket
def _counts_as(host: str) -> str | None:
    address = address_of(host)
    if address is None or address.is_loopback:
        return None
    if isinstance(address, IPv6Address):
        return str(IPv6Address(int(address) >> PREFIX_BITS << PREFIX_BITS))
    return str(address)


def of_site(rate: Rate) -> Rate:
    """The limit of a /48, from that of an address."""
    return Rate(rate.per_second * SITE, rate.burst * SITE)


def with_sites(rates: Mapping[str, Sequence[Rate]]) -> dict[str, Sequence[Rate]]:
    """The rates of an address, by kind, together with those of a /48."""
    sites = {
        _site_kind(kind): [of_site(Rate(*rate)) for rate in each] for kind, each in rates.items()
    }
    return {**rates, **sites}


def keys(kind: str, counts_as: str | None) -> list[Key]:
    """The keys for an action of an address: the address, and for IPv6 also its /48; none for this
    machine."""
    if counts_as is None:
        return []
    entries = [(kind, counts_as)]
    return [*entries, (_site_kind(kind), site_prefix(counts_as))] if ":" in counts_as else entries


def limit_of(kind: str) -> str:
    """The name of the limit, also for a key of a /48."""
    return kind.removesuffix(OF_SITE)


def _site_kind(kind: str) -> str:
    return f"{kind}{OF_SITE}"


def bounds(kind: str, counts_as: str | None, bound: int, free: int | None = None) -> dict[Key, int]:
    """The limits on what an address, and for IPv6 its /48, may hold at a time. `free`: how many are
    left for all addresses, if that is limited. An address may take an eighth of these and a /48 a
    quarter, so that an early address that takes all it can leaves some to others (dynamic
    thresholds: Choudhury and Hahne, IEEE/ACM Transactions on Networking 6, 1998)."""
    address_bound, site_bound = bound, bound * SITE
    if free is not None:
        address_bound = min(address_bound, max(1, free // 8))
        site_bound = min(site_bound, max(1, free // 4))
    return dict(zip(keys(kind, counts_as), (address_bound, site_bound), strict=False))
