"""Sets of addresses and networks, as in the settings."""

from collections.abc import Iterable
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

Address = IPv4Address | IPv6Address
CACHED = 4096  # addresses


@lru_cache(CACHED)  # called several times for each new connection
def address_of(text: str) -> Address | None:
    """Parses an address; None for any other text. An IPv4-mapped IPv6 address (RFC 4291, section
    2.5.5.2), which a dual-stack socket reports for IPv4 peers, becomes the IPv4 address."""
    try:
        address = ip_address(text)
    except ValueError:
        return None
    return (isinstance(address, IPv6Address) and address.ipv4_mapped) or address


class Networks:
    """Addresses and networks, as `config.Networks` has them. Raises ValueError for others."""

    def __init__(self, texts: Iterable[str]) -> None:
        self._networks = [ip_network(text) for text in texts]

    def __contains__(self, address: Address | None) -> bool:
        return address is not None and any(address in network for network in self._networks)


LOOPBACK = Networks(("127.0.0.0/8", "::1"))
