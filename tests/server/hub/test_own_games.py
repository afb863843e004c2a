"""The lobby knows each account's games and invitations with one read per account."""

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
from ..test_all_left import running_game
from .harness import Harness, Somebody, own_game_ids


async def test_a_failed_read_asks_the_watcher_to_reconnect(harness: Harness) -> None:
    async def reading(account: str) -> list[p.GameSummary]:
        raise SlowRead("The read took more than 5 s.")

    ann = Somebody()
    harness.read_by(reading)
    await harness.hub.join(ann.watcher)
    assert ann.cut.is_set()
    assert not harness.hub._own._own


async def test_a_game_created_during_the_read_is_not_missed(at_work: Harness) -> None:
    ann, read = Somebody(), at_work.store.games.unfinished_of
    requested, go_on = asyncio.Event(), asyncio.Event()

    async def slow(account: str) -> list[p.GameSummary]:
        result = await read(account)
        requested.set()
        await go_on.wait()
        return result

    at_work.read_by(slow)
    joining = asyncio.create_task(at_work.hub.join(ann.watcher))
    await requested.wait()
    created = await at_work.new_game()
    go_on.set()
    await joining
    assert own_game_ids(await ann.next()) == [created.room.id]


async def test_an_invitation_created_during_the_read_is_not_missed(at_work: Harness) -> None:
    """Its seats were read before the game was made, and it was not greeted yet."""
    bot, read = Somebody(Actor("acc-bot", "Marvin", bot=True)), at_work.store.games.invitations_of
    requested, go_on = asyncio.Event(), asyncio.Event()

    async def slow(account: str) -> list[p.Invited]:
        result = await read(account)
        requested.set()
        await go_on.wait()
        return result

    at_work.store.games.invitations_of = slow  # type: ignore[method-assign]
    joining = asyncio.create_task(at_work.hub.join(bot.watcher))
    await requested.wait()
    created = await at_work.new_game(Invitation("acc-bot", "Marvin", True))
    go_on.set()
    await joining
    messages = [p.decode_lobby_out(await bot.watcher.outbox.get()) for _ in range(2)]
    assert [each.game for each in messages if isinstance(each, p.Invited)] == [created.room.id]


async def test_leaving_during_the_read_leaves_nothing_behind(harness: Harness) -> None:
    bot, requested = Somebody(Actor("acc-bot", "Marvin", bot=True)), asyncio.Event()

    async def never(account: str) -> list[p.Invited]:
        requested.set()
        await asyncio.Event().wait()
        return []

    harness.store.games.invitations_of = never  # type: ignore[method-assign]
    joining = asyncio.create_task(harness.hub.join(bot.watcher))
    await requested.wait()
    joining.cancel()
    await asyncio.gather(joining, return_exceptions=True)
    harness.hub.leave(bot.watcher)
    assert (harness.hub.watching, harness.hub._own._own) == (0, {})


@pytest.mark.parametrize("changes", [True, False])
async def test_own_games_are_updated_without_a_read(at_work: Harness, changes: bool) -> None:
    ann, other = Somebody(changes=changes), Somebody(Actor("acc-eve", "eve"), changes=changes)
    for person in (ann, other):
        await at_work.hub.join(person.watcher)
        await person.next()
    people = Person("ann"), Person("bob")
    room_actor = await running_game(at_work.store, at_work.registry, *people)
    visible = await ann.until(lambda seen: own_game_ids(seen) == [room_actor.room.id])
    assert visible.yours[0].state in ("open", "running")
    room_actor.post(ClientCommand(people[0].viewer, p.Resign(game=room_actor.room.id, id="r"), 0))
    await ann.until(lambda seen: own_game_ids(seen) == [])
    assert at_work.reads == ["acc-ann", "acc-eve"]
    assert not any(isinstance(messages, p.LobbyChanged) for messages in ann.received) or changes
    while not other.watcher.outbox.empty:
        assert own_game_ids(await other.next()) == []


async def test_a_game_whose_seat_was_given_up_leaves_the_list(at_work: Harness) -> None:
    ann = Somebody()
    await at_work.hub.join(ann.watcher)
    created = await at_work.new_game()
    await ann.until(lambda seen: own_game_ids(seen) == [created.room.id])
    person = Person("ann")
    for command in (
        p.Sit(game=created.room.id, id="s", seat=0),
        p.Leave(game=created.room.id, id="l"),
    ):
        created.post(ClientCommand(person.viewer, command, 0))
    await ann.until(lambda seen: own_game_ids(seen) == [created.room.id])
    assert at_work.hub._own._players == {created.room.id: {"acc-ann"}}, "the seat is kept for her"


async def test_watching_again_does_not_read_again(harness: Harness) -> None:
    reads: list[str] = []
    read = harness.store.games.invitations_of

    async def counted(account: str) -> list[p.Invited]:
        reads.append(account)
        return await read(account)

    harness.store.games.invitations_of = counted  # type: ignore[method-assign]
    sockets = [Somebody(Actor("acc-bot", "Marvin", bot=True)) for _ in range(3)]
    for person in sockets:
        await harness.hub.join(person.watcher)
    created = await harness.new_game(Invitation("acc-bot", "Marvin", True))
    repeated = sockets[0]
    harness.hub.leave(repeated.watcher)
    repeated.watcher.outbox = Outbox(repeated.cut.set)
    await harness.hub.join(repeated.watcher)
    assert reads == ["acc-bot"]
    messages = [p.decode_lobby_out(await repeated.watcher.outbox.get()) for _ in range(2)]
    assert [each.game for each in messages if isinstance(each, p.Invited)] == [created.room.id]
    for person in sockets:
        harness.hub.leave(person.watcher)
    assert harness.hub._invitations._own == {}


async def test_many_faults_are_one_log_line(harness: Harness) -> None:
    async def reading(account: str) -> list[p.GameSummary]:
        raise SlowRead("The read took more than 5 s.")

    harness.read_by(reading)
    with structlog.testing.capture_logs() as lines:
        for _ in range(5):
            await harness.hub.join(Somebody().watcher)
    assert [line["event"] for line in lines] == ["lobby not read"]


def test_faults_are_logged_again_after_a_minute() -> None:
    seconds = [0.0]
    throttle = Throttle(lambda: seconds[0])
    assert [throttle.allows(), throttle.allows()] == [True, False]
    seconds[0] = 60.0
    assert throttle.allows()
