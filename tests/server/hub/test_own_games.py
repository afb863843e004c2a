"""The lobby knows whose game and whose invitation it is, with one read for each account."""

import asyncio

import pytest
import structlog

import zeitnot_protocol as p
from zeitnot_server.play.outbox import Outbox
from zeitnot_server.play.terms import ClientCommand
from zeitnot_server.play.throttle import Throttle
from zeitnot_server.rooms.room import Actor, Invitation
from zeitnot_server.store import SlowRead

from ..hosted import Person
from ..test_all_left import begun
from .hall import Hall, Somebody, yours


async def test_a_failed_read_asks_the_watcher_to_reconnect(hall: Hall) -> None:
    async def reading(account: str) -> list[p.GameSummary]:
        raise SlowRead("The read took more than 5 s.")

    ann = Somebody()
    hall.read_by(reading)
    await hall.hub.join(ann.watcher)
    assert ann.cut.is_set()
    assert not hall.hub._own._own


async def test_a_game_created_during_the_read_is_not_missed(at_work: Hall) -> None:
    ann, read = Somebody(), at_work.store.games.unfinished_of
    asked, go_on = asyncio.Event(), asyncio.Event()

    async def slow(account: str) -> list[p.GameSummary]:
        found = await read(account)
        asked.set()
        await go_on.wait()
        return found

    at_work.read_by(slow)
    joining = asyncio.create_task(at_work.hub.join(ann.watcher))
    await asked.wait()
    made = await at_work.new_game()
    go_on.set()
    await joining
    assert yours(await ann.next()) == [made.room.id]


async def test_an_invitation_created_during_the_read_is_not_missed(at_work: Hall) -> None:
    """Its seats were read before the game was made, and it was not greeted yet."""
    bot, read = Somebody(Actor("acc-bot", "Marvin", bot=True)), at_work.store.games.invitations_of
    asked, go_on = asyncio.Event(), asyncio.Event()

    async def slow(account: str) -> list[p.Invited]:
        found = await read(account)
        asked.set()
        await go_on.wait()
        return found

    at_work.store.games.invitations_of = slow  # type: ignore[method-assign]
    joining = asyncio.create_task(at_work.hub.join(bot.watcher))
    await asked.wait()
    made = await at_work.new_game(Invitation("acc-bot", "Marvin", True))
    go_on.set()
    await joining
    told = [p.decode_lobby_out(await bot.watcher.outbox.get()) for _ in range(2)]
    assert [each.game for each in told if isinstance(each, p.Invited)] == [made.room.id]


async def test_leaving_during_the_read_leaves_nothing_behind(hall: Hall) -> None:
    bot, asked = Somebody(Actor("acc-bot", "Marvin", bot=True)), asyncio.Event()

    async def never(account: str) -> list[p.Invited]:
        asked.set()
        await asyncio.Event().wait()
        return []

    hall.store.games.invitations_of = never  # type: ignore[method-assign]
    joining = asyncio.create_task(hall.hub.join(bot.watcher))
    await asked.wait()
    joining.cancel()
    await asyncio.gather(joining, return_exceptions=True)
    hall.hub.leave(bot.watcher)
    assert (hall.hub.watching, hall.hub._own._own) == (0, {})


@pytest.mark.parametrize("changes", [True, False])
async def test_own_games_are_updated_without_a_read(at_work: Hall, changes: bool) -> None:
    ann, other = Somebody(changes=changes), Somebody(Actor("acc-eve", "eve"), changes=changes)
    for somebody in (ann, other):
        await at_work.hub.join(somebody.watcher)
        await somebody.next()
    people = Person("ann"), Person("bob")
    room_actor = await begun(at_work.store, at_work.registry, *people)
    shown = await ann.until(lambda seen: yours(seen) == [room_actor.room.id])
    assert shown.yours[0].state in ("open", "running")
    room_actor.post(ClientCommand(people[0].viewer, p.Resign(game=room_actor.room.id, id="r"), 0))
    await ann.until(lambda seen: yours(seen) == [])
    assert at_work.reads == ["acc-ann", "acc-eve"]
    assert not any(isinstance(told, p.LobbyChanged) for told in ann.heard) or changes
    while not other.watcher.outbox.empty:
        assert yours(await other.next()) == []


async def test_a_game_whose_seat_was_given_up_leaves_the_list(at_work: Hall) -> None:
    ann = Somebody()
    await at_work.hub.join(ann.watcher)
    made = await at_work.new_game()
    await ann.until(lambda seen: yours(seen) == [made.room.id])
    person = Person("ann")
    for command in (
        p.Sit(game=made.room.id, id="s", seat=0),
        p.Leave(game=made.room.id, id="l"),
    ):
        made.post(ClientCommand(person.viewer, command, 0))
    await ann.until(lambda seen: yours(seen) == [made.room.id])
    assert at_work.hub._own._players == {made.room.id: {"acc-ann"}}, "the seat is kept for her"


async def test_watching_again_does_not_read_again(hall: Hall) -> None:
    reads: list[str] = []
    read = hall.store.games.invitations_of

    async def counted(account: str) -> list[p.Invited]:
        reads.append(account)
        return await read(account)

    hall.store.games.invitations_of = counted  # type: ignore[method-assign]
    sockets = [Somebody(Actor("acc-bot", "Marvin", bot=True)) for _ in range(3)]
    for somebody in sockets:
        await hall.hub.join(somebody.watcher)
    made = await hall.new_game(Invitation("acc-bot", "Marvin", True))
    again = sockets[0]
    hall.hub.leave(again.watcher)
    again.watcher.outbox = Outbox(again.cut.set)
    await hall.hub.join(again.watcher)
    assert reads == ["acc-bot"]
    told = [p.decode_lobby_out(await again.watcher.outbox.get()) for _ in range(2)]
    assert [each.game for each in told if isinstance(each, p.Invited)] == [made.room.id]
    for somebody in sockets:
        hall.hub.leave(somebody.watcher)
    assert hall.hub._invitations._own == {}


async def test_many_faults_are_one_log_line(hall: Hall) -> None:
    async def reading(account: str) -> list[p.GameSummary]:
        raise SlowRead("The read took more than 5 s.")

    hall.read_by(reading)
    with structlog.testing.capture_logs() as lines:
        for _ in range(5):
            await hall.hub.join(Somebody().watcher)
    assert [line["event"] for line in lines] == ["lobby not read"]


def test_faults_are_logged_again_after_a_minute() -> None:
    seconds = [0.0]
    throttle = Throttle(lambda: seconds[0])
    assert [throttle.allows(), throttle.allows()] == [True, False]
    seconds[0] = 60.0
    assert throttle.allows()
