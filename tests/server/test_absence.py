"""A player leaves a running game: a countdown is announced, and is cancelled or ends the game."""

import asyncio
from collections.abc import AsyncIterator

import msgspec
import pytest

import zeitnot_protocol as p
from zeitnot_server.hosting.room.inbox import ServerCommand, Subscribe
from zeitnot_server.rooms.absence import FIRST_TURN_PATIENCE_MS, MIN_PATIENCE_MS
from zeitnot_server.rooms.commands import LapseResume, Outage, Resume
from zeitnot_server.rooms.room import Phase
from zeitnot_server.rooms.tally import MAX_LAPSES
from zeitnot_server.rooms.timeouts import RECONNECT_GRACE_MS
from zeitnot_server.rooms.value import replace

from ..rooms.games import Duel
from ..rooms.rig import Rig as RoomsHarness
from .hosted import Person, RoomHarness


@pytest.fixture
async def harness() -> AsyncIterator[RoomHarness]:
    game = RoomHarness()
    task = asyncio.create_task(game.room_actor.run())
    yield game
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


async def started_game(harness: RoomHarness) -> list[Person]:
    """A game in which both players have moved."""
    ann, bob = await harness.seat_players("ann", "bob")
    harness.send(ann, p.Move, ply=0, move="a1")
    await bob.until("moved")
    harness.send(bob, p.Move, ply=1, move="b1")
    while (await ann.until("moved"))["seat"] != 1:
        pass
    return [ann, bob]


async def join(harness: RoomHarness, name: str) -> Person:
    person = Person(name)
    harness.room_actor.post(Subscribe(person.viewer, 0))
    await person.until("presence")
    return person


async def test_an_absent_player_loses_after_the_announced_countdown(harness: RoomHarness) -> None:
    ann, bob = await started_game(harness)
    watcher = await join(harness, "carl")
    harness.room_actor.disconnected(bob.viewer)
    for person in (ann, watcher):
        countdown = await person.until("countdown")
        assert (countdown["seat"], countdown["ends_in_ms"]) == (1, MIN_PATIENCE_MS)
    harness.advance(MIN_PATIENCE_MS)
    harness.fire_timer()
    finished = await ann.until("finished")
    assert (finished["reason"], finished["scores"]) == ("abandoned", [1.0, 0.0])
    assert harness.finished_rooms
    assert harness.away == set()
    await asyncio.sleep(0)
    while not ann.has_read_all():
        assert (await ann.next())["type"] != "countdown", (
            "the end of the game ends the countdown without a message"
        )


async def test_no_countdown_in_a_free_first_turn() -> None:
    """A free turn has its own limit of 30 seconds; the countdown begins after the free turns."""
    harness = RoomHarness(setup=p.Setup())
    task = asyncio.create_task(harness.room_actor.run())
    ann, bob = await harness.seat_players("ann", "bob")
    harness.room_actor.disconnected(bob.viewer)
    harness.send(ann, p.Move, ply=0, move="a1")
    await ann.until("moved")
    assert harness.away == set()
    bob = await join(harness, "bob")
    harness.room_actor.disconnected(ann.viewer)
    assert harness.away == set()
    harness.send(bob, p.Move, ply=1, move="b1")
    assert (await bob.until("countdown"))["seat"] == 0
    assert harness.away == {0}
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


async def test_returning_cancels_the_countdown(harness: RoomHarness) -> None:
    ann, bob = await started_game(harness)
    harness.room_actor.disconnected(bob.viewer)
    assert (await ann.until("countdown"))["ends_in_ms"] == MIN_PATIENCE_MS
    harness.advance(MIN_PATIENCE_MS - 1_000)
    await join(harness, "bob")
    assert (await ann.until("countdown")).get("ends_in_ms") is None
    harness.advance(5_000)
    harness.fire_timer()
    await asyncio.sleep(0)
    assert harness.room_actor.room.phase is Phase.RUNNING


async def test_a_return_still_in_the_mailbox_counts(harness: RoomHarness) -> None:
    _, bob = await started_game(harness)
    harness.room_actor.disconnected(bob.viewer)
    harness.advance(MIN_PATIENCE_MS)
    harness.room_actor.post(Subscribe(Person("bob").viewer, 0))
    harness.fire_timer()
    for _ in range(5):
        await asyncio.sleep(0)
    assert harness.room_actor.room.phase is Phase.RUNNING


async def test_a_timer_that_fires_early_waits_on(harness: RoomHarness) -> None:
    """The adjusted clock omits stalls, so a timer of the loop may fire before it."""
    _, bob = await started_game(harness)
    harness.room_actor.disconnected(bob.viewer)
    harness.advance(MIN_PATIENCE_MS - 50)
    harness.fire_timer()
    assert harness.away == {1}
    assert harness.room_actor.room.phase is Phase.RUNNING


async def test_new_spectators_see_the_remaining_countdown(harness: RoomHarness) -> None:
    _, bob = await started_game(harness)
    harness.room_actor.disconnected(bob.viewer)
    harness.advance(4_000)
    watcher = Person("carl")
    harness.room_actor.post(Subscribe(watcher.viewer, 0))
    assert (await watcher.until("countdown"))["ends_in_ms"] == MIN_PATIENCE_MS - 4_000


async def test_no_countdown_when_all_are_away(harness: RoomHarness) -> None:
    ann, bob = await started_game(harness)
    harness.room_actor.disconnected(bob.viewer)
    harness.room_actor.disconnected(ann.viewer)
    assert harness.away == set()
    await join(harness, "ann")
    assert harness.away == {1}


async def test_one_remaining_socket_prevents_the_countdown(harness: RoomHarness) -> None:
    _, bob = await started_game(harness)
    await join(harness, "bob")
    harness.room_actor.disconnected(bob.viewer)
    assert harness.away == set()


async def adjourned_game(harness: RoomHarness) -> list[Person]:
    ann, bob = await started_game(harness)
    harness.send(ann, p.Adjourn, action="offer")
    await bob.until("offered")
    harness.send(bob, p.Adjourn, action="accept")
    for person in (ann, bob):
        assert (await person.until("paused"))["reason"] == "agreed"
    return [ann, bob]


async def test_no_countdown_in_an_adjourned_game(harness: RoomHarness) -> None:
    ann, bob = await adjourned_game(harness)
    harness.room_actor.disconnected(bob.viewer)
    assert harness.away == set()
    bob = await join(harness, "bob")
    harness.send(ann, p.ResumeWish)
    await bob.until("offered")
    harness.send(bob, p.ResumeWish)
    await ann.until("resumed")
    harness.room_actor.disconnected(bob.viewer)
    assert harness.away == {1}


async def test_a_resume_lapses_when_its_sender_leaves(harness: RoomHarness) -> None:
    ann, bob = await adjourned_game(harness)
    harness.send(ann, p.ResumeWish)
    await bob.until("offered")
    harness.room_actor.disconnected(ann.viewer)
    harness.send(bob, p.ResumeWish)
    lapsed, offered = await bob.until("answered"), await bob.until("offered")
    assert (lapsed["seat"], lapsed["what"], lapsed.get("accept", False)) == (0, "resume", False)
    assert (offered["seat"], offered["what"]) == (1, "resume")
    assert harness.room_actor.room.phase is Phase.ADJOURNED
    ann = await join(harness, "ann")
    harness.send(ann, p.ResumeWish)
    await bob.until("resumed")


async def test_a_refused_resume_of_a_spectator_lapses_nothing(
    harness: RoomHarness,
) -> None:
    ann, bob = await adjourned_game(harness)
    harness.send(ann, p.ResumeWish)
    await bob.until("offered")
    before = harness.room_actor.room
    harness.room_actor.disconnected(ann.viewer)
    carl = await join(harness, "carl")
    harness.send(carl, p.ResumeWish)
    assert (await carl.until("error"))["code"] == "not_seated"
    assert harness.room_actor.room is before


async def test_after_several_lapses_all_must_be_present_to_resume(harness: RoomHarness) -> None:
    """Otherwise two players that leave and return alternately could fill the log with lapses."""
    ann, bob = await adjourned_game(harness)
    harness.send(ann, p.ResumeWish)
    await bob.until("offered")
    room = harness.room_actor.room
    harness.use(replace(room, tally=replace(room.tally, lapses=MAX_LAPSES)))
    harness.room_actor.disconnected(ann.viewer)
    before = harness.room_actor.room
    harness.send(bob, p.ResumeWish)
    assert (await bob.until("error"))["code"] == "absent"
    assert harness.room_actor.room is before
    await join(harness, "ann")
    harness.send(bob, p.ResumeWish)
    await bob.until("resumed")


def test_lapses_are_counted() -> None:
    harness = RoomsHarness(Duel(rounds=3)).start()
    harness.do(0, p.Adjourn, action="offer")
    harness.do(1, p.Adjourn, action="accept")
    for seat in (0, 1):
        harness.do(seat, p.ResumeWish)
        harness.send(LapseResume(seat))
    assert harness.room.tally.lapses == 2


LIMIT_MS = 5_000
HOUR_MS = 3_600_000
DAYS = p.Control(kind="correspondence", days=3)
UNLIMITED = p.Control(kind="unlimited")


@pytest.mark.parametrize(
    ("control", "message"),
    [
        (UNLIMITED, "resumed"),
        (DAYS, "resumed"),
        (msgspec.structs.replace(UNLIMITED, move_limit_ms=LIMIT_MS), "answered"),
        (msgspec.structs.replace(DAYS, move_limit_ms=LIMIT_MS), "answered"),
    ],
)
async def test_without_a_clock_a_resume_does_not_lapse(control: p.Control, message: str) -> None:
    harness = RoomHarness(control)
    task = asyncio.create_task(harness.room_actor.run())
    ann, bob = await adjourned_game(harness)
    harness.send(ann, p.ResumeWish)
    await bob.until("offered")
    harness.room_actor.disconnected(ann.viewer)
    harness.send(bob, p.ResumeWish)
    await bob.until(message)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


async def test_a_refused_ready_does_not_end_a_game_twice() -> None:
    """The flag has fallen while the opponent is absent: the end is stored and shown only once."""
    harness = RoomHarness(setup=p.Setup(clock_starts="start"))
    task = asyncio.create_task(harness.room_actor.run())
    ann, bob = await harness.seat_players("ann", "bob")
    harness.room_actor.disconnected(bob.viewer)
    harness.advance(HOUR_MS)
    harness.send(ann, p.Ready, salt="s")
    await ann.until("finished")
    assert harness.room_actor.room.finished is not None
    assert (await ann.until("error"))["code"] == "wrong_state"
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


async def test_absence_before_the_first_move_against_a_bot() -> None:
    """No countdown runs for a player that is present. An absent one, for example one that reads the
    rules, has minutes; then the game ends without a loser, and the bot is free. The countdown is
    announced."""
    harness = RoomHarness(setup=p.Setup(first_move_ms=30_000))
    task = asyncio.create_task(harness.room_actor.run())
    ann, bot = Person("ann"), Person("robot", bot=True)
    for person in (ann, bot):
        harness.room_actor.post(Subscribe(person.viewer, 0))
        harness.send(person, p.Sit)
        harness.send(person, p.Ready, salt="s")
    assert (await ann.until("started"))["clock"].get("free_ms") is None
    assert harness.room_actor.deadlines._timer is None
    assert harness.away == set()
    harness.room_actor.disconnected(bot.viewer)
    assert harness.away == set(), "it is the person's turn"
    bot = Person("robot", bot=True)
    harness.room_actor.post(Subscribe(bot.viewer, 0))
    await bot.until("presence")
    harness.room_actor.disconnected(ann.viewer)
    assert (await bot.until("countdown"))["ends_in_ms"] == FIRST_TURN_PATIENCE_MS
    harness.advance(FIRST_TURN_PATIENCE_MS - 50)
    harness.fire_timer()
    await harness.room_actor.wait_until_idle()
    assert harness.room_actor.room.finished is None
    harness.advance(50)
    harness.fire_timer()
    finished = await bot.until("finished")
    assert (finished["reason"], finished.get("scores")) == ("abandoned", None)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


async def test_an_absence_before_the_first_moves_has_no_winner(harness: RoomHarness) -> None:
    ann, bob = await harness.seat_players("ann", "bob")
    harness.room_actor.disconnected(bob.viewer)
    harness.advance(MIN_PATIENCE_MS)
    harness.fire_timer()
    finished = await ann.until("finished")
    assert finished["reason"] == "abandoned"
    assert finished.get("scores") is None


async def test_a_paused_game_waits_for_players_only(harness: RoomHarness) -> None:
    """After a restart, a spectator that opens the game must not start its clock."""
    people = await started_game(harness)
    for person in people:
        harness.room_actor.disconnected(person.viewer)
    await harness.room_actor._carry_out(Outage(5), None, harness.clock.now(), None)
    stranger = await join(harness, "carl")
    assert harness.room_actor.room.phase is Phase.PAUSED
    assert harness.room_actor.deadlines._timer is None
    harness.room_actor.post(ServerCommand(Resume()))
    harness.room_actor.disconnected(stranger.viewer)
    await harness.room_actor.wait_until_idle()
    assert harness.room_actor.room.phase is Phase.PAUSED
    bob = await join(harness, "bob")
    harness.advance(RECONNECT_GRACE_MS)
    harness.fire_timer()
    await bob.until("resumed")
