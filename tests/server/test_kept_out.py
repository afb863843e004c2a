"""If the server refuses a player's connection, it postpones their countdown, up to a limit."""

import asyncio
from collections.abc import AsyncIterator

import pytest

import zeitnot_protocol as p
from zeitnot_server.hosting.room.deadlines import MAX_POSTPONED_MS, POSTPONE_MS
from zeitnot_server.hosting.room.inbox import Subscribe
from zeitnot_server.rooms.absence import MIN_PATIENCE_MS
from zeitnot_server.rooms.commands import Outage, Resume
from zeitnot_server.rooms.room import Phase
from zeitnot_server.rooms.timeouts import RECONNECT_GRACE_MS, EndReconnectGrace

from .hosted import Person, RoomHarness

BOB = "acc-bob"


@pytest.fixture
async def harness() -> AsyncIterator[RoomHarness]:
    game = RoomHarness(p.Control(kind="sudden_death", base_ms=8 * MIN_PATIENCE_MS))
    task = asyncio.create_task(game.room_actor.run())
    yield game
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


async def game_left_by_bob(harness: RoomHarness) -> Person:
    """A game in which both have moved and Bob has left; Ann sees the countdown."""
    ann, bob = await harness.seat_players("ann", "bob")
    harness.send(ann, p.Move, ply=0, move="a1")
    await bob.until("moved")
    harness.send(bob, p.Move, ply=1, move="b1")
    while (await ann.until("moved"))["seat"] != 1:
        pass
    harness.room_actor.disconnected(bob.viewer)
    assert (await ann.until("countdown"))["ends_in_ms"] == MIN_PATIENCE_MS
    return ann


async def phase_after_timer(harness: RoomHarness) -> Phase:
    harness.fire_timer()
    await harness.room_actor.wait_until_idle()
    return harness.room_actor.room.phase


async def test_a_refusal_postpones_the_countdown_of_its_player(harness: RoomHarness) -> None:
    ann = await game_left_by_bob(harness)
    harness.advance(5_000)
    harness.room_actor.postpone_countdowns(BOB)
    assert (await ann.until("countdown"))["ends_in_ms"] == MIN_PATIENCE_MS - 5_000 + POSTPONE_MS
    harness.advance(POSTPONE_MS)
    assert await phase_after_timer(harness) is Phase.RUNNING
    harness.advance(MIN_PATIENCE_MS - 5_000)
    assert await phase_after_timer(harness) is Phase.FINISHED


async def test_refusals_in_a_row_do_not_add_up(harness: RoomHarness) -> None:
    """Refusals within five seconds count as one, also for the viewers, which are notified of each
    change."""
    ann = await game_left_by_bob(harness)
    for _ in range(20):
        harness.room_actor.postpone_countdowns(BOB)
        harness.advance(500)
    ends = [(await ann.until("countdown"))["ends_in_ms"] for _ in range(2)]
    assert ends == [MIN_PATIENCE_MS + POSTPONE_MS, MIN_PATIENCE_MS + POSTPONE_MS]
    assert ann.has_read_all()
    countdown = harness.room_actor.deadlines.countdowns(harness.room_actor.room)[0]
    assert countdown.ends_in_ms == MIN_PATIENCE_MS + POSTPONE_MS - 5_000


async def test_the_total_postponement_is_limited(harness: RoomHarness) -> None:
    """Despite repeated refusals the countdown ends, and after a return the next one is not
    postponed."""
    await game_left_by_bob(harness)
    for _ in range((MAX_POSTPONED_MS + MIN_PATIENCE_MS) // 1_000 - 1):
        harness.room_actor.postpone_countdowns(BOB)
        harness.advance(1_000)
        assert await phase_after_timer(harness) is Phase.RUNNING
    bob = Person("bob")
    harness.room_actor.post(Subscribe(bob.viewer, 0))
    await bob.until("presence")
    harness.room_actor.disconnected(bob.viewer)
    for _ in range(MIN_PATIENCE_MS // 1_000):
        assert await phase_after_timer(harness) is Phase.RUNNING
        harness.room_actor.postpone_countdowns(BOB)
        harness.advance(1_000)
    assert await phase_after_timer(harness) is Phase.FINISHED


@pytest.mark.parametrize("account", ["acc-ann", "acc-carl"])
async def test_refusals_of_other_accounts_postpone_nothing(
    harness: RoomHarness, account: str
) -> None:
    await game_left_by_bob(harness)
    harness.room_actor.postpone_countdowns(account)
    assert (
        harness.room_actor.deadlines.countdowns(harness.room_actor.room)[0].ends_in_ms
        == MIN_PATIENCE_MS
    )
    harness.room_actor.close()
    harness.room_actor.postpone_countdowns(BOB)


async def test_a_refusal_extends_the_reconnect_grace(harness: RoomHarness) -> None:
    """Bob is back first; it is Ann's turn."""
    room_actor = harness.room_actor
    ann = await game_left_by_bob(harness)
    room_actor.disconnected(ann.viewer)
    room_actor.deadlines.start_reconnect_grace(room_actor.room)
    await room_actor._carry_out(Outage(5), None, harness.clock.now(), None)
    bob = Person("bob")
    room_actor.post(Subscribe(bob.viewer, 0))
    await bob.until("presence")
    before = dict(room_actor.deadlines.due_ms)
    assert set(before) == {EndReconnectGrace(0), Resume()}
    room_actor.postpone_countdowns("acc-ann")
    later = {each: at_ms + POSTPONE_MS for each, at_ms in before.items()}
    assert room_actor.deadlines.due_ms == later
    room_actor.postpone_countdowns(BOB)
    assert room_actor.deadlines.due_ms == later


async def begin_commit(harness: RoomHarness, ann: Person) -> asyncio.Event:
    """Begins a commit that ends when the event is set; items queue up meanwhile."""
    proceed = harness.log.proceed = asyncio.Event()
    harness.send(ann, p.Chat, text="hm")
    for _ in range(5):
        await asyncio.sleep(0)
    return proceed


async def test_a_countdown_is_postponed_although_its_command_is_queued(
    harness: RoomHarness,
) -> None:
    ann = await game_left_by_bob(harness)
    proceed = await begin_commit(harness, ann)
    harness.advance(MIN_PATIENCE_MS)
    harness.fire_timer()
    harness.room_actor.postpone_countdowns(BOB)
    proceed.set()
    await harness.room_actor.wait_until_idle()
    assert harness.room_actor.room.phase is Phase.RUNNING
    countdown = harness.room_actor.deadlines.countdowns(harness.room_actor.room)[0]
    assert countdown.ends_in_ms == POSTPONE_MS
    harness.advance(POSTPONE_MS - 50)
    assert await phase_after_timer(harness) is Phase.RUNNING
    harness.advance(50)
    assert harness.room_actor.deadlines._timer is not None
    assert await phase_after_timer(harness) is Phase.FINISHED


async def test_a_second_countdown_is_not_ended_by_the_command_of_the_first(
    harness: RoomHarness,
) -> None:
    """Bob returns and leaves again while the command is queued."""
    ann = await game_left_by_bob(harness)
    proceed = await begin_commit(harness, ann)
    harness.advance(MIN_PATIENCE_MS)
    harness.fire_timer()
    bob = Person("bob")
    harness.room_actor.audience.add(bob.viewer)
    harness.room_actor._send_presence()
    harness.room_actor.disconnected(bob.viewer)
    proceed.set()
    await harness.room_actor.wait_until_idle()
    assert harness.room_actor.room.phase is Phase.RUNNING
    countdown = harness.room_actor.deadlines.countdowns(harness.room_actor.room)[0]
    assert countdown.ends_in_ms == MIN_PATIENCE_MS


async def test_the_reconnect_grace_is_extended_although_its_end_is_queued(
    harness: RoomHarness,
) -> None:
    """Bob is back first; it is Ann's turn, and the server does not let her in."""
    room_actor = harness.room_actor
    ann = await game_left_by_bob(harness)
    room_actor.disconnected(ann.viewer)
    room_actor.deadlines.start_reconnect_grace(room_actor.room)
    await room_actor._carry_out(Outage(5), None, harness.clock.now(), None)
    bob = Person("bob")
    room_actor.post(Subscribe(bob.viewer, 0))
    await bob.until("presence")
    proceed = await begin_commit(harness, bob)
    harness.advance(RECONNECT_GRACE_MS)
    harness.fire_timer()
    room_actor.postpone_countdowns("acc-ann")
    proceed.set()
    await room_actor.wait_until_idle()
    assert room_actor.room.phase is Phase.PAUSED
    due_ms = harness.clock.ms() + POSTPONE_MS
    assert room_actor.deadlines.due_ms == {EndReconnectGrace(0): due_ms, Resume(): due_ms}
