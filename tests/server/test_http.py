"""The HTTP API: its responses and refusals."""

from pathlib import Path
from typing import Any

import pytest

from zeitnot_engines.games import NAMES

from .running_server import Server, new_game, websocket
from .test_room_socket import sit

REFERENCE = Path(__file__).parents[2] / "docs/reference"
CONTROL = {"kind": "fischer", "base_ms": 180_000, "increment_ms": 2_000}


def game_request(**fields: Any) -> dict[str, Any]:
    seats = [{"kind": "me"}, {"kind": "open"}]
    return {"game_type": "othello", "control": CONTROL, "seats": seats, **fields}


def test_a_session_is_created_once(server: Server) -> None:
    status, first, headers = server.http("POST", "/api/v1/session", {"name": "Ann"})
    assert (status, first["name"]) == (201, "Ann")
    cookie = headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    status, repeated, _ = server.http(
        "POST", "/api/v1/session", {}, headers={"cookie": cookie.split(";")[0]}
    )
    assert (status, repeated) == (200, first)


def test_a_bot_is_registered_once(server: Server) -> None:
    status, bot, _ = server.http("POST", "/api/v1/bots", {"name": "Deep_Thought"})
    assert status == 201
    assert bot["token"].startswith("zn_")
    status, problem, headers = server.http("POST", "/api/v1/bots", {"name": "deep_thought"})
    assert (status, problem["code"]) == (409, "name_taken")
    assert headers["content-type"] == "application/problem+json"


def test_a_bot_belongs_to_the_session_that_created_it(server: Server) -> None:
    _, session, headers = server.http("POST", "/api/v1/session", {})
    cookie = {"cookie": headers["set-cookie"].split(";")[0]}
    _, owned, _ = server.http("POST", "/api/v1/bots", {"name": "Mine"}, headers=cookie)
    assert owned["owner"] == session["account"]
    _, unowned, _ = server.http("POST", "/api/v1/bots", {"name": "Unowned"})
    assert "owner" not in unowned
    _, child_bot, _ = server.http("POST", "/api/v1/bots", {"name": "Brood"}, owned["token"])
    assert child_bot["owner"] == session["account"]
    _, orphan, _ = server.http("POST", "/api/v1/bots", {"name": "Orphan"}, unowned["token"])
    assert orphan["owner"] == unowned["account"]


@pytest.mark.parametrize("name", ["", "x", "with space", "x" * 25, "na\u0000me"])
def test_invalid_bot_names_are_refused(server: Server, name: str) -> None:
    status, problem, _ = server.http("POST", "/api/v1/bots", {"name": name})
    assert (status, problem["code"]) == (400, "malformed")


def test_creating_a_game_needs_an_account(server: Server) -> None:
    status, problem, _ = server.http("POST", "/api/v1/games", game_request())
    assert (status, problem["code"]) == (401, "not_signed_in")
    status, problem, _ = server.http("POST", "/api/v1/games", game_request(), token="zn_wrong")
    assert (status, problem["code"]) == (401, "bad_token")


def test_a_foreign_page_cannot_use_the_cookie(server: Server) -> None:
    headers = {"cookie": f"zeitnot_session={server.person()}", "origin": "https://evil.example"}
    for path, body in (("games", game_request()), ("bots", {"name": "evil"}), ("session", {})):
        status, problem, _ = server.http("POST", f"/api/v1/{path}", body, headers=headers)
        assert (status, problem["code"]) == (403, "wrong_origin")


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"game_type": "mahjong"}, "bad_settings"),
        ({"settings": {"size": 7}}, "bad_settings"),
        ({"settings": {"colour": "pink"}}, "bad_settings"),
        ({"settings": {"size": "2147483648"}}, "bad_settings"),
        ({"control": {"kind": "fischer", "base_ms": 1000}}, "bad_control"),
        ({"control": {"kind": "sudden_death", "base_ms": 0}}, "bad_control"),
        ({"control": {"kind": "unlimited", "base_ms": 5}}, "bad_control"),
        ({"seats": [{"kind": "me"}]}, "bad_seats"),
        ({"seats": [{"kind": "me"}, {"kind": "me"}]}, "bad_seats"),
        ({"seats": [{"kind": "me"}, {"kind": "bot", "name": "Nobody"}]}, "bot_offline"),
    ],
)
def test_invalid_games_are_refused(server: Server, fields: dict[str, Any], code: str) -> None:
    status, problem, _ = server.http(
        "POST", "/api/v1/games", game_request(**fields), server.person()
    )
    assert (status, problem["code"]) == (422, code)
    assert problem["detail"]


@pytest.mark.parametrize("number", [2**31, -(2**31) - 1, 2**53, 2**64, 10**40])
def test_a_setting_beyond_32_bits_is_refused(server: Server, number: int) -> None:
    status, problem, _ = server.http(
        "POST", "/api/v1/games", game_request(settings={"size": number}), server.person()
    )
    assert (status, problem["code"]) == (400, "malformed")
    assert "settings" in problem["detail"] or "int" in problem["detail"]
    status, problem, _ = server.http("GET", f"/api/v1/books/server/othello?s.size={number}")
    assert (status, problem["code"]) == (400, "bad_settings")
    assert problem["detail"] == "The setting size must be one of 8, 6."


@pytest.mark.parametrize(
    "body",
    [b"{", b"[]", b"\xff", b'{"game_type":"othello"}', b'{"seats":[],"control":{"kind":"x"}}'],
)
def test_unreadable_bodies_are_refused(server: Server, body: bytes) -> None:
    status, problem, _ = server.http("POST", "/api/v1/games", body, server.person())
    assert (status, problem["code"]) == (400, "malformed")


def test_a_too_large_body_is_refused(server: Server) -> None:
    status, problem, _ = server.http("POST", "/api/v1/games", b" " * 20_000, server.person())
    assert (status, problem["code"]) == (413, "too_large")


def test_the_catalogue_lists_games_with_names_and_settings(server: Server) -> None:
    _, catalogue, _ = server.http("GET", "/api/v1/catalogue")
    games = {game["id"]: game for game in catalogue["games"]}
    assert tuple(games) == NAMES
    assert set(games["ewn"]["names"]) == {"en", "zh-Hans", "zh-Hant"}
    assert {setting["name"] for setting in games["othello"]["settings"]} == {"size"}
    assert games["chess"]["settings"] == [
        {"name": "start", "default": 518, "least": 0, "most": 960}
    ]


async def test_the_history_has_filters_and_cursors(server: Server) -> None:
    _, session, headers = server.http("POST", "/api/v1/session", {"name": "Historian"})
    ann = headers["set-cookie"].split(";")[0].removeprefix("zeitnot_session=")
    bob = server.person()
    games = []
    for _ in range(3):
        games.append(new_game(server, ann))
        async with (
            websocket(server, f"/ws/games/{games[-1]}", ann) as ann_socket,
            websocket(server, f"/ws/games/{games[-1]}", bob) as bob_socket,
        ):
            await sit([ann_socket, bob_socket])
            await ann_socket.send("resign")
            await bob_socket.until("finished")

    def ids(query: str) -> tuple[list[str], str | None]:
        status, page, _ = server.http("GET", f"/api/v1/games?{query}")
        assert status == 200, page
        return [game["id"] for game in page["games"]], page.get("cursor")

    by_player = "player=historian&state=finished"
    assert ids(by_player)[0] == games[::-1]
    first, cursor = ids(f"{by_player}&limit=2")
    second, end = ids(f"{by_player}&limit=2&cursor={cursor}")
    assert first + second == games[::-1]
    assert end is None
    assert ids(f"{by_player}&result=loss")[0] == games[::-1]
    assert ids(f"{by_player}&result=win")[0] == []
    assert ids(f"{by_player}&game=othello")[0] == []
    assert ids(f"{by_player}&to=2020-01-01")[0] == []
    assert ids(f"{by_player}&reason=resign")[0] == games[::-1]
    assert session["name"] == "Historian"


def named_guest(server: Server, name: str) -> str:
    """The token of a new guest of this name."""
    _, _, headers = server.http("POST", "/api/v1/session", {"name": name})
    return str(headers["set-cookie"]).split(";")[0].removeprefix("zeitnot_session=")


async def test_own_games_need_an_account(server: Server) -> None:
    ann, namesake = named_guest(server, "Twin"), named_guest(server, "Twin")
    game = new_game(server, ann)
    async with (
        websocket(server, f"/ws/games/{game}", ann) as ann_socket,
        websocket(server, f"/ws/games/{game}", server.person()) as other_socket,
    ):
        await sit([ann_socket, other_socket])
    cookie = {"cookie": f"zeitnot_session={ann}"}
    status, page, _ = server.http("GET", "/api/v1/games?mine=true", headers=cookie)
    assert (status, [(row["id"], row["you"]) for row in page["games"]]) == (200, [(game, 0)])
    cookie = {"cookie": f"zeitnot_session={namesake}"}
    status, page, _ = server.http("GET", "/api/v1/games?mine=true", headers=cookie)
    assert (status, page["games"]) == (200, [])
    status, page, _ = server.http("GET", "/api/v1/games?mine=false&player=Twin")
    assert (status, len(page["games"]), "you" in page["games"][0]) == (200, 1, False)
    stale = {"cookie": "zeitnot_session=zn_wrong"}
    for headers, token, code in (
        (None, None, "not_signed_in"),
        (stale, None, "not_signed_in"),
        (None, "zn_wrong", "bad_token"),
    ):
        status, problem, _ = server.http(
            "GET", "/api/v1/games?mine=true", token=token, headers=headers
        )
        assert (status, problem["code"]) == (401, code)


@pytest.mark.parametrize(
    "query",
    [
        *("limit=0", "limit=x", "cursor=zzz", "from=yesterday"),
        *("result=maybe", "result=win", "mine=maybe", "colour=red"),
    ],
)
def test_bad_filters_are_refused(server: Server, query: str) -> None:
    status, problem, _ = server.http("GET", f"/api/v1/games?{query}")
    assert (status, problem["code"]) == (400, "bad_filter")


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("GET", "/api/v1/games/nosuchgame", 404, "no_such_game"),
        ("GET", "/api/v1/games/nosuchgame/export", 404, "no_such_game"),
        ("GET", "/api/v1/nothing", 404, "not_found"),
        ("DELETE", "/api/v1/games", 405, "method_not_allowed"),
        ("GET", "/api/v1/books/nowhere/othello", 404, "no_such_book"),
        ("GET", "/api/v1/books/server/mahjong", 404, "bad_settings"),
        ("GET", "/api/v1/books/server/othello?position=xyz", 400, "bad_position"),
        ("GET", "/api/v1/books/server/othello?s.size=5", 400, "bad_settings"),
    ],
)
def test_unknown_resources_are_not_found(
    server: Server, method: str, path: str, status: int, code: str
) -> None:
    actual_status, problem, headers = server.http(method, path)
    assert (actual_status, problem["code"]) == (status, code)
    assert headers["content-type"] == "application/problem+json"


def test_status_paths_respond(server: Server) -> None:
    for path in ("/healthz", "/readyz"):
        assert server.http("GET", path)[:2] == (200, "ok")
    assert server.http("GET", "/version")[0] == 200
    assert "python_info" in server.http("GET", "/metrics")[1]


@pytest.mark.parametrize("path", ["/", "/history", "/game/abcd2345"])
def test_the_page_is_served_on_its_paths(server: Server, path: str) -> None:
    status, text, headers = server.http("GET", path)
    assert status == 200
    assert "<title>" in text
    assert "default-src 'self'" in headers["content-security-policy"]


@pytest.mark.parametrize("name", ["openapi.yaml", "asyncapi.yaml"])
def test_the_descriptions_of_the_api_are_served(server: Server, name: str) -> None:
    status, text, headers = server.http("GET", f"/{name}")
    assert (status, headers["content-type"]) == (200, "application/yaml")
    assert text == (REFERENCE / name).read_text(encoding="utf-8")


def test_api_responses_are_not_cached(server: Server) -> None:
    token = server.person()
    game = new_game(server, token)
    requests = [
        ("GET", "/api/v1/games", 200),
        ("GET", f"/api/v1/games/{game}", 200),
        ("GET", f"/api/v1/games/{game}/export", 200),
        ("GET", "/api/v1/tokens", 200),
        ("GET", "/api/v1/books", 200),
        ("POST", "/api/v1/session", 200),
        ("GET", "/api/v1/games?state=over", 400),
        ("GET", "/api/v1/games/nosuch", 404),
        ("GET", "/api/v1/nothing", 404),
        ("DELETE", "/api/v1/session", 204),
        ("GET", "/api/v1/tokens", 401),
    ]
    for method, path, expected_status in requests:
        body = {} if method == "POST" else None
        status, _, headers = server.http(method, path, body, token=token)
        assert status == expected_status, path
        assert headers["cache-control"] == "no-store", path
        assert headers["vary"] == "Cookie, Authorization", path


def test_the_page_has_its_cache_headers(server: Server) -> None:
    _, _, headers = server.http("GET", "/")
    assert headers["cache-control"] == "no-cache"
    _, _, headers = server.http("GET", "/favicon.svg")
    assert "no-store" not in headers.get("cache-control", "")


def test_books_exist_from_the_start(server: Server) -> None:
    status, listed, _ = server.http("GET", "/api/v1/books")
    assert status == 200
    assert "books" in listed
    _, page, _ = server.http("GET", "/api/v1/books/server/othello")
    assert page["turn"] == 0
    assert sorted(page["legal"]) == ["c4", "d3", "e6", "f5"]
