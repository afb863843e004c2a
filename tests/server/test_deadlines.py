"""A room has one timer for all its timeouts: it fires for the earliest, and posts each command
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


class Harness:
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
        """Milliseconds until the timer fires, by the event loop's time."""
        timer = self.deadlines._timer
        assert timer is not None
        return (timer.when() - asyncio.get_running_loop().time()) * 1000

    def fire(self, at_ms: int) -> list[Timeout]:
        """Fires the timer at this time. Removes the commands from the queue and returns them."""
        while self.ms < at_ms:
            self.ms += 20  # a longer gap would be a stall
            self.clock.tick()
        self.deadlines.fire()
        items = self.queue.take_where(lambda item: True)
        return [item.command for item in items if isinstance(item, ServerCommand)]


@pytest.fixture
async def harness() -> Harness:
    return Harness()


async def test_the_timer_is_set_for_the_earliest_timeout(harness: Harness) -> None:
    harness.check(BOTH)
    assert harness.fires_in_ms() == pytest.approx(60_000 + MARGIN_MS, abs=500)
    harness.check(ONLY_ANN)
    assert harness.fires_in_ms() == pytest.approx(MIN_PATIENCE_MS + MARGIN_MS, abs=500)
    timer = harness.deadlines._timer
    harness.check(BOTH)
    assert harness.deadlines._timer is timer, (
        "the earlier timer is kept, and is set again when it fires"
    )
    assert harness.fire(MIN_PATIENCE_MS) == []
    assert harness.fires_in_ms() == pytest.approx(60_000 - MIN_PATIENCE_MS + MARGIN_MS, abs=500)


async def test_a_command_in_the_queue_is_not_posted_again(harness: Harness) -> None:
    harness.check(ONLY_ANN)
    assert harness.fire(MIN_PATIENCE_MS - 20) == []
    assert harness.fire(MIN_PATIENCE_MS) == [Abandon(1)]
    assert Abandon(1) not in harness.fire(MIN_PATIENCE_MS)
    assert harness.check(ONLY_ANN) == [], "no second countdown is announced"
    assert [each.ends_in_ms for each in harness.deadlines.countdowns(harness.room)] == [0]


async def test_a_command_without_effect_restarts_its_countdown(harness: Harness) -> None:
    harness.check(ONLY_ANN)
    assert harness.fire(MIN_PATIENCE_MS) == [Abandon(1)]
    assert harness.deadlines.note_taken(Abandon(1))
    assert [each.ends_in_ms for each in harness.check(ONLY_ANN)] == [MIN_PATIENCE_MS]
    assert harness.fire(2 * MIN_PATIENCE_MS) == [Abandon(1)]
    assert not harness.deadlines.note_taken(RETRY), "RETRY was posted by another part of the server"


@pytest.mark.parametrize("presence", [ONLY_ANN, Presence(halted=True), BOTH])
async def test_a_command_is_posted_later_if_the_queue_is_full(
    harness: Harness, monkeypatch: pytest.MonkeyPatch, presence: Presence
) -> None:
    """The commands of a countdown, of a failed commit, and of a flag."""
    command = {ONLY_ANN: Abandon(1), BOTH: FLAG}.get(presence, RETRY)
    due_ms = {ONLY_ANN: MIN_PATIENCE_MS, BOTH: 60_000}.get(presence, RETRY_MS)
    harness.check(presence)
    with monkeypatch.context() as full:
        full.setattr(harness.queue, "_has_room", lambda owner: False)
        assert harness.fire(due_ms) == []
    assert harness.fires_in_ms() <= MARGIN_MS
    assert harness.fire(due_ms) == [command]


async def test_closing_cancels_the_timer(harness: Harness) -> None:
    harness.check(ONLY_ANN)
    timer = harness.deadlines._timer
    assert timer is not None
    harness.deadlines.close()
    assert timer.cancelled()
    assert harness.fire(60_000) == []
    assert harness.deadlines._timer is None
