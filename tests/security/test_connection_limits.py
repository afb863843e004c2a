"""Limits on the sockets of addresses and accounts, and on rates of creation."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, ExitStack, suppress
from pathlib import Path
from typing import Any

import pytest

from zeitnot_server import app
from zeitnot_server.config import Config
from zeitnot_server.limits.bounded_map import MAX_CHECKED
from zeitnot_server.limits.rates import Rate, Rates
from zeitnot_server.limits.table import Limits
from zeitnot_server.web.http.addresses import network
from zeitnot_server.web.http.problems import ProblemError
from zeitnot_server.web.limits.connection_limits import ConnectionLimits

from .local import Local, running
from .raw import connected, upgrade


class Clock:
    """A clock that the test sets."""

    ms = 0

    def __call__(self) -> int:
        return self.ms


def connection_limits(clock: Clock | None = None, **limits: Any) -> ConnectionLimits:
    return ConnectionLimits(Limits(**limits), clock or Clock())


@pytest.mark.parametrize(
    ("address", "name"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("2001:db8:1:2::9", "2001:db8:1:2::"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("127.0.0.1", None),
        ("127.9.9.9", None),
        ("::1", None),
        ("::ffff:127.0.0.1", None),
        ("a socket's path", None),
        ("", None),
    ],
)
def test_network_groups_addresses(address: str, name: str | None) -> None:
    assert network((address, 1234)) == name
    assert network(None) is None


def test_concurrent_streams_are_bounded() -> None:
    """After forty addresses have opened as many streams of records as they may, another address can
    still open one."""
    limits = connection_limits()
    with ExitStack() as stack:

        def open_streams(address: str) -> int:
            for count in range(17):
                try:
                    stack.enter_context(limits.stream((address, 1)))
                except ProblemError:
                    return count
            return 17

        counts = [open_streams(f"192.0.2.{n}") for n in range(40)]
        assert counts == sorted(counts, reverse=True)
        assert (counts[0], counts[1], counts[4], counts[-1]) == (16, 15, 12, 1)
        assert (last_count := open_streams("198.51.100.1")) >= 1
        assert open_streams("127.0.0.1") == 17
        for n in range(100):
            counts.append(open_streams(f"203.0.113.{n}"))
        assert counts[-1] == 0
        assert sum(counts) + last_count == Limits().streams
    assert limits.held_keys == 0
    with limits.stream(("192.0.2.7", 1)):
        assert limits.held_keys == 2


def test_sockets_of_an_address_are_limited() -> None:
    peer, other_peer = ("192.0.2.7", 1), ("192.0.2.8", 1)
    limits = connection_limits(sockets_per_address=2)
    with ExitStack() as stack:
        stack.enter_context(limits.hold(peer, None))
        with limits.hold(peer, None), pytest.raises(ProblemError, match="sockets"):
            stack.enter_context(limits.hold(peer, None))
        stack.enter_context(limits.hold(peer, None))
        stack.enter_context(limits.hold(other_peer, None))
    assert limits.held_keys == 0


def test_an_address_has_a_lower_limit_for_anonymous_sockets() -> None:
    peer = ("192.0.2.7", 1)
    limits = connection_limits(sockets_per_address=3, anonymous_sockets_per_address=1)
    with limits.hold(peer, None):
        with pytest.raises(ProblemError, match="sockets"), limits.hold(peer, None):
            pass
        people = limits.hold(peer, "ann"), limits.hold(peer, "bob"), limits.hold(peer, "carl")
        with people[0], people[1], pytest.raises(ProblemError), people[2]:
            pass
        with limits.hold(("192.0.2.8", 1), None):
            pass
    assert limits.held_keys == 0


def test_sockets_of_an_account_are_limited() -> None:
    limits = connection_limits(sockets_per_account=1)
    with limits.hold(("192.0.2.7", 1), "ann"), limits.hold(("192.0.2.7", 1), "bob"):
        with pytest.raises(ProblemError), limits.hold(("192.0.2.8", 1), "ann"):
            pass
        with limits.hold(("127.0.0.1", 1), "ann"):
            pass
    assert limits.held_keys == 0


def test_an_exception_releases_the_connection() -> None:
    limits = connection_limits()
    with pytest.raises(ZeroDivisionError), limits.hold(("192.0.2.7", 1), "ann"):
        raise ZeroDivisionError
    assert limits.held_keys == 0


def test_creation_is_rate_limited() -> None:
    clock = Clock()
    limits = connection_limits(clock, address_posts=(Rate(2, 3),))
    for _ in range(3):
        limits.spend(("192.0.2.7", 1))
    with pytest.raises(ProblemError, match="Wait"):
        limits.spend(("192.0.2.7", 1))
    limits.spend(("192.0.2.8", 1))
    clock.ms = 500
    limits.spend(("192.0.2.7", 1))
    for _ in range(1000):
        limits.spend(("127.0.0.1", 1))


def test_each_account_except_house_bots_has_a_bucket() -> None:
    limits = ConnectionLimits(Limits(account_posts=(Rate(10, 2),)), Clock(), frozenset({"house"}))
    for peer in (("127.0.0.1", 1), None):
        limits.spend(peer, "ann")
    with pytest.raises(ProblemError, match="Wait") as refused:
        limits.spend(("127.0.0.1", 2), "ann")
    assert refused.value.retry_after == 1
    assert not limits.may_create_game(("127.0.0.1", 3), "ann")
    for _ in range(1000):
        assert limits.may_create_game(("192.0.2.7", 1), "house")


def test_an_hourly_limit_refuses_until_it_refills() -> None:
    limits = connection_limits(account_posts=(Rate(10, 1000), Rate.hourly(300)))
    for _ in range(300):
        limits.spend(None, "ann")
    with pytest.raises(ProblemError) as refused:
        limits.spend(None, "ann")
    assert refused.value.retry_after == 12


def test_chat_is_counted_by_account_and_address() -> None:
    limits = connection_limits()
    assert [limits.may_chat(("127.0.0.1", n), "ann") for n in range(11)] == [True] * 10 + [False]
    lines = [limits.may_chat(("192.0.2.7", n), f"guest {n // 10}") for n in range(60)]
    assert lines == [True] * 50 + [False] * 10
    assert limits.may_chat(("192.0.2.8", 1), "guest 9")


def test_an_ipv6_site_may_register_four_times_as_many_bots() -> None:
    """A /48 may register four times as many as one address. The store counts the latter."""
    limits = connection_limits(address_bots_a_day=1)
    for number in range(4):
        limits.register((f"2001:db8:1:{number}::1", 1))
    with pytest.raises(ProblemError, match="for one day"):
        limits.register(("2001:db8:1:9::1", 1))
    for peer in (("2001:db8:2::1", 1), ("192.0.2.7", 1), ("192.0.2.7", 1), None):
        limits.register(peer)


def test_online_bots_are_limited_by_owner_or_address() -> None:
    limits = connection_limits(bots_online=1)
    with limits.show_bot(("192.0.2.7", 1), "bot1", None), limits.show_bot(None, "bot2", "ann"):
        for peer, owner in ((("192.0.2.7", 2), None), (("127.0.0.1", 1), "ann")):
            with pytest.raises(ProblemError, match="online"), limits.show_bot(peer, "bot3", owner):
                pass
        with limits.show_bot(("127.0.0.1", 1), "bot4", None):
            pass
    assert limits.held_keys == 0


def test_reads_are_rate_limited() -> None:
    clock = Clock()
    limits = connection_limits(clock)
    peer = ("192.0.2.7", 1)
    for _ in range(400):
        limits.read(peer)
    with pytest.raises(ProblemError) as refused:
        limits.read(peer)
    assert (refused.value.problem.status, refused.value.retry_after) == (429, 1)
    clock.ms = 20
    limits.read(peer)
    for _ in range(1000):
        limits.read(("127.0.0.1", 1))


@pytest.mark.parametrize(("connections", "sockets"), [(400, 44), (100_000, 1_000), (2, 1)])
def test_no_address_can_take_all_connections(
    monkeypatch: pytest.MonkeyPatch, connections: int, sockets: int
) -> None:
    """An address gets a socket only while it has at most an eighth of the free connections. Of 400
    it gets 44, because 356 are then free."""
    monkeypatch.setattr(app, "_files_allowed", lambda: 10**6)
    app_limits = app.limits_of(Config(connections=connections))
    with ExitStack() as stack:
        opened = 0
        limits = ConnectionLimits(app_limits, Clock(), connected=lambda: opened)
        for number in range(2 * sockets):
            with suppress(ProblemError):
                stack.enter_context(limits.hold(("192.0.2.7", 1), f"account {number}"))
                opened += 1
        assert opened == sockets


def test_rates_remember_a_bounded_number_of_names() -> None:
    rates = Rates({"reads": [Rate(1, 100)]}, max_names=50)
    for _ in range(100):
        rates.take([("reads", "flooder")], 0)
    for number in range(1000):
        rates.take([("reads", f"other {number}")], 0)
        assert rates.names("reads") <= 50
    assert rates.wait_ms([("reads", "flooder")], 0) == 1000
    while rates.names("reads") < 50:
        rates.take([("reads", f"more {rates.names('reads')}")], 0)
    for number in range(10):
        rates.take([("reads", f"late {number}")], 99_000)  # all other buckets have drained
    assert rates.names("reads") == 50 - MAX_CHECKED + 10
    assert rates.wait_ms([("reads", "flooder")], 99_000) == 0


# ── over the wire, with the address that a proxy on this machine reports ─────────────────────────


@pytest.fixture
async def small(tmp_path: Path) -> AsyncIterator[Local]:
    async with running(
        tmp_path, sockets_per_address=3, sockets_per_account=2, address_posts=(Rate(0, 2),)
    ) as local:
        yield local


async def test_the_fourth_socket_of_an_address_is_refused(small: Local) -> None:
    async with AsyncExitStack() as stack:
        for _ in range(3):
            connection = await stack.enter_async_context(connected(small.host))
            head = upgrade("/ws/lobby", x_forwarded_for="192.0.2.7")
            assert (await connection.ask(head)).status == 101
        async with connected(small.host) as connection:
            answer = await connection.ask(upgrade("/ws/lobby", x_forwarded_for="192.0.2.7"))
            assert (answer.status, answer.json["code"]) == (429, "too_many_sockets")
        async with connected(small.host) as connection:
            answer = await connection.ask(upgrade("/ws/lobby", x_forwarded_for="192.0.2.8"))
            assert answer.status == 101


async def test_the_third_socket_of_an_account_is_refused(small: Local) -> None:
    ann = await small.person()
    async with AsyncExitStack() as stack:
        statuses = []
        for number in range(3):
            connection = await stack.enter_async_context(connected(small.host))
            head = upgrade("/ws/lobby", ann, x_forwarded_for=f"192.0.2.{number}")
            statuses.append((await connection.ask(head)).status)
        assert statuses == [101, 101, 429]


async def test_creation_over_http_is_rate_limited(small: Local) -> None:
    async def status(path: str) -> tuple[int, str]:
        answer = await small.post(path, {}, x_forwarded_for="192.0.2.9")
        return answer.status, answer.json.get("code", "")

    assert (await status("session"))[0] == 201
    assert (await status("bots"))[0] == 400
    for path in ("session", "bots", "games"):
        assert await status(path) == (429, "too_many_requests")
    assert (await small.post("session", {})).status == 201


def test_house_bots_are_limited_only_by_address() -> None:
    bounds = Limits(sockets_per_account=1, lobby_sockets_per_account=1, sockets_per_address=2)
    limits = ConnectionLimits(bounds, Clock(), frozenset({"house"}))
    with ExitStack() as stack:
        for host in ("192.0.2.7", "192.0.2.8", "192.0.2.8"):
            stack.enter_context(limits.hold((host, 1), "house", lobby=True))
        with pytest.raises(ProblemError, match="sockets"):
            stack.enter_context(limits.hold(("192.0.2.8", 1), "house"))
    assert limits.held_keys == 0


def test_lobby_sockets_of_an_account_have_their_limit() -> None:
    peer, other_peer = ("192.0.2.7", 1), ("192.0.2.8", 1)
    limits = connection_limits(lobby_sockets_per_account=1)
    with limits.hold(peer, "ann", lobby=True), limits.hold(peer, "ann"):
        with (
            pytest.raises(ProblemError, match="sockets"),
            limits.hold(other_peer, "ann", lobby=True),
        ):
            pass
        with limits.hold(peer, "bob", lobby=True), limits.hold(peer, None, lobby=True):
            pass
    assert limits.held_keys == 0


def test_watching_counts_by_account_and_by_address() -> None:
    clock = Clock()
    bounds = Limits(address_watches=(Rate(1, 3),), account_watches=(Rate(1, 2),))
    limits = ConnectionLimits(bounds, clock)
    peer, other_peer = ("192.0.2.7", 1), ("192.0.2.8", 1)
    assert [limits.may_watch(peer, "ann") for _ in range(3)] == [True, True, False]
    assert not limits.may_watch(other_peer, "ann")
    assert [limits.may_watch(peer, None) for _ in range(2)] == [True, False]
    clock.ms = 1000
    assert limits.may_watch(peer, "ann")
    assert all(limits.may_watch(("127.0.0.1", 1), None) for _ in range(100))


def test_queued_commands_count_by_address_and_account() -> None:
    limits = connection_limits(address_waiting_bytes=300, account_waiting_bytes=200)
    peer, other_peer = ("192.0.2.7", 1), ("192.0.2.8", 1)
    assert limits.waiting(peer, "ann").add(150)
    assert not limits.waiting(other_peer, "ann").add(100)
    assert limits.waiting(peer, None).add(150)
    assert not limits.waiting(peer, None).add(1)
    limits.waiting(peer, "ann").remove(150)
    assert limits.waiting(other_peer, "ann").add(200)
    assert limits.waiting(("127.0.0.1", 1), None).add(10**9), "loopback is not counted"
