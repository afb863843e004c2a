"""Accepts a socket, or refuses it with an HTTP response."""

import contextlib

from starlette.websockets import WebSocket, WebSocketDisconnect

import zeitnot_protocol as p

from ...game_server.game_server import GameServer
from ...moderation.enforcement import TokenEnded
from ...store import Credential, StoreError
from ..http.identity import (
    BadToken,
    check_origin,
    enforcement_of,
    find_unbanned_credential,
    player,
    player_by,
)
from ..http.problems import ProblemError, of_store, refuse
from ..http.routing import check_query
from ..http.tickets import check_one_identity
from ..limits.connection_limits import ConnectionLimits
from .client_socket import ClientSocket, Reader


async def serve(socket: WebSocket, read: Reader, *, lobby: bool = False) -> None:
    """Accepts and serves a socket, or refuses it: because of its origin, token, ban or subprotocol,
    or because there are too many."""
    connection_limits: ConnectionLimits = socket.app.state.connection_limits
    game_server: GameServer = socket.app.state.game_server
    seated = player(socket)
    try:
        peer = socket.client and (socket.client.host, socket.client.port)
        connection_limits.shake_hands(peer, seated)
        credential = await _admit(socket)
        actor = credential.actor if credential else None
        if seated is None and credential is not None:
            seated = player_by(socket, credential)
        plays = seated is not None and actor is not None
        client = ClientSocket(socket, peer, credential, plays=plays and not lobby)
        client.check_refusals()
        registration = enforcement_of(socket).track(
            credential, client.address, client.send_queue.close
        )
        with (
            connection_limits.hold(peer, client.account, lobby=lobby, plays=plays),
            game_server.lobby.service.seated.connected(credential),
            game_server.lobby.service.people.online.connected(actor),
            registration,
        ):
            await read(client)
    except TokenEnded:
        await _deny_player(socket, BadToken(), seated)
    except StoreError as error:
        await _deny_player(socket, of_store(error), seated)
    except ProblemError as error:
        await _deny_player(socket, error, seated)
    except WebSocketDisconnect:
        pass  # closed before it was accepted


async def deny(socket: WebSocket, error: ProblemError) -> None:
    """Refuses a socket."""
    with contextlib.suppress(WebSocketDisconnect):
        await socket.send_denial_response(refuse(socket, error))


async def _deny_player(socket: WebSocket, error: ProblemError, seated: str | None) -> None:
    """Refuses a socket. `seated`: a player, whose countdowns are postponed if it may retry
    later."""
    connection_limits: ConnectionLimits = socket.app.state.connection_limits
    requested_game = socket.path_params.get("id")
    may_retry = seated is not None and error.problem.status in (429, 503)
    if seated is not None and may_retry and connection_limits.may_postpone(seated, requested_game):
        game_server: GameServer = socket.app.state.game_server
        games = game_server.lobby.service.seated.games(seated)
        for game in [requested_game] if requested_game else games:
            if (room_actor := game_server.registry.in_memory(game)) is not None:
                room_actor.postpone_countdowns(seated)
    await deny(socket, error)


async def _admit(socket: WebSocket) -> Credential | None:
    """The token of a handshake that may be accepted; None without one. Uses up its ticket last.
    Raises ProblemError."""
    check_origin(socket)
    check_query(socket)
    check_one_identity(socket)
    if p.SUBPROTOCOL not in socket.scope["subprotocols"]:
        raise ProblemError(
            400,
            "no_subprotocol",
            f"Offer the subprotocol {p.SUBPROTOCOL} (Sec-WebSocket-Protocol).",
        )
    game_server: GameServer = socket.app.state.game_server
    return await find_unbanned_credential(socket, game_server.store)
