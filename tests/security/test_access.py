"""The permissions of every kind of caller, for every route and every message.

A route or a message without a row fails `test_every_..._has_a_row`. `test_access_table` tries the
roles of people and the scopes of tokens; in the game an `admin` is a `stranger`.
"""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any, get_args

import pytest
from starlette.routing import Mount, Route
from websockets.exceptions import InvalidStatus

import zeitnot_protocol as p
from zeitnot_server.app import API_ROUTES
from zeitnot_server.web import pages
from zeitnot_server.web.sockets import routes as sockets

from ..each import each
from ..server.operating import account_of, ban, operate
from ..server.running_server import Server, WebSocket, new_game, websocket
from ..server.test_room_socket import sit
from .access_rows import HTTP, ROLES, row


@pytest.fixture(scope="module")
def tokens(server: Server) -> dict[str, str | None]:
    """A token for every role."""
    created = {role: server.person() for role in ROLES}
    _, bot, _ = server.http("POST", "/api/v1/bots", {"name": "Access_Bot"})
    return {**created, "anonymous": None, "bot": bot["token"]}


@pytest.fixture(scope="module")
def opponent(server: Server) -> str:
    return server.person()


# ── routes ───────────────────────────────────────────────────────────────────────────────────────

SOCKETS = {"/ws/lobby", "/ws/games/{id}"}


def test_every_route_has_a_row() -> None:
    routes = set()
    for route in [*API_ROUTES, *pages.ANSWERS, *pages.FILES]:
        if isinstance(route, Route):  # a route without methods accepts only GET
            routes |= {(m, route.path) for m in (route.methods or {"GET"}) - {"HEAD"}}
        elif isinstance(route, Mount):
            routes.add(("GET", route.path))
        else:
            raise AssertionError(f"a new kind of route: {route}")
    assert routes == set(HTTP)
    assert sockets.ROUTES.keys() == SOCKETS


@pytest.mark.parametrize("role", ROLES)
@each(("method", "path"), HTTP)
def test_each_role_gets_the_expected_status(
    server: Server, tokens: dict[str, str | None], method: str, path: str, role: str
) -> None:
    token = tokens[role]
    if (method, path) == ("DELETE", "/api/v1/session") and token:
        token = server.person()  # the request ends this token
    assert ask(server, method, path, token, role) == HTTP[method, path][1][role]


@pytest.fixture(scope="module")
def banned(server: Server) -> str:
    """The token of an account that the operator has banned."""
    token = server.person()
    operate(server, ban(account_of(server, token)))
    while server.http("POST", "/api/v1/session", {}, token)[0] != 403:
        pass  # the server polls for sanctions
    return token


@pytest.mark.parametrize(
    ("method", "path"), [route for route in HTTP if route[0] in ("POST", "PATCH")]
)
def test_a_banned_account_may_not_create_or_change_anything(
    server: Server, banned: str, method: str, path: str
) -> None:
    assert ask(server, method, path, banned, "banned") == 403


@each(("method", "path"), [route for route in HTTP if route[0] == "GET"])
@pytest.mark.usefixtures("tokens")
def test_a_banned_account_may_read(server: Server, banned: str, method: str, path: str) -> None:
    assert ask(server, method, path, banned, "banned") == HTTP[method, path][1]["stranger"]


@pytest.mark.parametrize("path", ["/ws/lobby", "/ws/games/x"])
async def test_a_banned_account_may_not_open_a_socket(
    server: Server, banned: str, path: str
) -> None:
    with pytest.raises(InvalidStatus) as refused:
        async with websocket(server, path, banned):
            raise AssertionError("the socket was opened")
    assert refused.value.response.status_code == 403
    assert json.loads(refused.value.response.body)["code"] == "banned"


def test_a_banned_account_may_log_out(server: Server, banned: str) -> None:
    """Must be the last of these tests, because it ends the token."""
    assert server.http("DELETE", "/api/v1/tokens/0123", token=banned)[0] == 404
    assert server.http("DELETE", "/api/v1/session", token=banned)[0] == 204
    assert server.http("GET", "/api/v1/tokens", token=banned)[0] == 401


def ask(server: Server, method: str, path: str, token: str | None, role: str) -> int:
    """The status of a request to this route, for a resource that exists and belongs to another
    user."""
    body, _ = HTTP[method, path]
    other = server.person()
    _, tokens_of_other, _ = server.http("GET", "/api/v1/tokens", token=other)
    person = tokens_of_other["tokens"][0]
    created = person["id"] if "/tokens/" in path else new_game(server, other)
    options = {"{id}": created, "{scope}": "server", "{game}": "othello", "{rest:path}": "x"}
    options |= {"{name}": "Access_Bot", "{other}": "Nobody", "{slug}": "none", "{number}": "1"}
    options |= {"{account}": person["account"], "{path:path}": "history"}
    for name, value in options.items():
        path = path.replace(name, value)
    if path == "/assets":
        path += "/nothing.js"
    if body == {"name": "*"}:
        body = {"name": f"Made_by_{role[1:]}"}
    status, _, _ = server.http(method, path, body, token)
    return status


# ── messages ─────────────────────────────────────────────────────────────────────────────────────
# In a running game in which each seat has moved once and the player is to move.

NOT_SEATED = "not_seated"
NOT_SIGNED_IN, HELLO_FIRST = "not_signed_in", "hello_first"
PLAYERS_ONLY = row(NOT_SIGNED_IN, HELLO_FIRST, NOT_SEATED, "ack", NOT_SEATED, HELLO_FIRST)
ROOM: dict[str, tuple[dict[str, Any], dict[str, str]]] = {
    "hello": ({}, row("welcome")),
    "sit": (
        {},
        row(NOT_SIGNED_IN, HELLO_FIRST, "wrong_state", "wrong_state", "wrong_state", HELLO_FIRST),
    ),
    "leave": (
        {},
        row(NOT_SIGNED_IN, HELLO_FIRST, "wrong_state", "wrong_state", "wrong_state", HELLO_FIRST),
    ),
    "ready": (
        {"salt": "s"},
        row(NOT_SIGNED_IN, HELLO_FIRST, "wrong_state", "wrong_state", "wrong_state", HELLO_FIRST),
    ),
    "move": ({"ply": 2, "move": "c3"}, PLAYERS_ONLY),
    "resign": ({}, PLAYERS_ONLY),
    "draw": ({"action": "offer"}, PLAYERS_ONLY),
    "takeback": ({"action": "ask"}, PLAYERS_ONLY),
    "adjourn": ({"action": "offer"}, PLAYERS_ONLY),
    "resume": (
        {},
        row(NOT_SIGNED_IN, HELLO_FIRST, "wrong_state", "wrong_state", "wrong_state", HELLO_FIRST),
    ),
    "abort": ({}, row(NOT_SIGNED_IN, HELLO_FIRST, NOT_SEATED, "too_late", NOT_SEATED, HELLO_FIRST)),
    "claim": (
        {},
        row(NOT_SIGNED_IN, HELLO_FIRST, NOT_SEATED, "too_early", NOT_SEATED, HELLO_FIRST),
    ),
    "rematch": (
        {},
        row(NOT_SIGNED_IN, HELLO_FIRST, "wrong_state", "wrong_state", "wrong_state", HELLO_FIRST),
    ),
    "no_rematch": (
        {},
        row(NOT_SIGNED_IN, HELLO_FIRST, "wrong_state", "wrong_state", "wrong_state", HELLO_FIRST),
    ),
    "chat": (
        {"text": "hello there"},
        row(NOT_SIGNED_IN, HELLO_FIRST, "said", "said", "said", HELLO_FIRST),
    ),
    "info": (
        {"ply": 2, "mode": "thinking"},
        row(NOT_SIGNED_IN, HELLO_FIRST, "dropped", "relayed", "dropped", HELLO_FIRST),
    ),
}
NO_INVITATION = row(NOT_SIGNED_IN, *["no_seat"] * 5)
LOBBY: dict[str, tuple[dict[str, Any], dict[str, str]]] = {
    "accept": ({"game": "abcd2345"}, NO_INVITATION),
    "decline": ({"game": "abcd2345", "reason": "later"}, NO_INVITATION),
    "seek": (
        {
            "id": "s",
            "game_type": "othello",
            "control": {"kind": "fischer", "base_ms": 60_000, "increment_ms": 0},
        },
        row(NOT_SIGNED_IN, "seeking", "seeking", "seeking", "people_only", "seeking"),
    ),
    "end_seek": ({"id": "s"}, row(NOT_SIGNED_IN, *["seek_ended"] * 5)),
    "watch": ({"plays": ["othello"]}, row("lobby", "lobby", "lobby", "lobby", "online", "lobby")),
}
ROLES_AFTER_HELLO = ("spectator", "player", "bot")


def tags(union: Any) -> set[str]:
    return {kind.__struct_config__.tag for kind in get_args(union) or (union,)}


def test_every_message_has_a_row() -> None:
    assert set(ROOM) == tags(p.RoomIn)
    assert set(LOBBY) == tags(p.LobbyIn)


@asynccontextmanager
async def running_game(
    server: Server, player: str | None, opponent: str
) -> AsyncIterator[tuple[str, WebSocket, WebSocket]]:
    """A running game in which both seats have moved once: its path and the two sockets."""
    assert player
    game = new_game(server, player)
    path = f"/ws/games/{game}"
    async with (
        websocket(server, path, player, max_queue=None) as player_socket,
        websocket(server, path, opponent, max_queue=None) as opponent_socket,
    ):
        await sit([player_socket, opponent_socket])
        await player_socket.until(
            "ack", id=await player_socket.send("move", ply=0, move="a1", id="first")
        )
        await opponent_socket.until(
            "ack", id=await opponent_socket.send("move", ply=1, move="b2", id="second")
        )
        yield path, player_socket, opponent_socket


@pytest.mark.parametrize("role", ROLES)
@each("kind", ROOM)
async def test_each_role_gets_the_expected_answer_in_a_room(
    server: Server, tokens: dict[str, str | None], opponent: str, kind: str, role: str
) -> None:
    fields, outcomes = ROOM[kind]
    async with AsyncExitStack() as stack:
        enter = stack.enter_async_context
        path, player_socket, opponent_socket = await enter(
            running_game(server, tokens["player"], opponent)
        )
        caller = (
            player_socket
            if role == "player"
            else await enter(websocket(server, path, tokens[role], max_queue=None))
        )
        if role in ROLES_AFTER_HELLO or (role == "anonymous" and kind != "hello"):
            await caller.send("hello")
            await caller.until("welcome")
            caller.received.clear()
        assert await outcome(caller, player_socket, opponent_socket, kind, fields) == outcomes[role]


async def outcome(
    caller: WebSocket,
    player_socket: WebSocket,
    opponent_socket: WebSocket,
    kind: str,
    fields: dict[str, Any],
) -> str:
    """The outcome of a message: the type of its answer or the code of its refusal. `info` has no
    answer; its outcome is whether the opponent received it."""
    id_field = {} if kind in ("hello", "chat", "info") else {"id": "command"}
    await caller.send(kind, **fields, **id_field)
    if kind == "info":
        await caller.send("hello")
    while True:
        message = await caller.next()
        if message["type"] == "error":
            return str(message["code"])
        if message["type"] in ("ack", "said"):
            return str(message["type"])
        if message["type"] == "welcome":
            break
    if kind != "info":
        return "welcome"
    await player_socket.send("chat", text="after the info")
    await opponent_socket.until("said")
    return (
        "relayed"
        if any(received["type"] == "info" for received in opponent_socket.received)
        else "dropped"
    )


async def lobby_outcome(caller: WebSocket) -> str:
    """The type of the next answer, or the code of a refusal; changes of the lobby and invitations
    to other games are skipped."""
    while (message := await caller.next())["type"] in ("lobby", "lobby_changed", "invited"):
        pass
    return str(message["code"] if message["type"] == "error" else message["type"])


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("kind", LOBBY)
async def test_each_role_gets_the_expected_answer_in_the_lobby(
    server: Server, tokens: dict[str, str | None], kind: str, role: str
) -> None:
    fields, outcomes = LOBBY[kind]
    async with websocket(server, "/ws/lobby", tokens[role]) as caller:
        if kind != "watch":
            await caller.send("watch", plays=["othello"])
            await caller.until("lobby")
            await caller.send(kind, **fields)
            assert await lobby_outcome(caller) == outcomes[role]
            return
        await caller.send(kind, **fields)
        await caller.until("lobby")
        _, catalogue, _ = await asyncio.to_thread(server.http, "GET", "/api/v1/catalogue")
        online = any(bot["name"] == "Access_Bot" for bot in catalogue["bots"])
        assert ("online" if online else "lobby") == outcomes[role]


@pytest.mark.parametrize("role", ROLES)
@each("kind", [*ROOM, *LOBBY])
async def test_messages_on_the_wrong_socket_are_refused(
    server: Server, tokens: dict[str, str | None], kind: str, role: str
) -> None:
    """Messages to a room are unknown to the lobby, and vice versa."""
    fields, _ = {**ROOM, **LOBBY}[kind]
    path = "/ws/lobby" if kind in ROOM else f"/ws/games/{new_game(server, server.person())}"
    async with websocket(server, path, tokens[role]) as caller:
        await caller.send(kind, **fields)
        assert (await caller.until("error"))["code"] == "unknown_message"
