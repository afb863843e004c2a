"""An IPv6 /48 has 65,536 networks that count as an address each; together they are bounded."""

from collections import Counter
from contextlib import ExitStack, suppress
from itertools import product

import pytest

from zeitnot_server.net.site_prefix import site_prefix
from zeitnot_server.play.bucket import Rate
from zeitnot_server.web.addresses import SITE, AddressAllowance, bounds
from zeitnot_server.web.allowance import may
from zeitnot_server.web.connection_limits import ConnectionLimits
from zeitnot_server.web.limits import Limits
from zeitnot_server.web.problems import ProblemError

NETWORKS = [f"2001:db8:77:{number:x}::1" for number in range(8 * SITE)]
ELSEWHERE = ("2001:db8:78::1", 1)


def limits(**given: object) -> ConnectionLimits:
    return ConnectionLimits(Limits(**given), lambda: 0)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("address", "counts"),
    [
        ("2001:db8:77:3::", "2001:db8:77::"),
        ("2001:db8::", "2001:db8::"),
        ("192.0.2.1", "192.0.2.1"),
    ],
)
def test_what_counts_as_one_site(address: str, counts: str) -> None:
    assert site_prefix(address) == counts


def test_a_site_has_an_allowance_for_all_its_networks() -> None:
    allowance = AddressAllowance([Rate(0, 2)])
    accepted = sum(may(allowance.of(one.removesuffix("1")), 0) == 0 for one in NETWORKS)
    assert accepted == 2 * SITE
    assert may(allowance.of("2001:db8:78::"), 0) == 0
    assert [may(allowance.of("192.0.2.1"), 0) == 0 for _ in range(3)] == [True, True, False]


def test_sockets_of_a_site() -> None:
    entry = limits(sockets_per_address=2, anonymous_sockets_per_address=2)
    count = 0
    with ExitStack() as stack:
        for one in NETWORKS:
            with suppress(ProblemError):
                stack.enter_context(entry.hold((one, 1), f"account {one}"))
                count += 1
        assert count == 2 * SITE
        stack.enter_context(entry.hold(ELSEWHERE, "another"))
    assert entry.inside == 0


def test_stored_data_counts_for_the_site() -> None:
    entry = limits(address_events_a_day=10, account_events_a_day=10**9, game_events=0)
    for one in NETWORKS[: SITE + 1]:
        entry.sender((one, 1), f"account {one}").stored(10)
    assert not entry.sender((NETWORKS[-1], 1), "new").may_begin()
    assert entry.sender(ELSEWHERE, "another").may_begin()


def test_reading_counts_for_the_site_too() -> None:
    entry = limits(address_reads=((0.001, 4),))
    entry.sender((NETWORKS[0], 1), "one").pay_reads(4 * SITE + 1)
    assert entry.sender((NETWORKS[1], 1), "two").read_wait_ms() > 0
    assert entry.sender(ELSEWHERE, "another").read_wait_ms() == 0


def test_networks_of_a_site_take_turns_as_one() -> None:
    first, second = (limits().sender((one, 1), one).origin for one in NETWORKS[:2])
    assert first == second == "2001:db8:77::"


def test_limits_by_their_names() -> None:
    assert bounds("x", None, 3) == {}
    assert bounds("x", "192.0.2.1", 3) == {"x 192.0.2.1": 3}
    near, wide = "x 2001:db8:77:3::", "x site 2001:db8:77::"
    assert bounds("x", "2001:db8:77:3::", 3) == {near: 3, wide: 3 * SITE}
    assert bounds("x", "2001:db8:77:3::", 3, free=40) == {near: 3, wide: 10}
    assert bounds("x", "2001:db8:77:3::", 3, free=16) == {near: 2, wide: 4}
    assert bounds("x", "2001:db8:77:3::", 3, free=-1) == {near: 1, wide: 1}


@pytest.mark.parametrize(("sites", "left"), [(1, 595), (2, 395), (5, 115)])
def test_a_site_at_its_limits_leaves_connections_for_others(sites: int, left: int) -> None:
    """Of 900, by sockets and by HTTP connections, one site after the other, from 16 networks."""
    count: Counter[str] = Counter()
    free = 900
    for site in range(sites):
        grown = True
        while grown:
            grown = False
            for kind, one in product(("socket", "connection"), range(16)):
                own = bounds(kind, f"2001:db8:{site:x}:{one:x}::", 1000, free)
                if all(count[name] < bound for name, bound in own.items()):
                    count.update(own.keys())
                    free, grown = free - 1, True
    assert free >= left


def test_sockets_of_a_site_leave_part_of_the_free_ones() -> None:
    opened = 0
    entry = ConnectionLimits(Limits(connections=100), lambda: 0, connected=lambda: 60 + opened)
    with ExitStack() as stack:
        for one in NETWORKS:
            with suppress(ProblemError):
                stack.enter_context(entry.hold((one, 1), f"account {one}"))
                opened += 1
        assert opened == 8  # a quarter of the 32 that are then left
        stack.enter_context(entry.hold(ELSEWHERE, "another"))
