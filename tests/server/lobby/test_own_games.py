"""The lobby knows each account's games and invitations with one read per account."""

import asyncio

import pytest
import structlog

import zeitnot_protocol as p
from zeitnot_server.hosting.room.inbox import ClientCommand
from zeitnot_server.hosting.room.send_queue import SendQueue
from zeitnot_server.limits.throttle import Throttle
from zeitnot_server.lobby.service import NOT_READ
from zeitnot_server.rooms.room import Actor, Invitation
from zeitnot_server.store import SlowRead

from ..hosted import Person
from ..test_all_left import running_game
from .harness import Harness, LobbyClient, own_game_ids


async def test_a_failed_read_asks_the_watcher_to_reconnect(harness: Harness) -> None:
    async def failing(account: str) -> list[p.GameSummary]:
        raise SlowRead("The read took more than 5 s.")

    ann, closed = LobbyClient(), list[tuple[int, str]]()
    ann.watcher.send_queue = SendQueue(
        ann.cut.set, lambda code, reason: closed.append((code, reason))
    )
    harness.replace_read(failing)
    await harness.service.join(ann.watcher)
    assert closed == [(p.TRY_AGAIN_LATER, NOT_READ)]
    assert not ann.cut.is_set()
    assert not harness.service._own._accounts


async def test_a_game_created_during_the_read_is_not_missed(running_lobby: Harness) -> None:
    ann, read = LobbyClient(), running_lobby.store.games.unfinished_of
    requested, proceed = asyncio.Event(), asyncio.Event()

    async def slow(account: str) -> list[p.GameSummary]:
        result = await read(account)
        requested.set()
        await proceed.wait()
        return result

    running_lobby.replace_read(slow)
    joining = asyncio.create_task(running_lobby.service.join(ann.watcher))
    await requested.wait()
    created = await running_lobby.new_game()
    proceed.set()
    await joining
    assert own_game_ids(await ann.next()) == [created.room.id]


async def test_an_invitation_created_during_the_read_is_not_missed(running_lobby: Harness) -> None:
    """The bot's invitations are read before the game is created, and the bot is not a watcher
    yet."""
    bot, read = (
        LobbyClient(Actor("acc-bot", "Marvin", bot=True)),
        running_lobby.store.games.invitations_of,
    )
    requested, proceed = asyncio.Event(), asyncio.Event()

    async def slow(account: str) -> list[p.Invited]:
        result = await read(account)
        requested.set()
        await proceed.wait()
        return result

    running_lobby.store.games.invitations_of = slow  # type: ignore[method-assign]
    joining = asyncio.create_task(running_lobby.service.join(bot.watcher))
    await requested.wait()
    created = await running_lobby.new_game(Invitation("acc-bot", "Marvin", True))
    proceed.set()
    await joining
    messages = [p.decode_lobby_out(await bot.watcher.send_queue.get()) for _ in range(2)]
    assert [message.game for message in messages if isinstance(message, p.Invited)] == [
        created.room.id
    ]


async def test_leaving_during_the_read_removes_the_watcher(harness: Harness) -> None:
    bot, requested = LobbyClient(Actor("acc-bot", "Marvin", bot=True)), asyncio.Event()

    async def blocked(account: str) -> list[p.Invited]:
        requested.set()
        await asyncio.Event().wait()
        return []

    harness.store.games.invitations_of = blocked  # type: ignore[method-assign]
    joining = asyncio.create_task(harness.service.join(bot.watcher))
    await requested.wait()
    joining.cancel()
    await asyncio.gather(joining, return_exceptions=True)
    harness.service.leave(bot.watcher)
    assert (harness.service.watcher_count, harness.service._own._accounts) == (0, {})


@pytest.mark.parametrize("changes", [True, False])
async def test_own_games_are_updated_without_a_read(running_lobby: Harness, changes: bool) -> None:
    ann, other = LobbyClient(changes=changes), LobbyClient(Actor("acc-eve", "eve"), changes=changes)
    for person in (ann, other):
        await running_lobby.service.join(person.watcher)
        await person.next()
    people = Person("ann"), Person("bob")
    room_actor = await running_game(running_lobby.store, running_lobby.registry, *people)
    lobby = await ann.until(lambda seen: own_game_ids(seen) == [room_actor.room.id])
    assert lobby.yours[0].state in ("open", "running")
    room_actor.post(ClientCommand(people[0].viewer, p.Resign(game=room_actor.room.id, id="r"), 0))
    await ann.until(lambda seen: own_game_ids(seen) == [])
    assert running_lobby.reads == ["acc-ann", "acc-eve"]
    assert not any(isinstance(message, p.LobbyChanged) for message in ann.received) or changes
    while not other.watcher.send_queue.empty:
        assert own_game_ids(await other.next()) == []


async def test_a_game_stays_listed_after_leaving_a_reserved_seat(running_lobby: Harness) -> None:
    ann = LobbyClient()
    await running_lobby.service.join(ann.watcher)
    created = await running_lobby.new_game()
    await ann.until(lambda seen: own_game_ids(seen) == [created.room.id])
    person = Person("ann")
    for command in (
        p.Sit(game=created.room.id, id="s", seat=0),
        p.Leave(game=created.room.id, id="l"),
    ):
        created.post(ClientCommand(person.viewer, command, 0))
    await ann.until(lambda seen: own_game_ids(seen) == [created.room.id])
    assert running_lobby.service._own._players == {created.room.id: {"acc-ann"}}, (
        "the seat is reserved for her"
    )


async def test_rejoining_does_not_read_the_invitations_again(harness: Harness) -> None:
    reads: list[str] = []
    read = harness.store.games.invitations_of

    async def counted(account: str) -> list[p.Invited]:
        reads.append(account)
        return await read(account)

    harness.store.games.invitations_of = counted  # type: ignore[method-assign]
    sockets = [LobbyClient(Actor("acc-bot", "Marvin", bot=True)) for _ in range(3)]
    for person in sockets:
        await harness.service.join(person.watcher)
    created = await harness.new_game(Invitation("acc-bot", "Marvin", True))
    returning = sockets[0]
    harness.service.leave(returning.watcher)
    returning.watcher.send_queue = SendQueue(returning.cut.set)
    await harness.service.join(returning.watcher)
    assert reads == ["acc-bot"]
    messages = [p.decode_lobby_out(await returning.watcher.send_queue.get()) for _ in range(2)]
    assert [message.game for message in messages if isinstance(message, p.Invited)] == [
        created.room.id
    ]
    for person in sockets:
        harness.service.leave(person.watcher)
    assert harness.service._invitations._accounts == {}


async def test_repeated_read_failures_are_logged_once(harness: Harness) -> None:
    async def failing(account: str) -> list[p.GameSummary]:
        raise SlowRead("The read took more than 5 s.")

    harness.replace_read(failing)
    with structlog.testing.capture_logs() as lines:
        for _ in range(5):
            await harness.service.join(LobbyClient().watcher)
    assert [line["event"] for line in lines] == ["lobby not read"]


def test_read_failures_are_logged_again_after_a_minute() -> None:
    seconds = [0.0]
    throttle = Throttle(lambda: seconds[0])
    assert [throttle.allows(), throttle.allows()] == [True, False]
    seconds[0] = 60.0
    assert throttle.allows()
