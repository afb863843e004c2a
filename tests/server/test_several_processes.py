"""Two processes of one bot in one room: the one to which the game was assigned last plays."""

import asyncio
from collections.abc import AsyncIterator

import pytest

import zeitnot_protocol as p
from zeitnot_server.hosting.room.inbox import Subscribe
from zeitnot_server.rooms.room import Invitation

from .hosted import GAME, Person, RoomHarness

FOR_BOT = Invitation("acc-deep", "deep", bot=True)


class ProcessSocket(Person):
    """A socket of a bot process in the room. `closed`: the code with which the server closed
    it."""

    def __init__(
        self, harness: RoomHarness, process: str, assignment: int, seat: int | None = None
    ) -> None:
        super().__init__("deep", bot=True)
        self.closed: int | None = None
        self.viewer.send_queue._on_close = self._dismiss
        hello = p.Hello(game=GAME, process=process, assignment=assignment, seat=seat)
        self.viewer.identify(hello)
        harness.room_actor.post(Subscribe(self.viewer, 0))

    def _dismiss(self, code: int, reason: str) -> None:
        self.closed = code


@pytest.fixture
async def harness() -> AsyncIterator[RoomHarness]:
    game = RoomHarness(invited=(FOR_BOT, None))
    task = asyncio.create_task(game.room_actor.run())
    yield game
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


async def begin(harness: RoomHarness, bot: ProcessSocket) -> Person:
    """The bot has seat 0 and Ann seat 1; the game has begun."""
    ann = Person("ann")
    harness.room_actor.post(Subscribe(ann.viewer, 0))
    for person in (bot, ann):
        harness.send(person, p.Sit)
        harness.send(person, p.Ready, salt="s")
    for person in (bot, ann):
        await person.until("started")
    await bot.until("turn")
    return ann


async def test_the_newer_process_replaces_the_older_one(
    harness: RoomHarness,
) -> None:
    older = ProcessSocket(harness, "a", 5)
    ann = await begin(harness, older)
    newer = ProcessSocket(harness, "b", 6, seat=0)
    assert (await newer.until("welcome"))["you"] == 0
    assert (await newer.until("turn"))["ply"] == 0
    assert (await older.until("error"))["code"] == "played_elsewhere"
    assert older.closed == p.POLICY_VIOLATION
    harness.send(newer, p.Move, ply=0, move="a1")
    assert (await ann.until("moved"))["seat"] == 0
    assert not any(message["type"] == "countdown" for message in ann.received)


async def test_a_stale_process_is_refused(harness: RoomHarness) -> None:
    newer = ProcessSocket(harness, "b", 6)
    await begin(harness, newer)
    stale = ProcessSocket(harness, "a", 5)
    assert (await stale.next())["code"] == "played_elsewhere"
    assert (stale.closed, newer.closed) == (p.POLICY_VIOLATION, None)
    assert stale.has_read_all()
    assert list(harness.room_actor.audience.viewers_at(0)) == [newer.viewer]


async def test_an_earlier_move_of_the_older_process_counts(harness: RoomHarness) -> None:
    """Its move is played once, and the newer process reads it in the events."""
    older = ProcessSocket(harness, "a", 5)
    ann = await begin(harness, older)
    harness.send(older, p.Move, ply=0, move="a1")
    newer = ProcessSocket(harness, "b", 6)
    assert (await newer.until("moved"))["move"] == "a1"
    harness.send(older, p.Move, ply=0, move="b2")
    harness.send(newer, p.Move, ply=0, move="b2")
    assert (await newer.until("error"))["code"] == "not_your_turn"
    await harness.room_actor.wait_until_idle()
    while not ann.has_read_all():
        await ann.next()
    assert [m["move"] for m in ann.received if m["type"] == "moved"] == ["a1"]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (("a", 5), ("a", 6)),  # one process that got its game back
        (("a", 6), ("a", 5)),
        (("a", 5), ("", 0)),  # one socket sends no process id
        (("", 0), ("a", 5)),
        (("a", 5), ("b", 0)),  # the second process was not assigned the game
    ],
)
async def test_sockets_without_a_newer_assignment_stay_connected(
    harness: RoomHarness, first: tuple[str, int], second: tuple[str, int]
) -> None:
    sockets = [ProcessSocket(harness, *each) for each in (first, second)]
    for socket in sockets:
        await socket.until("welcome")
    await harness.room_actor.wait_until_idle()
    assert {socket.viewer for socket in sockets} == harness.room_actor.audience.viewers
    assert [socket.closed for socket in sockets] == [None, None]


async def test_people_have_no_processes(harness: RoomHarness) -> None:
    sockets = [Person("ann"), Person("ann")]
    for number, socket in enumerate(sockets):
        socket.viewer.identify(p.Hello(game=GAME, process=f"p{number}", assignment=number + 1))
        harness.room_actor.post(Subscribe(socket.viewer, 0))
        await socket.until("welcome")
    await harness.room_actor.wait_until_idle()
    assert len(harness.room_actor.audience.viewers) == 2
