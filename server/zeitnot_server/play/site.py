"""What an address counts as where many networks of one line count as one."""

from ipaddress import IPv6Network

SITE_BITS = 48


def site(address: str) -> str:
    """The /48 of an IPv6 address or network, the largest that a customer is usually given; of IPv4
    the address itself."""
    if ":" not in address:
        return address
    return str(IPv6Network((address, SITE_BITS), strict=False).network_address)
