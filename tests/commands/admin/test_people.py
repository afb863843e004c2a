"""`zeitnot admin` makes accounts, roles and codes; exports and deletes accounts."""

import asyncio
import json
import re
import time
import urllib.request
import zipfile
from io import BytesIO
from pathlib import Path

import pytest

import zeitnot_protocol as p
from zeitnot_server.commands import printing

from ...server.running_server import Server, new_game, websocket
from ...server.test_exports import resigned
from ...server.test_room_socket import sit
from ..conftest import Zeitnot
from .games import play_with_chat, verified_export
from .guests import close_of

CODE = "[0-9A-Z]{5}(-[0-9A-Z]{5}){2}"
PASSWORD = "correct horse"
WAIT_S = 30.0


def keep(server: Server, admin: Zeitnot, name: str, *options: str) -> str:
    """The session of a new person with this name, whose account the operator has made."""
    made, code, _ = admin("account", name, *options).out.strip().split("\t")
    assert made == name
    return reset(server, name, code)


def reset(server: Server, name: str, code: str) -> str:
    body = {"name": name, "code": code, "password": PASSWORD}
    status, session, headers = server.http("POST", "/api/v1/account/reset", body)
    assert (status, session["name"], session["kept"]) == (200, name, True)
    return session_of(headers)


def session_of(headers: dict[str, str]) -> str:
    found = re.search(r"zeitnot_session=([^;]+)", headers["set-cookie"])
    assert found
    return found[1]


def until_gone(server: Server, game: str, name: str) -> p.Export:
    """The game once it has ended and no longer has this name."""
    until = time.monotonic() + WAIT_S
    while time.monotonic() < until:
        _, export, _ = server.http("GET", f"/api/v1/games/{game}/export")
        if export["seed"] is not None and name not in json.dumps(export):
            return verified_export(server, game)
        time.sleep(0.05)
    raise AssertionError("the name has not gone")


def test_accounts_of_a_list_are_made_all_or_none(
    server: Server, admin: Zeitnot, zeitnot: Zeitnot, tmp_path: Path
) -> None:
    names = tmp_path / "class.txt"
    names.write_text("Lena Fox\n\n  Otto Fox \r\n", encoding="utf-8-sig")
    rows = [row.split("\t") for row in admin("account", "--from", str(names)).out.splitlines()]
    assert [row[0] for row in rows] == ["Lena Fox", "Otto Fox"]
    reset(server, *rows[1][:2])
    short = admin("account", "Mia Fox", "--days", "1").out.split("\t")
    teacher = admin("account", "Ms Fox", "--role", "teacher").out.split("\t")
    assert short[2] == teacher[2] < rows[0][2]
    for arguments, sentence in (
        (["New Fox", "Lena Fox"], "Lena Fox is taken"),
        ([], "Give 1 to 200 names"),
        (["Guest 77"], "is a guest's name"),
        (["Guest 77", "Lena Fox"], "Lena Fox is taken"),
        (["New Fox", "--days", "15"], "15 is not in the range"),
    ):
        result = zeitnot("admin", "account", *arguments, "--db", str(server.db))
        assert result.code == 2
        assert sentence in result.err
    assert admin("accounts", "--name", "New Fox").out == ""
    assert admin("accounts", "--name", "Lena Fox").out.split("\t")[1:3] == ["Lena Fox", "player"]


def test_links_reset_codes_and_roles(
    server: Server, admin: Zeitnot, zeitnot: Zeitnot, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = admin("link", "--url", "https://play.example/").out
    found = re.fullmatch(rf"https://play\.example/account#code=({CODE})\n", first)
    assert found
    status, session, _ = server.http("POST", "/api/v1/account/link", {"code": found[1]})
    assert (status, session["name"], session["role"]) == (200, "Admin", "admin")
    keep(server, admin, "Tim Bear")
    assert "is player" in zeitnot("admin", "link", "Tim Bear", "--db", str(server.db)).err
    assert admin("role", "Tim Bear", "admin").out == "Tim Bear is admin, was player\n"
    assert "several admins" in zeitnot("admin", "link", "--db", str(server.db)).err
    assert admin("role", "Admin", "organiser").out == "Admin is organiser, was admin\n"
    last = zeitnot("admin", "role", "Tim Bear", "player", "--db", str(server.db))
    assert (last.code, "only admin" in last.err) == (2, True)
    assert re.fullmatch(rf"http://127\.0\.0\.1:8080/account#code={CODE}\n", admin("link").out)
    monkeypatch.setattr(printing, "is_terminal", lambda: True)
    for host, port, address in (
        ("0.0.0.0", "9123", "http://127.0.0.1:9123"),
        ("::", "80", "http://[::1]:80"),
        ("10.0.0.7", "9123", "http://10.0.0.7:9123"),
    ):
        monkeypatch.setenv("ZEITNOT_HOST", host)
        monkeypatch.setenv("ZEITNOT_PORT", port)
        made = zeitnot("admin", "link", "--db", str(server.db))
        assert made.out.startswith(f"{address}/account#code=")
        assert f"if the server is not at {address}, give its address with --url" in made.err
    monkeypatch.setenv("ZEITNOT_PORT", "0")
    assert "give --url" in zeitnot("admin", "link", "--db", str(server.db)).err
    monkeypatch.undo()
    reset(server, "Tim Bear", admin("reset-code", "tim bear").out.strip())
    unknown = zeitnot("admin", "reset-code", "Nobody", "--db", str(server.db))
    assert (unknown.code, "No person keeps" in unknown.err) == (2, True)


def test_codes_for_joining_are_listed_and_ended(
    server: Server, admin: Zeitnot, zeitnot: Zeitnot
) -> None:
    code = admin("join-code", "--uses", "2", "--for", "30d", "--note", "class 7b").out
    assert re.fullmatch(f"{CODE}\n", code)
    (row,) = admin("join-codes").out.splitlines()
    id, _, _, used, most, ended, note = row.split("\t")
    assert (used, most, ended, note) == ("0", "2", "-", "class 7b")
    assert admin("end-join-code", id).out == f"ended {id}\n"
    assert admin("join-codes").out == ""
    assert len(admin("join-codes", "--all").out.splitlines()) == 1
    assert zeitnot("admin", "end-join-code", id, "--db", str(server.db)).code == 2
    assert code.strip() not in admin("log").out


def test_an_account_is_exported(server: Server, admin: Zeitnot, tmp_path: Path) -> None:
    ann, bob = keep(server, admin, "Ann Exports"), server.person()
    kinds = ("chess", "tictactoe")
    played = [asyncio.run(resigned(server, ann, bob, kind)) for kind in kinds]
    new_game(server, ann)  # is not finished
    server.http("POST", "/api/v1/bots", {"name": "Exported_Bot"}, ann)
    server.http("POST", "/api/v1/imports", {"text": "1. e4 e5 1-0"}, ann)
    keep(server, admin, "Bob Exports")
    for method, url, body in (
        ("PUT", "/api/v1/following/Bob%20Exports", None),
        ("POST", "/api/v1/blocked", {"game": played[0], "seat": 1}),
        ("POST", "/api/v1/complaints", {"person": "Bob Exports", "reason": "insult"}),
    ):
        assert server.http(method, url, body, ann)[0] < 300, url
    path = tmp_path / "ann.zip"
    assert admin("export-account", "Ann Exports", "-o", str(path)).out == "wrote 3 games\n"
    request = urllib.request.Request(f"http://{server.host}/api/v1/account/export")
    request.add_header("authorization", f"Bearer {ann}")
    with urllib.request.urlopen(request, timeout=WAIT_S) as answer:
        assert answer.headers["content-type"] == "application/zip"
        downloaded = answer.read()
    for file in (path.read_bytes(), downloaded):
        with zipfile.ZipFile(BytesIO(file)) as archive:
            assert archive.testzip() is None
            contents = {name: archive.read(name).decode() for name in archive.namelist()}
        assert set(contents) == {
            *("account.json", "sessions.json", "passkeys.json", "bots.json"),
            *("ratings.json", "people.json", "clubs.json"),
            *("rating-history.jsonl", "games.jsonl", "imported.jsonl", "chess.pgn"),
        }
        assert json.loads(contents["account.json"])["name"] == "Ann Exports"
        assert [bot["name"] for bot in json.loads(contents["bots.json"])] == ["Exported_Bot"]
        assert {row["kind"] for row in json.loads(contents["sessions.json"])} == {"session", "bot"}
        assert "hash" not in contents["sessions.json"]
        people = json.loads(contents["people.json"])
        assert people["follows"] == ["Bob Exports"]
        assert len(people["blocks"]) == 1
        (complaint,) = people["complaints"]
        assert (complaint["about"], complaint["reason"]) == ("Bob Exports", "insult")
        assert set(complaint) == {
            *("at", "about", "reason", "text", "game", "messages", "resolved_at"),
        }
        games = [json.loads(line) for line in contents["games.jsonl"].splitlines()]
        assert {game["id"] for game in games} == set(played)
        assert len(contents["imported.jsonl"].splitlines()) == 1
        assert "1. e4" in contents["chess.pgn"]
    assert server.http("GET", "/api/v1/account/export")[0] == 401


@pytest.mark.parametrize("by", ["page", "command"])
async def test_a_deleted_account_leaves_its_games(server: Server, admin: Zeitnot, by: str) -> None:
    name = f"Leaver {by}"
    ann, bob = keep(server, admin, name), server.person()
    played = await play_with_chat(server, ann, bob, bob)
    watched = await play_with_chat(server, bob, server.person(), ann)
    game = new_game(server, ann)
    path = f"/ws/games/{game}"
    async with websocket(server, path, ann) as one, websocket(server, path, bob) as two:
        await sit([one, two])
        await two.send("chat", text="hello")
        await one.until("ack", id=await one.send("move", ply=0, move="a1"))
        await two.until("ack", id=await two.send("move", ply=1, move="b2"))
        if by == "page":
            body = {"password": "wrong one"}
            assert server.http("DELETE", "/api/v1/account", body, ann)[0] == 403
            body = {"password": PASSWORD}
            assert server.http("DELETE", "/api/v1/account", body, ann)[0] == 204
        else:
            assert admin("delete-account", name, "--yes").out.startswith(f"deleted {name}")
        ended = await two.until("finished")
        assert (ended["reason"], ended["scores"]) == ("resign", [0.0, 1.0])
        assert (await close_of(one))[0] in (1008, 1012)
    for one_game in (played, watched, game):
        export = until_gone(server, one_game, name)
        assert "Deleted " in p.encode(export)
    assert server.http("GET", "/api/v1/tokens", token=ann)[0] == 401
    status, problem, _ = server.http(
        "POST", "/api/v1/sign-in", {"name": name, "password": PASSWORD}
    )
    assert (status, problem["code"]) == (403, "wrong_password")
