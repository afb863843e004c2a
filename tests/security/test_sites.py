"""An IPv6 /48 (a site) has 65,536 /64 networks, each of which counts as an address. So a site has
limits, too."""

from collections import Counter
from contextlib import ExitStack, suppress
from itertools import product

import pytest

from zeitnot_server.limits.rates import Key, Rate, Rates
from zeitnot_server.limits.table import Limits
from zeitnot_server.net.site_prefix import site_prefix
from zeitnot_server.web.http.addresses import SITE, bounds, keys, with_sites
from zeitnot_server.web.http.problems import ProblemError
from zeitnot_server.web.limits.connection_limits import ConnectionLimits

NETWORKS = [f"2001:db8:77:{number:x}::1" for number in range(8 * SITE)]
ELSEWHERE = ("2001:db8:78::1", 1)


def connection_limits(**limits: object) -> ConnectionLimits:
    return ConnectionLimits(Limits(**limits), lambda: 0)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("address", "site"),
    [
        ("2001:db8:77:3::", "2001:db8:77::"),
        ("2001:db8::", "2001:db8::"),
        ("192.0.2.1", "192.0.2.1"),
    ],
)
def test_site_prefix_is_the_48_of_an_ipv6_address(address: str, site: str) -> None:
    assert site_prefix(address) == site


def test_all_networks_of_a_site_share_its_allowance() -> None:
    rates = Rates(with_sites({"reads": [Rate(0, 2)]}))

    def may_read(counts_as: str) -> bool:
        return rates.take(keys("reads", counts_as), 0) == 0

    assert sum(may_read(network.removesuffix("1")) for network in NETWORKS) == 2 * SITE
    assert may_read("2001:db8:78::")
    assert [may_read("192.0.2.1") for _ in range(3)] == [True, True, False]


def test_sockets_of_a_site_are_limited() -> None:
    limits = connection_limits(sockets_per_address=2, anonymous_sockets_per_address=2)
    count = 0
    with ExitStack() as stack:
        for network in NETWORKS:
            with suppress(ProblemError):
                stack.enter_context(limits.hold((network, 1), f"account {network}"))
                count += 1
        assert count == 2 * SITE
        stack.enter_context(limits.hold(ELSEWHERE, "another"))
    assert limits.held_keys == 0


def test_stored_data_counts_for_the_site() -> None:
    limits = connection_limits(address_events_a_day=10, account_events_a_day=10**9, game_events=0)
    for network in NETWORKS[: SITE + 1]:
        limits.sender((network, 1), f"account {network}").stored(10)
    assert not limits.sender((NETWORKS[-1], 1), "new").may_start_game()
    assert limits.sender(ELSEWHERE, "another").may_start_game()


def test_reads_count_for_the_site() -> None:
    limits = connection_limits(address_reads=((0.001, 4),))
    limits.sender((NETWORKS[0], 1), "one").charge_reads(4 * SITE + 1)
    assert limits.sender((NETWORKS[1], 1), "two").read_wait_ms() > 0
    assert limits.sender(ELSEWHERE, "another").read_wait_ms() == 0


def test_networks_of_a_site_are_scheduled_together() -> None:
    first, second = (
        connection_limits().sender((network, 1), network).origin for network in NETWORKS[:2]
    )
    assert first == second == "2001:db8:77::"


def test_bounds_have_names_and_values() -> None:
    assert bounds("x", None, 3) == {}
    assert bounds("x", "192.0.2.1", 3) == {("x", "192.0.2.1"): 3}
    network, site = ("x", "2001:db8:77:3::"), ("x/48", "2001:db8:77::")
    assert bounds("x", "2001:db8:77:3::", 3) == {network: 3, site: 3 * SITE}
    assert bounds("x", "2001:db8:77:3::", 3, free=40) == {network: 3, site: 10}
    assert bounds("x", "2001:db8:77:3::", 3, free=16) == {network: 2, site: 4}
    assert bounds("x", "2001:db8:77:3::", 3, free=-1) == {network: 1, site: 1}


@pytest.mark.parametrize(("sites", "free_left"), [(1, 595), (2, 395), (5, 115)])
def test_sites_at_their_limits_leave_connections_for_others(sites: int, free_left: int) -> None:
    """One after another, each site opens as many of the 900 connections as it may, from 16
    networks."""
    count: Counter[Key] = Counter()
    free = 900
    for site in range(sites):
        has_grown = True
        while has_grown:
            has_grown = False
            for kind, network in product(("socket", "connection"), range(16)):
                site_bounds = bounds(kind, f"2001:db8:{site:x}:{network:x}::", 1000, free)
                if all(count[name] < bound for name, bound in site_bounds.items()):
                    count.update(site_bounds.keys())
                    free, has_grown = free - 1, True
    assert free >= free_left


def test_sockets_of_a_site_leave_part_of_the_free_ones() -> None:
    opened = 0
    limits = ConnectionLimits(Limits(connections=100), lambda: 0, connected=lambda: 60 + opened)
    with ExitStack() as stack:
        for network in NETWORKS:
            with suppress(ProblemError):
                stack.enter_context(limits.hold((network, 1), f"account {network}"))
                opened += 1
        assert opened == 8  # a quarter of the 32 that are then free
        stack.enter_context(limits.hold(ELSEWHERE, "another"))
