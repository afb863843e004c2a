"""A player who leaves a running game: announced, counted down, cancelled, carried out."""

import asyncio
from collections.abc import AsyncIterator

import msgspec
import pytest

import zeitnot_protocol as p
from zeitnot_server.play.deadline import RESUME
from zeitnot_server.play.terms import Joined
from zeitnot_server.rooms.absence import LEAST_MS
from zeitnot_server.rooms.commands import Lapse, Outage
from zeitnot_server.rooms.room import Phase
from zeitnot_server.rooms.tally import LAPSES
from zeitnot_server.rooms.value import replace

from ..rooms.games import Duel
from ..rooms.table import Table as Rules
from .hosted import Person, Table


@pytest.fixture
async def table() -> AsyncIterator[Table]:
    game = Table()
    task = asyncio.create_task(game.room_actor.run())
    yield game
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


async def both_have_moved(table: Table) -> list[Person]:
    ann, bob = await table.seated("ann", "bob")
    table.tell(ann, p.Move, ply=0, move="a1")
    await bob.until("moved")
    table.tell(bob, p.Move, ply=1, move="b1")
    while (await ann.until("moved"))["seat"] != 1:
        pass
    return [ann, bob]


async def back(table: Table, name: str) -> Person:
    person = Person(name)
    table.room_actor.post(Joined(person.viewer, 0))
    await person.until("presence")
    return person


async def test_absence_is_announced_and_loses_at_the_end(table: Table) -> None:
    ann, bob = await both_have_moved(table)
    watcher = await back(table, "carl")
    table.room_actor.leave(bob.viewer)
    for person in (ann, watcher):
        countdown = await person.until("countdown")
        assert (countdown["seat"], countdown["ends_in_ms"]) == (1, LEAST_MS)
    table.passes(LEAST_MS)
    table.room_actor._absence.on_timer(1)
    finished = await ann.until("finished")
    assert (finished["reason"], finished["scores"]) == ("abandoned", [1.0, 0.0])
    assert table.finished
    assert table.room_actor._absence.seats == frozenset()
    await asyncio.sleep(0)
    while not ann.nothing():
        assert (await ann.next())["type"] != "countdown", "the end speaks for itself"


async def test_no_countdown_in_a_free_first_turn() -> None:
    """After its own 30 seconds, players still away get a countdown."""
    table = Table(setup=p.Setup())
    task = asyncio.create_task(table.room_actor.run())
    ann, bob = await table.seated("ann", "bob")
    table.room_actor.leave(bob.viewer)
    table.tell(ann, p.Move, ply=0, move="a1")
    await ann.until("moved")
    assert table.room_actor._absence.seats == frozenset()
    bob = await back(table, "bob")
    table.room_actor.leave(ann.viewer)
    assert table.room_actor._absence.seats == frozenset()
    table.tell(bob, p.Move, ply=1, move="b1")
    assert (await bob.until("countdown"))["seat"] == 0
    assert table.room_actor._absence.seats == {0}
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


async def test_returning_cancels_the_countdown(table: Table) -> None:
    ann, bob = await both_have_moved(table)
    table.room_actor.leave(bob.viewer)
    assert (await ann.until("countdown"))["ends_in_ms"] == LEAST_MS
    table.passes(LEAST_MS - 1_000)
    await back(table, "bob")
    assert (await ann.until("countdown")).get("ends_in_ms") is None
    table.passes(5_000)
    table.room_actor._absence.on_timer(1)
    await asyncio.sleep(0)
    assert table.room_actor.room.phase is Phase.RUNNING


async def test_a_return_still_in_the_mailbox_counts(table: Table) -> None:
    _, bob = await both_have_moved(table)
    table.room_actor.leave(bob.viewer)
    table.passes(LEAST_MS)
    table.room_actor.post(Joined(Person("bob").viewer, 0))
    table.room_actor._absence.on_timer(1)
    for _ in range(5):
        await asyncio.sleep(0)
    assert table.room_actor.room.phase is Phase.RUNNING


async def test_a_timer_that_fires_early_waits_on(table: Table) -> None:
    """The adjusted clock leaves stalls out, so the loop's own timer may be ahead of it."""
    _, bob = await both_have_moved(table)
    table.room_actor.leave(bob.viewer)
    table.passes(LEAST_MS - 50)
    table.room_actor._absence.on_timer(1)
    assert table.room_actor._absence.seats == {1}
    assert table.room_actor.room.phase is Phase.RUNNING


async def test_new_spectators_see_the_remaining_countdown(table: Table) -> None:
    _, bob = await both_have_moved(table)
    table.room_actor.leave(bob.viewer)
    table.passes(4_000)
    watcher = Person("carl")
    table.room_actor.post(Joined(watcher.viewer, 0))
    assert (await watcher.until("countdown"))["ends_in_ms"] == LEAST_MS - 4_000


async def test_no_countdown_when_all_are_away(table: Table) -> None:
    ann, bob = await both_have_moved(table)
    table.room_actor.leave(bob.viewer)
    table.room_actor.leave(ann.viewer)
    assert table.room_actor._absence.seats == frozenset()
    await back(table, "ann")
    assert table.room_actor._absence.seats == {1}


async def test_one_of_two_sockets_is_enough(table: Table) -> None:
    _, bob = await both_have_moved(table)
    await back(table, "bob")
    table.room_actor.leave(bob.viewer)
    assert table.room_actor._absence.seats == frozenset()


async def adjourned(table: Table) -> list[Person]:
    ann, bob = await both_have_moved(table)
    table.tell(ann, p.Adjourn, action="offer")
    await bob.until("offered")
    table.tell(bob, p.Adjourn, action="accept")
    for person in (ann, bob):
        assert (await person.until("paused"))["reason"] == "agreed"
    return [ann, bob]


async def test_no_countdown_in_an_adjourned_game(table: Table) -> None:
    ann, bob = await adjourned(table)
    table.room_actor.leave(bob.viewer)
    assert table.room_actor._absence.seats == frozenset()
    bob = await back(table, "bob")
    table.tell(ann, p.ResumeWish)
    await bob.until("offered")
    table.tell(bob, p.ResumeWish)
    await ann.until("resumed")
    table.room_actor.leave(bob.viewer)
    assert table.room_actor._absence.seats == {1}


async def test_a_resume_lapses_when_its_sender_leaves(table: Table) -> None:
    ann, bob = await adjourned(table)
    table.tell(ann, p.ResumeWish)
    await bob.until("offered")
    table.room_actor.leave(ann.viewer)
    table.tell(bob, p.ResumeWish)
    lapsed, offered = await bob.until("answered"), await bob.until("offered")
    assert (lapsed["seat"], lapsed["what"], lapsed.get("accept", False)) == (0, "resume", False)
    assert (offered["seat"], offered["what"]) == (1, "resume")
    assert table.room_actor.room.phase is Phase.ADJOURNED
    ann = await back(table, "ann")
    table.tell(ann, p.ResumeWish)
    await bob.until("resumed")


async def test_other_or_refused_senders_do_not_make_a_resume_lapse(table: Table) -> None:
    ann, bob = await adjourned(table)
    table.tell(ann, p.ResumeWish)
    await bob.until("offered")
    before = table.room_actor.room
    table.room_actor.leave(ann.viewer)
    carl = await back(table, "carl")
    table.tell(carl, p.ResumeWish)
    assert (await carl.until("error"))["code"] == "not_seated"
    assert table.room_actor.room is before


async def test_after_several_lapses_all_must_be_present_to_resume(table: Table) -> None:
    """Else two who come and go in turns could fill a log with them."""
    ann, bob = await adjourned(table)
    table.tell(ann, p.ResumeWish)
    await bob.until("offered")
    room = table.room_actor.room
    table.room_actor.room = replace(room, tally=replace(room.tally, lapses=LAPSES))
    table.room_actor.leave(ann.viewer)
    before = table.room_actor.room
    table.tell(bob, p.ResumeWish)
    assert (await bob.until("error"))["code"] == "absent"
    assert table.room_actor.room is before
    await back(table, "ann")
    table.tell(bob, p.ResumeWish)
    await bob.until("resumed")


def test_lapses_are_counted() -> None:
    table = Rules(Duel(rounds=3)).start()
    table.do(0, p.Adjourn, action="offer")
    table.do(1, p.Adjourn, action="accept")
    for seat in (0, 1):
        table.do(seat, p.ResumeWish)
        table.tell(Lapse(seat))
    assert table.room.tally.lapses == 2


LIMIT_MS = 5_000
DAYS = p.Control(kind="correspondence", days=3)
UNLIMITED = p.Control(kind="unlimited")


@pytest.mark.parametrize(
    ("control", "heard"),
    [
        (UNLIMITED, "resumed"),
        (DAYS, "resumed"),
        (msgspec.structs.replace(UNLIMITED, move_limit_ms=LIMIT_MS), "answered"),
        (msgspec.structs.replace(DAYS, move_limit_ms=LIMIT_MS), "answered"),
    ],
)
async def test_without_a_clock_a_resume_does_not_lapse(control: p.Control, heard: str) -> None:
    table = Table(control)
    task = asyncio.create_task(table.room_actor.run())
    ann, bob = await adjourned(table)
    table.tell(ann, p.ResumeWish)
    await bob.until("offered")
    table.room_actor.leave(ann.viewer)
    table.tell(bob, p.ResumeWish)
    await bob.until(heard)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


async def test_before_the_first_turns_an_absence_has_no_winner(table: Table) -> None:
    ann, bob = await table.seated("ann", "bob")
    table.room_actor.leave(bob.viewer)
    table.passes(LEAST_MS)
    table.room_actor._absence.on_timer(1)
    finished = await ann.until("finished")
    assert finished["reason"] == "abandoned"
    assert finished.get("scores") is None


async def test_a_paused_game_waits_for_players_only(table: Table) -> None:
    """After a restart a stranger's look at it must not make its clock run."""
    people = await both_have_moved(table)
    for person in people:
        table.room_actor.leave(person.viewer)
    await table.room_actor._carry_out(Outage(5), None, table.clock.now(), None)
    stranger = await back(table, "carl")
    assert table.room_actor.room.phase is Phase.PAUSED
    assert not table.room_actor._deadline.timer.running
    table.room_actor.post(RESUME)
    table.room_actor.leave(stranger.viewer)
    await table.room_actor.wait_until_idle()
    assert table.room_actor.room.phase is Phase.PAUSED
    bob = await back(table, "bob")
    assert table.room_actor._deadline.timer.running
    table.room_actor.post(RESUME)
    await bob.until("resumed")
