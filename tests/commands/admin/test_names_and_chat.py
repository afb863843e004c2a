"""`zeitnot admin` finds and removes bad names, chat and reports."""

import contextlib
import json
import sqlite3

import pytest

import zeitnot_protocol as p
from zeitnot_server.commands.admin import names

from ...server.operating import account_of
from ...server.running_server import Server, new_game, websocket
from ...server.test_room_socket import MOVES, sit
from ..conftest import Zeitnot
from .games import play_with_chat, verified_export
from .guests import close_of, create_guest

# ── names ──────────────────────────────────────────────────────────────────────────────────────


async def test_a_bad_name_is_removed_everywhere(server: Server, admin: Zeitnot) -> None:
    (ann, account), (bob, _) = create_guest(server, "Foul Name"), create_guest(server, "Bob")
    as_player = await play_with_chat(server, ann, bob, bob)
    as_watcher = await play_with_chat(server, bob, server.person(), ann)
    running = new_game(server, ann)
    path = f"/ws/games/{running}"
    async with websocket(server, path, ann) as one, websocket(server, path, bob) as two:
        await sit([one, two])
        await one.send("chat", text="hello")
        await two.until("said", text="hello")
        result = admin("rename", account)
        assert await close_of(one) == (1012, "renamed by the operator")
        async with websocket(server, path, ann) as second_socket:
            await second_socket.send("hello")
            await second_socket.until("welcome", you=0)
            await second_socket.send("chat", text="who am I?")
            event = await two.until("said", text="who am I?")
            for ply, move in enumerate(MOVES):
                mover = (second_socket, two)[ply % 2]
                sent = await mover.send("move", ply=ply, move=move, id=f"move {ply}")
                await mover.until("ack", id=sent)
    neutral = event["name"]
    assert neutral.startswith("Guest ")
    # The server renames the account in its loaded rooms, so the command cannot count all events.
    assert result.out == f"renamed {account}: Foul Name is {neutral}; in 2 games\n"
    for game in (as_player, as_watcher, running):
        assert "Foul Name" not in p.encode(verified_export(server, game))
        for route in ("", "/export"):
            _, messages, _ = server.http("GET", f"/api/v1/games/{game}{route}")
            assert "Foul Name" not in json.dumps(messages)
            assert neutral in json.dumps(messages)
    assert server.http("GET", "/api/v1/games?player=Foul%20Name")[1]["games"] == []
    games = server.http("GET", f"/api/v1/games?player={neutral.replace(' ', '%20')}")[1]["games"]
    assert {game["id"] for game in games} == {as_player, running}
    assert server.http("GET", f"/api/v1/accounts/{account}")[1]["name"] == neutral


def test_a_bot_is_renamed_and_its_old_name_is_free(
    server: Server, admin: Zeitnot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        names, "SERVER_SECONDS", 0
    )  # the bot is in no room, so no server must be waited for
    _, bot, _ = server.http("POST", "/api/v1/bots", {"name": "Foul_Bot"})
    admin("rename", bot["account"], "Fair_Bot")
    _, listed, _ = server.http("GET", "/api/v1/tokens", token=bot["token"])
    assert listed["tokens"][0]["account_name"] == "Fair_Bot"
    assert server.http("POST", "/api/v1/bots", {"name": "fair-bot"})[0] == 409
    assert server.http("POST", "/api/v1/bots", {"name": "Foul_Bot"})[0] == 201


def test_a_rename_is_logged_with_both_names(server: Server, admin: Zeitnot) -> None:
    _, account = create_guest(server, "Foul")
    admin("rename", account, "Fair")
    (row,) = admin("log", "--account", account, "--act", "renamed").out.splitlines()
    assert row.split("\t")[5] == "was Foul, is Fair"


# ── chat and reports ───────────────────────────────────────────────────────────────────────────


async def test_chat_is_removed_by_number_by_account_or_all(server: Server, admin: Zeitnot) -> None:
    (ann, account), bob, carl = create_guest(server, "Ann"), server.person(), server.person()
    game = await play_with_chat(server, ann, bob, carl)

    def texts() -> list[str]:
        return [e.text for e in verified_export(server, game).events if isinstance(e, p.Said)]

    events = verified_export(server, game).events
    third = next(str(e.seq) for e in events if isinstance(e, p.Said) and e.text == "third")
    assert texts() == ["first", "second", "third"]
    admin("remove-chat", game, third)
    assert texts() == ["first", "second", "[removed]"]
    admin("remove-chat", game, "--account", account)
    assert texts() == ["[removed]", "second", "[removed]"]
    assert admin("remove-chat", game).out == f"removed 1 line of chat from game {game}\n"
    assert texts() == ["[removed]"] * 3
    with contextlib.closing(sqlite3.connect(server.db)) as connection:
        query = "SELECT digest FROM log WHERE game = ? AND kind = 'said'"
        assert set(connection.execute(query, (game,))) == {(None,)}


async def test_chat_of_an_account_is_removed_in_all_games(server: Server, admin: Zeitnot) -> None:
    (ann, account), bob, carl = create_guest(server, "Ann"), server.person(), server.person()
    games = [
        await play_with_chat(server, ann, bob, carl),
        await play_with_chat(server, bob, carl, ann),
    ]
    result = admin("remove-chat", "--account", account)
    assert result.out == "removed 2 lines of chat from 2 games\n"
    texts = [
        [e.text for e in verified_export(server, g).events if isinstance(e, p.Said)] for g in games
    ]
    assert texts == [["[removed]", "second", "third"], ["first", "second", "[removed]"]]
    assert admin("remove-chat", "--account", "nobody").out.startswith("removed 0 ")


async def test_reports_are_removed_by_number_by_account_or_all(
    server: Server, admin: Zeitnot
) -> None:
    """Uses reports with prose, which older versions stored and which can be read until it is
    removed."""
    (ann, account), bob = create_guest(server, "Ann"), server.person()
    game = await play_with_chat(server, ann, bob, bob)
    with contextlib.closing(sqlite3.connect(server.db)) as connection, connection:
        report = json.dumps({"depth": 3, "pv": "meet me at example.com"})
        query = (
            "UPDATE log_entry SET body = json_set(body, '$.engine', json(?))"
            " WHERE game = ? AND kind = 'moved'"
        )
        connection.execute(query, (report, game))

    def moves() -> list[p.Moved]:
        return [e for e in verified_export(server, game).events if isinstance(e, p.Moved)]

    assert all(e.engine and e.engine.pv == "meet me at example.com" for e in moves())
    admin("remove-reports", game, str(moves()[1].seq))
    assert [e.engine is None for e in moves()] == [False, True, False, False, False]
    assert admin("remove-reports", "--account", account).out == "removed 3 reports from 1 game\n"
    assert [e.engine is None for e in moves()] == [True, True, True, False, True]
    admin("remove-reports", game)
    assert not any(e.engine for e in moves())


async def test_a_game_shows_the_accounts_in_it(server: Server, admin: Zeitnot) -> None:
    """After a complaint about chat, the operator finds the line to remove and the account to
    ban."""
    tokens = {}
    for number, name in enumerate(("Ann", "Bob", "Looker"), 1):
        headers = {"x-forwarded-for": f"198.51.100.{number}"}
        tokens[name] = server.person(headers=headers)
    accounts = {name: account_of(server, token) for name, token in tokens.items()}
    game = await play_with_chat(server, *tokens.values())
    with contextlib.closing(sqlite3.connect(server.db)) as connection, connection:
        query = (
            "UPDATE log_entry SET body = json_set(body, '$.engine', json(?))"
            " WHERE game = ? AND kind = 'moved' AND ply = 1"
        )
        connection.execute(query, (json.dumps({"depth": 3, "pv": "meet\tme"}), game))
    rows = [line.split("\t") for line in admin("game", game).out.splitlines()]
    assert all(len(row) == 6 for row in rows)

    def rows_of(kind: str) -> list[list[str]]:
        return [row[1:] for row in rows if row[0] == kind]

    assert rows_of("game")[0][2] == game
    assert ", finished " in rows_of("game")[0][3]
    assert rows_of("maker")[0][1] == accounts["Ann"]
    seats = [(row[0], row[1], row[3], row[4]) for row in rows_of("seat")]
    assert seats == [
        ("0", accounts["Ann"], "person", "198.51.100.1"),
        ("1", accounts["Bob"], "person", "198.51.100.2"),
    ]
    assert [(row[1], row[4]) for row in rows_of("spectator")] == [
        (accounts["Looker"], "198.51.100.3")
    ]
    chat = [(row[1], row[3]) for row in rows_of("chat")]
    assert chat == list(zip(accounts.values(), ("first", "second", "third"), strict=True))
    ((number, account, _, description, _),) = rows_of("report")
    assert (account, description) == (accounts["Bob"], "meet me")
    assert admin("remove-reports", game, number).out.startswith("removed 1 ")
    assert admin("remove-chat", game, rows_of("chat")[2][0]).out.startswith("removed 1 ")
    assert "third" not in admin("game", game).out
