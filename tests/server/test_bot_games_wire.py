"""Busy bots over the wire: refusals, what is shown, and what a restart keeps."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ..security.local import running
from .lobby_bots import against, bot_in_lobby, is_listed_as
from .running_server import Server, new_game, websocket


@pytest.fixture(scope="module")
def lan_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server without bots of its own."""
    running = Server(tmp_path_factory.mktemp("bot_games"), "--no-bots")
    yield running
    assert running.stop() == 0
    assert "Traceback" not in running.log.read_text(), running.log.read_text()


def refused(server: Server, token: str, body: dict[str, Any]) -> tuple[int, str, str]:
    status, problem, _ = server.http("POST", "/api/v1/games", body, token)
    return status, problem["code"], problem["detail"]


async def test_a_full_bot_refuses_and_becomes_free_again(lan_server: Server) -> None:
    ann, bob = lan_server.person(), lan_server.person()
    async with bot_in_lobby(lan_server, "Busy", 1) as lobby:
        game = new_game(lan_server, ann, **against("Busy"))
        while not await is_listed_as(lobby, "Busy", busy=True, most_games=1):
            pass
        words = "Busy is playing as many games as it may (1). Try again in a minute."
        assert refused(lan_server, bob, against("Busy")) == (422, "bot_busy", words)
        async with websocket(lan_server, f"/ws/games/{game}", ann) as room:
            await room.send("hello")
            await room.until("ack", id=await room.send("sit"))
            await room.until("ack", id=await room.send("abort"))
        while await is_listed_as(lobby, "Busy", busy=True):
            pass
        new_game(lan_server, bob, **against("Busy"))


async def test_one_account_cannot_fill_a_bot(lan_server: Server) -> None:
    ann, bob = lan_server.person(), lan_server.person()
    async with bot_in_lobby(lan_server, "Wide", 100):
        for _ in range(8):
            new_game(lan_server, ann, **against("Wide"))
        status, code, words = refused(lan_server, ann, against("Wide"))
        assert (status, code) == (429, "too_many_games")
        assert words.startswith("You have 8 games with bots, which is as many")
        new_game(lan_server, bob, **against("Wide"))
        new_game(lan_server, ann)  # against a person


async def test_a_rematch_beyond_the_slots_is_refused(lan_server: Server) -> None:
    ann, bob = lan_server.person(), lan_server.person()
    _, created, _ = lan_server.http("POST", "/api/v1/bots", {"name": "Twice"})
    async with bot_in_lobby(lan_server, "Twice", 1, created["token"]):
        game = new_game(lan_server, ann, **against("Twice"))
        path = f"/ws/games/{game}"
        async with (
            websocket(lan_server, path, ann) as one,
            websocket(lan_server, path, created["token"]) as two,
        ):
            for seat in (one, two):
                await seat.send("hello")
                await seat.until("ack", id=await seat.send("sit"))
            for seat in (one, two):
                await seat.send("ready", salt="s")
            await one.until("started")
            await one.until("ack", id=await one.send("resign"))
            other = new_game(lan_server, bob, **against("Twice"))
            error = await one.until("error", id=await one.send("rematch"))
            assert error["code"] == "bot_busy"
            async with websocket(lan_server, f"/ws/games/{other}", bob) as third:
                await third.send("hello")
                await third.until("ack", id=await third.send("sit"))
                await third.until("ack", id=await third.send("abort"))
            await one.until("ack", id=await one.send("rematch"))
            await two.send("rematch")
            assert (await one.until("rematch", seat=1))["next"]
            rematches = [m for m in one.received if m["type"] == "rematch"]
            assert len(rematches) == 2
        assert refused(lan_server, bob, against("Twice"))[1] == "bot_busy"


async def test_games_of_a_bot_are_counted_after_a_restart(lan_server: Server) -> None:
    ann, bob = lan_server.person(), lan_server.person()
    _, created, _ = lan_server.http("POST", "/api/v1/bots", {"name": "Again"})
    async with bot_in_lobby(lan_server, "Again", 1, created["token"]):
        new_game(lan_server, ann, **against("Again"))
    lan_server.kill_server()
    async with bot_in_lobby(lan_server, "Again", 1, created["token"]) as lobby:
        await lobby.send("watch", plays=["tictactoe"], most_games=1)
        while not await is_listed_as(lobby, "Again", busy=True):
            await lobby.send("watch", plays=["tictactoe"], most_games=1)
        assert refused(lan_server, bob, against("Again"))[1] == "bot_busy"


async def test_addresses_are_remembered_over_a_restart(lan_server: Server) -> None:
    """32 correspondence games by four guests of one address: a restart does not reset the count."""
    other_headers, elsewhere = {"x-forwarded-for": "192.0.2.1"}, {"x-forwarded-for": "192.0.2.2"}
    _, created, _ = lan_server.http("POST", "/api/v1/bots", {"name": "Patient"})
    body = against("Patient", control={"kind": "correspondence", "days": 366})

    def make(guest: str, at: dict[str, str]) -> str:
        status, messages, _ = lan_server.http("POST", "/api/v1/games", body, guest, at)
        return "" if status == 201 else str(messages["code"])

    guests = [lan_server.person(other_headers) for _ in range(5)]
    async with bot_in_lobby(lan_server, "Patient", 200, created["token"]):
        assert [make(guest, other_headers) for guest in guests[:4] for _ in range(8)] == [""] * 32
        assert make(guests[4], other_headers) == "too_many_games"
    lan_server.kill_server()
    async with bot_in_lobby(lan_server, "Patient", 200, created["token"]):
        assert make(guests[4], other_headers) == "too_many_games"
        assert make(lan_server.person(elsewhere), elsewhere) == ""


async def test_only_house_bots_see_the_source_of_a_game(tmp_path: Path) -> None:
    async with running(tmp_path) as server:
        ann = await server.person()
        created = [
            (await server.post("bots", {"name": name}, ann)).json for name in ("Own", "Else")
        ]
        server.game_server.own_accounts = frozenset([created[0]["account"]])
        own, other = (one["token"] for one in created)
        tags = list[str | None]()
        for name, token in (("Own", own), ("Else", other)):
            async with websocket(server, "/ws/lobby", token) as lobby:
                await lobby.send("watch", plays=["tictactoe"])
                while not await is_listed_as(lobby, name):
                    pass
                for _ in range(2):
                    body = against(name)
                    game = await server.post("games", body, ann, x_forwarded_for="192.0.2.1")
                    for player in (own, other, ann, None):
                        async with websocket(
                            server, f"/ws/games/{game.json['id']}", player
                        ) as room:
                            await room.send("hello")
                            tags.append((await room.until("welcome")).get("source"))
        assert tags[0]
        assert tags == 4 * [tags[0], None, None, None]
