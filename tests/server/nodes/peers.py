"""Servers in one process that are nodes of one database. The test runs their rounds: in a round, a
node posts its state and reads those of the others."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import zeitnot_protocol as p
from zeitnot_server.feed import Feed, NullFeed
from zeitnot_server.game_server.game_server import GameServer
from zeitnot_server.hosting.room.inbox import ClientCommand, Subscribe
from zeitnot_server.hosting.room.now import AdjustedClock
from zeitnot_server.hosting.room.room_actor import RoomActor
from zeitnot_server.rooms.room import Actor
from zeitnot_server.store import Store

from ..hosted import Person
from ..lobby.harness import LobbyClient
from .cluster import Cluster, store_of

MINUTE = p.Control(kind="sudden_death", base_ms=60_000)
WALL_NS = 1_700_000_000 * 1_000_000_000
ANN, BOB = Actor("acc-ann", "ann"), Actor("acc-bob", "bob")
MARVIN = Actor("acc-marvin", "Marvin", bot=True)
ME, OPEN = p.SeatRequest(kind="me"), p.SeatRequest(kind="open")
A_BOT = p.SeatRequest(kind="bot", name="Marvin")


class RecordingFeed(NullFeed):
    """A feed that counts the hints that it should send, and records what it should publish. A test
    calls `on_hint` as if a hint had arrived."""

    enabled = True

    def __init__(self) -> None:
        self.hints = 0
        self.leads: list[bool] = []
        self.released: list[str] = []
        self.states: dict[str, p.GameSummary] = {}
        self.on_hint: Callable[[], None] = lambda: None

    def send_hint(self) -> None:
        self.hints += 1

    def set_hint_callback(self, callback: Callable[[], None]) -> None:
        self.on_hint = callback

    def set_leader(self, leads: bool) -> None:
        self.leads.append(leads)

    def release(self, game: str) -> None:
        self.released.append(game)

    def room_state(self, summary: p.GameSummary) -> None:
        self.states[summary.id] = summary


class BotClient(LobbyClient):
    """A socket of a bot in the lobby. `process`: the id of the bot's process."""

    def __init__(
        self, process: str = "", max_games: int | None = None, actor: Actor = MARVIN
    ) -> None:
        super().__init__(actor)
        self.watcher.watch = p.Watch(
            plays=["tictactoe"], changes=True, most_games=max_games, process=process, levels=3
        )

    def invitations(self) -> list[p.Invited]:
        """The invitations that it has received since the last call."""
        received = list[p.Invited]()
        send_queue = self.watcher.send_queue
        while not send_queue.empty:
            message = p.decode_lobby_out(_result_now(send_queue.get()))
            if isinstance(message, p.Invited):
                received.append(message)
        return received


def _result_now(coroutine: Any) -> Any:
    """The result of a coroutine that need not wait."""
    try:
        coroutine.send(None)
    except StopIteration as done:
        return done.value
    raise AssertionError("the coroutine waits")


class LobbyNode:
    """One node. Its lobby sends updates only when `send_updates` is called."""

    def __init__(self, game_server: GameServer) -> None:
        self.game_server = game_server
        self.service = game_server.lobby.service

    async def join(self, *clients: LobbyClient) -> None:
        for client in clients:
            await self.service.join(client.watcher)

    async def round(self) -> None:
        """Posts the state of this node, and reads those of the others, once."""
        await self.game_server.lobby.peers.round()

    async def send_updates(self) -> None:
        """Sends what has changed in the lobby to its watchers."""
        await self.service._send_updates(positions_to_all=False)

    async def lobby(self) -> p.Lobby:
        """The lobby that a new watcher gets."""
        client = LobbyClient(None)
        await self.send_updates()
        await self.join(client)
        self.service.leave(client.watcher)
        return await client.next()

    async def create(self, creator: Actor, *seats: p.SeatRequest, **fields: Any) -> RoomActor:
        request = p.NewGame(game_type="tictactoe", control=MINUTE, seats=list(seats), **fields)
        return await self.game_server.lobby.new_games.create(request, creator)

    async def wait_in(self, room_actor: RoomActor, *actors: Actor) -> list[Person]:
        """Seats the actors in the room, and keeps them connected."""
        people = [Person(actor.name) for actor in actors]
        for person, actor in zip(people, actors, strict=True):
            person.viewer.actor = actor
            room_actor.post(Subscribe(person.viewer, 0))
            send(room_actor, person, p.Sit)
        await room_actor.wait_until_idle()
        return people

    async def begin(self, room_actor: RoomActor, *actors: Actor) -> list[Person]:
        """Seats the actors and starts the game."""
        people = await self.wait_in(room_actor, *actors)
        for person in people:
            send(room_actor, person, p.Ready, salt="s")
        for person in people:
            await person.until("started")
        return people


Pair = tuple[LobbyNode, LobbyNode]


def send(room_actor: RoomActor, person: Person, kind: Any, **fields: Any) -> None:
    game, name = room_actor.room.id, kind.__name__
    assert room_actor.post(ClientCommand(person.viewer, kind(game=game, id=name, **fields), 0))


@asynccontextmanager
async def lobby_node(
    cluster: Cluster, name: str, feed: Feed | None = None
) -> AsyncIterator[LobbyNode]:
    """A node without sockets and background tasks."""
    async with node_on(store_of(cluster, name), feed) as node:
        yield node


@asynccontextmanager
async def node_on(store: Store, feed: Feed | None = None) -> AsyncIterator[LobbyNode]:
    """A node on this store, which the caller closes."""
    run = await store.runs.begin()
    clock = AdjustedClock(run.number, lambda: 0, lambda: WALL_NS)
    game_server = GameServer(store, clock, feed or NullFeed())
    await game_server.start()
    yield LobbyNode(game_server)
    await game_server.close()


async def exchange(*nodes: LobbyNode) -> None:
    """Runs two rounds of each node, after which all have read what the others posted."""
    for _ in range(2):
        for node in nodes:
            await node.round()


async def settle() -> None:
    """Runs the other tasks until they wait; 20 iterations of the event loop suffice."""
    for _ in range(20):
        await asyncio.sleep(0)
