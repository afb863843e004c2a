"""/metrics: access, contents, and that strangers cannot add series."""

import asyncio
import math
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from prometheus_client import CollectorRegistry, Histogram
from prometheus_client.parser import text_string_to_metric_families

import zeitnot_protocol as p
from zeitnot_server import app
from zeitnot_server.config import Config
from zeitnot_server.events.bus import Events
from zeitnot_server.hosting.room.now import AdjustedClock
from zeitnot_server.limits.disk import DiskReserve
from zeitnot_server.limits.rates import Rate
from zeitnot_server.rooms.room import Actor
from zeitnot_server.store.tally import Histogram as ZeitnotHistogram
from zeitnot_server.web.edge import Edge
from zeitnot_server.web.http.networks import LOOPBACK, Networks
from zeitnot_server.web.metrics import FRESH_SECONDS, ROOMS_A_TICK, Metrics, census

from ..security.local import Local, running
from ..security.raw import connected, request
from .hosted import RoomHarness
from .running_server import WebSocket, websocket

Samples = dict[tuple[str, tuple[str, ...]], float]


def samples(text: str) -> Samples:
    """Every sample of the server's own metrics, by its name and the values of its labels."""
    return {
        (sample.name, tuple(sample.labels.values())): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
        if sample.name.startswith("zeitnot_")
    }


async def scrape(local: Local) -> Samples:
    """All samples; the rooms are counted again first."""
    local.metrics._fresh_until = 0.0
    return samples((await local.metrics.text()).decode())


@pytest.fixture
async def local(tmp_path: Path) -> AsyncIterator[Local]:
    async with running(tmp_path) as instance:
        yield instance


def as_server(local: Local) -> Any:
    """The same as a `Server` of `running_server`: `websocket` uses only `host`."""
    return local


@asynccontextmanager
async def seated(local: Local, game: str, *tokens: str) -> AsyncIterator[list[WebSocket]]:
    """Sockets of these players, who have sat down and are ready."""
    async with AsyncExitStack() as stack:
        sockets = []
        for token in tokens:
            socket = websocket(as_server(local), f"/ws/games/{game}", token)
            sockets.append(await stack.enter_async_context(socket))
            await sockets[-1].send("hello")
            await sockets[-1].send("sit")
            await sockets[-1].send("ready", salt="s")
        for person in sockets:
            await person.until("started")
        yield sockets


# ── access ───────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("readers", "client", "status"),
    [
        (LOOPBACK, None, 200),
        (LOOPBACK, "192.0.2.7", 403),
        (Networks(()), None, 403),
        (Networks(("192.0.2.0/24",)), "192.0.2.7", 200),
        (Networks(("192.0.2.0/24",)), "192.0.3.7", 403),
        (Networks(("0.0.0.0/0", "::/0")), "2001:db8::1", 200),
    ],
)
async def test_metrics_are_readable_only_from_allowed_networks(
    tmp_path: Path, readers: Networks, client: str | None, status: int
) -> None:
    headers = {"x_forwarded_for": client} if client else {}
    async with running(tmp_path, Edge(metrics_from=readers)) as local:
        answer = await local.get("/metrics", **headers)
        assert answer.status == status
        if status == 403:
            assert answer.json["code"] == "not_for_you"
        else:
            assert answer.headers["content-type"].startswith("text/plain; version=")
            assert b"zeitnot_moves_total 0.0" in answer.body
            assert b"process_open_fds" in answer.body


# ── counts ───────────────────────────────────────────────────────────────────────────────────────


async def test_a_game_is_counted(local: Local) -> None:
    before = await scrape(local)
    tokens = [await local.person(), await local.person()]
    game = await local.game(tokens[0])
    async with seated(local, game, *tokens) as (ann, bob):
        await ann.send("move", ply=0, move="b2")
        await ann.until("ack", id="c4")
        await ann.send("move", ply=0, move="b2")
        await ann.until("error")
        after = await scrape(local)
        assert after["zeitnot_rooms", ("running",)] == 1
        assert after["zeitnot_sockets", ("room",)] == 2
        assert after["zeitnot_connections", ()] == 2
        assert (
            after["zeitnot_queue_depth", ("max",)] == after["zeitnot_queue_depth", ("total",)] == 0
        )
        await bob.send("resign")
        await bob.until("finished")
    after = await scrape(local)
    assert after["zeitnot_moves_total", ()] == 1
    assert after["zeitnot_refusals_total", ("not_your_turn",)] == 1
    assert after["zeitnot_games_total", ("resign",)] == 1
    assert after["zeitnot_games_total", ("flag",)] == after["zeitnot_flags_total", ()] == 0
    assert after["zeitnot_ack_seconds_count", ()] == 6, (
        "two sit, two ready, a move and a resignation"
    )
    assert (
        after["zeitnot_commit_seconds_count", ()] - before["zeitnot_commit_seconds_count", ()] == 7
    ), "the same, and the creation of the game"
    rows = after["zeitnot_writer_batch_rows_sum", ()] - before["zeitnot_writer_batch_rows_sum", ()]
    assert rows >= 7
    assert (
        0 < after["zeitnot_commit_seconds_sum", ()] < after["zeitnot_commit_seconds_count", ()] * 60
    )


async def test_a_late_move_counts_as_a_flag() -> None:
    harness = RoomHarness()
    task = asyncio.create_task(harness.room_actor.run())
    ann, _ = await harness.seat_players("ann", "bob")
    harness.advance(70_000)
    harness.send(ann, p.Move, ply=0, move="b2")
    assert (await ann.until("finished"))["reason"] == "flag"
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    tally = harness.room_actor._host.tally
    assert (tally.moves, dict(tally.ended)) == (0, {"flag": 1})


async def test_spectators_watchers_and_cut_off_viewers_are_counted(local: Local) -> None:
    token, socket = await local.person(), as_server(local)
    game = await local.game(token)
    async with (
        websocket(socket, "/ws/lobby") as lobby,
        websocket(socket, f"/ws/games/{game}") as spectator,
    ):
        await lobby.send("watch")
        await lobby.until("lobby")
        await spectator.send("hello")
        await spectator.until("presence")
        after = await scrape(local)
        assert after["zeitnot_watchers", ()] == after["zeitnot_sockets", ("lobby",)] == 1
        assert after["zeitnot_spectators", ()] == 1
        room_actor = local.game_server.registry.in_memory(game)
        assert room_actor is not None
        (viewer,) = room_actor.audience.viewers
        viewer.send_queue.abort()
        viewer.send_queue.abort()
        assert (await scrape(local))["zeitnot_outbox_cut_total", ()] == 1


async def test_only_house_bots_have_their_own_series(local: Local) -> None:
    bots = [(await local.post("bots", {"name": f"Bot_{n}"})).json for n in range(3)]
    local.game_server.house_bots = frozenset({Actor(bots[0]["account"], "Bot_0", bot=True)})
    game = await local.game(bots[0]["token"])
    async with websocket(as_server(local), "/ws/lobby", bots[1]["token"]) as lobby:
        await lobby.send("watch", plays=["tictactoe"])
        await lobby.until("lobby")
        async with seated(local, game, *(bot["token"] for bot in bots[:2])):
            after = await scrape(local)
    assert after["zeitnot_bots_online", ()] == 1
    assert {key: n for key, n in after.items() if key[0] == "zeitnot_bot_games"} == {
        ("zeitnot_bot_games", ("Bot_0",)): 1
    }


async def test_strangers_create_no_new_series(local: Local) -> None:
    """Even a new error code adds no series, because all exist from the start."""
    await local.get("/api/v1/none")
    await local.get("/api/v1/games/none")
    async with connected(local.host) as connection:
        await connection.ask(request(method="BREW"))
    before = {*await scrape(local)}
    for number in range(3):
        await local.post("bots", {"name": f"Stranger_{number}"})
        await local.get(f"/api/v1/{number}")
        await local.get(f"/api/v1/games/{number}", x_forwarded_for=f"192.0.2.{number}")
        async with connected(local.host) as connection:
            await connection.ask(request(method=f"BREW{number}"))
        async with websocket(as_server(local), "/ws/lobby") as lobby:
            await lobby.send(f"type{number}")
            await lobby.until("error")
    after = await scrape(local)
    assert {*after} == before
    assert after["zeitnot_refusals_total", ("unknown_message",)] == 3


async def test_metrics_show_read_only_and_the_writers_queue(local: Local) -> None:
    writer = local.game_server.store._writer
    with writer._changed:  # its thread waits for this
        writer.read_only_reason = "disk full"
        writer._queue.tasks.append(None)  # type: ignore[arg-type]
        families = [family for family in local.metrics.collect() if family.samples]
        writer._queue.tasks.clear()
        writer.read_only_reason = None
    after = {family.name: family.samples[0].value for family in families}
    assert (after["zeitnot_read_only"], after["zeitnot_writer_queue"]) == (1, 1)
    assert (await scrape(local))["zeitnot_read_only", ()] == 0


async def test_metrics_show_disk_space_and_damage(local: Local) -> None:
    disk = local.game_server.disk = DiskReserve(0, lambda: 17)  # in place of the server's own
    await disk.check()
    before = await scrape(local)
    names = ("zeitnot_disk_free_bytes", "zeitnot_disk_low", "zeitnot_damaged")
    assert [before[name, ()] for name in names] == [17, 0, 0]
    disk.reserve = 18
    await disk.check()
    local.game_server.store.damage.note("page 3", "torn")
    after = await scrape(local)
    assert [after[name, ()] for name in names] == [17, 1, 1]


async def test_the_disk_of_another_machine_is_not_known(local: Local) -> None:
    """The metric is NaN, because 0 would cause an alert."""
    config = Config(db="postgresql://db.example/zeitnot")
    disk = local.game_server.disk = app._disk_reserve(config, Events())
    await disk.check()
    after = await scrape(local)
    assert math.isnan(after["zeitnot_disk_free_bytes", ()])
    assert after["zeitnot_disk_low", ()] == 0


def test_stalls_are_counted() -> None:
    ns = 0
    ran_ns = 0
    clock = AdjustedClock(1, lambda: ns, lambda: 0, lambda: ran_ns)
    for ms, ran_ms in ((40, 40), (90, 90), (1140, 140), (1180, 180)):
        ns, ran_ns = ms * 1_000_000, ran_ms * 1_000_000
        clock.tick()
    assert (clock.stalls, clock.stalled_ms) == (1, 1000)


async def test_the_delay_of_the_loop_is_measured(local: Local) -> None:
    delays = local.game_server.tally.lag_s
    async with asyncio.timeout(60):
        while sum(delays.counts) < 3:  # noqa: ASYNC110  there is no event for it
            await asyncio.sleep(0.01)
    assert (await scrape(local))["zeitnot_loop_lag_seconds_count", ()] >= 3


# ── cost ─────────────────────────────────────────────────────────────────────────────────────────


async def test_rooms_are_counted_once_a_second_in_chunks(tmp_path: Path) -> None:
    async with running(tmp_path, address_posts=(Rate(1, 10 * ROOMS_A_TICK),)) as local:
        seconds = 100.0
        metrics = Metrics(local.game_server, LOOPBACK, lambda: seconds)

        async def rooms() -> float:
            return samples((await metrics.text()).decode())["zeitnot_rooms", ("open",)]

        token = await local.person()
        await local.game(token)
        assert await asyncio.gather(rooms(), rooms()) == [1, 1]
        await local.game(token)
        seconds += FRESH_SECONDS - 0.1
        assert await rooms() == 1
        seconds += 0.2
        assert await rooms() == 2
        (room_actor, *_) = local.game_server.registry
        ticks = 0
        local.game_server.registry._rooms |= {f"{n}": room_actor for n in range(3 * ROOMS_A_TICK)}
        task = asyncio.create_task(census(local.game_server))
        while not task.done():
            await asyncio.sleep(0)
            ticks += 1
        for number in range(3 * ROOMS_A_TICK):
            del local.game_server.registry._rooms[f"{number}"]
        assert ticks >= 3


@given(st.lists(st.floats(0, 10) | st.sampled_from([0.001, 0.01, 5.0])))
def test_a_histogram_counts_as_prometheus_does(values: list[float]) -> None:
    bounds = (0.001, 0.01, 1.0, 5.0)
    reference = Histogram("h", "", buckets=bounds, registry=CollectorRegistry())
    histogram = ZeitnotHistogram(bounds)
    for value in values:
        reference.observe(value)
        histogram.add(value)
    (family,) = reference.collect()
    results = [s.value for s in family.samples if s.name == "h_bucket"]
    below = [sum(histogram.counts[: n + 1]) for n in range(len(bounds) + 1)]
    assert below == results
    assert histogram.total == pytest.approx(sum(values))
