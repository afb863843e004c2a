"""Addresses and networks that a setting names, and whether somebody is among them."""

from collections.abc import Iterable
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

Address = IPv4Address | IPv6Address


def address_of(text: str) -> Address | None:
    """The address that this is; None for anything else. An IPv4 address in IPv6's clothes
    (RFC 4291, section 2.5.5.2), as a socket for both names its peers, is the IPv4 address."""
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
