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
from ..rooms.rig import Rig as Rules
from .hosted import Person, RoomRig


@pytest.fixture
async def rig() -> AsyncIterator[RoomRig]:
    game = RoomRig()
    task = asyncio.create_task(game.room_actor.run())
    yield game
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


async def both_have_moved(rig: RoomRig) -> list[Person]:
    ann, bob = await rig.seat_players("ann", "bob")
    rig.send(ann, p.Move, ply=0, move="a1")
    await bob.until("moved")
    rig.send(bob, p.Move, ply=1, move="b1")
    while (await ann.until("moved"))["seat"] != 1:
        pass
    return [ann, bob]


async def back(rig: RoomRig, name: str) -> Person:
    person = Person(name)
    rig.room_actor.post(Joined(person.viewer, 0))
    await person.until("presence")
    return person


async def test_absence_is_announced_and_loses_at_the_end(rig: RoomRig) -> None:
    ann, bob = await both_have_moved(rig)
    watcher = await back(rig, "carl")
    rig.room_actor.leave(bob.viewer)
    for person in (ann, watcher):
        countdown = await person.until("countdown")
        assert (countdown["seat"], countdown["ends_in_ms"]) == (1, LEAST_MS)
    rig.advance(LEAST_MS)
    rig.room_actor._absence.on_timer(1)
    finished = await ann.until("finished")
    assert (finished["reason"], finished["scores"]) == ("abandoned", [1.0, 0.0])
    assert rig.finished
    assert rig.room_actor._absence.seats == frozenset()
    await asyncio.sleep(0)
    while not ann.has_read_all():
        assert (await ann.next())["type"] != "countdown", "the end speaks for itself"


async def test_no_countdown_in_a_free_first_turn() -> None:
    """After its own 30 seconds, players still away get a countdown."""
    rig = RoomRig(setup=p.Setup())
    task = asyncio.create_task(rig.room_actor.run())
    ann, bob = await rig.seat_players("ann", "bob")
    rig.room_actor.leave(bob.viewer)
    rig.send(ann, p.Move, ply=0, move="a1")
    await ann.until("moved")
    assert rig.room_actor._absence.seats == frozenset()
    bob = await back(rig, "bob")
    rig.room_actor.leave(ann.viewer)
    assert rig.room_actor._absence.seats == frozenset()
    rig.send(bob, p.Move, ply=1, move="b1")
    assert (await bob.until("countdown"))["seat"] == 0
    assert rig.room_actor._absence.seats == {0}
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


async def test_returning_cancels_the_countdown(rig: RoomRig) -> None:
    ann, bob = await both_have_moved(rig)
    rig.room_actor.leave(bob.viewer)
    assert (await ann.until("countdown"))["ends_in_ms"] == LEAST_MS
    rig.advance(LEAST_MS - 1_000)
    await back(rig, "bob")
    assert (await ann.until("countdown")).get("ends_in_ms") is None
    rig.advance(5_000)
    rig.room_actor._absence.on_timer(1)
    await asyncio.sleep(0)
    assert rig.room_actor.room.phase is Phase.RUNNING


async def test_a_return_still_in_the_mailbox_counts(rig: RoomRig) -> None:
    _, bob = await both_have_moved(rig)
    rig.room_actor.leave(bob.viewer)
    rig.advance(LEAST_MS)
    rig.room_actor.post(Joined(Person("bob").viewer, 0))
    rig.room_actor._absence.on_timer(1)
    for _ in range(5):
        await asyncio.sleep(0)
    assert rig.room_actor.room.phase is Phase.RUNNING


async def test_a_timer_that_fires_early_waits_on(rig: RoomRig) -> None:
    """The adjusted clock leaves stalls out, so the loop's own timer may be ahead of it."""
    _, bob = await both_have_moved(rig)
    rig.room_actor.leave(bob.viewer)
    rig.advance(LEAST_MS - 50)
    rig.room_actor._absence.on_timer(1)
    assert rig.room_actor._absence.seats == {1}
    assert rig.room_actor.room.phase is Phase.RUNNING


async def test_new_spectators_see_the_remaining_countdown(rig: RoomRig) -> None:
    _, bob = await both_have_moved(rig)
    rig.room_actor.leave(bob.viewer)
    rig.advance(4_000)
    watcher = Person("carl")
    rig.room_actor.post(Joined(watcher.viewer, 0))
    assert (await watcher.until("countdown"))["ends_in_ms"] == LEAST_MS - 4_000


async def test_no_countdown_when_all_are_away(rig: RoomRig) -> None:
    ann, bob = await both_have_moved(rig)
    rig.room_actor.leave(bob.viewer)
    rig.room_actor.leave(ann.viewer)
    assert rig.room_actor._absence.seats == frozenset()
    await back(rig, "ann")
    assert rig.room_actor._absence.seats == {1}


async def test_one_of_two_sockets_is_enough(rig: RoomRig) -> None:
    _, bob = await both_have_moved(rig)
    await back(rig, "bob")
    rig.room_actor.leave(bob.viewer)
    assert rig.room_actor._absence.seats == frozenset()


async def adjourned(rig: RoomRig) -> list[Person]:
    ann, bob = await both_have_moved(rig)
    rig.send(ann, p.Adjourn, action="offer")
    await bob.until("offered")
    rig.send(bob, p.Adjourn, action="accept")
    for person in (ann, bob):
        assert (await person.until("paused"))["reason"] == "agreed"
    return [ann, bob]


async def test_no_countdown_in_an_adjourned_game(rig: RoomRig) -> None:
    ann, bob = await adjourned(rig)
    rig.room_actor.leave(bob.viewer)
    assert rig.room_actor._absence.seats == frozenset()
    bob = await back(rig, "bob")
    rig.send(ann, p.ResumeWish)
    await bob.until("offered")
    rig.send(bob, p.ResumeWish)
    await ann.until("resumed")
    rig.room_actor.leave(bob.viewer)
    assert rig.room_actor._absence.seats == {1}


async def test_a_resume_lapses_when_its_sender_leaves(rig: RoomRig) -> None:
    ann, bob = await adjourned(rig)
    rig.send(ann, p.ResumeWish)
    await bob.until("offered")
    rig.room_actor.leave(ann.viewer)
    rig.send(bob, p.ResumeWish)
    lapsed, offered = await bob.until("answered"), await bob.until("offered")
    assert (lapsed["seat"], lapsed["what"], lapsed.get("accept", False)) == (0, "resume", False)
    assert (offered["seat"], offered["what"]) == (1, "resume")
    assert rig.room_actor.room.phase is Phase.ADJOURNED
    ann = await back(rig, "ann")
    rig.send(ann, p.ResumeWish)
    await bob.until("resumed")


async def test_other_or_refused_senders_do_not_make_a_resume_lapse(rig: RoomRig) -> None:
    ann, bob = await adjourned(rig)
    rig.send(ann, p.ResumeWish)
    await bob.until("offered")
    before = rig.room_actor.room
    rig.room_actor.leave(ann.viewer)
    carl = await back(rig, "carl")
    rig.send(carl, p.ResumeWish)
    assert (await carl.until("error"))["code"] == "not_seated"
    assert rig.room_actor.room is before


async def test_after_several_lapses_all_must_be_present_to_resume(rig: RoomRig) -> None:
    """Else two who come and go in turns could fill a log with them."""
    ann, bob = await adjourned(rig)
    rig.send(ann, p.ResumeWish)
    await bob.until("offered")
    room = rig.room_actor.room
    rig.room_actor.room = replace(room, tally=replace(room.tally, lapses=LAPSES))
    rig.room_actor.leave(ann.viewer)
    before = rig.room_actor.room
    rig.send(bob, p.ResumeWish)
    assert (await bob.until("error"))["code"] == "absent"
    assert rig.room_actor.room is before
    await back(rig, "ann")
    rig.send(bob, p.ResumeWish)
    await bob.until("resumed")


def test_lapses_are_counted() -> None:
    rig = Rules(Duel(rounds=3)).start()
    rig.do(0, p.Adjourn, action="offer")
    rig.do(1, p.Adjourn, action="accept")
    for seat in (0, 1):
        rig.do(seat, p.ResumeWish)
        rig.send(Lapse(seat))
    assert rig.room.tally.lapses == 2


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
    rig = RoomRig(control)
    task = asyncio.create_task(rig.room_actor.run())
    ann, bob = await adjourned(rig)
    rig.send(ann, p.ResumeWish)
    await bob.until("offered")
    rig.room_actor.leave(ann.viewer)
    rig.send(bob, p.ResumeWish)
    await bob.until(heard)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


async def test_before_the_first_turns_an_absence_has_no_winner(rig: RoomRig) -> None:
    ann, bob = await rig.seat_players("ann", "bob")
    rig.room_actor.leave(bob.viewer)
    rig.advance(LEAST_MS)
    rig.room_actor._absence.on_timer(1)
    finished = await ann.until("finished")
    assert finished["reason"] == "abandoned"
    assert finished.get("scores") is None


async def test_a_paused_game_waits_for_players_only(rig: RoomRig) -> None:
    """After a restart a stranger's look at it must not make its clock run."""
    people = await both_have_moved(rig)
    for person in people:
        rig.room_actor.leave(person.viewer)
    await rig.room_actor._carry_out(Outage(5), None, rig.clock.now(), None)
    stranger = await back(rig, "carl")
    assert rig.room_actor.room.phase is Phase.PAUSED
    assert not rig.room_actor._deadline.timer.running
    rig.room_actor.post(RESUME)
    rig.room_actor.leave(stranger.viewer)
    await rig.room_actor.wait_until_idle()
    assert rig.room_actor.room.phase is Phase.PAUSED
    bob = await back(rig, "bob")
    assert rig.room_actor._deadline.timer.running
    rig.room_actor.post(RESUME)
    await bob.until("resumed")
