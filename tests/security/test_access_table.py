"""The table of access (`web.http.access`) holds on a running server: every cell is tried, role by
route and scope by message."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, get_args

import pytest
from starlette.routing import Route

import zeitnot_protocol as p
from zeitnot_server.app import API_ROUTES
from zeitnot_server.store import AuditActor, PasswordHash
from zeitnot_server.store.audit import OPERATOR
from zeitnot_server.web.http import access
from zeitnot_server.web.http.access import MESSAGES, ROLES, ROUTES, SOCKETS, Rule, permits
from zeitnot_server.web.sockets import routes as sockets

from .local import Local, running
from .raw import RawConnection, connected, frame, opened, request, token_of, upgrade
from .test_access import LOBBY, ROOM

SCOPES: tuple[p.Scope, ...] = get_args(p.Scope)
PEOPLE: tuple[p.Role, ...] = get_args(p.Role)
BY = AuditActor(OPERATOR)
CONTROL = {"kind": "sudden_death", "base_ms": 300_000}
SEATS = [{"kind": "me"}, {"kind": "open"}]
NEW_GAME = {"game_type": "tictactoe", "control": CONTROL, "seats": SEATS}
LADDER = "/api/v1/clubs/{slug}/ladders/{game}"
BODIES: dict[tuple[str, str], Any] = {
    ("POST", "/api/v1/account"): {"name": "Kept", "password": "short"},
    ("PUT", "/api/v1/account/password"): {"current": "x", "password": "battery staple"},
    ("POST", "/api/v1/sign-in"): {"name": "Nobody", "password": "x"},
    ("POST", "/api/v1/account/reset"): {"name": "Nobody", "password": "battery", "code": "x"},
    ("POST", "/api/v1/account/link"): {"code": "x"},
    ("DELETE", "/api/v1/account"): {"password": "x"},
    ("POST", "/api/v1/passkey-options"): {"password": "x"},
    ("POST", "/api/v1/passkeys"): {"credential": {}},
    ("PATCH", "/api/v1/passkeys/{id}"): {"name": "x"},
    ("POST", "/api/v1/sign-in/passkey"): {"credential": {}},
    ("POST", "/api/v1/tokens"): {"bot": "0123456789abcdef"},
    ("POST", "/api/v1/people"): {"names": ["admin"]},
    ("PUT", "/api/v1/people/{name}/role"): {"role": "player"},
    ("POST", "/api/v1/bots"): {"name": "Ponderer"},
    ("POST", "/api/v1/faults"): {"game": "x", "ply": 0, "kind": "crash", "position": "x"},
    ("PATCH", "/api/v1/session"): {"name": "admin"},
    ("POST", "/api/v1/games"): NEW_GAME,
    ("POST", "/api/v1/imports"): {"text": "1. e4"},
    ("POST", "/api/v1/clubs"): {"name": "admin"},
    ("PUT", LADDER): {"control": CONTROL},
    ("POST", f"{LADDER}/challenges"): {"name": "Nobody"},
    ("PUT", f"{LADDER}/challenges/{{number}}"): {"answer": "accept"},
}
LAST = [("DELETE", "/api/v1/sessions"), ("DELETE", "/api/v1/session")]  # they end tokens
PLACES = {"{id}": "0123456789abcdef", "{name}": "Nobody", "{account}": "0123456789abcdef"}
PLACES |= {"{scope}": "server", "{game}": "othello", "{slug}": "none", "{number}": "1"}


@dataclass(frozen=True)
class Caller:
    """Somebody who sends requests, with a token of its own account."""

    token: str | None
    kept: bool = False
    role: p.Role = "player"
    scopes: str = p.ALL_SCOPES
    bot: bool = False


async def person(local: Local, name: str, role: p.Role = "player") -> Caller:
    """A person with this role."""
    store = local.game_server.store
    (made,) = await store.members.create(BY, [name])
    await store.members.set_role(BY, name, role)
    session = await store.codes.reset(AuditActor(made.account), made.code, PasswordHash("none"))
    assert session is not None
    return Caller(session.token, kept=True, role=role)


async def bot(local: Local, name: str) -> Caller:
    answer = await local.post("bots", {"name": name})
    return Caller(answer.json["token"], bot=True)


async def with_scope(local: Local, scope: p.Scope, owner: Caller, name: str | None) -> Caller:
    """A token with this scope, of a new bot with this name, or of the owner."""
    body: dict[str, Any] = {"scopes": [scope]}
    if name is not None:
        body["bot"] = (await local.post("bots", {"name": name}, owner.token)).json["account"]
    made = await local.post("tokens", body, owner.token)
    assert made.status == 201, made.body
    kept, role = (owner.kept, owner.role) if name is None else (False, "player")
    return Caller(made.json["token"], kept, role, scope, bot=name is not None)


async def callers(local: Local) -> dict[str, Caller]:
    """One of each kind, all with accounts of their own."""
    result = {"signed out": Caller(None), "guest": Caller(await local.person())}
    for role in PEOPLE:
        result[role] = await person(local, f"The {role[1:]}", role)
    result["bot"] = await bot(local, "All_Bot")
    for scope in SCOPES:
        owner = await person(local, f"Keeper {scope[1:]}", "admin")
        result[f"bot with {scope}"] = await with_scope(local, scope, owner, f"B_{scope}")
        result[f"admin with {scope}"] = await with_scope(local, scope, owner, None)
    return result


def refusal(rule: Rule, caller: Caller) -> str | None:
    """The code with which the table refuses this caller; None: it does not."""
    if caller.token is None:
        return None if rule.who == "anyone" else "not_signed_in"
    if not permits(caller.scopes, rule.scopes):
        return "no_scope"
    if rule.who == "kept" and not caller.kept:
        return "not_kept"
    return "not_permitted" if caller.role not in ROLES.get(rule.who, PEOPLE) else None


async def code_of(
    local: Local, connection: RawConnection, method: str, path: str, caller: Caller
) -> str | None:
    """The code of the answer's problem, if it is one."""
    filled = path
    for name, value in PLACES.items():
        filled = filled.replace(name, value)
    body = BODIES.get((method, path))
    data = b"" if body is None else json.dumps(body).encode()
    headers = {"authorization": f"Bearer {caller.token}"} if caller.token else {}
    headers |= {"content_type": "application/json", "content_length": str(len(data))}
    if path in STREAMED:
        async with connected(local.host) as own:
            await own.send(request(filled, method, connection="close", **headers))
            head, _, content = (await own.read_to_end()).partition(b"\r\n\r\n")
        return str(json.loads(content)["code"]) if b"application/problem" in head else None
    answer = await connection.ask(request(filled, method, **headers), data)
    assert answer.status != 500, path
    is_problem = answer.headers.get("content-type") == "application/problem+json"
    return str(answer.json["code"]) if is_problem else None


STREAMED = ("/api/v1/exports", "/api/v1/account/export")
OF_THE_TABLE = {"not_signed_in", "no_scope", "not_kept", "not_permitted"}
ROTATE = ("POST", "/api/v1/tokens/{id}/rotate")


def test_every_route_and_message_has_a_row() -> None:
    routes = {(m, r.path) for r in API_ROUTES if isinstance(r, Route) for m in r.methods or ()}
    assert {route for route in routes if route[0] != "HEAD"} == set(ROUTES)
    assert set(sockets.ROUTES) == set(SOCKETS)
    assert set(MESSAGES) == {*get_args(p.RoomIn), *get_args(p.LobbyIn)}
    assert set(ROLES) <= set(get_args(access.Who))


async def test_every_cell_of_the_routes(tmp_path: Path) -> None:
    async with running(tmp_path) as local, AsyncExitStack() as stack:
        everybody = await callers(local)
        connections = {
            name: await stack.enter_async_context(connected(local.host)) for name in everybody
        }
        order = [*(route for route in ROUTES if route not in LAST), *LAST]
        wrong = list[str]()
        for method, path in order:
            rule = ROUTES[method, path]
            for name, caller in everybody.items():
                code = await code_of(local, connections[name], method, path, caller)
                expected = refusal(rule, caller)
                if (method, path) == ROTATE and caller.token and caller.scopes != p.ALL_SCOPES:
                    expected = "no_scope"  # it is another's token
                if (code if code in OF_THE_TABLE else None) != expected:
                    wrong.append(f"{method} {path} by {name}: {code}, not {expected}")
        assert wrong == []


async def test_a_route_without_a_row_is_closed() -> None:
    scope: dict[str, Any] = {}
    assert Rule("admin", frozenset()) == access.CLOSED
    for check in (access.check_person, access.check_scope):
        with pytest.raises(Exception, match=r"Only a|has not"):
            check(scope, await _credential("play"))


async def _credential(scopes: str) -> Any:
    from zeitnot_server.rooms.room import Actor
    from zeitnot_server.store import Credential

    return Credential("hash", Actor("acc", "Ann"), scopes=scopes)


async def test_every_cell_of_the_sockets(tmp_path: Path) -> None:
    async with running(tmp_path) as local:
        everybody = await callers(local)
        game = await local.game(await local.person())
        for path, rule in SOCKETS.items():
            for name, caller in everybody.items():
                async with connected(local.host) as connection:
                    head = upgrade(path.replace("{id}", game), caller.token)
                    answer = await connection.ask(head)
                expected = 101 if refusal(rule, caller) is None else 403
                assert answer.status == expected, (path, name)


@asynccontextmanager
async def greeted(
    local: Local, path: str, caller: Caller, hello: dict[str, Any], answer: str
) -> AsyncIterator[Any]:
    async with opened(local.host, path, caller.token) as connection:
        await connection.send(frame(json.dumps(hello)))
        await connection.message(answer)
        yield connection


ROOM_ANSWERS, LOBBY_ANSWERS = ("error", "ack", "said"), ("error", "online", "lobby")


async def refused(
    connection: Any, message: dict[str, Any], types: tuple[str, ...] = ROOM_ANSWERS
) -> str | None:
    """The code of the error for this message, or None if it has another answer."""
    await connection.send(frame(json.dumps(message)))
    while True:
        _, data = await connection.frame()
        answer = json.loads(data)
        is_old = answer["type"] == "said" and answer["text"] != message.get("text")
        if answer["type"] in types and not is_old:
            return str(answer["code"]) if answer["type"] == "error" else None


async def test_every_cell_of_the_messages(tmp_path: Path) -> None:
    by_tag = {kind.__struct_config__.tag: rule for kind, rule in MESSAGES.items()}
    async with running(tmp_path) as local:
        game = await local.game(await local.person())
        for name, caller in (await callers(local)).items():
            rooms = refusal(SOCKETS["/ws/games/{id}"], caller) is None
            hello = {"type": "hello", "game": game}
            kinds = [kind for kind in ROOM if kind not in ("hello", "info")] if rooms else []
            for kind in kinds:
                own = {"text": name} if kind == "chat" else {"id": kind}
                fields = ROOM[kind][0] | own
                async with greeted(local, f"/ws/games/{game}", caller, hello, "welcome") as one:
                    code = await refused(one, {"type": kind, "game": game, **fields})
                    await one.send(frame(json.dumps({"type": "leave", "game": game, "id": "end"})))
                expected = refusal(by_tag[kind], caller)
                assert (code if code in OF_THE_TABLE else None) == expected, (kind, name)


async def test_every_cell_of_the_lobby(tmp_path: Path) -> None:
    by_tag = {kind.__struct_config__.tag: rule for kind, rule in MESSAGES.items()}
    async with running(tmp_path) as local:
        for name, caller in (await callers(local)).items():
            if refusal(SOCKETS["/ws/lobby"], caller) is not None:
                continue
            async with greeted(local, "/ws/lobby", caller, {"type": "watch"}, "lobby") as one:
                for kind in ("accept", "decline"):
                    code = await refused(one, {"type": kind, **LOBBY[kind][0]})
                    expected = refusal(by_tag[kind], caller)
                    assert (code if code in OF_THE_TABLE else None) == expected, (kind, name)
                watch = {"type": "watch", "plays": ["othello"]}
                code = await refused(one, watch, LOBBY_ANSWERS)
                may = not caller.bot or permits(caller.scopes, access.ONLY_BOT)
                assert code == (None if may else "no_scope"), name


async def test_a_token_with_a_scope_rotates_and_ends_itself_only(tmp_path: Path) -> None:
    async with running(tmp_path) as local:
        ann = await person(local, "Ann")
        made = (
            await local.post("tokens", {"scopes": ["read"], "expires_in_s": 60}, ann.token)
        ).json
        rows = await asyncio.gather(
            *(local.get("/api/v1/tokens", authorization=f"Bearer {t}") for t in (made["token"],))
        )
        views = {row["id"]: row for row in rows[0].json["tokens"]}
        assert views[made["id"]]["kind"] == "personal"
        assert views[made["id"]]["scopes"] == ["read"]
        (session,) = [id for id, row in views.items() if row["kind"] == "session"]
        answer = await local.post(f"tokens/{session}/rotate", {}, made["token"])
        assert answer.json["code"] == "no_scope"
        answer = await local.post(f"tokens/{made['id']}/rotate", {}, made["token"])
        assert answer.status == 200
        new = answer.json["token"]
        assert answer.json["expires_at"] == made["expires_at"]
        assert (await local.post("tickets", {}, new)).status == 201
        assert (await local.send("DELETE", f"tokens/{session}", {}, new)).json["code"] == "no_scope"
        assert (await local.send("DELETE", "session", {}, new)).status == 204
        assert (await local.post("session", {}, new)).json["code"] == "bad_token"
        assert (await local.post("session", {}, ann.token)).status == 200


async def test_a_person_has_few_tokens_and_only_with_scopes(tmp_path: Path) -> None:
    async with running(tmp_path) as local:
        ann, guest = await person(local, "Ann"), await local.person()
        for body, token, code in (
            ({}, ann.token, "malformed"),
            ({"scopes": []}, ann.token, "malformed"),
            ({"scopes": ["all"]}, ann.token, "malformed"),
            ({"scopes": ["read"]}, guest, "not_kept"),
        ):
            assert (await local.post("tokens", body, token)).json["code"] == code
        answers = [await local.post("tokens", {"scopes": ["read"]}, ann.token) for _ in range(21)]
        assert [answer.status for answer in answers] == [201] * 20 + [409]


async def test_a_ticket_has_the_scopes_of_its_token(tmp_path: Path) -> None:
    async with running(tmp_path) as local:
        ann = await person(local, "Ann")
        token = (await local.post("tokens", {"scopes": ["read"]}, ann.token)).json["token"]
        ticket = (await local.post("tickets", {}, token)).json["ticket"]
        game = await local.game(await local.person())
        async with connected(local.host) as connection:
            protocols = {"sec_websocket_protocol": f"zeitnot.v1, ticket.{ticket}"}
            answer = await connection.ask(upgrade(f"/ws/games/{game}", **protocols))
            assert answer.status == 101
            await connection.send(frame(json.dumps({"type": "hello", "game": game})))
            await connection.message("welcome")
            code = await refused(connection, {"type": "sit", "game": game, "id": "sit"})
        assert code == "no_scope"


async def test_the_session_cookie_has_all_scopes(tmp_path: Path) -> None:
    async with running(tmp_path) as local:
        answer = await local.post("session", {})
        token = token_of(answer.headers["set-cookie"])
        credential = await local.game_server.store.tokens.credential(token)
        assert credential is not None
        assert credential.scopes == p.ALL_SCOPES
