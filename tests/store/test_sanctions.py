"""Networks as bans have them."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from zeitnot_server.store import By, Sanction
from zeitnot_server.store.sanctions import BadNetwork, read_network
from zeitnot_server.store.sqlite import migrate, sanctions
from zeitnot_server.store.sqlite.connect import connect

OPERATOR = By("operator")


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
def test_a_network_is_one_in_which_peers_are_looked_for(text: str, network: str) -> None:
    """Theirs are IPv4 addresses as such, and games know the /64 of others."""
    assert str(read_network(text)) == network


@pytest.mark.parametrize(
    "text",
    ["::ffff:0.0.0.0/97", "::ffff:127.0.0.0/104", "127.0.0.1", "::1", "::1/128", "2000::/8", "x/9"],
)
def test_what_cannot_be_banned(text: str) -> None:
    with pytest.raises(BadNetwork):
        read_network(text)


def test_a_ban_is_lifted_however_it_was_written(tmp_path: Path) -> None:
    """Databases may have some that would be written in another way today."""
    path = tmp_path / "zeitnot.db"
    migrate.upgrade(path)
    with closing(connect(path)) as connection:
        for network in ("::ffff:192.0.2.0/120", "2001:db8::1/128", "192.0.3.0/24"):
            made = Sanction("ban", None, network, "spam", 1, None)
            sanctions.add(connection, OPERATOR, made)
        for text in ("::ffff:192.0.2.0/120", "2001:db8::1/128"):
            network = str(read_network(text))
            assert lift(connection, network) == 1
            assert lift(connection, network) == 0
        assert [one.network for one in sanctions.active(connection, 2)] == ["192.0.3.0/24"]


def lift(connection: sqlite3.Connection, network: str) -> int:
    return sanctions.lift(connection, OPERATOR, "ban", 2, network=network)
