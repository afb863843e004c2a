"""Two nodes on one PostgreSQL database show one lobby."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

import zeitnot_protocol as p
from zeitnot_server.hosting.native import rules_for
from zeitnot_server.store.address import Address
from zeitnot_server.store.postgresql import PostgresqlStore

from ...postgres_databases import Databases
from ..lobby.harness import WAIT_S, LobbyClient, own_game_ids
from .peers import A_BOT, ANN, ME, OPEN, BotClient, LobbyNode, Pair, node_on, send

NAMES = ("a", "b")


@pytest.fixture
async def pair(postgresql_databases: Databases, tmp_path: Path) -> AsyncIterator[Pair]:
    async with AsyncExitStack() as stack:
        address = Address(stack.enter_context(postgresql_databases.lent()))
        nodes = list[LobbyNode]()
        for name in NAMES:
            store = await PostgresqlStore.open(address, rules_for, tmp_path, node=name)
            stack.push_async_callback(store.close)
            nodes.append(await stack.enter_async_context(node_on(store)))
        yield nodes[0], nodes[1]


async def until(condition: Callable[[], Awaitable[bool]], *nodes: LobbyNode) -> None:
    """Runs rounds until the condition holds: a concurrent transaction can delay a change."""
    async with asyncio.timeout(WAIT_S):
        while True:
            for node in nodes:
                await node.round()
            if await condition():
                return


async def test_a_bot_at_another_node_is_invited_and_plays(pair: Pair) -> None:
    a, b = pair
    bot, watching = BotClient(max_games=1), LobbyClient(ANN)
    await b.join(bot, watching)

    async def sees_bot() -> bool:
        return bool((await a.lobby()).bots)

    await until(sees_bot, b, a)
    bot.invitations()
    game = await a.create(ANN, ME, A_BOT)
    invitations = list[p.Invited]()

    async def invited() -> bool:
        invitations.extend(bot.invitations())
        return bool(invitations)

    await until(invited, b)
    assert [(each.game, each.seat) for each in invitations] == [(game.room.id, 1)]
    await b.send_updates()
    await watching.until(lambda seen: own_game_ids(seen) == [game.room.id])
    assert [each.busy for each in (await b.lobby()).bots] == [True]
    (ann,) = await a.wait_in(game, ANN)
    send(game, ann, p.Abort)
    await ann.until("finished")

    async def free() -> bool:
        return not (await b.lobby()).bots[0].busy

    await until(free, b)
    await b.send_updates()
    await watching.until(lambda seen: seen.yours == [])


async def test_bots_and_open_games_of_an_ended_node_disappear(pair: Pair) -> None:
    a, b = pair
    await a.join(BotClient())
    await a.wait_in(await a.create(ANN, ME, OPEN), ANN)

    async def shown() -> bool:
        lobby = await b.lobby()
        return bool(lobby.open and lobby.bots)

    await until(shown, a, b)
    store = a.game_server.store
    await store.runs.end(a.game_server.clock.run, 0)

    async def gone() -> bool:
        lobby = await b.lobby()
        return not lobby.open and not lobby.bots

    await until(gone, b)
