"""A lobby with a separate store, and sockets that watch it."""

import asyncio
from collections.abc import Awaitable, Callable

import zeitnot_protocol as p
from zeitnot_client.lobby import changed_lobby
from zeitnot_server.bots.watcher import Watcher
from zeitnot_server.feed import NullFeed
from zeitnot_server.hosting.native import rules_for
from zeitnot_server.hosting.registry import Registry, new_game_ids
from zeitnot_server.hosting.room.now import AdjustedClock
from zeitnot_server.hosting.room.room_actor import RoomActor
from zeitnot_server.hosting.room.send_queue import SendQueue
from zeitnot_server.lobby.service import LobbyService
from zeitnot_server.rooms.room import Actor, GameSetup, Invitation, Room
from zeitnot_server.store.sqlite.store import SqliteStore

WAIT_S = 30
ANN = Actor("acc-ann", "ann")
FOR_ANN = Invitation(ANN.account, ANN.name, False)
ReadGames = Callable[[str], Awaitable[list[p.GameSummary]]]


class LobbyClient:
    """A socket in the lobby whose frames the test reads."""

    def __init__(self, actor: Actor | None = ANN, *, changes: bool = True) -> None:
        self.cut = asyncio.Event()
        self.watcher = Watcher(actor, SendQueue(self.cut.set), p.Watch(changes=changes))
        self.lobby: p.Lobby | None = None
        self.received: list[p.LobbyOut] = []

    async def next(self) -> p.Lobby:
        """The lobby after the next `lobby` or `lobby_changed`; invitations are skipped."""
        raw = await asyncio.wait_for(self.watcher.send_queue.get(), WAIT_S)
        message = p.decode_lobby_out(raw)
        self.received.append(message)
        if isinstance(message, p.Lobby):
            self.lobby = message
        elif isinstance(message, p.Invited):
            return await self.next()
        elif isinstance(message, p.LobbyChanged):
            assert self.lobby is not None
            self.lobby = changed_lobby(self.lobby, message)
        assert self.lobby is not None
        return self.lobby

    async def until(self, condition: Callable[[p.Lobby], bool]) -> p.Lobby:
        while not condition(lobby := await self.next()):
            pass
        return lobby


class Harness:
    """A lobby. `reads`: the accounts whose games were read from the database, in order."""

    def __init__(self, store: SqliteStore) -> None:
        self.store = store
        self.registry = Registry(store, AdjustedClock(1, lambda: 0, lambda: 0), NullFeed())
        self.service = LobbyService(self.registry, store, NullFeed())
        self.reads: list[str] = []
        read = store.games.unfinished_of

        async def counted(account: str) -> list[p.GameSummary]:
            self.reads.append(account)
            return await read(account)

        self.replace_read(counted)

    def replace_read(self, read: ReadGames) -> None:
        """Replaces the query for an account's unfinished games."""
        self.store.games.unfinished_of = read  # type: ignore[method-assign]

    async def new_game(self, invitation: Invitation = FOR_ANN) -> RoomActor:
        """A game with one seat reserved, for Ann by default, and one open."""
        created, rules = new_game_ids(), rules_for("tictactoe", {})
        control = p.Control(kind="unlimited")
        seats = (invitation, None)
        game_setup = GameSetup(created.game, rules, rules.settings, control, created.seed, 1, seats)
        return await self.registry.create(Room.new(game_setup))

    async def check(self) -> None:
        """Sends what has changed in the lobby to its watchers."""
        await self.service._send_updates(positions_to_all=False)


def own_game_ids(shown: p.Lobby) -> list[str]:
    return [row.id for row in shown.yours]
