"""A room while writing fails: its messages, its clocks, and how play resumes."""

import asyncio
import json
from collections.abc import AsyncIterator
from dataclasses import dataclass
from functools import partial
from typing import Any

import pytest

import zeitnot_protocol as p
from zeitnot_server.hosting.room.inbox import ServerCommand, Subscribe
from zeitnot_server.rooms.commands import Outage
from zeitnot_server.rooms.room import LogEntry, Phase, Room
from zeitnot_server.rooms.timeouts import RETRY
from zeitnot_server.store import Commit, ReadFailed, ReadOnly

from .hosted import CommitFailure, FakeLog, Person, RoomHarness, marking


@dataclass
class Disk(FakeLog):
    """A log that can be full or unreadable."""

    full: bool = False
    unreadable: bool = False
    failing_reads: int = 0  # how many of the next reads fail
    refused_commits: int = 0

    async def commit(self, commit: Commit) -> None:
        if self.full:
            self.refused_commits += 1
            raise ReadOnly("database or disk is full")
        await super().commit(commit)

    async def entries(self, game_id: str, since: int, limit: int = -1) -> list[LogEntry]:
        if self.unreadable or self.failing_reads:
            self.failing_reads = max(0, self.failing_reads - 1)
            raise ReadFailed("disk I/O error")
        return await super().entries(game_id, since, limit)


class Harness(RoomHarness):
    """A room whose disk the test fills and empties."""

    def __init__(self, interruption: Outage | None = None) -> None:
        super().__init__(interruption=interruption)
        self.disk = Disk()
        self.log = self.room_actor._room_log = self.disk

    async def settle(self) -> None:
        """Runs the loop until the room's pending work is done."""
        for _ in range(50):
            await asyncio.sleep(0)

    async def recover(self) -> None:
        """Makes the disk work again, and lets the room retry."""
        self.disk.full = self.disk.unreadable = False
        self.room_actor.post(ServerCommand(RETRY))
        await self.settle()


@pytest.fixture
async def harness() -> AsyncIterator[Harness]:
    instance = Harness()
    task = asyncio.create_task(instance.room_actor.run())
    yield instance
    assert not task.done(), "the room's task has ended"
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


def read_all(person: Person) -> list[dict[str, Any]]:
    """All messages that are in the send queue."""
    frames = person.viewer.send_queue._frames
    return [json.loads(frames.pop(0)) for _ in range(len(frames))]


async def two_players_after(harness: Harness, ms: int) -> list[Person]:
    """Two players; the first has thought for this time."""
    people = await harness.seat_players("ann", "bob")
    harness.advance(ms)
    await harness.settle()
    for person in people:
        read_all(person)
    return people


async def test_a_refused_move_is_announced_to_all(harness: Harness) -> None:
    ann, bob = await two_players_after(harness, 5_000)
    harness.disk.full = True
    move = harness.send(ann, p.Move, ply=0, move="a1")
    await harness.settle()
    of_ann, of_bob = read_all(ann), read_all(bob)
    assert [m["code"] for m in of_ann if m.get("id") == move] == ["read_only"]
    assert [m["type"] for m in of_bob] == ["error", "clock"]
    assert (of_bob[0]["code"], "id" in of_bob[0]) == ("read_only", False)
    assert of_bob[1]["clock"] == {"remaining_ms": [55_000, 60_000]}  # and no clock is running
    assert harness.room_actor.room.ply == 0


async def test_time_during_a_halt_is_not_charged(harness: Harness) -> None:
    ann, bob = await two_players_after(harness, 5_000)
    harness.disk.full = True
    move = harness.send(ann, p.Move, ply=0, move="a1")
    await harness.settle()
    harness.advance(120_000)  # twice the time that Ann has
    await harness.recover()
    paused = await bob.until("paused")
    assert (paused["reason"], paused["elapsed_ms"]) == ("outage", 5_000)
    await bob.until("resumed")
    harness.advance(1_000)
    harness.send(ann, p.Move, ply=0, move="a1", id=move)
    moved = await bob.until("moved")
    assert moved["receipt"]["charged_ms"] == 6_000
    assert harness.room_actor.room.phase is Phase.RUNNING


async def test_read_only_is_announced_before_any_move(harness: Harness) -> None:
    ann, bob = await two_players_after(harness, 5_000)
    harness.disk.full = True
    harness.room_actor.halt()
    harness.room_actor.halt()
    harness.advance(70_000)
    assert [m["type"] for m in read_all(ann)] == ["error", "clock"]
    assert [m["type"] for m in read_all(bob)] == ["error", "clock"]
    await harness.recover()
    assert (await ann.until("paused"))["elapsed_ms"] == 5_000
    assert (await ann.until("resumed"))["clock"]["remaining_ms"] == [55_000, 60_000]


async def test_read_only_is_announced_once(harness: Harness) -> None:
    ann, bob = await two_players_after(harness, 0)
    harness.disk.full = True
    for _ in range(5):
        harness.send(ann, p.Move, ply=0, move="a1")
        harness.send(bob, p.Chat, text="what now?")
        await harness.settle()
    codes = [m.get("code") for m in read_all(bob) if "id" not in m and m["type"] == "error"]
    assert codes == ["read_only"] * 6  # once to all, and once for each chat, which has no id
    assert len([m for m in read_all(ann) if m["type"] == "error" and "id" in m]) == 5
    assert harness.disk.stored[-1].event.seq == harness.room_actor.room.seq


async def test_without_a_running_clock_nothing_is_recorded(harness: Harness) -> None:
    ann = Person("ann")
    harness.room_actor.post(Subscribe(ann.viewer, 0))
    harness.disk.full = True
    sit = harness.send(ann, p.Sit)
    assert (await ann.until("error"))["code"] == "read_only"
    await harness.recover()
    harness.send(ann, p.Sit, id=sit)
    assert (await ann.until("ack"))["id"] == sit
    assert [type(row.event) for row in harness.disk.stored] == [p.Seated]


async def test_viewers_may_enter_while_halted(harness: Harness) -> None:
    await two_players_after(harness, 5_000)
    harness.disk.full = True
    harness.room_actor.halt()
    harness.advance(9_000)
    eve = Person(None)
    harness.room_actor.post(Subscribe(eve.viewer, 0))
    assert (await eve.until("welcome"))["seq"] == harness.room_actor.room.seq
    assert (await eve.until("clock"))["clock"] == {"remaining_ms": [55_000, 60_000]}


async def test_an_unknown_commit_outcome_is_looked_up_until_known(harness: Harness) -> None:
    ann, bob = await two_players_after(harness, 2_000)
    harness.disk.failure, harness.disk.unreadable = CommitFailure.STORED, True
    move = harness.send(ann, p.Move, ply=0, move="a1")
    await harness.settle()
    assert {m["code"] for m in read_all(ann) if m["type"] == "error"} == {"retry", "read_only"}
    harness.send(ann, p.Move, ply=0, move="b2")
    assert (await ann.until("error"))["code"] == "read_only"
    assert harness.room_actor.room.ply == 0
    harness.advance(30_000)
    await harness.recover()
    assert (await bob.until("moved"))["move"] == "a1"
    clock = await bob.until("clock")
    assert clock["clock"] == {"remaining_ms": [58_000, 60_000], "running": 1}
    harness.send(ann, p.Move, ply=0, move="a1", id=move)
    assert (await ann.until("ack"))["id"] == move
    moves = [row.event for row in harness.disk.stored if isinstance(row.event, p.Moved)]
    assert [event.move for event in moves] == ["a1"]


async def test_a_failed_commit_costs_no_time(harness: Harness) -> None:
    ann, bob = await two_players_after(harness, 2_000)
    harness.disk.failure, harness.disk.unreadable = CommitFailure.NOT_STORED, True
    harness.send(ann, p.Move, ply=0, move="a1")
    await harness.settle()
    harness.advance(40_000)
    await harness.recover()
    assert (await bob.until("paused"))["elapsed_ms"] == 2_000
    assert (await bob.until("resumed"))["clock"]["remaining_ms"] == [58_000, 60_000]


async def test_an_unreadable_log_asks_the_client_to_reconnect(harness: Harness) -> None:
    await two_players_after(harness, 0)
    harness.disk.unreadable = True
    eve = Person("eve")
    harness.room_actor.post(Subscribe(eve.viewer, 0))
    await harness.settle()
    assert eve.cut
    assert eve.viewer not in harness.room_actor.audience.viewers


async def test_a_flag_due_before_the_halt_falls_afterwards(harness: Harness) -> None:
    ann, bob = await two_players_after(harness, 0)
    harness.advance(60_000)
    harness.disk.full = True
    harness.room_actor.halt()
    harness.advance(10_000)
    await harness.recover()
    harness.send(ann, p.Move, ply=0, move="a1")
    assert (await bob.until("finished"))["reason"] == "flag"


async def test_an_outage_at_the_start_waits_for_the_disk() -> None:
    """The room is loaded while writing fails: no clock runs until its pause is stored."""
    harness = Harness()
    first = asyncio.create_task(harness.room_actor.run())
    await two_players_after(harness, 3_000)
    first.cancel()
    await asyncio.gather(first, return_exceptions=True)
    restarted = Harness(Outage(3_000))
    restarted.disk.stored = harness.disk.stored
    restarted.use(harness.room_actor.room)
    restarted.disk.full = True
    task = asyncio.create_task(restarted.room_actor.run())
    ann = Person("ann")
    restarted.room_actor.post(Subscribe(ann.viewer, 0))
    assert (await ann.until("clock"))["clock"] == {"remaining_ms": [57_000, 60_000]}
    restarted.advance(90_000)
    await restarted.recover()
    assert (await ann.until("paused"))["elapsed_ms"] == 3_000
    assert (await ann.until("resumed"))["clock"]["remaining_ms"] == [57_000, 60_000]
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


# ── crash marks ──────────────────────────────────────────────────────────────────────────────────


async def test_a_crash_mark_is_set_while_rules_run(harness: Harness) -> None:
    marks: list[Room | None] = []
    harness.heartbeat.at_work = partial(marking, marks)  # type: ignore[method-assign]
    ann, _ = await two_players_after(harness, 0)
    marks.clear()
    harness.send(ann, p.Move, ply=0, move="a1")
    await ann.until("ack")
    before, unmarked, after, unmarked_again = marks
    assert before is not None
    assert after is not None
    assert (before.ply, unmarked, after.ply, unmarked_again) == (0, None, 1, None)


async def test_a_new_viewer_is_not_sent_an_uncertain_event(harness: Harness) -> None:
    """The move is stored, but the room cannot know it while the log is unreadable."""
    ann, _ = await two_players_after(harness, 0)
    harness.disk.failure, harness.disk.failing_reads = CommitFailure.STORED, 2
    harness.send(ann, p.Move, ply=0, move="a1")
    await harness.settle()
    known_seq = harness.room_actor.room.seq
    eve = Person("eve")
    harness.room_actor.post(Subscribe(eve.viewer, 0))
    await harness.settle()
    assert harness.disk.stored[-1].event.seq == known_seq + 1
    await harness.recover()
    numbers = [m["seq"] for m in read_all(eve) if "seq" in m and m["type"] != "welcome"]
    assert numbers == list(range(1, harness.room_actor.room.seq + 1))


async def test_the_game_waits_for_players_disconnected_during_a_halt(harness: Harness) -> None:
    """A balancer disconnects all clients from servers that cannot store, so the players are not at
    fault."""
    ann, bob = await two_players_after(harness, 5_000)
    harness.disk.full = True
    harness.send(ann, p.Move, ply=0, move="a1")
    await harness.settle()
    harness.room_actor.disconnected(ann.viewer)
    harness.room_actor.disconnected(bob.viewer)
    await harness.recover()
    ann = Person("ann")
    harness.room_actor.post(Subscribe(ann.viewer, 0))
    await ann.until("resumed")
    assert harness.away == set()
    harness.send(ann, p.Move, ply=0, move="a1")
    assert (await ann.until("paused"))["elapsed_ms"] == 0
    harness.advance(6_000)
    bob = Person("bob")
    harness.room_actor.post(Subscribe(bob.viewer, 0))
    resumed = await bob.until("resumed")
    assert resumed["clock"]["remaining_ms"][1] == 60_000


async def test_a_player_connected_during_a_halt_gets_no_grace_later(harness: Harness) -> None:
    ann, bob = await two_players_after(harness, 5_000)
    harness.disk.full = True
    harness.send(ann, p.Move, ply=0, move="a1")
    await harness.settle()
    await harness.recover()
    await bob.until("resumed")
    harness.room_actor.disconnected(bob.viewer)
    assert (await ann.until("countdown"))["seat"] == 1


async def test_the_second_halt_is_announced_too(harness: Harness) -> None:
    """The room has stored nothing between the two, like an open or a finished game."""
    ann = Person("ann")
    harness.room_actor.post(Subscribe(ann.viewer, 0))
    await harness.settle()
    for _ in range(2):
        read_all(ann)
        harness.room_actor.halt()
        assert [m["type"] for m in read_all(ann)] == ["error", "clock"]
        await harness.recover()
        bob = Person("bob")
        harness.room_actor.post(Subscribe(bob.viewer, 0))
        await harness.settle()
        assert "error" not in [m["type"] for m in read_all(bob)]
    people = await harness.seat_players("bob", "carl")
    harness.send(people[0], p.Resign)
    await people[1].until("finished")
    for _ in range(2):
        read_all(ann)
        harness.room_actor.halt()
        assert [m["type"] for m in read_all(ann)] == ["error", "clock"]
        await harness.recover()


async def test_a_halt_before_the_first_step_stops_the_clock() -> None:
    """The storage fails in the tick of the loop in which the room is loaded: no clock runs on."""
    harness = Harness()
    first = asyncio.create_task(harness.room_actor.run())
    await two_players_after(harness, 0)
    first.cancel()
    await asyncio.gather(first, return_exceptions=True)
    loaded = Harness()
    loaded.disk.stored = harness.disk.stored
    loaded.use(harness.room_actor.room)
    loaded.advance(3_000)
    loaded.disk.full = True
    task = asyncio.create_task(loaded.room_actor.run())
    loaded.room_actor.halt()
    await loaded.settle()
    loaded.advance(90_000)
    ann = Person("ann")
    loaded.room_actor.post(Subscribe(ann.viewer, 0))
    assert (await ann.until("clock"))["clock"] == {"remaining_ms": [57_000, 60_000]}
    await loaded.recover()
    assert (await ann.until("paused"))["elapsed_ms"] == 3_000
    assert (await ann.until("resumed"))["clock"]["remaining_ms"] == [57_000, 60_000]
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
