"""`/ws/games/{id}`: one room.

A frame is decoded, checked and posted as it arrives; one that cannot be read is answered with a
typed error.
"""

import re

from starlette.websockets import WebSocket

import zeitnot_protocol as p

from ...game_server.game_server import GameServer
from ...hosting.outbox import Viewer, refuse
from ...hosting.room_actor import RoomActor
from ...hosting.terms import ClientCommand, Joined
from ...rooms.room import Actor
from ...rooms.value import replace
from ...store import Relocated
from ..http.problems import ProblemError
from .client_socket import ClientSocket
from .frames import Closing, RoomReader
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
    actor = await _with_stats(client, room_actor)
    await client.socket.accept(p.SUBPROTOCOL)
    if client.actor is not None:
        client.follow_closely()
    viewer = Viewer(
        actor, client.outbox, client.link, client.allowance, client.sender, permits=client
    )
    try:
        await client.serve("room", lambda opened: _read_room(opened, room_actor, viewer))
    finally:
        room_actor.leave(viewer)


async def _send_elsewhere(client: ClientSocket, game: str, elsewhere: Relocated) -> None:
    """Tells a client which node has the room. The socket is accepted first, since a page cannot
    read the answer to a handshake that is refused."""
    await client.socket.accept(p.SUBPROTOCOL)

    async def tell(opened: ClientSocket) -> None:
        message = p.Relocated(game=game, node=elsewhere.node, url=elsewhere.url)
        opened.outbox.put(p.encode(message))
        raise Closing(p.RELOCATED, "relocated")

    await client.serve("room", tell)


async def _with_stats(client: ClientSocket, room_actor: RoomActor) -> Actor | None:
    """The account; in a rated game, with its statistics."""
    if client.actor is None or not room_actor.room.game_setup.setup.rated:
        return client.actor
    game_server: GameServer = client.socket.app.state.game_server
    return replace(
        client.actor, stats=await game_server.store.accounts.stats_of(client.actor.account)
    )


async def _read_room(client: ClientSocket, room_actor: RoomActor, viewer: Viewer) -> None:
    reader = RoomReader(room_actor.room.id, client.actor is not None, client.may_chat)

    def take(text: str, at_ms: int) -> None:
        _take(client, room_actor, viewer, reader.read(text, at_ms), at_ms)

    async def greeting() -> None:
        while not reader.greeted:
            take(*await client.receive())

    await client.first(greeting, "hello")
    await client.follow(take)


def _take(
    client: ClientSocket,
    room_actor: RoomActor,
    viewer: Viewer,
    message: p.RoomIn | p.Error,
    at_ms: int,
) -> None:
    game_server: GameServer = client.socket.app.state.game_server
    processes = game_server.bots.online.processes
    match message:
        case p.Error() as error:
            client.say(error)
        case p.Hello(assignment=number) if not processes.may_have_given(number):
            sentence = f"No game has been given by the number {number} yet."
            client.say(refuse("malformed", sentence, game=room_actor.room.id))
        case p.Hello() if not client.may_greet():
            sentence = "Your address reads too much; wait a moment."
            client.say(refuse("too_fast", sentence, game=room_actor.room.id))
        case p.Hello() as hello:
            viewer.speak_for(hello, _version(client, hello))
            _post(client, room_actor, Joined(viewer, hello.since), None)
        case p.Chat() if (reason := client.muted()) is not None:
            client.say(refuse("muted", reason, game=room_actor.room.id))
        case p.Ready(salt=salt) if (
            not HEX.fullmatch(salt) and (reason := client.muted()) is not None
        ):
            sentence = f"{reason} A salt of hexadecimal digits is accepted."
            client.say(refuse("muted", sentence, game=room_actor.room.id, id=message.id))
        case p.Info() as info:
            room_actor.relay(viewer, info, at_ms)
        case command:
            _post(
                client,
                room_actor,
                ClientCommand(viewer, command, at_ms),
                getattr(command, "id", None),
            )


def _version(client: ClientSocket, hello: p.Hello) -> str | None:
    """The version of the bot that says hello, as its process has told the lobby."""
    game_server: GameServer = client.socket.app.state.game_server
    account = client.actor.account if client.actor else ""
    return game_server.bots.online.version_of(account, hello.process)


def _post(
    client: ClientSocket,
    room_actor: RoomActor,
    item: Joined | ClientCommand,
    command_id: str | None,
) -> None:
    if room_actor.post(item):
        return
    if room_actor.closed or isinstance(item, Joined):
        client.outbox.cut()  # it will reconnect, and the room will be loaded again
        if item.viewer.actor is not None:
            room_actor.refused(item.viewer.actor.account)
    else:
        client.say(
            refuse(
                "busy", "The room is busy; send it again.", game=room_actor.room.id, id=command_id
            )
        )
