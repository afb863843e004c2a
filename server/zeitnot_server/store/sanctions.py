"""Bans and mutes, of an account or of a network, until a time or until they are lifted."""

from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from typing import Literal, NamedTuple

Kind = Literal["ban", "mute"]
Network = IPv4Network | IPv6Network
ACTS: dict[Kind, tuple[str, str]] = {"ban": ("banned", "unbanned"), "mute": ("muted", "unmuted")}
ADDRESS_BITS = 64  # of an IPv6 address: one customer has at least the whole /64
MAPPED_BITS = 96  # the prefix of IPv4-mapped IPv6 addresses
MIN_PREFIX_BITS = {4: 8, 6: 16}  # by IP version: a shorter prefix is taken for a typing error
_LOOPBACK = (ip_address("127.0.0.1"), ip_address("::1"))


class BadNetwork(ValueError):
    """An address that cannot be banned; the message says why."""


class Sanction(NamedTuple):
    """One ban or mute. `network`: as `192.0.2.7/32`. Instants are Unix milliseconds; `until` None:
    until it is lifted."""

    kind: Kind
    account: str | None
    network: str | None
    reason: str
    made_at: int
    until: int | None
    lifted_at: int | None = None

    @property
    def subject(self) -> str:
        """The account or network, as the audit log names it."""
        return f"account {self.account}" if self.account else f"network {self.network}"

    def holds(self, now: int) -> bool:
        """Whether it is in force at this instant."""
        return self.lifted_at is None and (self.until is None or now < self.until)


class BannedParticipant(NamedTuple):
    """A banned account that plays in an unfinished game, is invited to it or created it."""

    game: str
    account: str


def read_network(text: str) -> Network:
    """A network, or an address: an IPv6 address, or a network narrower than /64, becomes its /64.
    IPv4-mapped IPv6 networks become IPv4. Raises BadNetwork."""
    try:
        network = canonical(ip_network(text, strict=False))
    except ValueError:
        raise BadNetwork(f"{text} is neither an address nor a network.") from None
    if network.prefixlen < MIN_PREFIX_BITS[network.version]:
        raise BadNetwork(
            f"{network} is too wide; the widest is a /{MIN_PREFIX_BITS[network.version]}."
        )
    if any(
        own_network.version == network.version and own_network in network
        for own_network in _LOOPBACK
    ):
        raise BadNetwork(f"{network} is this machine, which cannot be banned or muted.")
    return network


def canonical(network: Network) -> Network:
    """The network in the form in which peers' addresses are compared (`enforcement.address_of`):
    IPv4-mapped IPv6 as IPv4, and other IPv6 no narrower than /64."""
    if isinstance(network, IPv4Network):
        return network
    address, bits = network.network_address, network.prefixlen
    if address.ipv4_mapped is not None and bits >= MAPPED_BITS:
        return IPv4Network((address.ipv4_mapped, bits - MAPPED_BITS))
    return network.supernet(new_prefix=ADDRESS_BITS) if bits > ADDRESS_BITS else network
