"""Flags with a busy loop and a slow connection: moves sent in time count, and lag is compensated.

Clock and links are fakes; `test_late_loop` has real sockets and a loop that is really blocked.
"""

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest

import zeitnot_protocol as p
from zeitnot_server.hosting.room import send_queue
from zeitnot_server.hosting.room.deadlines import MARGIN_MS
from zeitnot_server.hosting.room.inbox import ClientCommand, ServerCommand, Subscribe
from zeitnot_server.rooms.commands import Cancel, Preempt
from zeitnot_server.rooms.fold import fold
from zeitnot_server.rooms.room import Phase, Room
from zeitnot_server.store import Commit

from .hosted import GAME, WAIT_S, Person, RoomHarness

DAY_MS = 86_400_000


class FakeLink:
    """A link that the test sets; `unread_frames`: functions that deliver a frame each."""

    def __init__(self, lag_ms: int = 0) -> None:
        self.leaving = False
        self.lag_ms = lag_ms
        self.n_measured = 0
        self.unread_frames: list[Callable[[], Any]] = []

    def measure(self) -> None:
        self.n_measured += 1

    def owed_ms(self, bot: bool) -> int:
        return self.lag_ms

    def unread(self) -> Callable[[], bool]:
        def read() -> bool:
            if self.unread_frames:
                self.unread_frames.pop(0)()
            return not self.unread_frames

        return read


def link_to(person: Person, lag_ms: int = 0) -> FakeLink:
    person.viewer.link = link = FakeLink(lag_ms)
    return link


def loop_ms() -> float:
    """The time of the loop, by which timers run."""
    return asyncio.get_running_loop().time() * 1000


def timer_ms(harness: RoomHarness) -> float:
    """The time of the loop at which the room's timer fires."""
    timer = harness.room_actor.deadlines._timer
    assert timer is not None
    return timer.when() * 1000


def delayed_frame(
    harness: RoomHarness, person: Person, at_ms: int, make: Any = p.Move, **fields: Any
) -> Any:
    """A function that delivers a command stamped at `at_ms`."""
    fields = {"ply": 0, "move": "a1"} if make is p.Move else fields
    command = make(game=GAME, id=f"late {at_ms}", **fields)
    return lambda: harness.room_actor.post(ClientCommand(person.viewer, command, at_ms))


def move_of(at_ms: int) -> p.Move:
    return p.Move(game=GAME, id=f"move {at_ms}", ply=0, move="a1")


@pytest.fixture
async def harness() -> AsyncIterator[RoomHarness]:
    game = RoomHarness()
    task = asyncio.create_task(game.room_actor.run())
    yield game
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


async def test_a_move_stamped_in_time_beats_the_flag(
    harness: RoomHarness,
) -> None:
    ann, bob = await harness.seat_players("ann", "bob")
    harness.advance(60_100)
    link = link_to(ann)
    link.unread_frames = [lambda: None, delayed_frame(harness, ann, 59_999)]
    harness.fire_timer()
    moved = await bob.until("moved")
    assert moved["receipt"]["remaining_ms"] == 1
    assert harness.room_actor.room.phase is Phase.RUNNING


async def test_a_move_stamped_at_the_deadline_is_late(harness: RoomHarness) -> None:
    ann, bob = await harness.seat_players("ann", "bob")
    harness.advance(60_100)
    link_to(ann).unread_frames = [delayed_frame(harness, ann, 60_000)]
    harness.fire_timer()
    assert (await bob.until("finished"))["reason"] == "flag"


@pytest.mark.parametrize("make", [p.Resign, p.Chat, p.Draw])
async def test_an_opponents_command_waits_for_the_movers_input(
    harness: RoomHarness, make: Any
) -> None:
    ann, bob = await harness.seat_players("ann", "bob")
    harness.advance(60_050)
    link_to(ann).unread_frames = [delayed_frame(harness, ann, 59_990)]
    fields = {p.Chat: {"text": "time!"}, p.Draw: {"action": "offer"}}.get(make, {})
    harness.send(bob, make, **fields)
    assert (await bob.until("moved"))["seat"] == 0
    outcomes = {p.Resign: "finished", p.Chat: "said", p.Draw: "offered"}
    event = await bob.until(outcomes[make])
    assert event.get("reason", "resign") == "resign"


async def test_a_queued_move_is_processed_before_the_flag(
    harness: RoomHarness,
) -> None:
    ann, bob = await harness.seat_players("ann", "bob")
    harness.advance(60_050)
    harness.send(bob, p.Chat, text="time!")
    harness.send(bob, p.Chat, text="really!")
    delayed_frame(harness, ann, 59_990)()
    assert (await bob.until("moved"))["seat"] == 0
    assert [(await bob.until("said"))["text"] for _ in range(2)] == ["time!", "really!"]


async def test_opponents_and_spectators_cannot_fill_the_movers_queue(harness: RoomHarness) -> None:
    """A move refused as `busy` would lose its stamp, so its sender would lose time."""
    ann, bob = await harness.seat_players("ann", "bob")
    crowd = [Person(f"eve {number}") for number in range(10)]
    for person in [*crowd, bob]:
        command = p.Draw(game=GAME, id="no", action="decline")
        while harness.room_actor.post(ClientCommand(person.viewer, command, 10)):
            pass
    assert harness.room_actor.post(ClientCommand(ann.viewer, move_of(10), 10))
    assert (await bob.until("moved"))["receipt"]["charged_ms"] == 10


async def test_endless_input_does_not_delay_the_flag(
    harness: RoomHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(send_queue, "MAX_DRAIN_POLLS", 3)
    ann, bob = await harness.seat_players("ann", "bob")
    link_to(ann).unread_frames = [lambda: None] * 1000
    harness.advance(60_100)
    harness.fire_timer()
    assert (await bob.until("finished"))["reason"] == "flag"


async def test_lag_is_compensated_and_in_the_receipt(harness: RoomHarness) -> None:
    ann, bob = await harness.seat_players("ann", "bob")
    link_to(ann, 80)
    harness.advance(1000)
    harness.send(ann, p.Move, ply=0, move="a1")
    receipt = (await bob.until("moved"))["receipt"]
    assert receipt == {
        "elapsed_ms": 1000,
        "compensated_ms": 80,
        "charged_ms": 920,
        "remaining_ms": 59_080,
        # Three gains of 390 ms at the start, the compensation, and the gain for this move.
        "quota_ms": 3 * 390 - 80 + 390,
    }


async def test_the_lag_of_the_connection_that_sent_the_move_counts(harness: RoomHarness) -> None:
    """Another tab with a slow connection gains nothing."""
    ann, bob = await harness.seat_players("ann", "bob")
    link_to(ann, 10)
    tab = Person("ann")
    harness.room_actor.post(Subscribe(tab.viewer, 0))
    await tab.until("presence")
    link_to(tab, 500)
    harness.advance(1000)
    harness.send(ann, p.Move, ply=0, move="a1")
    assert (await bob.until("moved"))["receipt"]["compensated_ms"] == 10


async def test_the_flag_waits_for_the_lag_owed(harness: RoomHarness) -> None:
    ann, bob = await harness.seat_players("ann", "bob")
    link_to(ann, 300)
    harness.advance(60_250)
    harness.fire_timer()
    await asyncio.sleep(0)
    assert harness.room_actor.room.phase is Phase.RUNNING
    harness.send(ann, p.Move, ply=0, move="a1")
    receipt = (await bob.until("moved"))["receipt"]
    assert (receipt["charged_ms"], receipt["remaining_ms"]) == (59_950, 50)


async def test_the_timer_fires_at_the_time_limit_and_then_waits_for_the_lag(
    harness: RoomHarness,
) -> None:
    before = loop_ms()
    ann, bob = await harness.seat_players("ann", "bob")
    link = link_to(bob, 200)
    harness.send(ann, p.Move, ply=0, move="a1")
    await bob.until("moved")
    assert before + 58_000 < timer_ms(harness) <= loop_ms() + 60_000 + MARGIN_MS
    harness.advance(60_050)
    before = loop_ms()
    harness.fire_timer()
    await harness.room_actor.wait_until_idle()
    assert before < timer_ms(harness) <= loop_ms() + 150 + MARGIN_MS
    assert harness.room_actor.room.phase is Phase.RUNNING
    assert link.n_measured == 1, "Bob's link is measured when his clock starts"


async def test_a_flag_due_only_without_lag_is_rescheduled(harness: RoomHarness) -> None:
    ann, _ = await harness.seat_players("ann", "bob")
    link = link_to(ann)
    harness.advance(60_100)
    harness.fire_timer()
    link.lag_ms = 300  # a pong has arrived in the meantime
    assert harness.room_actor.deadlines._timer is None
    async with asyncio.timeout(WAIT_S):
        while harness.room_actor.deadlines._timer is None:  # noqa: ASYNC110  no event
            await asyncio.sleep(0)
    assert harness.room_actor.room.phase is Phase.RUNNING


async def test_a_move_keeps_a_timer_that_fires_soon_enough(harness: RoomHarness) -> None:
    ann, bob = await harness.seat_players("ann", "bob")
    at_ms = timer_ms(harness)
    for ply, (player, move) in enumerate([(ann, "a1"), (bob, "b1"), (ann, "c1")]):
        harness.send(player, p.Move, ply=ply, move=move)
        await player.until("ack")
    assert timer_ms(harness) == at_ms


# ── the wall clock ───────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("step_ms", [3_600_000, -3_600_000])
async def test_changing_the_wall_clock_changes_nothing(harness: RoomHarness, step_ms: int) -> None:
    ann, bob = await harness.seat_players("ann", "bob")
    harness.advance(1000)
    harness.wall_ms += step_ms
    harness.advance(1000)
    harness.send(ann, p.Move, ply=0, move="a1")
    assert (await bob.until("moved"))["receipt"]["charged_ms"] == 2000
    harness.wall_ms += step_ms
    assert (await bob.until("clock"))["clock"]["remaining_ms"] == [58_000, 60_000]
    harness.fire_timer()
    await asyncio.sleep(0)
    assert harness.room_actor.room.phase is Phase.RUNNING


async def correspondence(days: int) -> tuple[RoomHarness, asyncio.Task[None]]:
    harness = RoomHarness(p.Control(kind="correspondence", days=days))
    return harness, asyncio.create_task(harness.room_actor.run())


async def test_correspondence_uses_utc_and_runs_during_a_commit() -> None:
    harness, task = await correspondence(2)
    ann, bob = await harness.seat_players("ann", "bob")
    harness.wall_ms += DAY_MS
    harness.send(ann, p.Move, ply=0, move="a1")
    moved = await bob.until("moved")
    assert moved["receipt"]["charged_ms"] == DAY_MS
    assert harness.room_actor.room.clock.since_ms == moved["at"]
    harness.wall_ms += 2 * DAY_MS
    harness.fire_timer()
    assert (await bob.until("finished"))["reason"] == "flag"
    task.cancel()


async def test_correspondence_continues_over_a_restart() -> None:
    harness, task = await correspondence(2)
    ann, bob = await harness.seat_players("ann", "bob")
    harness.wall_ms += 1000
    harness.send(ann, p.Move, ply=0, move="a1")
    await bob.until("moved")
    task.cancel()
    room = fold(Room.new(harness.room_actor.room.game_setup), harness.log.stored)
    assert room.clock == harness.room_actor.room.clock
    assert room.clock.deadline_ms() == harness.wall_ms + 2 * DAY_MS


async def test_a_timer_of_days_is_renewed_every_hour() -> None:
    harness, task = await correspondence(14)
    await harness.seat_players("ann", "bob")
    assert timer_ms(harness) <= loop_ms() + 3_600_000 + MARGIN_MS
    harness.fire_timer()
    await harness.room_actor.wait_until_idle()
    assert harness.room_actor.deadlines._timer is not None
    assert harness.room_actor.room.phase is Phase.RUNNING
    task.cancel()


# ── commands of the server ───────────────────────────────────────────────────────────────────────


FIVE_MINUTES = p.Control(kind="sudden_death", base_ms=300_000)


async def test_a_server_command_is_judged_after_the_movers_input() -> None:
    """A bot's opponent seems to have kept it waiting too long, but has moved in time."""
    harness = RoomHarness(FIVE_MINUTES)
    task = asyncio.create_task(harness.room_actor.run())
    ann, deep = Person("ann"), Person("deep", bot=True)
    for person in (ann, deep):
        harness.room_actor.post(Subscribe(person.viewer, 0))
        harness.send(person, p.Sit)
        harness.send(person, p.Ready, salt="s")
    await ann.until("started")
    harness.advance(FIVE_MINUTES.base_ms + 100)
    late = FIVE_MINUTES.base_ms - 50
    link_to(ann).unread_frames = [lambda: None, delayed_frame(harness, ann, late)]
    harness.room_actor.post(ServerCommand(Preempt("deep")))
    await ann.until("moved")
    await harness.room_actor.wait_until_idle()
    assert harness.room_actor.room.phase is Phase.RUNNING
    task.cancel()


async def test_a_server_command_is_carried_out_after_the_movers_input(
    harness: RoomHarness,
) -> None:
    """It takes effect when the mover's input has been read, not before."""
    ann, bob = await harness.seat_players("ann", "bob")
    harness.advance(60_050)
    frame = delayed_frame(harness, ann, 59_990)
    link_to(ann).unread_frames = [lambda: harness.advance(2_000), frame]
    harness.room_actor.post(ServerCommand(Cancel()))
    assert (await bob.until("finished"))["reason"] == "aborted"
    moved, finished = harness.log.stored[-2:]
    assert isinstance(moved.event, p.Moved)
    assert (moved.at_ms, finished.at_ms) == (59_990, harness.clock.ms())


async def test_a_failing_room_cuts_off_senders_of_drained_commands() -> None:
    """The first command makes the room fail; the others have already left the queue."""
    harness = RoomHarness()
    task = asyncio.create_task(harness.room_actor.run())
    ann, bob = await harness.seat_players("ann", "bob")
    harness.advance(60_050)
    sockets = [Person("ann") for _ in range(3)]
    link_to(ann).unread_frames = [
        delayed_frame(harness, each, 59_990, p.Draw, action="offer") for each in sockets
    ]

    async def fail(commit: Commit) -> None:
        raise LookupError("a bug")

    harness.log.commit = fail  # type: ignore[method-assign]
    harness.send(bob, p.Chat, text="time!")
    with pytest.raises(LookupError):
        await task
    harness.room_actor.close()
    assert [each.cut for each in (*sockets, ann, bob)] == [True] * 5
