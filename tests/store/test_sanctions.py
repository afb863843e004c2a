"""Networks in bans and mutes are normalized, and too large ones refused."""

import pytest

from zeitnot_server.store.sanctions import BadNetwork, read_network


@pytest.mark.parametrize(
    ("text", "network"),
    [
        ("192.0.2.7", "192.0.2.7/32"),
        ("192.0.2.7/24", "192.0.2.0/24"),
        ("::ffff:192.0.2.7", "192.0.2.7/32"),
        ("::ffff:192.0.2.0/120", "192.0.2.0/24"),
        ("::ffff:c000:207/128", "192.0.2.7/32"),
        ("2001:db8::1", "2001:db8::/64"),
        ("2001:db8::1/128", "2001:db8::/64"),
        ("2001:db8:0:0:8000::/65", "2001:db8::/64"),
        ("2001:db8::/48", "2001:db8::/48"),
    ],
)
def test_banned_networks_are_normalized(text: str, network: str) -> None:
    """IPv4 mapped to IPv6 becomes IPv4; IPv6 narrower than a /64 becomes its /64."""
    assert str(read_network(text)) == network


@pytest.mark.parametrize(
    "text",
    ["::ffff:0.0.0.0/97", "::ffff:127.0.0.0/104", "127.0.0.1", "::1", "::1/128", "2000::/8", "x/9"],
)
def test_invalid_networks_are_refused(text: str) -> None:
    with pytest.raises(BadNetwork):
        read_network(text)
