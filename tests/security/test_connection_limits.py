"""How many sockets an address and an account may have, and how fast things may be made."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, ExitStack, suppress
from pathlib import Path

import pytest

from zeitnot_server import app
from zeitnot_server.config import Config
from zeitnot_server.play.bucket import Rate
from zeitnot_server.web.addresses import network
from zeitnot_server.web.allowance import Allowance
from zeitnot_server.web.bounded_map import CHECKED
from zeitnot_server.web.connection_limits import ConnectionLimits
from zeitnot_server.web.limits import Limits
from zeitnot_server.web.problems import ProblemError

from .local import Local, running
from .raw import connected, upgrade


class Clock:
    ms = 0

    def __call__(self) -> int:
        return self.ms


def connection_limits(clock: Clock | None = None, **limits: int) -> ConnectionLimits:
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
def test_what_an_address_counts_as(address: str, name: str | None) -> None:
    assert network((address, 1234)) == name
    assert network(None) is None


def test_concurrent_record_reads_are_bounded() -> None:
    """Those who come later find a place, although forty addresses have as many as they can."""
    entry = connection_limits()
    with ExitStack() as stack:

        def streams(address: str) -> int:
            for count in range(17):
                try:
                    stack.enter_context(entry.stream((address, 1)))
                except ProblemError:
                    return count
            return 17

        had = [streams(f"192.0.2.{n}") for n in range(40)]
        assert had == sorted(had, reverse=True)
        assert (had[0], had[1], had[4], had[-1]) == (16, 15, 12, 1)
        assert streams("198.51.100.1") >= 1
        assert streams("127.0.0.1") == 17
        for n in range(100):
            had.append(streams(f"203.0.113.{n}"))
        assert had[-1] == 0
        assert entry._streams == Limits().streams
    assert entry._streams == 0
    with entry.stream(("192.0.2.7", 1)):
        assert entry.inside == 1


def test_sockets_of_an_address() -> None:
    peer, other_peer = ("192.0.2.7", 1), ("192.0.2.8", 1)
    entry = connection_limits(sockets_per_address=2)
    with ExitStack() as stack:
        stack.enter_context(entry.hold(peer, None))
        with entry.hold(peer, None), pytest.raises(ProblemError, match="sockets"):
            stack.enter_context(entry.hold(peer, None))
        stack.enter_context(entry.hold(peer, None))
        stack.enter_context(entry.hold(other_peer, None))
    assert entry.inside == 0


def test_anonymous_sockets_of_an_address_are_fewer() -> None:
    peer = ("192.0.2.7", 1)
    entry = connection_limits(sockets_per_address=3, anonymous_sockets_per_address=1)
    with entry.hold(peer, None):
        with pytest.raises(ProblemError, match="sockets"), entry.hold(peer, None):
            pass
        people = entry.hold(peer, "ann"), entry.hold(peer, "bob"), entry.hold(peer, "carl")
        with people[0], people[1], pytest.raises(ProblemError), people[2]:
            pass
        with entry.hold(("192.0.2.8", 1), None):
            pass
    assert entry.inside == 0


def test_sockets_of_an_account() -> None:
    entry = connection_limits(sockets_per_account=1)
    with entry.hold(("192.0.2.7", 1), "ann"), entry.hold(("192.0.2.7", 1), "bob"):
        with pytest.raises(ProblemError), entry.hold(("192.0.2.8", 1), "ann"):
            pass
        with entry.hold(("127.0.0.1", 1), "ann"):
            pass
    assert entry.inside == 0


def test_an_exception_releases_the_connection() -> None:
    entry = connection_limits()
    with pytest.raises(ZeroDivisionError), entry.hold(("192.0.2.7", 1), "ann"):
        raise ZeroDivisionError
    assert entry.inside == 0


def test_creation_is_rate_limited() -> None:
    clock = Clock()
    entry = connection_limits(clock, posts_per_second=2, posts_at_once=3)
    for _ in range(3):
        entry.spend(("192.0.2.7", 1))
    with pytest.raises(ProblemError, match="wait"):
        entry.spend(("192.0.2.7", 1))
    entry.spend(("192.0.2.8", 1))
    clock.ms = 500
    entry.spend(("192.0.2.7", 1))
    for _ in range(1000):
        entry.spend(("127.0.0.1", 1))


def test_accounts_spend_from_their_own_bucket_and_house_bots_from_none() -> None:
    entry = ConnectionLimits(Limits(posts_at_once=2), Clock(), frozenset({"house"}))
    for peer in (("127.0.0.1", 1), None):
        entry.spend(peer, "ann")
    with pytest.raises(ProblemError, match="wait") as refused:
        entry.spend(("127.0.0.1", 2), "ann")
    assert refused.value.retry_after == 1
    assert not entry.may_make(("127.0.0.1", 3), "ann")
    for _ in range(1000):
        assert entry.may_make(("192.0.2.7", 1), "house")


def test_the_hourly_bound_holds() -> None:
    entry = connection_limits(posts_at_once=1000, account_posts_an_hour=300)
    for _ in range(300):
        entry.spend(None, "ann")
    with pytest.raises(ProblemError) as refused:
        entry.spend(None, "ann")
    assert refused.value.retry_after == 12


def test_chat_is_counted_by_account_and_address() -> None:
    entry = connection_limits()
    assert [entry.may_chat(("127.0.0.1", n), "ann") for n in range(11)] == [True] * 10 + [False]
    lines = [entry.may_chat(("192.0.2.7", n), f"guest {n // 10}") for n in range(60)]
    assert lines == [True] * 50 + [False] * 10
    assert entry.may_chat(("192.0.2.8", 1), "guest 9")


def test_bots_of_an_owner_and_of_an_address() -> None:
    entry = connection_limits(owner_bots_a_day=2, address_bots_a_day=3)
    peer = ("192.0.2.7", 1)
    for owner in ("ann", "ann", "bob"):
        entry.register(peer, owner)
    for owner in ("ann", "cyd", None):
        with pytest.raises(ProblemError, match="in a day"):
            entry.register(peer, owner)
    entry.register(("192.0.2.8", 1), None)
    entry.register(("192.0.2.8", 1), None)
    with pytest.raises(ProblemError):
        entry.register(("192.0.2.8", 1), None)


def test_bots_online() -> None:
    entry = connection_limits(bots_online=1)
    with entry.show_bot(("192.0.2.7", 1), "bot1", None), entry.show_bot(None, "bot2", "ann"):
        for peer, owner in ((("192.0.2.7", 2), None), (("127.0.0.1", 1), "ann")):
            with pytest.raises(ProblemError, match="online"), entry.show_bot(peer, "bot3", owner):
                pass
        with entry.show_bot(("127.0.0.1", 1), "bot4", None):
            pass
    assert entry.inside == 0


def test_reading_has_a_rate() -> None:
    clock = Clock()
    entry = connection_limits(clock)
    peer = ("192.0.2.7", 1)
    for _ in range(400):
        entry.read(peer)
    with pytest.raises(ProblemError) as refused:
        entry.read(peer)
    assert (refused.value.problem.status, refused.value.retry_after) == (429, 1)
    clock.ms = 20
    entry.read(peer)
    for _ in range(1000):
        entry.read(("127.0.0.1", 1))


@pytest.mark.parametrize(("connections", "sockets"), [(400, 44), (100_000, 1_000), (2, 1)])
def test_no_address_can_take_all_connections(
    monkeypatch: pytest.MonkeyPatch, connections: int, sockets: int
) -> None:
    """At most an eighth of what is free: of 400, 44 of which leave 356."""
    monkeypatch.setattr(app, "_files_allowed", lambda: 10**6)
    limits = app._limits(Config(connections=connections))
    with ExitStack() as stack:
        opened = 0
        entry = ConnectionLimits(limits, Clock(), connected=lambda: opened)
        for number in range(2 * sockets):
            with suppress(ProblemError):
                stack.enter_context(entry.hold(("192.0.2.7", 1), f"account {number}"))
                opened += 1
        assert opened == sockets


def test_emptiest_buckets_are_kept_when_memory_is_bounded() -> None:
    allowance = Allowance([Rate(1, 100)], bounded_map=50)
    for _ in range(100):
        allowance.take("flooder", 0)
    for number in range(1000):
        allowance.take(f"other {number}", 0)
        assert len(allowance) <= 50
    assert allowance.wait_ms("flooder", 0) == 1000
    while len(allowance) < 50:
        allowance.take(f"more {len(allowance)}", 0)
    for number in range(10):
        allowance.take(f"late {number}", 99_000)  # all others are as if they had never been
    assert len(allowance) == 50 - CHECKED + 10
    assert allowance.wait_ms("flooder", 99_000) == 0


# ── over the wire, the address being what a proxy on this machine says ─────────────────────────


@pytest.fixture
async def small(tmp_path: Path) -> AsyncIterator[Local]:
    async with running(
        tmp_path, sockets_per_address=3, sockets_per_account=2, posts_at_once=2, posts_per_second=0
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


async def test_creating_too_much_is_refused(small: Local) -> None:
    async def status(path: str) -> tuple[int, str]:
        answer = await small.post(path, {}, x_forwarded_for="192.0.2.9")
        return answer.status, answer.json.get("code", "")

    assert (await status("session"))[0] == 201
    assert (await status("bots"))[0] == 400
    for path in ("session", "bots", "games"):
        assert await status(path) == (429, "too_many_requests")
    assert (await small.post("session", {})).status == 201


def test_lobby_sockets_of_an_account() -> None:
    peer, other_peer = ("192.0.2.7", 1), ("192.0.2.8", 1)
    entry = connection_limits(lobby_sockets_per_account=1)
    with entry.hold(peer, "ann", lobby=True), entry.hold(peer, "ann"):
        with (
            pytest.raises(ProblemError, match="sockets"),
            entry.hold(other_peer, "ann", lobby=True),
        ):
            pass
        with entry.hold(peer, "bob", lobby=True), entry.hold(peer, None, lobby=True):
            pass
    assert entry.inside == 0


def test_watching_counts_by_account_and_by_address() -> None:
    clock = Clock()
    limits = Limits(address_watches=(Rate(1, 3),), account_watches=(Rate(1, 2),))
    entry = ConnectionLimits(limits, clock)
    peer, other_peer = ("192.0.2.7", 1), ("192.0.2.8", 1)
    assert [entry.may_watch(peer, "ann") for _ in range(3)] == [True, True, False]
    assert not entry.may_watch(other_peer, "ann")
    assert [entry.may_watch(peer, None) for _ in range(2)] == [True, False]
    clock.ms = 1000
    assert entry.may_watch(peer, "ann")
    assert all(entry.may_watch(("127.0.0.1", 1), None) for _ in range(100))


def test_queued_commands_count_by_address_and_account() -> None:
    entry = connection_limits(address_waiting_bytes=300, account_waiting_bytes=200)
    peer, other_peer = ("192.0.2.7", 1), ("192.0.2.8", 1)
    assert entry.waiting(peer, "ann").add(150)
    assert not entry.waiting(other_peer, "ann").add(100)
    assert entry.waiting(peer, None).add(150)
    assert not entry.waiting(peer, None).add(1)
    entry.waiting(peer, "ann").remove(150)
    assert entry.waiting(other_peer, "ann").add(200)
    assert entry.waiting(("127.0.0.1", 1), None).add(10**9), "this machine is not counted"
