"""An account's own tokens: logout, list, creation, rotation, revocation, expiry, and sockets."""

import contextlib
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from zeitnot_server.store.sql.base.now import wall_ms
from zeitnot_server.store.sql.people import tokens as stored_tokens

from .operating import OPERATOR, account_of, operate
from .running_server import Server, WebSocket, new_game, websocket


def tokens_of(server: Server, token: str) -> list[dict[str, Any]]:
    status, result, _ = server.http("GET", "/api/v1/tokens", token=token)
    assert status == 200
    rows: list[dict[str, Any]] = result["tokens"]
    return rows


def is_valid(server: Server, token: str) -> bool:
    return server.http("GET", "/api/v1/tokens", token=token)[0] == 200


def bot_of(server: Server, owner: str, name: str) -> dict[str, Any]:
    status, created, _ = server.http("POST", "/api/v1/bots", {"name": name}, owner)
    assert status == 201
    return dict(created)


@asynccontextmanager
async def lobby(server: Server, token: str) -> AsyncIterator[WebSocket]:
    async with websocket(server, "/ws/lobby", token) as socket:
        await socket.send("watch")
        await socket.until("lobby")
        yield socket


async def wait_for_close(socket: WebSocket) -> tuple[int, str]:
    """Waits until the server closes the socket. Returns close code and reason."""
    with contextlib.suppress(ConnectionClosed):
        while True:
            await socket.next()
    return socket.socket.close_code or 0, socket.socket.close_reason or ""


def audited_acts(server: Server, subject: str) -> list[str]:
    with contextlib.closing(sqlite3.connect(server.db)) as connection:
        query = "SELECT act FROM audit WHERE subject = ? ORDER BY id"
        return [act for (act,) in connection.execute(query, (subject,))]


# ── log out ──────────────────────────────────────────────────────────────────────────────────────


async def test_logging_out_ends_the_session_and_its_sockets(server: Server) -> None:
    ann = server.person()
    account = account_of(server, ann)
    game = new_game(server, ann)
    async with (
        lobby(server, ann) as lobby_socket,
        websocket(server, f"/ws/games/{game}", ann) as room,
    ):
        await room.send("hello")
        await room.until("welcome")
        status, body, headers = server.http(
            "DELETE", "/api/v1/session", headers={"cookie": f"zeitnot_session={ann}"}
        )
        assert (status, body) == (204, "")
        assert 'zeitnot_session=""' in headers["set-cookie"]
        assert "Max-Age=0" in headers["set-cookie"]
        assert await wait_for_close(lobby_socket) == (1008, "logged out")
        assert await wait_for_close(room) == (1008, "logged out")
    assert not is_valid(server, ann)
    assert audited_acts(server, f"account {account}") == ["session_made", "logged_out"]


async def test_commands_after_the_end_of_a_token_are_not_executed(
    server: Server,
) -> None:
    ann, bob = server.person(), server.person()
    game = new_game(server, ann)
    path = f"/ws/games/{game}"
    async with (
        websocket(server, path, ann) as ann_socket,
        websocket(server, path, bob) as bob_socket,
    ):
        for socket in (ann_socket, bob_socket):
            await socket.send("hello")
            await socket.until("welcome")
        assert server.http("DELETE", "/api/v1/session", token=ann)[0] == 204
        with contextlib.suppress(ConnectionClosed):
            await ann_socket.send("chat", text="still here?")
        await wait_for_close(ann_socket)
        await bob_socket.send("chat", text="quiet")
        event = await bob_socket.until("said")
    assert event["text"] == "quiet"


def test_logging_out_with_an_expired_cookie_is_refused(server: Server) -> None:
    cookie = {"cookie": "zeitnot_session=zn_gone"}
    status, problem, _ = server.http("DELETE", "/api/v1/session", headers=cookie)
    assert (status, problem["code"]) == (401, "not_signed_in")


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("DELETE", "session"),
        ("POST", "tokens"),
        ("POST", "tokens/x/rotate"),
        ("DELETE", "tokens/x"),
    ],
)
def test_a_foreign_page_cannot_use_the_cookie(server: Server, method: str, path: str) -> None:
    ann = server.person()
    headers = {"cookie": f"zeitnot_session={ann}", "origin": "https://evil.example"}
    status, problem, _ = server.http(method, f"/api/v1/{path}", {}, headers=headers)
    assert (status, problem["code"]) == (403, "wrong_origin")
    assert is_valid(server, ann)


# ── list and creation ────────────────────────────────────────────────────────────────────────────


def test_tokens_of_the_account_and_its_bots_are_listed_without_secrets(server: Server) -> None:
    ann, bob = server.person(), server.person()
    bot = bot_of(server, ann, "Listed_Bot")
    session_row, bot_row = tokens_of(server, ann)
    assert (session_row["kind"], session_row["current"]) == ("session", True)
    assert (bot_row["kind"], bot_row["account"], bot_row["account_name"]) == (
        "bot",
        bot["account"],
        "Listed_Bot",
    )
    assert "current" not in bot_row
    assert [row["account"] for row in tokens_of(server, bob)] == [account_of(server, bob)]
    text = str(tokens_of(server, ann))
    for secret in (ann, bot["token"]):
        assert secret not in text
        assert stored_tokens.digest(secret) not in text
    (row_for_bot,) = tokens_of(server, bot["token"])
    assert row_for_bot["id"] == bot_row["id"]


def test_the_owner_creates_another_token_for_a_bot(server: Server) -> None:
    ann, bob = server.person(), server.person()
    bot = bot_of(server, ann, "Two_Token_Bot")
    request = {"bot": bot["account"], "name": "laptop", "expires_in_s": 3600}
    status, created, _ = server.http("POST", "/api/v1/tokens", request, ann)
    assert status == 201
    assert account_of(server, created["token"]) == bot["account"]
    assert is_valid(server, bot["token"])
    row = next(row for row in tokens_of(server, ann) if row["id"] == created["id"])
    assert (row["name"], row["expires_at"]) == ("laptop", created["expires_at"])
    assert audited_acts(server, f"token {created['id']}") == ["token_made"]
    for stranger in (bob, bot["token"], created["token"]):
        status, problem, _ = server.http("POST", "/api/v1/tokens", request, stranger)
        assert (status, problem["code"]) == (404, "no_such_bot")


def test_a_bot_has_at_most_twenty_tokens(server: Server) -> None:
    ann = server.person()
    bot = bot_of(server, ann, "Many_Bot")
    request = {"bot": bot["account"]}
    for _ in range(stored_tokens.MAX_TOKENS - 1):
        assert server.http("POST", "/api/v1/tokens", request, ann)[0] == 201
    status, problem, _ = server.http("POST", "/api/v1/tokens", request, ann)
    assert (status, problem["code"]) == (409, "too_many_tokens")
    assert len(tokens_of(server, ann)) == 1 + stored_tokens.MAX_TOKENS


@pytest.mark.parametrize(
    "body", [{}, {"bot": 1}, {"bot": "x", "expires_in_s": 1}, {"bot": "x", "name": ""}]
)
def test_invalid_requests_create_nothing(server: Server, body: dict[str, Any]) -> None:
    status, problem, _ = server.http("POST", "/api/v1/tokens", body, server.person())
    assert (status, problem["code"]) == (400, "malformed")


# ── rotation ─────────────────────────────────────────────────────────────────────────────────────


async def test_without_grace_the_new_secret_replaces_the_old_at_once(server: Server) -> None:
    ann = server.person()
    bot = bot_of(server, ann, "Turning_Bot")
    id = tokens_of(server, bot["token"])[0]["id"]
    async with lobby(server, bot["token"]) as lobby_socket:
        status, created, _ = server.http("POST", f"/api/v1/tokens/{id}/rotate", token=bot["token"])
        assert (status, created["id"], created["account"]) == (200, id, bot["account"])
        assert await wait_for_close(lobby_socket) == (1008, "token rotated")
    assert not is_valid(server, bot["token"])
    assert account_of(server, created["token"]) == bot["account"]
    assert audited_acts(server, f"token {id}") == ["token_rotated"]


@pytest.mark.parametrize(("query", "body"), [("", {"grace_s": 1}), ("?grace_s=1", None)])
async def test_with_grace_the_old_secret_is_valid_for_that_time(
    server: Server, query: str, body: dict[str, int] | None
) -> None:
    ann = server.person()
    bot = bot_of(server, ann, f"Slow_Bot_{len(query)}")
    id = tokens_of(server, bot["token"])[0]["id"]
    async with lobby(server, bot["token"]) as lobby_socket:
        path = f"/api/v1/tokens/{id}/rotate{query}"
        status, created, _ = server.http("POST", path, body, ann)
        assert status == 200
        kinds = {row["id"]: row["kind"] for row in tokens_of(server, ann)}
        assert sorted(kinds.values()) == ["bot", "former", "session"]
        assert kinds[id] == "bot"
        assert await wait_for_close(lobby_socket) == (1008, "token rotated")
    assert not is_valid(server, bot["token"])
    assert is_valid(server, created["token"])


async def test_after_sixty_rotations_two_secrets_are_valid(server: Server) -> None:
    """The newest secret and the one before it are valid; sockets of all others are closed."""
    ann = server.person()
    bot = bot_of(server, ann, "Spinning_Bot")
    id = tokens_of(server, bot["token"])[0]["id"]
    secrets = [bot["token"]]
    async with lobby(server, bot["token"]) as lobby_socket:
        for _ in range(60):
            path = f"/api/v1/tokens/{id}/rotate?grace_s=3600"
            status, created, _ = server.http("POST", path, token=ann)
            assert status == 200
            secrets.append(created["token"])
        assert await wait_for_close(lobby_socket) == (1008, "token rotated")
    assert [is_valid(server, secret) for secret in secrets] == [False] * 59 + [True] * 2
    assert sorted(row["kind"] for row in tokens_of(server, ann)) == ["bot", "former", "session"]


def test_a_rotation_without_grace_ends_an_earlier_grace(server: Server) -> None:
    ann = server.person()
    bot = bot_of(server, ann, "Leaked_Bot")
    id = tokens_of(server, bot["token"])[0]["id"]
    server.http("POST", f"/api/v1/tokens/{id}/rotate?grace_s=3600", token=ann)
    assert is_valid(server, bot["token"])
    server.http("POST", f"/api/v1/tokens/{id}/rotate", token=ann)
    assert not is_valid(server, bot["token"])
    assert [row["kind"] for row in tokens_of(server, ann)] == ["session", "bot"]


def test_a_session_is_rotated_in_its_cookie_only(server: Server) -> None:
    ann = server.person()
    id = tokens_of(server, ann)[0]["id"]
    cookie = {"cookie": f"zeitnot_session={ann}", "origin": f"http://{server.host}"}
    status, created, headers = server.http("POST", f"/api/v1/tokens/{id}/rotate", headers=cookie)
    assert status == 200
    assert "token" not in created
    new_secret = headers["set-cookie"].split(";")[0].removeprefix("zeitnot_session=")
    assert account_of(server, new_secret) == created["account"]
    assert not is_valid(server, ann)


@pytest.mark.parametrize(
    "grace",
    ["-1", "3601", "x", "1.5", "%D9%A3", "9" * 400, "000000000999999999", "0" * 9 + "9" * 30],
)
def test_invalid_graces_change_nothing(server: Server, grace: str) -> None:
    ann = server.person()
    id = tokens_of(server, ann)[0]["id"]
    path = f"/api/v1/tokens/{id}/rotate?grace_s={grace}"
    status, problem, _ = server.http("POST", path, token=ann)
    assert (status, problem["code"]) == (400, "malformed")
    assert is_valid(server, ann)


@pytest.mark.parametrize(
    ("query", "body"),
    [
        ("", {"grace_s": -1}),
        ("", {"grace_s": 3601}),
        ("", {"grace_s": "60"}),
        ("", {"grace_s": 1.5}),
        ("", {"grace": 60}),
        ("?grace_s=30", {"grace_s": 60}),
    ],
)
def test_an_invalid_grace_in_the_body_changes_nothing(
    server: Server, query: str, body: dict[str, Any]
) -> None:
    ann = server.person()
    id = tokens_of(server, ann)[0]["id"]
    status, problem, _ = server.http("POST", f"/api/v1/tokens/{id}/rotate{query}", body, ann)
    assert (status, problem["code"]) == (400, "malformed")
    assert "grace" in problem["detail"]
    assert is_valid(server, ann)


# ── revocation, expiry ───────────────────────────────────────────────────────────────────────────


async def test_revoking_a_bots_token_closes_its_sockets(server: Server) -> None:
    ann = server.person()
    bot = bot_of(server, ann, "Ended_Bot")
    id = tokens_of(server, bot["token"])[0]["id"]
    async with lobby(server, bot["token"]) as lobby_socket:
        assert server.http("DELETE", f"/api/v1/tokens/{id}", token=ann)[0] == 204
        assert await wait_for_close(lobby_socket) == (1008, "token revoked")
    assert not is_valid(server, bot["token"])
    assert server.http("DELETE", f"/api/v1/tokens/{id}", token=ann)[0] == 404


async def test_a_secret_in_grace_ends_with_its_token(server: Server) -> None:
    """Revoking after a rotation is meant to invalidate the former secret too."""
    ann = server.person()
    bot = bot_of(server, ann, "Stolen_Bot")
    id = tokens_of(server, bot["token"])[0]["id"]
    created = server.http("POST", f"/api/v1/tokens/{id}/rotate?grace_s=3600", token=ann)[1]
    async with lobby(server, bot["token"]) as lobby_socket:
        assert server.http("DELETE", f"/api/v1/tokens/{id}", token=ann)[0] == 204
        assert await wait_for_close(lobby_socket) == (1008, "token revoked")
    assert [is_valid(server, secret) for secret in (bot["token"], created["token"])] == [
        False,
        False,
    ]


async def test_a_secret_in_grace_ends_with_the_session(server: Server) -> None:
    ann = server.person()
    id = tokens_of(server, ann)[0]["id"]
    created = server.http("POST", f"/api/v1/tokens/{id}/rotate?grace_s=3600", token=ann)[1]
    async with lobby(server, ann) as lobby_socket:
        assert server.http("DELETE", "/api/v1/session", token=created["token"])[0] == 204
        assert await wait_for_close(lobby_socket) == (1008, "logged out")
    assert [is_valid(server, secret) for secret in (ann, created["token"])] == [False, False]


def test_revocation_by_the_operator_ends_a_secret_in_grace(server: Server) -> None:
    ann = server.person()
    id = tokens_of(server, ann)[0]["id"]
    created = server.http("POST", f"/api/v1/tokens/{id}/rotate?grace_s=3600", token=ann)[1]
    ended = operate(server, lambda c: stored_tokens.revoke_any(c, OPERATOR, id, wall_ms()))
    assert set(ended) == {stored_tokens.digest(ann), stored_tokens.digest(created["token"])}
    assert [is_valid(server, secret) for secret in (ann, created["token"])] == [False, False]


def test_tokens_of_others_cannot_be_changed(server: Server) -> None:
    ann, bob = server.person(), server.person()
    bot = bot_of(server, ann, "Safe_Bot")
    ids = [row["id"] for row in tokens_of(server, ann)]
    for id in ids:
        for method, path in (("DELETE", f"tokens/{id}"), ("POST", f"tokens/{id}/rotate")):
            status, problem, _ = server.http(method, f"/api/v1/{path}", token=bob)
            assert (status, problem["code"]) == (404, "no_such_token")
    session = next(row["id"] for row in tokens_of(server, ann) if row["kind"] == "session")
    assert server.http("DELETE", f"/api/v1/tokens/{session}", token=bot["token"])[0] == 404
    assert is_valid(server, ann)
    assert is_valid(server, bot["token"])


async def test_revocation_by_the_operator_closes_sockets(server: Server) -> None:
    ann, bob = server.person(), server.person()
    account = account_of(server, ann)
    async with lobby(server, ann) as lobby_socket, lobby(server, bob) as other:
        operate(server, lambda c: stored_tokens.revoke_all(c, OPERATOR, account, 1))
        assert await wait_for_close(lobby_socket) == (1008, "token revoked")
        await other.send("watch")
        await other.until("lobby")


def test_a_session_lasts_for_a_year_after_its_last_use(server: Server) -> None:
    status, _, headers = server.http("POST", "/api/v1/session", {})
    assert status == 201
    cookie = headers["set-cookie"].split(";")[0]
    assert f"Max-Age={stored_tokens.SESSION_MS // 1000}" in headers["set-cookie"]
    status, _, headers = server.http("POST", "/api/v1/session", {}, headers={"cookie": cookie})
    assert status == 200
    assert headers["set-cookie"].startswith(f"{cookie};")


@pytest.mark.parametrize(("name", "code_point"), [("x\x1b[2J", "U+001B"), ("a\nb", "U+000A")])
def test_a_tokens_name_is_plain_text(server: Server, name: str, code_point: str) -> None:
    owner = server.person()
    bot = bot_of(server, owner, f"plain_{code_point[2:]}")
    before = tokens_of(server, owner)
    request = {"bot": bot["account"], "name": name}
    status, problem, _ = server.http("POST", "/api/v1/tokens", request, owner)
    assert (status, problem["code"]) == (409, "name_unfit")
    assert code_point in problem["detail"]
    assert len(tokens_of(server, owner)) == len(before)
