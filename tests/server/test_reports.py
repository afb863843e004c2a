"""A move is accepted with any engine report; log, room and restarted room have the same reports."""

import asyncio
from collections.abc import AsyncIterator, Iterable
from functools import partial

import pytest

import zeitnot_protocol as p
from zeitnot_server.hosting.room import room_actor, stepping
from zeitnot_server.hosting.room.send_queue import AllPermitted
from zeitnot_server.rooms import tally
from zeitnot_server.rooms.fold import fold, fold_steps
from zeitnot_server.rooms.report import stored_bytes
from zeitnot_server.rooms.room import LogEntry, Room

from .hosted import CommitFailure, Person, RoomHarness, marking

PROSE_REPORT = p.EngineReport(depth=3, unit="hello", pv="meet me", lines=[p.EngineLine(move="hey")])
VALID_REPORT = p.EngineReport(depth=3, pv="a1 b1")
MOVES = ("a1", "b1", "a2", "b2")


@pytest.fixture
async def harness() -> AsyncIterator[RoomHarness]:
    game = RoomHarness()
    task = asyncio.create_task(game.room_actor.run())
    yield game
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


def stored_reports(harness: RoomHarness) -> list[p.EngineReport | None]:
    return [row.event.engine for row in harness.log.stored if isinstance(row.event, p.Moved)]


async def play(harness: RoomHarness, people: list[Person], report: p.EngineReport) -> None:
    for ply, move in enumerate(MOVES):
        mover = people[ply % 2]
        command = harness.send(mover, p.Move, ply=ply, move=move, engine=report)
        while (await mover.until("ack"))["id"] != command:
            pass


def restarted(harness: RoomHarness) -> Room:
    """The room as a restart rebuilds it from the log."""
    return fold(Room.new(harness.room_actor.room.game_setup), harness.log.stored)


async def test_valid_reports_are_stored(harness: RoomHarness) -> None:
    people = await harness.seat_players("ann", "bob")
    await play(harness, people, VALID_REPORT)
    assert stored_reports(harness) == [VALID_REPORT] * 4


async def test_a_crash_mark_is_set_whenever_rules_run(
    harness: RoomHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without the mark the crash could not be attributed, and the room would be loaded again."""
    marks: list[Room | None] = [None]
    is_marked = list[bool]()

    def recording_fold(room: Room, rows: Iterable[LogEntry]) -> list[Room]:
        is_marked.append(marks[-1] is not None)
        return fold_steps(room, rows)

    monkeypatch.setattr(stepping, "fold_steps", recording_fold)
    monkeypatch.setattr(room_actor, "fold_steps", recording_fold)
    people = await harness.seat_players("ann", "bob")
    harness.heartbeat.at_work = partial(marking, marks)  # type: ignore[method-assign]
    await play(harness, people, PROSE_REPORT)
    assert is_marked == [True] * len(MOVES)
    harness.log.failure = CommitFailure.STORED  # so that the log is read again
    harness.send(people[0], p.Resign)
    await people[0].until("finished")
    assert is_marked == [True] * (len(MOVES) + 1)
    assert marks[-1] is None


async def test_removed_parts_are_removed_for_all(harness: RoomHarness) -> None:
    people = await harness.seat_players("ann", "bob")
    await play(harness, people, PROSE_REPORT)
    assert stored_reports(harness) == [p.EngineReport(depth=3)] * 4
    moved = [m for m in people[0].received if m["type"] == "moved" and m["seat"] == 0]
    assert [m["engine"] for m in moved] == [{"depth": 3}] * 2
    assert restarted(harness).tally == harness.room_actor.room.tally


async def test_a_resent_move_is_answered_as_before(harness: RoomHarness) -> None:
    ann, _ = await harness.seat_players("ann", "bob")
    first = harness.send(ann, p.Move, ply=0, move="a1", engine=PROSE_REPORT)
    while (answer := await ann.until("ack"))["id"] != first:
        pass
    harness.send(ann, p.Move, ply=0, move="a1", engine=PROSE_REPORT, id=first)
    assert (await ann.until("ack")) == answer


async def test_reports_of_a_seat_are_limited_across_a_restart(
    harness: RoomHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tally, "MAX_REPORT_BYTES", stored_bytes(VALID_REPORT))
    people = await harness.seat_players("ann", "bob")
    await play(harness, people, VALID_REPORT)
    assert stored_reports(harness) == [VALID_REPORT, VALID_REPORT, None, None]
    # The server's counters, beside the room's tally, which the log determines.
    assert harness.room_actor._host.tally.reports_left_out == {"game": 2}
    assert restarted(harness).tally == harness.room_actor.room.tally
    assert not restarted(harness).tally.may_report(0, 1)


async def test_reports_beyond_the_senders_allowance_are_dropped(harness: RoomHarness) -> None:
    people = await harness.seat_players("ann", "bob")
    sizes: list[int] = []

    class NoReports(AllPermitted):
        def may_report(self, size: int) -> bool:
            sizes.append(size)
            return False

    people[1].viewer.permits = NoReports()
    await play(harness, people, VALID_REPORT)
    assert stored_reports(harness) == [VALID_REPORT, None, VALID_REPORT, None]
    assert sizes == [stored_bytes(VALID_REPORT)] * 2
