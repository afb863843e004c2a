"""Who may do what: every route and every message, for every kind of caller.

A route or a message without a row fails `test_every_..._has_a_row`. There are no administrators
yet; the column stands for an account that has no part in the game, like `stranger`, and is there so
that whoever adds them has to say what they may.
"""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any, get_args

import pytest
from starlette.routing import Mount, Route, WebSocketRoute
from websockets.exceptions import InvalidStatus

import zeitnot_protocol as p
from zeitnot_server.web import accounts, api, pages, sockets
from zeitnot_server.web import tokens as own_tokens

from ..server.operating import account_of, ban, operate
from ..server.running_server import Server, WebSocket, new_game, websocket
from ..server.test_room_socket import sit

# anonymous: no account. stranger: an account that has not said hello to the room. spectator: one
# that has. player: seat 0 of the game, whose turn it is. bot: a registered bot without a seat.
ROLES = ("anonymous", "stranger", "spectator", "player", "bot", "admin")


def row(*outcomes: Any) -> dict[str, Any]:
    """One outcome a role, in the order of ROLES; a single one is for all."""
    return dict(zip(ROLES, outcomes if len(outcomes) > 1 else outcomes * len(ROLES), strict=True))


@pytest.fixture(scope="module")
def tokens(server: Server) -> dict[str, str | None]:
    """A token for every role."""
    created = {role: server.person() for role in ROLES}
    _, bot, _ = server.http("POST", "/api/v1/bots", {"name": "Access_Bot"})
    return {**created, "anonymous": None, "bot": bot["token"]}


@pytest.fixture(scope="module")
def opponent(server: Server) -> str:
    return server.person()


# ── routes ─────────────────────────────────────────────────────────────────────────────────────

NEW_GAME = {
    "game_type": "tictactoe",
    "control": {"kind": "sudden_death", "base_ms": 300_000},
    "seats": [{"kind": "me"}, {"kind": "open"}],
}
ANYBODY = row(200)
SIGNED_IN = row(401, 204, 204, 204, 204, 204)
HTTP: dict[tuple[str, str], tuple[dict[str, Any] | None, dict[str, int]]] = {
    ("POST", "/api/v1/session"): ({"name": "Ann"}, row(201)),
    ("POST", "/api/v1/bots"): ({"name": "*"}, row(201)),
    ("DELETE", "/api/v1/session"): (None, SIGNED_IN),
    ("GET", "/api/v1/tokens"): (None, row(401, 200, 200, 200, 200, 200)),
    # Of a bot and a token that are somebody else's, whoever asks.
    ("POST", "/api/v1/tokens"): ({"bot": "0123456789abcdef"}, row(401, 404, 404, 404, 404, 404)),
    ("POST", "/api/v1/tokens/{id}/rotate"): (None, row(401, 404, 404, 404, 404, 404)),
    ("DELETE", "/api/v1/tokens/{id}"): (None, row(401, 404, 404, 404, 404, 404)),
    ("GET", "/api/v1/accounts/{account}"): (None, ANYBODY),
    ("POST", "/api/v1/games"): (NEW_GAME, row(401, 201, 201, 201, 201, 201)),
    ("GET", "/api/v1/games"): (None, ANYBODY),
    ("GET", "/api/v1/games/{id}"): (None, ANYBODY),
    ("GET", "/api/v1/games/{id}/export"): (None, ANYBODY),
    ("GET", "/api/v1/books"): (None, ANYBODY),
    ("GET", "/api/v1/books/{scope}/{game}"): (None, ANYBODY),
    ("GET", "/api/v1/catalogue"): (None, ANYBODY),
    ("GET", "/api/{rest:path}"): (None, row(404)),
    ("GET", "/healthz"): (None, ANYBODY),
    ("GET", "/readyz"): (None, ANYBODY),
    ("GET", "/metrics"): (None, ANYBODY),
    ("GET", "/version"): (None, ANYBODY),
    ("GET", "/favicon.svg"): (None, ANYBODY),
    ("GET", "/assets"): (None, row(404)),
    ("GET", "/{path:path}"): (None, ANYBODY),
}
SOCKETS = {"/ws/lobby", "/ws/games/{id}"}


def test_every_route_has_a_row() -> None:
    served = set()
    for route in [*accounts.ROUTES, *own_tokens.ROUTES, *api.ROUTES, *pages.routes()]:
        if isinstance(route, Route):
            served |= {(m, route.path) for m in (route.methods or set()) - {"HEAD"}}
        elif isinstance(route, Mount):
            served.add(("GET", route.path))
        else:
            raise AssertionError(f"a new kind of route: {route}")
    assert served == set(HTTP)
    assert {r.path for r in sockets.ROUTES if isinstance(r, WebSocketRoute)} == SOCKETS


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize(("method", "path"), HTTP)
def test_routes(
    server: Server, tokens: dict[str, str | None], method: str, path: str, role: str
) -> None:
    token = tokens[role]
    if (method, path) == ("DELETE", "/api/v1/session") and token:
        token = server.person()  # it is good for nothing afterwards
    assert ask(server, method, path, token, role) == HTTP[method, path][1][role]


@pytest.fixture(scope="module")
def banned(server: Server) -> str:
    """The token of somebody whom the operator has banned."""
    token = server.person()
    operate(server, ban(account_of(server, token)))
    while server.http("POST", "/api/v1/session", {}, token)[0] != 403:
        pass  # it takes a moment to be noticed
    return token


@pytest.mark.parametrize(("method", "path"), [route for route in HTTP if route[0] == "POST"])
def test_a_banned_account_creates_nothing(
    server: Server, banned: str, method: str, path: str
) -> None:
    assert ask(server, method, path, banned, "banned") == 403


@pytest.mark.parametrize(("method", "path"), [route for route in HTTP if route[0] == "GET"])
def test_a_banned_account_may_read(server: Server, banned: str, method: str, path: str) -> None:
    assert ask(server, method, path, banned, "banned") == HTTP[method, path][1]["stranger"]


@pytest.mark.parametrize("path", ["/ws/lobby", "/ws/games/x"])
async def test_a_banned_account_opens_no_socket(server: Server, banned: str, path: str) -> None:
    with pytest.raises(InvalidStatus) as refused:
        async with websocket(server, path, banned):
            raise AssertionError("let in")
    assert refused.value.response.status_code == 403
    assert json.loads(refused.value.response.body)["code"] == "banned"


def test_a_banned_account_may_log_out(server: Server, banned: str) -> None:
    """Last of these: the token ends."""
    assert server.http("DELETE", "/api/v1/tokens/0123", token=banned)[0] == 404
    assert server.http("DELETE", "/api/v1/session", token=banned)[0] == 204
    assert server.http("GET", "/api/v1/tokens", token=banned)[0] == 401


def ask(server: Server, method: str, path: str, token: str | None, role: str) -> int:
    """The status of a request to this route; what it names is there, but nobody's own."""
    body, _ = HTTP[method, path]
    other = server.person()
    _, theirs, _ = server.http("GET", "/api/v1/tokens", token=other)
    person = theirs["tokens"][0]
    created = person["id"] if "/tokens/" in path else new_game(server, other)
    options = {"{id}": created, "{scope}": "server", "{game}": "othello", "{rest:path}": "x"}
    options |= {"{account}": person["account"], "{path:path}": "history"}
    for name, value in options.items():
        path = path.replace(name, value)
    if path == "/assets":
        path += "/nothing.js"
    if body == {"name": "*"}:
        body = {"name": f"Made_by_{role[1:]}"}
    status, _, _ = server.http(method, path, body, token)
    return status


# ── messages ───────────────────────────────────────────────────────────────────────────────────
# In a running game in which everybody has moved once and the player is to move.

OUTSIDER = "not_seated"
NOBODY, EARLY = "not_signed_in", "hello_first"
PLAYERS_ONLY = row(NOBODY, EARLY, OUTSIDER, "ack", OUTSIDER, EARLY)
ROOM: dict[str, tuple[dict[str, Any], dict[str, str]]] = {
    "hello": ({}, row("welcome")),
    "sit": ({}, row(NOBODY, EARLY, "wrong_state", "wrong_state", "wrong_state", EARLY)),
    "leave": ({}, row(NOBODY, EARLY, "wrong_state", "wrong_state", "wrong_state", EARLY)),
    "ready": (
        {"salt": "s"},
        row(NOBODY, EARLY, "wrong_state", "wrong_state", "wrong_state", EARLY),
    ),
    "move": ({"ply": 2, "move": "c3"}, PLAYERS_ONLY),
    "resign": ({}, PLAYERS_ONLY),
    "draw": ({"action": "offer"}, PLAYERS_ONLY),
    "takeback": ({"action": "ask"}, PLAYERS_ONLY),
    "adjourn": ({"action": "offer"}, PLAYERS_ONLY),
    "resume": ({}, row(NOBODY, EARLY, "wrong_state", "wrong_state", "wrong_state", EARLY)),
    "abort": ({}, row(NOBODY, EARLY, OUTSIDER, "too_late", OUTSIDER, EARLY)),
    "claim": ({}, row(NOBODY, EARLY, OUTSIDER, "too_early", OUTSIDER, EARLY)),
    "rematch": ({}, row(NOBODY, EARLY, "wrong_state", "wrong_state", "wrong_state", EARLY)),
    "chat": ({"text": "hello there"}, row(NOBODY, EARLY, "said", "said", "said", EARLY)),
    "info": (
        {"ply": 2, "mode": "thinking"},
        row(NOBODY, EARLY, "dropped", "relayed", "dropped", EARLY),
    ),
}
LOBBY: dict[str, tuple[dict[str, Any], dict[str, str]]] = {
    "watch": ({"plays": ["othello"]}, row("lobby", "lobby", "lobby", "lobby", "online", "lobby")),
}
GREETED = ("spectator", "player", "bot")


def tags(union: Any) -> set[str]:
    return {kind.__struct_config__.tag for kind in get_args(union) or (union,)}


def test_every_message_has_a_row() -> None:
    assert set(ROOM) == tags(p.RoomIn)
    assert set(LOBBY) == tags(p.LobbyIn)


@asynccontextmanager
async def game_on(
    server: Server, player: str | None, opponent: str
) -> AsyncIterator[tuple[str, WebSocket, WebSocket]]:
    """A running game of the player, both having moved once; its id and the two sockets."""
    assert player
    game = new_game(server, player)
    path = f"/ws/games/{game}"
    async with (
        websocket(server, path, player, max_queue=None) as one,
        websocket(server, path, opponent, max_queue=None) as two,
    ):
        await sit([one, two])
        await one.until("ack", id=await one.send("move", ply=0, move="a1", id="first"))
        await two.until("ack", id=await two.send("move", ply=1, move="b2", id="second"))
        yield path, one, two


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("kind", ROOM)
async def test_messages_to_a_room(
    server: Server, tokens: dict[str, str | None], opponent: str, kind: str, role: str
) -> None:
    fields, outcomes = ROOM[kind]
    async with AsyncExitStack() as stack:
        enter = stack.enter_async_context
        path, one, two = await enter(game_on(server, tokens["player"], opponent))
        caller = (
            one
            if role == "player"
            else await enter(websocket(server, path, tokens[role], max_queue=None))
        )
        if role in GREETED or (role == "anonymous" and kind != "hello"):
            await caller.send("hello")
            await caller.until("welcome")
            caller.received.clear()
        assert await outcome(caller, one, two, kind, fields) == outcomes[role]


async def outcome(
    caller: WebSocket,
    one: WebSocket,
    two: WebSocket,
    kind: str,
    fields: dict[str, Any],
) -> str:
    """What becomes of a message: the type of its answer, the code of its refusal, or, where there
    is no answer, what another sees of it."""
    named = {} if kind in ("hello", "chat", "info") else {"id": "the-one"}
    await caller.send(kind, **fields, **named)
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
    await one.send("chat", text="that was it")
    await two.until("said")
    return "relayed" if any(seen["type"] == "info" for seen in two.received) else "dropped"


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("kind", LOBBY)
async def test_messages_to_the_lobby(
    server: Server, tokens: dict[str, str | None], kind: str, role: str
) -> None:
    fields, outcomes = LOBBY[kind]
    async with websocket(server, "/ws/lobby", tokens[role]) as caller:
        await caller.send(kind, **fields)
        await caller.until("lobby")
        _, catalogue, _ = await asyncio.to_thread(server.http, "GET", "/api/v1/catalogue")
        online = any(bot["name"] == "Access_Bot" for bot in catalogue["bots"])
        assert ("online" if online else "lobby") == outcomes[role]


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("kind", [*ROOM, *LOBBY])
async def test_messages_on_the_wrong_socket(
    server: Server, tokens: dict[str, str | None], kind: str, role: str
) -> None:
    """What belongs to a room is unknown to the lobby, and the other way round."""
    fields, _ = {**ROOM, **LOBBY}[kind]
    path = "/ws/lobby" if kind in ROOM else f"/ws/games/{new_game(server, server.person())}"
    async with websocket(server, path, tokens[role]) as caller:
        await caller.send(kind, **fields)
        assert (await caller.until("error"))["code"] == "unknown_message"
