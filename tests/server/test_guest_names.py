"""A guest changes its name over HTTP: refused names, and records that keep the former name."""

import json
from pathlib import Path

import pytest

from ..security.local import running
from ..security.raw import connected, request
from .operating import account_of, ban, operate
from .running_server import Server, new_game, websocket
from .test_room_socket import sit

PATH = "/api/v1/session"


def rename(server: Server, token: str, name: str) -> tuple[int, dict[str, str]]:
    status, answer, _ = server.http("PATCH", PATH, {"name": name}, token)
    return status, answer


async def test_a_guest_keeps_its_account_and_its_games(server: Server) -> None:
    ann, bob = server.person(), server.person()
    account = account_of(server, ann)
    _, before, _ = server.http("GET", f"/api/v1/accounts/{account}")
    game = new_game(server, ann)
    async with (
        websocket(server, f"/ws/games/{game}", ann) as ann_socket,
        websocket(server, f"/ws/games/{game}", bob) as bob_socket,
    ):
        await sit([ann_socket, bob_socket])
        assert rename(server, ann, " Zoë ") == (200, {"account": account, "name": "Zoë"})
    async with websocket(server, f"/ws/games/{game}", ann) as ann_socket:
        await ann_socket.send("hello")
        assert (await ann_socket.until("welcome"))["you"] == 0
        await ann_socket.send("chat", text="hello")
        assert (await ann_socket.until("said"))["name"] == before["name"]
    status, session, _ = server.http("POST", PATH, {}, ann)
    assert (status, session) == (200, {"account": account, "name": "Zoë"})
    _, page, _ = server.http("GET", "/api/v1/games?mine=true", token=ann)
    assert [row["id"] for row in page["games"]] == [game]
    assert page["games"][0]["seats"][0]["player"]["name"] == before["name"]
    later = new_game(server, ann)
    _, record, _ = server.http("GET", f"/api/v1/games/{later}")
    assert record["game"]["seats"][0]["reserved"] == "Zoë"


@pytest.mark.parametrize(
    ("name", "status", "code"),
    [
        ("nAmed_bot", 409, "name_taken"),
        ("Admin", 409, "name_reserved"),
        ("P\u0430ul", 409, "name_mixed"),
        ("a\u2713b", 409, "name_unfit"),
        (" \u200b ", 409, "name_unfit"),
        ("", 400, "malformed"),
        ("x" * 33, 400, "malformed"),
    ],
)
def test_invalid_names_are_refused(server: Server, name: str, status: int, code: str) -> None:
    server.http("POST", "/api/v1/bots", {"name": "Named_Bot"})
    ann = server.person()
    answer = rename(server, ann, name)
    assert (answer[0], answer[1]["code"]) == (status, code)
    assert server.http("POST", PATH, {}, ann)[1]["name"].startswith("Guest ")


def test_a_bot_and_a_muted_guest_keep_their_names(server: Server) -> None:
    _, bot, _ = server.http("POST", "/api/v1/bots", {"name": "Steady_Bot"})
    status, problem = rename(server, bot["token"], "Other")
    assert (status, problem["code"]) == (409, "name_fixed")
    muted = server.person()
    operate(server, ban(account_of(server, muted), kind="mute", reason="shouts"))
    # The server looks for new sanctions four times a second.
    while (answer := rename(server, muted, "Steady"))[0] != 403:
        pass
    assert answer[1]["code"] == "muted"
    assert "shouts" in answer[1]["detail"]


def test_every_route_refuses_reserved_names_and_odd_letters(server: Server) -> None:
    ann = server.person()
    for name in ("ﷺ", "𒐫", "House bot", "My House Bot", "Admin Team", "系统消息", "ℹ"):
        answers = [server.http("POST", PATH, {"name": name})[:2], rename(server, ann, name)]
        for status, problem in answers:
            assert (status, problem["code"]) in {(409, "name_reserved"), (409, "name_unfit")}, name
    for name in ("House_Bot", "my-house-bot", "AdminTeam", "System_Message", "Ponderer_2"):
        status, problem, _ = server.http("POST", "/api/v1/bots", {"name": name}, ann)
        assert (status, problem["code"]) == (409, "name_reserved"), name


async def test_changes_of_a_name_are_limited(tmp_path: Path) -> None:
    async with running(tmp_path, account_renames=((0, 2),)) as local:
        ann, bob = await local.person(), await local.person()
        answers = []
        names = ((ann, "One"), (ann, "Admin"), (ann, "Two"), (ann, "Three"), (bob, "Four"))
        for token, name in names:
            body = json.dumps({"name": name}).encode()
            fields = {"content_type": "application/json", "content_length": str(len(body))}
            head = request(PATH, "PATCH", authorization=f"Bearer {token}", **fields)
            async with connected(local.host) as connection:
                answers.append(await connection.ask(head, body))
    assert [answer.status for answer in answers] == [200, 409, 200, 429, 200]
    assert int(answers[3].headers["retry-after"]) > 0
