"""Every limit of `TABLE` has a test. This file tests the rates and the limits on simultaneously
open items with their real numbers; an IPv6 /48 gets four times as much as an address. The other
limits are listed with their tests in `TESTED_ELSEWHERE`."""

import math
from collections import Counter
from collections.abc import Callable
from contextlib import AbstractContextManager, ExitStack
from dataclasses import dataclass
from itertools import count
from pathlib import Path

import pytest

from zeitnot_server.limits.rates import Rate
from zeitnot_server.limits.table import TABLE, Limits
from zeitnot_server.web.http.addresses import SITE, Peer
from zeitnot_server.web.http.problems import ProblemError
from zeitnot_server.web.limits.connection_limits import ConnectionLimits

from .limits_elsewhere import TESTED_ELSEWHERE

PEER: Peer = ("192.0.2.7", 1)
LOOPBACK: Peer = ("127.0.0.1", 1)
NETWORKS: list[Peer] = [(f"2001:db8:77:{number:x}::1", 1) for number in range(8 * SITE)]
LIMITS = Limits()
KIB, MIB = 1024, 1024 * 1024
HOUR = 3_600


class Scene:
    """Limits with a clock that the test sets; creates accounts and addresses not used before."""

    def __init__(self) -> None:
        self.ms = 0
        self.reached = Counter[str]()
        self.limits = ConnectionLimits(LIMITS, lambda: self.ms, reached=self.reached)
        self._numbers = count()

    def account(self) -> str:
        return f"guest {next(self._numbers)}"

    def peer(self) -> Peer:
        number = next(self._numbers)
        return f"10.{number >> 16}.{number >> 8 & 255}.{number & 255}", 1


def allowed(call: Callable[[], object]) -> bool:
    """Whether the call succeeds and is not refused with 429."""
    try:
        call()
    except ProblemError as refused:
        if refused.problem.status != 429:
            raise
        return False
    return True


# ── in the course of time ────────────────────────────────────────────────────────────────────────

Attempt = Callable[[Scene, Peer], bool]


def handshake(scene: Scene, peer: Peer, account: str) -> bool:
    """A handshake of a player whose address has no reads left."""
    while allowed(lambda: scene.limits.read(peer)):
        pass
    return allowed(lambda: scene.limits.shake_hands(peer, account))


def seated_request(scene: Scene, peer: Peer) -> bool:
    """A request of a player whose address has no requests left."""
    while allowed(lambda: scene.limits.request(peer)):
        pass
    return allowed(lambda: scene.limits.request(peer, lambda: "ann"))


def sit_and_play(scene: Scene, peer: Peer, account: str) -> bool:
    refund = scene.limits.may_sit(peer, account)
    if refund is not None:
        refund()
    return refund is not None


def send_refused_message(scene: Scene, peer: Peer) -> bool:
    """Whether Ann may send one more message that is refused."""
    sender = scene.limits.sender(peer, "ann")
    if sender.blocked_ms():
        return False
    sender.refused("wrong_state")
    return True


@dataclass(frozen=True)
class RateTest:
    """An attempt that a rate limits. `seconds`: the duration of the test; `unit`: the cost of one
    attempt."""

    attempt: Attempt
    seconds: int
    unit: int = 1


BY_ADDRESS = {
    "address_posts": RateTest(lambda s, peer: allowed(lambda: s.limits.spend(peer)), 900),
    "address_chats": RateTest(lambda s, peer: s.limits.may_chat(peer, s.account()), 900),
    "address_report_bytes": RateTest(
        lambda s, peer: s.limits.may_report(peer, s.account(), 256 * KIB), 15 * HOUR, 256 * KIB
    ),
    "address_sits": RateTest(lambda s, peer: sit_and_play(s, peer, s.account()), 900),
    "address_idle_seats": RateTest(
        lambda s, peer: s.limits.may_sit(peer, s.account()) is not None, 2 * HOUR
    ),
    "address_watches": RateTest(lambda s, peer: s.limits.may_watch(peer, s.account()), 20),
    "address_seek_messages": RateTest(lambda s, peer: s.limits.may_seek(peer, s.account()), 30),
    "address_requests": RateTest(lambda s, peer: allowed(lambda: s.limits.request(peer)), 20),
    "address_reads": RateTest(lambda s, peer: allowed(lambda: s.limits.read(peer)), 20),
    "address_complaints": RateTest(
        lambda s, peer: allowed(lambda: s.limits.complain(peer, s.account())), 5 * HOUR
    ),
    "address_passkey_challenges": RateTest(
        lambda s, peer: allowed(lambda: s.limits.challenge(peer)), 900
    ),
    "address_seated_handshakes": RateTest(lambda s, peer: handshake(s, peer, s.account()), 20),
}
BY_ACCOUNT = {
    "account_posts": RateTest(lambda s, _: allowed(lambda: s.limits.spend(s.peer(), "ann")), 900),
    "account_renames": RateTest(lambda s, _: allowed(lambda: s.limits.rename("ann")), 5 * HOUR),
    "account_complaints": RateTest(
        lambda s, _: allowed(lambda: s.limits.complain(s.peer(), "ann")), 15 * HOUR
    ),
    "account_chats": RateTest(lambda s, _: s.limits.may_chat(s.peer(), "ann"), 900),
    "account_report_bytes": RateTest(
        lambda s, _: s.limits.may_report(s.peer(), "ann", 64 * KIB), 15 * HOUR, 64 * KIB
    ),
    "account_sits": RateTest(lambda s, _: sit_and_play(s, s.peer(), "ann"), 900),
    "account_idle_seats": RateTest(
        lambda s, _: s.limits.may_sit(s.peer(), "ann") is not None, 2 * HOUR
    ),
    "account_frames": RateTest(lambda s, _: s.limits.sender(s.peer(), "ann").take_frame(), 6),
    "account_refusals": RateTest(lambda s, _: send_refused_message(s, s.peer()), 20),
    "account_watches": RateTest(lambda s, _: s.limits.may_watch(s.peer(), "ann"), 60),
    "account_seek_messages": RateTest(lambda s, _: s.limits.may_seek(s.peer(), "ann"), 60),
    "seated_handshakes": RateTest(lambda s, _: handshake(s, s.peer(), "ann"), 60),
    "seated_requests": RateTest(lambda s, _: seated_request(s, s.peer()), 20),
    "seated_postponements": RateTest(lambda s, _: s.limits.may_postpone("ann", "a game"), 20),
    "seated_reads": RateTest(
        lambda s, _: s.limits.sender(s.peer(), "ann", plays=True).may_read(), 20
    ),
}
RATES = BY_ADDRESS | BY_ACCOUNT


def rates_of(name: str) -> tuple[Rate, ...]:
    rates: tuple[Rate, ...] = getattr(LIMITS, name)
    return rates


@pytest.mark.parametrize("name", RATES)
def test_a_rate_allows_its_burst_and_then_its_rate(name: str) -> None:
    """A client that tries continuously succeeds as often as all rates allow, or once less."""
    rate_test, rates, scene = RATES[name], rates_of(name), Scene()
    step_s = min(rate.burst / rate.per_second for rate in rates) / 4
    done, burst = 0, 0
    for number in range(math.floor(rate_test.seconds / step_s) + 1):
        scene.ms = math.floor(1000 * number * step_s)
        while rate_test.attempt(scene, PEER):
            done += 1
        burst = burst or done
    allowed_at_once = min(rate.burst for rate in rates) // rate_test.unit
    allowed_in_all = min(rate.burst + rate.per_second * scene.ms / 1000 for rate in rates)
    assert burst == allowed_at_once
    assert scene.reached[name], "a reached limit is counted"
    assert allowed_in_all / rate_test.unit - 1 <= done <= allowed_in_all / rate_test.unit + 1e-6


@pytest.mark.parametrize("name", BY_ADDRESS)
def test_an_ipv6_site_has_four_times_the_allowance(name: str) -> None:
    rate_test, scene = BY_ADDRESS[name], Scene()
    done = 0
    for network in NETWORKS:
        while rate_test.attempt(scene, network):
            done += 1
    assert scene.reached[name]
    assert done == SITE * min(rate.burst for rate in rates_of(name)) // rate_test.unit


# ── at the same time ─────────────────────────────────────────────────────────────────────────────

Opener = Callable[[Scene, Peer], AbstractContextManager[None]]
OPEN: dict[str, Opener] = {
    "sockets_per_address": lambda s, peer: s.limits.hold(peer, s.account()),
    "anonymous_sockets_per_address": lambda s, peer: s.limits.hold(peer, None),
    "sockets_per_account": lambda s, _: s.limits.hold(s.peer(), "ann"),
    "lobby_sockets_per_account": lambda s, _: s.limits.hold(s.peer(), "ann", lobby=True),
    "requests_per_address": lambda s, peer: s.limits.answering(peer),
    "streams_per_address": lambda s, peer: s.limits.stream(peer),
    "streams": lambda s, _: s.limits.stream(s.peer()),
    "imports_per_address": lambda s, peer: s.limits.importing(peer),
    "imports": lambda s, _: s.limits.importing(s.peer()),
    "account_exports": lambda s, _: s.limits.exporting("ann"),
    "bots_online": lambda s, _: s.limits.show_bot(s.peer(), s.account(), "ann"),
}
OF_PLAYERS: dict[str, tuple[Opener, Opener]] = {
    "seated_sockets": (
        OPEN["sockets_per_address"],
        lambda s, peer: s.limits.hold(peer, "ann", plays=True),
    ),
    "seated_lobby_sockets": (
        OPEN["sockets_per_address"],
        lambda s, peer: s.limits.hold(peer, "ann", lobby=True, plays=True),
    ),
    "seated_connections": (
        OPEN["requests_per_address"],
        lambda s, peer: s.limits.answering(peer, lambda: "ann"),
    ),
}


def open_all(stack: ExitStack, scene: Scene, opener: Opener, peer: Peer = PEER) -> int:
    """Opens items until one is refused; returns their number."""
    opened = 0
    while True:
        try:
            stack.enter_context(opener(scene, peer))
        except ProblemError as refused:
            if refused.problem.status != 429:
                raise
            return opened
        opened += 1


@pytest.mark.parametrize("name", OPEN)
def test_open_items_are_limited(name: str) -> None:
    scene, bound = Scene(), getattr(LIMITS, name)
    with ExitStack() as stack:
        assert open_all(stack, scene, OPEN[name]) == bound
    assert scene.reached == {name: 1}
    with ExitStack() as stack:
        assert open_all(stack, scene, OPEN[name]) == bound, "closed items are not counted"
    assert scene.limits.held_keys == 0


@pytest.mark.parametrize("name", OF_PLAYERS)
def test_a_player_may_open_more_than_its_address(name: str) -> None:
    open_others, open_players = OF_PLAYERS[name]
    scene = Scene()
    with ExitStack() as stack:
        assert open_all(stack, scene, open_others) > 0
        assert open_all(stack, scene, open_players) == getattr(LIMITS, name)
    assert scene.reached[name] == 1
    assert scene.limits.held_keys == 0


@pytest.mark.parametrize(
    ("peer", "account", "bound"),
    [
        (PEER, None, LIMITS.address_waiting_bytes),
        (PEER, "ann", LIMITS.account_waiting_bytes),
        (NETWORKS[0], None, LIMITS.address_waiting_bytes),
    ],
)
def test_waiting_bytes_are_limited(peer: Peer, account: str | None, bound: int) -> None:
    scene = Scene()
    sockets = [scene.limits.waiting(peer, account) for _ in range(50)]
    accepted = [socket for _ in range(4) for socket in sockets if socket.add(MIB)]
    assert len(accepted) == bound // MIB
    accepted[0].remove(MIB)
    assert [sockets[-1].add(MIB), sockets[-1].add(1)] == [True, False]


def test_waiting_bytes_of_an_ipv6_site_are_limited() -> None:
    scene = Scene()
    waiting = [scene.limits.waiting(network, None) for network in NETWORKS]
    accepted = sum(socket.add(MIB) for _ in range(40) for socket in waiting)
    assert accepted == SITE * LIMITS.address_waiting_bytes // MIB


# ── all others ───────────────────────────────────────────────────────────────────────────────────
BYTES = ("address_waiting_bytes", "account_waiting_bytes")


def test_every_limit_has_a_test() -> None:
    elsewhere = {name for names in TESTED_ELSEWHERE.values() for name in names}
    assert {*RATES, *OPEN, *OF_PLAYERS, *BYTES, *elsewhere} == set(TABLE)
    for test in TESTED_ELSEWHERE:
        file, function = test.rsplit(".", 1)
        assert f"def {function}(" in (Path(__file__).parent / f"{file}.py").read_text("utf-8")
