"""Busy bots over the wire: refusals, the lobby's flag `busy`, and the counts after a restart."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ..security.local import running
from .lobby_bots import bot_in_lobby, game_against, is_listed_as
from .running_server import Server, new_game, websocket


@pytest.fixture(scope="module")
def botless_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server without house bots."""
    running = Server(tmp_path_factory.mktemp("bot_games"), "--no-bots")
    yield running
    assert running.stop() == 0
    assert "Traceback" not in running.log.read_text(), running.log.read_text()


def refused(server: Server, token: str, body: dict[str, Any]) -> tuple[int, str, str]:
    status, problem, _ = server.http("POST", "/api/v1/games", body, token)
    return status, problem["code"], problem["detail"]


async def test_a_full_bot_refuses_and_becomes_free_again(botless_server: Server) -> None:
    ann, bob = botless_server.person(), botless_server.person()
    async with bot_in_lobby(botless_server, "Busy", 1) as lobby:
        game = new_game(botless_server, ann, **game_against("Busy"))
        while not await is_listed_as(lobby, "Busy", busy=True, most_games=1):
            pass
        message = "Busy is already playing its maximum number of games (1). Try again in a minute."
        assert refused(botless_server, bob, game_against("Busy")) == (422, "bot_busy", message)
        async with websocket(botless_server, f"/ws/games/{game}", ann) as room:
            await room.send("hello")
            await room.until("ack", id=await room.send("sit"))
            await room.until("ack", id=await room.send("abort"))
        while await is_listed_as(lobby, "Busy", busy=True):
            pass
        new_game(botless_server, bob, **game_against("Busy"))


async def test_one_account_cannot_fill_a_bot(botless_server: Server) -> None:
    ann, bob = botless_server.person(), botless_server.person()
    async with bot_in_lobby(botless_server, "Wide", 100):
        for _ in range(8):
            new_game(botless_server, ann, **game_against("Wide"))
        status, code, message = refused(botless_server, ann, game_against("Wide"))
        assert (status, code) == (429, "too_many_games")
        assert message.startswith("You have 8 games with bots, the maximum")
        new_game(botless_server, bob, **game_against("Wide"))
        new_game(botless_server, ann)  # against a person


async def test_a_rematch_beyond_the_slots_is_refused(botless_server: Server) -> None:
    ann, bob = botless_server.person(), botless_server.person()
    _, created, _ = botless_server.http("POST", "/api/v1/bots", {"name": "Single"})
    async with bot_in_lobby(botless_server, "Single", 1, created["token"]):
        game = new_game(botless_server, ann, **game_against("Single"))
        path = f"/ws/games/{game}"
        async with (
            websocket(botless_server, path, ann) as ann_socket,
            websocket(botless_server, path, created["token"]) as bot_socket,
        ):
            for player in (ann_socket, bot_socket):
                await player.send("hello")
                await player.until("ack", id=await player.send("sit"))
            for player in (ann_socket, bot_socket):
                await player.send("ready", salt="s")
            await ann_socket.until("started")
            await ann_socket.until("ack", id=await ann_socket.send("resign"))
            other = new_game(botless_server, bob, **game_against("Single"))
            error = await ann_socket.until("error", id=await ann_socket.send("rematch"))
            assert error["code"] == "bot_busy"
            async with websocket(botless_server, f"/ws/games/{other}", bob) as bob_socket:
                await bob_socket.send("hello")
                await bob_socket.until("ack", id=await bob_socket.send("sit"))
                await bob_socket.until("ack", id=await bob_socket.send("abort"))
            await ann_socket.until("ack", id=await ann_socket.send("rematch"))
            await bot_socket.send("rematch")
            assert (await ann_socket.until("rematch", seat=1))["next"]
            rematches = [m for m in ann_socket.received if m["type"] == "rematch"]
            assert len(rematches) == 2
        assert refused(botless_server, bob, game_against("Single"))[1] == "bot_busy"


async def test_games_of_a_bot_are_counted_after_a_restart(botless_server: Server) -> None:
    ann, bob = botless_server.person(), botless_server.person()
    _, created, _ = botless_server.http("POST", "/api/v1/bots", {"name": "Restarted"})
    async with bot_in_lobby(botless_server, "Restarted", 1, created["token"]):
        new_game(botless_server, ann, **game_against("Restarted"))
    botless_server.kill_server()
    async with bot_in_lobby(botless_server, "Restarted", 1, created["token"]) as lobby:
        await lobby.send("watch", plays=["tictactoe"], most_games=1)
        while not await is_listed_as(lobby, "Restarted", busy=True):
            await lobby.send("watch", plays=["tictactoe"], most_games=1)
        assert refused(botless_server, bob, game_against("Restarted"))[1] == "bot_busy"


async def test_games_count_for_their_address_after_a_restart(botless_server: Server) -> None:
    """32 correspondence games by four guests of one address: a restart does not reset the count."""
    first_address, second_address = (
        {"x-forwarded-for": "192.0.2.1"},
        {"x-forwarded-for": "192.0.2.2"},
    )
    _, created, _ = botless_server.http("POST", "/api/v1/bots", {"name": "Patient"})
    body = game_against("Patient", control={"kind": "correspondence", "days": 366})

    def make(guest: str, headers: dict[str, str]) -> str:
        status, result, _ = botless_server.http("POST", "/api/v1/games", body, guest, headers)
        return "" if status == 201 else str(result["code"])

    guests = [botless_server.person(first_address) for _ in range(5)]
    async with bot_in_lobby(botless_server, "Patient", 200, created["token"]):
        assert [make(guest, first_address) for guest in guests[:4] for _ in range(8)] == [""] * 32
        assert make(guests[4], first_address) == "too_many_games"
    botless_server.kill_server()
    async with bot_in_lobby(botless_server, "Patient", 200, created["token"]):
        assert make(guests[4], first_address) == "too_many_games"
        assert make(botless_server.person(second_address), second_address) == ""


async def test_only_house_bots_see_the_source_of_a_game(tmp_path: Path) -> None:
    async with running(tmp_path) as server:
        ann = await server.person()
        created = [
            (await server.post("bots", {"name": name}, ann)).json for name in ("Trusted", "Foreign")
        ]
        server.game_server.house_accounts = frozenset([created[0]["account"]])
        house_token, foreign_token = (bot["token"] for bot in created)
        sources = list[str | None]()
        for name, token in (("Trusted", house_token), ("Foreign", foreign_token)):
            async with websocket(server, "/ws/lobby", token) as lobby:
                await lobby.send("watch", plays=["tictactoe"])
                while not await is_listed_as(lobby, name):
                    pass
                for _ in range(2):
                    body = game_against(name)
                    game = await server.post("games", body, ann, x_forwarded_for="192.0.2.1")
                    for player in (house_token, foreign_token, ann, None):
                        async with websocket(
                            server, f"/ws/games/{game.json['id']}", player
                        ) as room:
                            await room.send("hello")
                            sources.append((await room.until("welcome")).get("source"))
        assert sources[0]
        assert sources == 4 * [sources[0], None, None, None]
