"""How many sockets an address and an account may have, and how fast things may be made."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, ExitStack
from pathlib import Path

import pytest

from zeitnot_server.web.doors import REMEMBERED, Doors, network
from zeitnot_server.web.limits import Limits
from zeitnot_server.web.problems import ProblemError

from .local import Local, running
from .raw import connected, upgrade


class Clock:
    ms = 0

    def __call__(self) -> int:
        return self.ms


def doors(clock: Clock | None = None, **limits: int) -> Doors:
    return Doors(Limits(**limits), clock or Clock())


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


def test_sockets_of_an_address() -> None:
    here, there = ("192.0.2.7", 1), ("192.0.2.8", 1)
    entry = doors(sockets_per_address=2)
    with ExitStack() as stack:
        stack.enter_context(entry.hold(here, None))
        with entry.hold(here, None), pytest.raises(ProblemError, match="sockets"):
            stack.enter_context(entry.hold(here, None))
        stack.enter_context(entry.hold(here, None))
        stack.enter_context(entry.hold(there, None))
    assert entry.inside == 0


def test_anonymous_sockets_of_an_address_are_fewer() -> None:
    here = ("192.0.2.7", 1)
    entry = doors(sockets_per_address=3, anonymous_sockets_per_address=1)
    with entry.hold(here, None):
        with pytest.raises(ProblemError, match="sockets"), entry.hold(here, None):
            pass
        people = entry.hold(here, "ann"), entry.hold(here, "bob"), entry.hold(here, "carl")
        with people[0], people[1], pytest.raises(ProblemError), people[2]:
            pass
        with entry.hold(("192.0.2.8", 1), None):
            pass
    assert entry.inside == 0


def test_sockets_of_an_account() -> None:
    entry = doors(sockets_per_account=1)
    with entry.hold(("192.0.2.7", 1), "ann"), entry.hold(("192.0.2.7", 1), "bob"):
        with pytest.raises(ProblemError), entry.hold(("192.0.2.8", 1), "ann"):
            pass
        with entry.hold(("127.0.0.1", 1), "ann"):
            pass
    assert entry.inside == 0


def test_a_fault_inside_lets_out_too() -> None:
    entry = doors()
    with pytest.raises(ZeroDivisionError), entry.hold(("192.0.2.7", 1), "ann"):
        raise ZeroDivisionError
    assert entry.inside == 0


def test_things_are_made_at_a_rate() -> None:
    clock = Clock()
    entry = doors(clock, posts_per_second=2, posts_at_once=3)
    for _ in range(3):
        entry.spend(("192.0.2.7", 1))
    with pytest.raises(ProblemError, match="wait"):
        entry.spend(("192.0.2.7", 1))
    entry.spend(("192.0.2.8", 1))
    clock.ms = 500
    entry.spend(("192.0.2.7", 1))
    for _ in range(1000):
        entry.spend(("127.0.0.1", 1))


def test_addresses_are_not_remembered_without_end() -> None:
    entry = doors(posts_per_second=1, posts_at_once=1)
    for number in range(REMEMBERED + 5):
        entry.spend((f"2001:db8:{number >> 8:x}:{number & 255:x}::1", 1))
    entry.spend(("2001:db8:0:0::1", 1))  # forgotten, so a full bucket again
    with pytest.raises(ProblemError):
        entry.spend(("2001:db8:0:0::1", 1))


# ── over the wire, the address being what a proxy on this machine says ─────────────────────────


@pytest.fixture
async def small(tmp_path: Path) -> AsyncIterator[Local]:
    async with running(
        tmp_path, sockets_per_address=3, sockets_per_account=2, posts_at_once=2, posts_per_second=0
    ) as local:
        yield local


async def test_the_fourth_socket_of_an_address(small: Local) -> None:
    async with AsyncExitStack() as stack:
        for _ in range(3):
            line = await stack.enter_async_context(connected(small.host))
            head = upgrade("/ws/lobby", x_forwarded_for="192.0.2.7")
            assert (await line.ask(head)).status == 101
        async with connected(small.host) as line:
            answer = await line.ask(upgrade("/ws/lobby", x_forwarded_for="192.0.2.7"))
            assert (answer.status, answer.json["code"]) == (429, "too_many_sockets")
        async with connected(small.host) as line:
            answer = await line.ask(upgrade("/ws/lobby", x_forwarded_for="192.0.2.8"))
            assert answer.status == 101


async def test_the_third_socket_of_an_account(small: Local) -> None:
    ann = await small.person()
    async with AsyncExitStack() as stack:
        statuses = []
        for number in range(3):
            line = await stack.enter_async_context(connected(small.host))
            head = upgrade("/ws/lobby", ann, x_forwarded_for=f"192.0.2.{number}")
            statuses.append((await line.ask(head)).status)
        assert statuses == [101, 101, 429]


async def test_making_too_much(small: Local) -> None:
    async def status(path: str) -> tuple[int, str]:
        answer = await small.post(path, {}, x_forwarded_for="192.0.2.9")
        return answer.status, answer.json.get("code", "")

    assert (await status("session"))[0] == 201
    assert (await status("bots"))[0] == 400
    for path in ("session", "bots", "games"):
        assert await status(path) == (429, "too_many_requests")
    assert (await small.post("session", {})).status == 201
