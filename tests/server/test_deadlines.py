"""A room has one timer for all its timeouts: it fires for the earliest, and gives each command
once, even if the queue is full or the command changes nothing."""

import asyncio

import pytest

import zeitnot_protocol as p
from zeitnot_server.hosting.room.deadlines import MARGIN_MS, Deadlines
from zeitnot_server.hosting.room.inbox import Item, ServerCommand
from zeitnot_server.hosting.room.mailbox import PriorityMailbox
from zeitnot_server.hosting.room.now import AdjustedClock
from zeitnot_server.rooms.absence import MIN_PATIENCE_MS, Presence
from zeitnot_server.rooms.commands import Abandon
from zeitnot_server.rooms.timeouts import FLAG, RETRY, RETRY_MS, Timeout

from ..rooms.games import Duel
from ..rooms.rig import Rig

ONLY_ANN = Presence(frozenset({0}), has_people=True)
BOTH = Presence(frozenset({0, 1}), has_people=True)


class Scene:
    """A game of two with a minute each, and a clock that the test advances."""

    def __init__(self) -> None:
        self.ms = 0
        self.room = Rig(Duel(rounds=3)).start().room
        clock = AdjustedClock(1, lambda: self.ms * 1_000_000, lambda: 0)
        self.clock = clock
        self.queue = PriorityMailbox[Item](lambda item: None)
        self.deadlines = Deadlines(clock, self.queue)

    def check(self, presence: Presence) -> list[p.Countdown]:
        return self.deadlines.update(self.room, presence, self.clock.now())

    def fires_in_ms(self) -> float:
        """How long until the timer fires, by the event loop's time."""
        timer = self.deadlines._timer
        assert timer is not None
        return (timer.when() - asyncio.get_running_loop().time()) * 1000

    def fire(self, at_ms: int) -> list[Timeout]:
        """Fires the timer. Returns what is in the queue then, and takes it out."""
        while self.ms < at_ms:
            self.ms += 20  # a longer gap would be a stall
            self.clock.tick()
        self.deadlines.fire()
        items = self.queue.take_where(lambda item: True)
        return [item.command for item in items if isinstance(item, ServerCommand)]


@pytest.fixture
async def scene() -> Scene:
    return Scene()


async def test_the_timer_is_set_for_the_earliest(scene: Scene) -> None:
    scene.check(BOTH)
    assert scene.fires_in_ms() == pytest.approx(60_000 + MARGIN_MS, abs=500)
    scene.check(ONLY_ANN)
    assert scene.fires_in_ms() == pytest.approx(MIN_PATIENCE_MS + MARGIN_MS, abs=500)
    timer = scene.deadlines._timer
    scene.check(BOTH)
    assert scene.deadlines._timer is timer, "it fires soon enough, and is set again then"
    assert scene.fire(MIN_PATIENCE_MS) == []
    assert scene.fires_in_ms() == pytest.approx(60_000 - MIN_PATIENCE_MS + MARGIN_MS, abs=500)


async def test_each_command_is_given_once_while_it_is_in_the_queue(scene: Scene) -> None:
    scene.check(ONLY_ANN)
    assert scene.fire(MIN_PATIENCE_MS - 20) == []
    assert scene.fire(MIN_PATIENCE_MS) == [Abandon(1)]
    assert Abandon(1) not in scene.fire(MIN_PATIENCE_MS)
    assert scene.check(ONLY_ANN) == [], "nobody is told of a second countdown"
    assert [each.ends_in_ms for each in scene.deadlines.countdowns(scene.room)] == [0]


async def test_a_command_that_changes_nothing_is_waited_for_anew(scene: Scene) -> None:
    scene.check(ONLY_ANN)
    assert scene.fire(MIN_PATIENCE_MS) == [Abandon(1)]
    assert scene.deadlines.note_taken(Abandon(1))
    assert [each.ends_in_ms for each in scene.check(ONLY_ANN)] == [MIN_PATIENCE_MS]
    assert scene.fire(2 * MIN_PATIENCE_MS) == [Abandon(1)]
    assert not scene.deadlines.note_taken(RETRY), "which another part of the server has put in"


@pytest.mark.parametrize("presence", [ONLY_ANN, Presence(halted=True), BOTH])
async def test_what_finds_the_queue_full_is_soon_tried_again(
    scene: Scene, monkeypatch: pytest.MonkeyPatch, presence: Presence
) -> None:
    """A countdown, an attempt to store, the flag."""
    command = {ONLY_ANN: Abandon(1), BOTH: FLAG}.get(presence, RETRY)
    due_ms = {ONLY_ANN: MIN_PATIENCE_MS, BOTH: 60_000}.get(presence, RETRY_MS)
    scene.check(presence)
    with monkeypatch.context() as full:
        full.setattr(scene.queue, "_has_room", lambda owner: False)
        assert scene.fire(due_ms) == []
    assert scene.fires_in_ms() <= MARGIN_MS
    assert scene.fire(due_ms) == [command]


async def test_a_closed_room_waits_for_nothing(scene: Scene) -> None:
    scene.check(ONLY_ANN)
    timer = scene.deadlines._timer
    assert timer is not None
    scene.deadlines.close()
    assert timer.cancelled()
    assert scene.fire(60_000) == []
    assert scene.deadlines._timer is None
