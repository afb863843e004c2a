"""Authentication of requests: origins, cookies, bearer tokens and names."""

import hashlib
from collections.abc import Iterator
from typing import Any

import pytest

from ..each import each
from ..server.running_server import Server, new_game
from .raw import Answer, connected, request, upgrade

BODY = b"{}"


@pytest.fixture(scope="module")
def cookie(server: Server) -> str:
    return f"zeitnot_session={server.person()}"


@pytest.fixture(scope="module")
def public_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that listens on all interfaces and therefore accepts any host name."""
    running = Server(tmp_path_factory.mktemp("anywhere"), "--no-bots", "--host", "0.0.0.0")
    yield running
    assert running.stop() == 0


def foreign_origins(host: str) -> dict[str, str]:
    """Foreign origins that look similar to that of the server. `host`: name and port."""
    name, port = host.split(":")
    return {
        "another site": "https://evil.example",
        "our host as prefix": f"http://{host}.evil.example",
        "our host as suffix": f"http://evil-{host}",
        "our host as user": f"http://{host}@evil.example",
        "our host as user, with a port": f"http://{name}@evil.example:{port}",
        "our host as path": f"http://evil.example/{host}",
        "our host as fragment": f"http://evil.example#{host}",
        "another port": f"http://{name}:1",
        "no port": f"http://{name}",
        "another scheme": f"https://{host}",
        "a socket's scheme": f"ws://{host}",
        "a file": "file://",
        "no scheme": host,
        "two slashes": f"//{host}",
        "an opaque origin": "null",
        "nothing": "",
        "a trailing dot": f"http://{name}.:{port}",
        "a trailing slash": f"http://{host}/",
        "a path": f"http://{host}/game",
        "upper case": f"HTTP://{host}",
        "a zero before the port": f"http://{name}:0{port}",
        "a user": f"http://user@{host}",
        "an empty user": f"http://@{host}",
        "a blank": f"http:// {host}",
        "a tab": f"http://\t{host}",
        "two origins": f"http://{host} http://{host}",
        "a list": f"http://{host}, https://evil.example",
        "a backslash": f"http:\\\\{host}",
        "the address as a number": f"http://2130706433:{port}",
        "the address in hex": f"http://0x7f000001:{port}",
        "a short form of the address": f"http://127.1:{port}",
        "the address in IPv6": f"http://[::ffff:127.0.0.1]:{port}",
        "a broken IPv6 address": "http://[",
        "look-alike digits": "http://xn--127-5nd:1",
        "wide digits": f"http://１２７.0.0.1:{port}".encode().decode("latin-1"),
        "localhost": f"http://localhost:{port}",
    }


LOOK_ALIKES = list(foreign_origins("h:1"))


async def ask(
    server: Server, kind: str, headers: dict[str, str], path: str | None = None
) -> Answer:
    """Sends an upgrade or a POST with these headers."""
    async with connected(server.host) as connection:
        if kind == "upgrade":
            return await connection.ask(
                upgrade(path or "/ws/lobby", **{"host": server.host, **headers})
            )
        headers = {"host": server.host, "content_type": "application/json", **headers}
        path = path or "/api/v1/session"
        return await connection.ask(request(path, "POST", content_length="2", **headers), BODY)


@each("kind", ["upgrade", "post"])
@each("name", LOOK_ALIKES)
async def test_look_alike_origins_are_refused(
    server: Server, cookie: str, name: str, kind: str
) -> None:
    origin = foreign_origins(server.host)[name]
    answer = await ask(server, kind, {"cookie": cookie, "origin": origin})
    assert (answer.status, answer.json["code"]) == (403, "wrong_origin")


@pytest.mark.parametrize("path", ["/api/v1/session", "/api/v1/bots", "/api/v1/games"])
async def test_every_changing_request_checks_the_origin(
    server: Server, cookie: str, path: str
) -> None:
    headers = {"cookie": cookie, "origin": "https://evil.example"}
    answer = await ask(server, "post", headers, path)
    assert (answer.status, answer.json["code"]) == (403, "wrong_origin")


@pytest.mark.parametrize("kind", ["upgrade", "post"])
async def test_the_servers_origin_and_a_missing_one_are_accepted(
    server: Server, cookie: str, kind: str
) -> None:
    success = 101 if kind == "upgrade" else 200
    origin = f"http://{server.host}"
    assert (await ask(server, kind, {"cookie": cookie, "origin": origin})).status == success
    assert (await ask(server, kind, {"cookie": cookie})).status == success


@pytest.mark.parametrize(
    ("host", "origin", "status"),
    [
        ("play.example", "http://play.example", 101),
        ("play.example:80", "http://play.example", 101),
        ("PLAY.example", "http://play.example", 101),
        ("xn--zeitnt-yxa.example", "http://xn--zeitnt-yxa.example", 101),
        ("zeitnot.example", "http://xn--zeitnt-yxa.example", 403),
        ("play.example:81", "http://play.example", 403),
        ("play.example", "http://play.example:80", 403),
        ("play.example.", "http://play.example", 403),
        ("play.example", "https://play.example", 403),
        ("", "http://", 403),
        ("[", "http://[", 400),
    ],
)
async def test_the_host_header_determines_the_servers_origin(
    public_server: Server, host: str, origin: str, status: int
) -> None:
    answer = await ask(public_server, "upgrade", {"host": host, "origin": origin})
    assert answer.status == status


@pytest.mark.parametrize(("scheme", "status"), [("https", 101), ("http", 403)])
async def test_the_scheme_comes_from_the_proxy(
    public_server: Server, scheme: str, status: int
) -> None:
    headers = {"host": "play.example", "origin": "https://play.example"}
    answer = await ask(public_server, "upgrade", {**headers, "x_forwarded_proto": scheme})
    assert answer.status == status
    if scheme == "https":
        answer = await ask(public_server, "post", {**headers, "x_forwarded_proto": scheme})
        assert "; Secure" in answer.headers["set-cookie"]


# ── cookies and tokens ───────────────────────────────────────────────────────────────────────────


async def test_the_session_cookie_has_strict_flags(server: Server) -> None:
    answer = await ask(server, "post", {})
    flags = answer.headers["set-cookie"].split("; ")
    assert {"HttpOnly", "SameSite=lax", "Path=/"} <= set(flags)
    assert not [flag for flag in flags if flag.startswith("Domain")]
    assert flags[0].removeprefix("zeitnot_session=") not in answer.body.decode()


ODD_BEARERS = [
    "Bearer", "Bearer ", "bearer  {t}", "Bearer\t{t}", "Bearer {t}, Bearer {t}",
    "Basic {t}", "Token {t}", "{t}", "Bearer zn_", "Bearer zn_{t}", "Bearer {u}", "Bearer {t}x",
    "Bearer {h}", "Bearer null", "Bearer \x00", "Bearer \xff\xfe", "Bearer ' OR 1=1 --", "",
]  # fmt: skip


@each("form", ODD_BEARERS)
async def test_malformed_authorization_headers_are_refused(server: Server, form: str) -> None:
    """Each is refused, even with a valid cookie."""
    token = server.person()
    digest = hashlib.sha256(token.encode()).hexdigest()
    value = form.format(t=token, u=token.upper(), h=digest)
    headers = {"authorization": value, "cookie": f"zeitnot_session={token}"}
    for kind in ("post", "upgrade"):
        answer = await ask(server, kind, headers)
        if answer.status == 400:
            assert "\0" in form, "a null byte makes the request invalid HTTP"
        else:
            assert (answer.status, answer.json["code"]) == (401, "bad_token")
            assert answer.headers["www-authenticate"] == "Bearer"


@pytest.mark.parametrize("form", ["Bearer {t}", "bearer {t}", "BEARER {t}", " Bearer {t}  "])
async def test_valid_authorization_headers_are_accepted(server: Server, form: str) -> None:
    headers = {"authorization": form.format(t=server.person())}
    assert (await ask(server, "post", headers)).status == 200
    assert (await ask(server, "upgrade", headers)).status == 101


@pytest.mark.parametrize(
    "cookie", ["zeitnot_session=", "zeitnot_session=zn_x", "zeitnot_session", ";;;=", "a=b", "\xff"]
)
async def test_an_expired_or_malformed_cookie_is_anonymous(server: Server, cookie: str) -> None:
    answer = await ask(server, "post", {"cookie": cookie})
    assert answer.status == 201


async def test_a_token_in_a_url_is_refused_and_not_logged(server: Server) -> None:
    token = server.person()
    game = new_game(server, token)
    query = f"?token={token}&access_token={token}&zeitnot_session={token}&authorization={token}"
    body: dict[str, Any] = {"game_type": "tictactoe", "seats": [], "control": {"kind": "unlimited"}}
    status, problem, _ = server.http("POST", f"/api/v1/games{query}", body)
    assert (status, problem["code"]) == (400, "malformed")
    assert token not in problem["detail"]
    async with connected(server.host) as connection:
        answer = await connection.ask(upgrade(f"/ws/games/{game}{query}"))
    assert (answer.status, answer.json["code"]) == (400, "malformed")
    assert token not in answer.json["detail"]
    log = server.log.read_text()
    assert token not in log


@pytest.mark.parametrize(
    "name", ["Access_Bot", "Acce55_Bot", "Аccess_Bot", "access-bot", "ACCESSBOT"]
)
def test_guests_cannot_take_names_like_those_of_bots(server: Server, name: str) -> None:
    server.http("POST", "/api/v1/bots", {"name": "Access_Bot"})
    status, problem, _ = server.http("POST", "/api/v1/session", {"name": name})
    if name == "Acce55_Bot":
        assert status == 201, "5 is not confusable with s"
    else:
        assert (status, problem["code"]) == (409, "name_taken")


def test_invisible_characters_are_removed_from_names(server: Server) -> None:
    _, session, _ = server.http("POST", "/api/v1/session", {"name": "A\u202enn\u0000 \n Lee\u200b"})
    assert session["name"] == "Ann Lee"


@pytest.mark.parametrize(
    ("path", "name", "code"),
    [
        ("session", "Ponderer✓", "name_unfit"),
        ("session", "Admin Team", "name_reserved"),
        ("session", "__", "name_unfit"),
        ("bots", "__", "name_unfit"),
        ("bots", "AdminTeam", "name_reserved"),
        ("bots", "Ponderer_Team", "name_reserved"),
    ],
)
def test_names_that_sound_official_are_refused(
    server: Server, path: str, name: str, code: str
) -> None:
    status, problem, _ = server.http("POST", f"/api/v1/{path}", {"name": name})
    assert (status, problem["code"]) == (409, code)
    if code == "name_unfit":
        reason = "it cannot contain ✓ (U+2713)" if "✓" in name else f"{name} does not fit"
        assert problem["detail"] == (
            "A name has one or more letters or digits of any script, with spaces and - _ . '"
            f" between them; {reason}."
        )


def test_too_long_names_are_refused_with_the_reason(server: Server) -> None:
    status, problem, _ = server.http("POST", "/api/v1/session", {"name": "a" * 33})
    assert (status, problem["code"]) == (400, "malformed")
    assert problem["detail"] == "The name is too long: at most 32 characters."
