"""Players may open additional connections beyond the limits of their address. These are limited
too."""

from contextlib import AsyncExitStack, ExitStack, suppress
from pathlib import Path

import pytest

from zeitnot_server.limits.table import Limits
from zeitnot_server.web.edge import Edge
from zeitnot_server.web.http.networks import Networks
from zeitnot_server.web.http.problems import ProblemError
from zeitnot_server.web.limits.connection_limits import ConnectionLimits
from zeitnot_server.web.transport import requests

from .local import running
from .raw import connected, request
from .test_connection_limits import Clock, connection_limits
from .test_seated import pair


def test_players_of_an_address_do_not_take_all_sockets() -> None:
    """With many accounts that each play many games, an address gets at most twice its limit and a
    part of the free sockets. Other addresses can still connect."""
    table = Limits(sockets_per_address=20, connections=200)
    for hosts, maximum in ((["192.0.2.7"], 40), ([f"2001:db8:0:{n:x}::1" for n in range(99)], 160)):
        opened: list[str] = []
        limits = ConnectionLimits(table, Clock(), connected=lambda opened=opened: len(opened))
        with ExitStack() as stack:
            for number in range(18 * 16):
                host, account = hosts[number % len(hosts)], f"player {number % 18}"
                with suppress(ProblemError):
                    stack.enter_context(limits.hold((host, 1), account, plays=True))
                    opened.append(account)
            assert 20 <= len(opened) <= maximum
            stack.enter_context(limits.hold(("198.51.100.1", 1), "ann"))
        assert limits.held_keys == 0


def test_a_player_has_two_room_sockets_and_one_lobby_socket_extra() -> None:
    peer = ("192.0.2.7", 1)
    limits = connection_limits(sockets_per_address=6)
    with ExitStack() as stack:
        for number in range(6):
            stack.enter_context(limits.hold(peer, f"guest {number}"))
        for lobby, count in ((False, 2), (True, 1)):
            for _ in range(count):
                stack.enter_context(limits.hold(peer, "ann", lobby=lobby, plays=True))
            with pytest.raises(ProblemError, match="sockets"):
                stack.enter_context(limits.hold(peer, "ann", lobby=lobby, plays=True))
        stack.enter_context(limits.hold(peer, "bob", plays=True))
    assert limits.held_keys == 0


def test_thirty_players_of_a_full_address_can_connect() -> None:
    peer, limits = ("192.0.2.7", 1), connection_limits(sockets_per_address=60)
    with ExitStack() as stack:
        for number in range(60):
            stack.enter_context(limits.hold(peer, f"guest {number}"))
        for lobby in (False, True):
            for number in range(30):
                stack.enter_context(limits.hold(peer, f"{number}", lobby=lobby, plays=True))


def test_extra_requests_of_players_of_an_address_are_limited() -> None:
    """Each account has eight simultaneous requests beyond those of its address. Together its
    accounts have as many extra requests as the address itself."""
    limits, opened = connection_limits(requests_per_address=20), 0
    with ExitStack() as stack:
        for number in range(200):
            with suppress(ProblemError):
                answering = limits.answering(("192.0.2.7", 1), lambda n=number // 10: f"{n}")
                stack.enter_context(answering)
                opened += 1
        assert opened == 40
        stack.enter_context(limits.answering(("198.51.100.1", 1)))


async def test_players_of_an_address_leave_connections_to_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An address can open at most twice its limit, although each account may have more. A
    provisional connection (not yet known to be a player's) displaces no other."""
    monkeypatch.setattr(requests, "network", lambda peer: "192.0.2.7")
    monkeypatch.setattr(Edge, "naming_proxies", Networks(()))
    async with running(tmp_path, requests_per_address=2, seated_connections=8) as local:
        players = [player for _ in range(3) for player in await pair(local)]
        async with AsyncExitStack() as stack:
            statuses = []
            for number in range(12):
                connection = await stack.enter_async_context(connected(local.host))
                token = players[number % len(players)].token
                head = request("/healthz", cookie=f"zeitnot_session={token}")
                statuses.append((await connection.ask(head)).status)
            assert statuses == [200] * 4 + [429] * 8


def test_refusals_postpone_absence_at_most_once_a_second() -> None:
    """Many refusals may come at a time. Those in the lobby (None) concern all games of the
    account."""
    clock = Clock()
    limits = connection_limits(clock)
    for _ in range(3):
        for account in ("ann", "bob"):
            for game in (None, "g1", "g2"):
                assert [limits.may_postpone(account, game) for _ in range(5)] == [True] + [
                    False
                ] * 4
        clock.ms += 1_000
