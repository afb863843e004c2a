"""`/ws/games/{id}`: one room.

Each frame is decoded, checked and posted when it arrives. A malformed one gets a typed error.
"""

import re

from starlette.websockets import WebSocket

import zeitnot_protocol as p

from ...game_server.game_server import GameServer
from ...hosting.room.inbox import ClientCommand, Subscribe
from ...hosting.room.room_actor import RoomActor
from ...hosting.room.send_queue import Viewer, refuse
from ...ratings.rating import is_provisional
from ...ratings.speeds import speed_of
from ...ratings.updating import as_of
from ...rooms.report import ReportT, without_texts
from ...rooms.room import Actor, Phase
from ...rooms.value import replace
from ...store import Relocated
from ..http.problems import ProblemError
from .client_socket import ClientSocket
from .frames import CloseSocket, RoomReader
from .handshake import serve

HEX = re.compile("[0-9a-fA-F]+")


async def room(socket: WebSocket) -> None:
    """`/ws/games/{id}`."""
    await serve(socket, _serve_room)


async def _serve_room(client: ClientSocket) -> None:
    game_server: GameServer = client.socket.app.state.game_server
    game = client.socket.path_params["id"]
    try:
        room_actor = await game_server.registry.get(game, client.sender)
    except Relocated as elsewhere:
        await _send_elsewhere(client, game, elsewhere)
        return
    if room_actor is None:
        raise ProblemError(404, "no_such_game", "There is no such game.")
    actor, owner = await _with_stats(client, room_actor), ""
    if room_actor.room.game_setup.setup.rated:
        if actor is not None and actor.bot:
            owner = await game_server.store.accounts.owner_of(actor.account) or ""
        await game_server.rating_news.fill(room_actor)
    await client.socket.accept(p.SUBPROTOCOL)
    if client.actor is not None:
        client.follow_closely()
    viewer = Viewer(
        *(actor, client.send_queue, client.link, client.allowance, client.sender),
        permits=client,
        owner=owner,
    )
    try:
        await client.serve("room", RoomConversation(client, room_actor, viewer).read)
    finally:
        room_actor.disconnected(viewer)


async def _send_elsewhere(client: ClientSocket, game: str, elsewhere: Relocated) -> None:
    """Redirects a client to the node that has the room. The socket is accepted first, because a
    page cannot read the response to a refused handshake."""
    await client.socket.accept(p.SUBPROTOCOL)

    async def tell(opened: ClientSocket) -> None:
        message = p.Relocated(game=game, node=elsewhere.node, url=elsewhere.url)
        opened.send_queue.put(p.encode(message))
        raise CloseSocket(p.RELOCATED, "relocated")

    await client.serve("room", tell)


async def _with_stats(client: ClientSocket, room_actor: RoomActor) -> Actor | None:
    """The account; in a rated game that may still begin, with its statistics and its rating."""
    game_setup, actor = room_actor.room.game_setup, client.actor
    is_over = room_actor.room.phase is Phase.FINISHED
    if actor is None or is_over or not game_setup.setup.rated:
        return actor
    game_server: GameServer = client.socket.app.state.game_server
    store, speed = game_server.store, speed_of(game_setup.control)
    stats = await store.accounts.stats_of(actor.account)
    if speed is None:  # a room of an older version
        return replace(actor, stats=stats)
    rating = as_of(
        await store.ratings.rating(actor.account, game_setup.rules.game, speed),
        game_server.clock.now().wall,
    )
    return replace(
        actor, stats=stats, rating=round(rating.rating), provisional=is_provisional(rating)
    )


class RoomConversation:
    """Handles the messages of one socket in one room."""

    def __init__(self, client: ClientSocket, room_actor: RoomActor, viewer: Viewer) -> None:
        self._client, self._room_actor, self._viewer = client, room_actor, viewer
        self._game = room_actor.room.id
        signed_in = client.actor is not None
        self._reader = RoomReader(self._game, signed_in, client.may_chat, client.refused)

    async def read(self, client: ClientSocket) -> None:
        """Reads until the socket is closed. Raises CloseSocket, WebSocketDisconnect."""
        await client.read_first(self._greeting, "hello")
        await client.follow(self.take)

    async def _greeting(self) -> None:
        while not self._reader.greeted:
            self.take(*await self._client.receive())

    def take(self, text: str, at_ms: int) -> None:
        """Checks a frame that arrived at `at_ms`, and passes it on. Raises CloseSocket."""
        client = self._client
        match self._reader.read(text, at_ms):
            case p.Error() as error:
                client.send_error(error)
            case p.Hello() as hello:
                self._greet(hello)
            case p.Chat() if (reason := client.muted()) is not None:
                self._refuse("muted", reason)
            case p.Ready(salt=salt, id=command_id) if (
                not HEX.fullmatch(salt) and (reason := client.muted()) is not None
            ):
                sentence = f"{reason} Use a salt of hexadecimal digits."
                self._refuse("muted", sentence, command_id)
            case p.Info() as info:
                self._room_actor.audience.relay(self._viewer, self._permitted(info), at_ms)
            case p.Move(engine=p.EngineReport() as report) as move:
                move.engine = self._permitted(report)
                self.post(ClientCommand(self._viewer, move, at_ms), move.id)
            case command:
                self.post(ClientCommand(self._viewer, command, at_ms), getattr(command, "id", None))

    def _greet(self, hello: p.Hello) -> None:
        client = self._client
        game_server: GameServer = client.socket.app.state.game_server
        online = game_server.bots.online
        if not online.processes.is_plausible_number(hello.assignment):
            sentence = f"The assignment {hello.assignment} has not been given yet."
            self._refuse("malformed", sentence)
        elif not client.may_greet():
            self._refuse("too_fast", "Your address reads too much. Wait a moment.")
        else:
            # Without its own, the version that the bot's process has sent to the lobby.
            version = hello.version or online.version_of(client.account or "", hello.process)
            self._viewer.identify(hello, None if client.muted() else version)
            self.post(Subscribe(self._viewer, hello.since), None)

    def _permitted(self, report: ReportT) -> ReportT:
        """The report, or that of a muted account without its texts."""
        has_texts = report.pv or report.lines
        return without_texts(report) if has_texts and self._client.muted() else report

    def _refuse(self, code: p.ErrorCode, sentence: str, command_id: str | None = None) -> None:
        self._client.send_error(refuse(code, sentence, game=self._game, id=command_id))

    def post(self, item: Subscribe | ClientCommand, command_id: str | None) -> None:
        """Puts an item into the room's queue. If the queue is full, a command is refused. The
        connection is aborted if the item is the hello, without which the socket is useless, or if
        the room is closed: the client then reconnects."""
        if self._room_actor.post(item):
            return
        if self._room_actor.closed or isinstance(item, Subscribe):
            self._client.send_queue.abort()
            if item.viewer.actor is not None:
                self._room_actor.postpone_countdowns(item.viewer.actor.account)
        else:
            self._refuse("busy", "The room is busy. Send it again shortly.", command_id)
