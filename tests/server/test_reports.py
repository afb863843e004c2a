"""A move counts whatever report comes with it, and the log, the room and a restart agree."""

import asyncio
import dataclasses
from collections.abc import AsyncIterator, Iterable
from functools import partial

import pytest

import zeitnot_protocol as p
from zeitnot_server.play import reports, room_actor
from zeitnot_server.rooms import tally
from zeitnot_server.rooms.fold import fold
from zeitnot_server.rooms.report import weight
from zeitnot_server.rooms.room import LogEntry, Room

from .hosted import Person, Table, marking

PROSE = p.EngineReport(depth=3, unit="hello", pv="meet me", lines=[p.EngineLine(move="hey")])
FAIR = p.EngineReport(depth=3, pv="a1 b1")
MOVES = ("a1", "b1", "a2", "b2")


@pytest.fixture
async def table() -> AsyncIterator[Table]:
    game = Table()
    task = asyncio.create_task(game.room_actor.run())
    yield game
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


def stored_reports(table: Table) -> list[p.EngineReport | None]:
    return [row.event.engine for row in table.log.kept if isinstance(row.event, p.Moved)]


async def play(table: Table, people: list[Person], report: p.EngineReport) -> None:
    for ply, move in enumerate(MOVES):
        mover = people[ply % 2]
        messages = table.tell(mover, p.Move, ply=ply, move=move, engine=report)
        while (await mover.until("ack"))["id"] != messages:
            pass


def restarted(table: Table) -> Room:
    return fold(Room.new(table.room_actor.room.game_setup), table.log.kept)


async def test_valid_reports_are_stored(table: Table) -> None:
    people = await table.seated("ann", "bob")
    await play(table, people, FAIR)
    assert stored_reports(table) == [FAIR] * 4


async def test_rules_are_marked_whenever_they_run(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without the mark the crash could not be attributed, and the room would be loaded again."""
    marks: list[Room | None] = [None]
    hooks = dataclasses.replace(table.room_actor._hooks, at_work=partial(marking, marks))
    folds = list[bool]()

    def folding(room: Room, rows: Iterable[LogEntry]) -> Room:
        folds.append(marks[-1] is not None)
        return fold(room, rows)

    monkeypatch.setattr(reports, "fold", folding)
    monkeypatch.setattr(room_actor, "fold", folding)
    people = await table.seated("ann", "bob")
    table.room_actor._hooks = hooks
    await play(table, people, PROSE)
    assert folds == [True] * len(MOVES)
    table.log.fail = "unknown"  # so the log is read again
    table.tell(people[0], p.Resign)
    await people[0].until("finished")
    assert folds == [True] * (len(MOVES) + 1)
    assert marks[-1] is None


async def test_parts_left_out_are_left_out_for_all(table: Table) -> None:
    people = await table.seated("ann", "bob")
    await play(table, people, PROSE)
    assert stored_reports(table) == [p.EngineReport(depth=3)] * 4
    messages = [m for m in people[0].heard if m["type"] == "moved" and m["seat"] == 0]
    assert [m["engine"] for m in messages] == [{"depth": 3}] * 2
    assert restarted(table).tally == table.room_actor.room.tally


async def test_a_resent_move_is_answered_as_before(table: Table) -> None:
    ann, _ = await table.seated("ann", "bob")
    first = table.tell(ann, p.Move, ply=0, move="a1", engine=PROSE)
    while (answer := await ann.until("ack"))["id"] != first:
        pass
    table.tell(ann, p.Move, ply=0, move="a1", engine=PROSE, id=first)
    assert (await ann.until("ack")) == answer


async def test_reports_of_a_seat_are_bounded_over_a_restart(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tally, "REPORT_BYTES", weight(FAIR))
    people = await table.seated("ann", "bob")
    await play(table, people, FAIR)
    assert stored_reports(table) == [FAIR, FAIR, None, None]
    assert table.room_actor._hooks.tally.reports_left_out == {"game": 2}
    assert restarted(table).tally == table.room_actor.room.tally
    assert not restarted(table).tally.may_report(0, 1)


async def test_reports_beyond_the_senders_allowance_are_dropped(table: Table) -> None:
    people = await table.seated("ann", "bob")
    requests: list[int] = []

    def refuse(size: int) -> bool:
        requests.append(size)
        return False

    people[1].viewer.may_report = refuse
    await play(table, people, FAIR)
    assert stored_reports(table) == [FAIR, None, FAIR, None]
    assert requests == [weight(FAIR)] * 2
