"""Odd paths, methods, bodies and queries over HTTP are refused, and all responses have the same
form."""

import itertools
import json
import re
from random import Random
from typing import Any

import pytest

from zeitnot_server.web.http.headers import SECURITY

from ..each import each
from ..server.running_server import Server, new_game
from .mutation import ODD_JSON, ODD_VALUES
from .raw import Answer, connected, request

METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND")


async def ask(server: Server, path: str, method: str = "GET", **headers: str) -> Answer:
    async with connected(server.host) as connection:
        return await connection.ask(request(path, method, **headers))


def verify_response(answer: Answer) -> None:
    """Checks that there is no server error, that all security headers are set, and that refusals
    have a problem document."""
    assert answer.status < 500
    for name, value in SECURITY:
        assert answer.headers[name] == value
    assert "server" not in answer.headers
    if answer.status >= 400:
        assert answer.headers["content-type"] == "application/problem+json"
        problem = answer.json
        assert problem["status"] == answer.status
        assert re.fullmatch("[a-z_]+", problem["code"])
        assert problem["detail"].endswith((".", "…")), problem


PATHS = [
    "/", "/api/v1/games", "/api/v1/nothing", "/api/v1/games/x", "/ws/lobby", "/healthz", "/readyz",
    "/metrics", "/version", "/favicon.svg", "/assets/nothing.js", "/history", "/api/v1/session",
]  # fmt: skip


@each("path", PATHS)
async def test_every_response_has_the_security_headers(server: Server, path: str) -> None:
    verify_response(await ask(server, path))


@pytest.mark.parametrize("method", METHODS)
async def test_wrong_methods_are_refused(server: Server, method: str) -> None:
    for path in ("/api/v1/games", "/api/v1/session", "/healthz", "/assets/x.js", "/history"):
        if method == "HEAD":
            async with connected(server.host) as connection:
                await connection.send(request(path, method, connection="close"))
                assert b"HTTP/1.1 5" not in await connection.read_to_end()
            continue
        answer = await ask(server, path, method, content_length="0")
        verify_response(answer)
        if answer.status == 405:
            assert answer.headers["allow"]
        if path == "/api/v1/session" and method in ("DELETE", "PATCH"):
            assert answer.status == 401
        elif method not in ("GET", "POST"):
            assert answer.status in (404, 405)


ODD_PATHS = [
    "/assets/../index.html", "/assets/%2e%2e/index.html", "/assets/..%2findex.html",
    "/assets/%2e%2e%2f%2e%2e%2f%2e%2e%2f%2e%2e%2fpyproject.toml", "/assets/....//....//etc/passwd",
    "/assets//etc/passwd", "/assets/%2fetc%2fpasswd", "/assets/\\..\\..\\index.html",
    "/assets/%5c..%5c..%5cindex.html", "/assets/%00", "/assets/x%00.js", "/assets/%ff%fe",
    "/assets/%c0%ae%c0%ae/", "/assets/" + "a" * 300, "/assets/" + "a/" * 300, "/assets/%0d%0ax:y",
    "/assets/..;/index.html", "/assets/.", "/assets/", "/assets", "/../../../etc/passwd", "/%2e%2e",
    "//evil.example/%2e%2e", "/api/v1/games/..%2f..%2fsession", "/api/v1/games/%2e%2e",
    "/api/v1/games/%00", "/api/v1/games/%ff", "/api/v1/games/" + "9" * 300, "/api/v1/games/'--",
    "/api/v1/games//export", "/api/v1/games/%2fexport", "/api/v1/books/../games", "/api//v1/games",
    "/api/v1/books/server/..%2f..%2fetc", "/api/v1/books/%00/%00", "/API/V1/GAMES", "/api/v1/g/",
    "/ws/games/%00", "/ws/../api/v1/games", "/.git/config", "/.env", "/static/index.html", "/%",
    "/%zz", "/?%zz=%00", "/api/v1/games?%ff=%fe", "/healthz%00", "/healthz/", "/healthz?x=%ff",
    "*", "http://evil.example/api/v1/games", "http://[/", "/api/v1/games#x", "/~root", "/a\\b",
]  # fmt: skip


@each("path", ODD_PATHS)
async def test_odd_paths_are_not_found(server: Server, path: str) -> None:
    answer = await ask(server, path)
    verify_response(answer)
    for secret in (b"root:", b"[build-system]", b"SQLite format", b"[core]"):
        assert secret not in answer.body
    assert not answer.headers.get("location", "").startswith("//")
    if path.startswith("/assets/") and answer.status == 200:
        raise AssertionError("there is no such asset")


@pytest.mark.parametrize(
    ("kind", "status"),
    [
        ("application/json", 201),
        ("application/json; charset=utf-8", 201),
        ("APPLICATION/JSON", 201),
        ("text/plain", 415),
        ("application/x-www-form-urlencoded", 415),
        ("multipart/form-data; boundary=x", 415),
        ("application/jsonx", 415),
        ("text/html, application/json", 415),
        ("", 415),
    ],
)
async def test_a_body_must_be_declared_as_json(server: Server, kind: str, status: int) -> None:
    """Content types that a form on a foreign page can send without a preflight are refused."""
    async with connected(server.host) as connection:
        head = request("/api/v1/session", "POST", content_type=kind, content_length="2")
        answer = await connection.ask(head, b"{}")
    verify_response(answer)
    assert answer.status == status


VALID: dict[str, dict[str, Any]] = {
    "session": {"name": "Ann"},
    "bots": {"name": "Unknown_Fields"},
    "tokens": {"bot": "nobodys"},
    "games": {
        "game_type": "othello",
        "control": {"kind": "stages", "stages": [{"base_ms": 60_000}]},
        "seats": [{"kind": "me"}, {"kind": "open"}],
        "settings": {"size": 8},
        "setup": {"clock_starts": "start"},
    },
}
BODIES = [
    "[" * 16_000, '{"a":' * 3000, '{"name":"\\ud800"}', '{"name":1e999}', '{"name":NaN}', "\xff",
    '{"name":"\x00"}', '{"seats":' + "[" * 900 + "]" * 900 + "}", "9" * 5000, '"' + "x" * 999 + '"',
    '{"name":"a","name":"b"}', "null", "[]", "{}{}", " ", "\ufeff{}", '{"name":' + "9" * 5000 + "}",
]  # fmt: skip


@each("body", BODIES)
@each("path", ["session", "bots", "games"])
def test_invalid_bodies_are_refused(server: Server, path: str, body: str) -> None:
    status, problem, _ = server.http(
        "POST", f"/api/v1/{path}", body.encode("utf-8", "surrogatepass"), server.person()
    )
    assert status < 500, problem
    if status >= 400:
        assert problem["code"] == "malformed"


@each("field", ["account", "admin", "__proto__", "x" * 99, "\n\ud83d\ude00", ""])
@each("path", ["session", "bots", "tokens"])
def test_unknown_fields_are_refused(server: Server, path: str, field: str) -> None:
    body = {**VALID[path], field: True}
    status, problem, headers = server.http("POST", f"/api/v1/{path}", body, server.person())
    assert (status, problem["code"]) == (400, "malformed")
    assert problem["detail"].startswith("There is no field ")
    assert len(problem["detail"]) < 200
    assert "set-cookie" not in headers


@pytest.mark.parametrize(
    "keys", [(), ("control",), ("control", "stages", 0), ("seats", 1), ("setup",)]
)
def test_unknown_fields_of_a_new_game_are_refused(server: Server, keys: tuple[Any, ...]) -> None:
    token, request_ = server.person(), json.loads(json.dumps(VALID["games"]))
    part: Any = request_
    for key in keys:
        part = part[key]
    part["bogus"] = None
    status, problem, _ = server.http("POST", "/api/v1/games", request_, token)
    assert (status, problem["code"]) == (400, "malformed")
    assert "'bogus'" in problem["detail"]
    del part["bogus"]
    assert server.http("POST", "/api/v1/games", request_, token)[0] == 201


# ── generated requests ───────────────────────────────────────────────────────────────────────────

FILTERS = ["game", "player", "result", "reason", "state", "from", "to", "limit", "cursor", "x"]
VALUES = [
    "", "0", "-1", "1e9", "9" * 30, "2026-01-01", "9999-12-31", "0000-00-00", "99999-01-01",
    "2026-02-30", "%00", "%ff", "%ud800", "null", "' OR 1=1 --", "%", "_", "othello", "zz", "MTox",
    "2026-01-01T00:00:00%2B99:99", "%E7%89%9B", "*", "[]", "win", "open", "1" * 19, "-" + "1" * 19,
]  # fmt: skip


def test_invalid_filters_are_refused(server: Server) -> None:
    new_game(server, server.person())
    for name, value in itertools.product(FILTERS, VALUES):
        query = f"{name}={value}".replace(" ", "%20")
        status, answer, _ = server.http("GET", f"/api/v1/games?{query}")
        assert status in (200, 400), (query, answer)
        if status == 400:
            assert answer["code"] == "bad_filter"


def test_invalid_book_queries_are_refused(server: Server) -> None:
    random = Random(11)
    for game in ("tictactoe", "niujiaoqi", "othello", "ewn", "%00", "nothing"):
        _, page, _ = server.http("GET", f"/api/v1/books/server/{game}")
        valid = page.get("position", "x")
        for _ in range(60):
            position = _damage(random, valid)
            name, value = random.choice(["size", "x", ""]), random.choice(VALUES)
            query = f"position={_quoted(position)}"
            query += f"&s.{name}={value}".replace(" ", "%20") if random.random() < 0.3 else ""
            status, answer, _ = server.http("GET", f"/api/v1/books/server/{game}?{query}")
            assert status in (200, 400, 404), (game, query, answer)


def _damage(random: Random, text: str) -> str:
    for _ in range(random.randint(1, 3)):
        at = random.randrange(len(text) + 1)
        new = random.choice(["", "x", "X", "/", " ", "9", "-1", "\0", "\n", "é", "牛", text, "w b"])
        text = text[:at] + new + text[at + random.randint(0, 2) :]
    return text[:600]


def _quoted(text: str) -> str:
    return "".join(f"%{byte:02x}" for byte in text.encode())


def test_invalid_new_games_are_refused(server: Server) -> None:
    random, token = Random(13), server.person()
    valid: dict[str, Any] = {
        "game_type": "othello",
        "control": {"kind": "fischer", "base_ms": 60_000, "increment_ms": 1000},
        "seats": [{"kind": "me"}, {"kind": "open"}],
        "settings": {"size": 8},
        "listed": False,
    }
    for _ in range(200):
        request_ = json.loads(json.dumps(valid))
        part = random.choice(
            [request_, request_["control"], request_["seats"][0], request_["settings"]]
        )
        part[random.choice([*part, "extra"])] = "@"
        value = random.choice([json.dumps(random.choice(ODD_VALUES)), random.choice(ODD_JSON)])
        raw = json.dumps(request_).replace('"@"', value).encode("utf-8", "surrogatepass")
        status, answer, _ = server.http("POST", "/api/v1/games", raw, token)
        assert status in (201, 400, 422), (raw, answer)
