"""All sockets of an account, and of an address, share counts of refusals, frames, stored moves and
reads."""

import json
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from zeitnot_server.limits.rates import Rate
from zeitnot_server.limits.table import STANDARD, Limits
from zeitnot_server.web.http.problems import ProblemError
from zeitnot_server.web.limits.connection_limits import ConnectionLimits
from zeitnot_server.web.limits.metered import (
    DEBT_MS,
    MeteredSubject,
    Usage,
    Usages,
)

from .local import Local, running
from .raw import RawConnection, connected, frame, upgrade
from .test_allowances import GAME, first_message_of, send

(FEW,), (PROMPT,) = STANDARD.few_frames, STANDARD.prompt_reads
PEER = ("192.0.2.7", 1)
DAY_MS = 86_400_000


class ClockedLimits:
    """`ConnectionLimits` with a clock that the test sets."""

    def __init__(self, **limits: Any) -> None:
        self.ms = 0
        self.connection_limits = ConnectionLimits(
            Limits(**limits), lambda: self.ms, frozenset({"house"})
        )

    def sender(self, account: str | None, peer: tuple[str, int] = PEER) -> MeteredSubject:
        return self.connection_limits.sender(peer, account)

    def refuse(self, account: str | None, count: int, code: str = "wrong_state") -> MeteredSubject:
        """Opens a new socket after this many refusals; returns its quota subject."""
        subject = self.sender(account)
        for _ in range(count):
            subject.refused(code)
        return subject


# ── refusals ─────────────────────────────────────────────────────────────────────────────────────


def test_reconnecting_does_not_renew_the_allowance_for_refusals() -> None:
    """Each socket sends 198 messages that are refused. Two sockets are allowed at once, then 20
    messages a second."""
    limits = ClockedLimits()
    for _ in range(2):
        assert limits.sender("eve").blocked_ms() == 0
        limits.refuse("eve", 198)
    limits.refuse("eve", 198)
    assert 9_000 < limits.sender("eve").blocked_ms() < 11_000
    assert limits.sender("eve", ("192.0.2.9", 1)).is_blocked(limits.ms)
    assert not limits.sender("bob").is_blocked(limits.ms)
    sockets = 0
    for limits.ms in range(0, 100_000, 1_000):
        if limits.sender("eve").blocked_ms() == 0:
            sockets += 1
            limits.refuse("eve", 198)
    assert sockets <= 11


def test_guests_of_one_address_share_refusals_and_others_are_unaffected() -> None:
    limits = ClockedLimits()
    for number in range(24):
        limits.refuse(f"guest {number}", 198)
    assert limits.refuse("guest 0", 1).blocked_ms() > 20_000
    bob = limits.refuse("bob", 20)
    assert bob.blocked_ms() == 0
    assert limits.refuse("bob", 1).blocked_ms() > 20_000


def test_server_errors_and_loopback_are_not_counted() -> None:
    limits = ClockedLimits()
    assert limits.refuse("eve", 10_000, "busy").blocked_ms() == 0
    assert limits.refuse("house", 10_000).blocked_ms() == 0
    local = limits.sender("eve", ("127.0.0.1", 1))
    for _ in range(10_000):
        local.refused("wrong_state")
        local.stored(100)
    assert local.blocked_ms() == 0
    assert local.may_start_game()


def test_anonymous_clients_of_an_address_share_one_count() -> None:
    limits = ClockedLimits()
    limits.refuse(None, 401)
    assert limits.sender(None).blocked_ms() > 0
    assert limits.sender(None, ("192.0.2.8", 1)).blocked_ms() == 0


def test_a_debt_expires() -> None:
    limits = ClockedLimits()
    limits.refuse("eve", 100_000)
    assert limits.sender("eve").blocked_ms() <= DEBT_MS + 100


# ── frames ───────────────────────────────────────────────────────────────────────────────────────


def accepted_frames(senders: list[MeteredSubject], count: int) -> int:
    """The number of accepted frames, of `count` frames from each of these senders."""
    return sum(sender.take_frame() for _ in range(count) for sender in senders)


def test_frames_that_are_not_refused_are_bounded_by_address() -> None:
    """240 guests with four sockets each send 190 frames at once that are not refused, such as
    resent moves."""
    limits = ClockedLimits()
    sockets = [limits.sender(f"guest {n}") for n in range(240) for _ in range(4)]
    guaranteed = 240 * FEW.burst
    assert 2_000 <= accepted_frames(sockets, 190) <= 2_000 + guaranteed
    assert accepted_frames(sockets, 190) == 0
    limits.ms += 1_000
    assert accepted_frames(sockets, 190) <= 1_000 + guaranteed / 4
    assert not sockets[0].take_frame()
    assert limits.sender("ann", ("192.0.2.9", 1)).take_frame(), "another address"


def test_a_flood_leaves_a_few_frames_to_other_clients() -> None:
    limits = ClockedLimits()
    flood = [limits.sender(f"guest {n}") for n in range(100)]
    ann = limits.sender("ann")
    for limits.ms in range(0, 20_000, 100):
        accepted_frames(flood, 50)
        assert ann.take_frame()


def test_an_account_is_bounded_across_addresses() -> None:
    limits = ClockedLimits()
    senders = [limits.sender("eve"), limits.sender("eve", ("192.0.2.9", 1))]
    assert accepted_frames(senders, 5_000) == 1_000
    limits.ms += 1_000
    assert accepted_frames(senders, 5_000) == 400
    assert limits.sender("bob").take_frame()


def test_the_burst_does_not_grow_with_idle_time() -> None:
    limits = ClockedLimits()
    limits.ms = DAY_MS
    assert accepted_frames([limits.sender("eve")], 5_000) == 1_000
    ann, bob = limits.sender("ann", ("192.0.2.8", 1)), limits.sender("bob", ("192.0.2.8", 1))
    prompt = sum(sender.may_process_now() for _ in range(PROMPT.burst) for sender in (ann, bob))
    assert prompt == PROMPT.burst


def test_accepted_moves_and_solicited_pongs_are_not_counted() -> None:
    limits = ClockedLimits()
    engine = limits.sender("engine")
    for _ in range(10_000):
        assert engine.take_frame()
        engine.refund_frame()
    assert accepted_frames([engine], 2_000) == 1_000


def test_house_bots_and_loopback_are_not_limited() -> None:
    limits = ClockedLimits()
    assert (
        accepted_frames([limits.sender("house"), limits.sender("eve", ("127.0.0.1", 1))], 5_000)
        == 10_000
    )


async def test_repeating_the_same_command_closes_the_socket(tmp_path: Path) -> None:
    async with running(tmp_path, account_frames=(Rate(0, 60),)) as local:
        ann = await local.person()
        game = await local.game(ann)
        codes = []
        for _ in range(2):
            async with connected(local.host) as connection:
                head = upgrade(f"/ws/games/{game}", ann, x_forwarded_for="192.0.2.7")
                assert (await connection.ask(head)).status == 101
                sit = json.dumps({"type": "sit", "game": game, "id": "same", "seat": 0})
                hello = json.dumps({"type": "hello", "game": game})
                await connection.send(frame(hello) + frame(sit) * 90)
                codes.append(await connection.close_code())
        assert codes == [1008, 1008]


# ── stored moves ─────────────────────────────────────────────────────────────────────────────────


def test_moves_of_an_account_per_day_are_bounded() -> None:
    limits = ClockedLimits(account_events_a_day=100, game_events=20)
    limits.connection_limits.count_new_game(PEER, "eve")
    limits.sender("eve").stored(79)
    limits.connection_limits.count_new_game(PEER, "eve")
    with pytest.raises(ProblemError) as refused:
        limits.connection_limits.count_new_game(PEER, "eve")
    assert refused.value.problem.status == 429
    assert not limits.connection_limits.may_create_game(PEER, "eve")
    limits.sender("eve").stored(10_000)  # running games continue
    assert not limits.sender("eve").may_start_game()
    limits.connection_limits.count_new_game(PEER, "bob")
    limits.ms = DAY_MS
    assert not limits.sender("eve").may_start_game()
    limits.ms = DAY_MS + DAY_MS // 50
    limits.connection_limits.count_new_game(PEER, "eve")


def test_guests_of_an_address_share_its_bound_on_stored_moves() -> None:
    limits = ClockedLimits(address_events_a_day=1_000, game_events=20)
    created = 0
    for number in range(24):
        if limits.sender(f"guest {number}").may_start_game():
            limits.connection_limits.count_new_game(PEER, f"guest {number}")
            created += 1
            limits.sender(f"guest {number}").stored(200)
    assert created == 5
    limits.connection_limits.count_new_game(("192.0.2.8", 1), "bob")
    limits.connection_limits.count_new_game(("127.0.0.1", 1), "guest 23")
    limits.connection_limits.count_new_game(PEER, "house")


def test_newcomers_do_not_displace_heavy_senders() -> None:
    usages, now_ms = Usages(Rate.daily(10), Rate(1, 10), Rate(1, 100), max_names=50), 1_000_000
    eve = usages.of("eve", now_ms)
    while eve.frames.take(now_ms):
        pass
    for number in range(200):
        usages.of(f"guest {number}", now_ms)
    assert usages.of("eve", now_ms) is eve
    assert len(usages) <= 50


def test_a_connected_account_keeps_its_counts_when_memory_is_full() -> None:
    usages = Usages(Rate.daily(10), Rate(1, 10), Rate(1, 100), max_names=50)
    eve = usages.of("eve", 0)  # a reference like that of a connected socket, without any debt
    for number in range(200):
        usages.of(f"guest {number}", 0)
    assert usages.of("eve", 0) is eve
    assert len(usages) <= 50


def test_the_memory_of_usages_is_bounded_and_keeps_debts() -> None:
    usages = Usages(Rate.daily(10), Rate(1, 10), Rate(1, 10), max_names=50)
    usages.of("eve", 0).events = 10
    for number in range(1_000):
        usages.of(f"other {number}", 0)
        assert len(usages) <= 50
    assert usages.of("eve", 0).begin_in_ms(0) > 0
    assert Usage(Rate.daily(10), Rate(1, 10), Rate(1, 10), 0).begin_in_ms(0) == 0


# ── catch-ups, read over sockets ─────────────────────────────────────────────────────────────────


def test_catch_ups_count_as_reads() -> None:
    limits = ClockedLimits(address_reads=((1, 4),), read_chars=100)
    limits.sender(None).read(99)
    limits.connection_limits.read(PEER)
    limits.sender("ann").read(1_000)
    assert not limits.sender("bob").may_read()
    with pytest.raises(ProblemError):
        limits.connection_limits.read(PEER)
    limits.connection_limits.read(("192.0.2.8", 1))
    limits.ms = 8_000
    assert limits.sender("bob").may_read()
    limits.sender(None).read(10**9)
    limits.ms += DEBT_MS + 1_000
    limits.connection_limits.read(PEER)


# ── over the wire, with the address that a proxy on this machine reports ─────────────────────────


async def open_socket(
    stack: AsyncExitStack, local: Local, game: str, token: str | None
) -> RawConnection:
    """A socket in the room from the address PEER."""
    connection = await stack.enter_async_context(connected(local.host))
    head = upgrade(f"/ws/games/{game}", token, x_forwarded_for=PEER[0])
    assert (await connection.ask(head)).status == 101
    return connection


async def test_a_second_socket_does_not_avoid_the_bound_on_refusals(tmp_path: Path) -> None:
    async with (
        running(tmp_path, account_refusals=(Rate(0.001, 5),)) as local,
        AsyncExitStack() as stack,
    ):
        eve = await local.person()
        game = await local.game(await local.person())
        connection = await open_socket(stack, local, game, eve)
        await send(connection, game, "hello")
        await connection.message("welcome")
        for number in range(5):
            await send(connection, game, "resign", id=f"r{number}")
            assert (await first_message_of(connection, "error"))["code"] == "wrong_state"
        await send(connection, game, "resign", id="last")
        assert await connection.close_code() == 1008
        async with connected(local.host) as second_socket:
            head = upgrade(f"/ws/games/{game}", eve, x_forwarded_for=PEER[0])
            answer = await second_socket.ask(head)
        assert (answer.status, answer.json["code"]) == (429, "too_many_requests")
        await open_socket(stack, local, game, await local.person())


async def test_stored_moves_delay_new_games_of_the_address(tmp_path: Path) -> None:
    """Two guests of an address play a game to its end; then neither may start another."""
    async with running(tmp_path, address_events_a_day=53) as local, AsyncExitStack() as stack:
        people = [await local.person() for _ in range(2)]
        headers = {"x_forwarded_for": PEER[0]}
        game = (await local.post("games", GAME, people[0], **headers)).json["id"]
        connections = [await open_socket(stack, local, game, player) for player in people]
        for number, connection in enumerate(connections):
            await send(connection, game, "hello")
            await send(connection, game, "sit", id=f"sit{number}")
            await send(connection, game, "ready", id=f"ready{number}", salt="s")
        await connections[0].message("started")
        for ply, move in enumerate(("a1", "b1", "a2", "b2", "a3")):
            await send(connections[ply % 2], game, "move", id=f"m{ply}", ply=ply, move=move)
            await first_message_of(connections[ply % 2], "ack")
            while (await connections[1 - ply % 2].message("moved"))["ply"] != ply:
                pass
        refused = await local.post("games", GAME, people[0], **headers)
        assert (refused.status, refused.json["code"]) == (429, "too_many_requests")
        assert int(refused.headers["retry-after"]) > 60
        await send(connections[0], game, "rematch", id="again")
        assert (await first_message_of(connections[0], "error", "rematch")).get(
            "code"
        ) == "too_fast"
        assert (await local.post("games", GAME, people[0])).status == 201


async def test_a_repeated_hello_waits_after_too_much_reading(tmp_path: Path) -> None:
    limits = {"address_reads": (Rate(0.001, 3),), "read_chars": 100}
    async with running(tmp_path, **limits) as local, AsyncExitStack() as stack:
        game = await local.game(ann := await local.person())
        connection = await open_socket(stack, local, game, ann)
        await connection.send(frame(json.dumps({"type": "hello", "game": game})))
        await connection.message("welcome")
        await send(connection, game, "sit", id="s")
        await first_message_of(connection, "ack")
        await send(connection, game, "hello")
        await connection.message("welcome")
        await send(connection, game, "hello")
        assert (await first_message_of(connection, "error"))["code"] == "too_fast"


def test_frames_from_a_busy_address_wait_behind_others() -> None:
    """All accounts of the address share this limit. Other addresses and loopback do not wait."""
    limits = ClockedLimits()
    accounts = [limits.sender(f"guest {number}") for number in range(10)]
    prompt = sum(accounts[number % 10].may_process_now() for number in range(2 * PROMPT.burst))
    assert prompt == PROMPT.burst
    assert limits.sender("other", ("192.0.2.8", 1)).may_process_now()
    local = limits.sender("local", ("127.0.0.1", 1))
    assert all(local.may_process_now() for _ in range(2 * PROMPT.burst))
    limits.ms += 1000
    assert accounts[0].may_process_now()
