"""The prefix of an IPv6 site: all networks of one customer, where they count as one."""

from ipaddress import IPv6Network

SITE_BITS = 48


def site_prefix(address: str) -> str:
    """The /48 of an IPv6 address or network, the largest that a customer is usually given; an IPv4
    address is returned unchanged."""
    if ":" not in address:
        return address
    return str(IPv6Network((address, SITE_BITS), strict=False).network_address)
