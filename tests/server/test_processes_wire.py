"""A bot with several processes over the wire. Games and rematches need a process with room, and a
process that takes over a game sends its assignment number in the hello."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import zeitnot_protocol as p

from .lobby_bots import game_against
from .running_server import Server, WebSocket, new_game, websocket
from .test_bot_games_wire import refused


@asynccontextmanager
async def process(
    server: Server, token: str, id: str, game: str, most_games: int = 1
) -> AsyncIterator[WebSocket]:
    """The lobby's socket of a process that plays this game."""
    async with websocket(server, "/ws/lobby", token) as lobby:
        await lobby.send("watch", plays=[game], most_games=most_games, process=id)
        await lobby.until("lobby")
        yield lobby


def bot(server: Server, name: str) -> str:
    _, created, _ = server.http("POST", "/api/v1/bots", {"name": name})
    return str(created["token"])


async def begin(*players: WebSocket) -> None:
    """Seats the players and starts the game."""
    for player in players:
        await player.send("hello")
        await player.until("ack", id=await player.send("sit"))
    for player in players:
        await player.send("ready", salt="s")
    for player in players:
        await player.until("started")


async def test_a_bot_is_busy_for_the_games_of_its_full_processes(server: Server) -> None:
    ann, bob, token = server.person(), server.person(), bot(server, "Twofold")
    async with (
        process(server, token, "a", "tictactoe") as first,
        process(server, token, "b", "othello") as second,
    ):
        game = new_game(server, ann, **game_against("Twofold"))
        assert (await first.until("invited"))["game"] == game
        sentence = (
            "Twofold is already playing its maximum number of such games. Try again in a minute."
        )
        assert refused(server, bob, game_against("Twofold")) == (422, "bot_busy", sentence)
        other = new_game(server, bob, **game_against("Twofold", game_type="othello"))
        assert (await second.until("invited"))["game"] == other
        assert refused(server, ann, game_against("Twofold", game_type="chess"))[1] == (
            "bot_plays_not"
        )


async def test_a_rematch_needs_a_process_with_room(server: Server) -> None:
    ann, bob, token = server.person(), server.person(), bot(server, "Again")
    async with (
        process(server, token, "a", "tictactoe"),
        process(server, token, "b", "othello"),
    ):
        game = new_game(server, ann, **game_against("Again"))
        path = f"/ws/games/{game}"
        async with (
            websocket(server, path, ann) as ann_socket,
            websocket(server, path, token) as bot_socket,
        ):
            await begin(ann_socket, bot_socket)
            await ann_socket.until("ack", id=await ann_socket.send("resign"))
            other = new_game(server, bob, **game_against("Again"))
            await ann_socket.until("ack", id=await ann_socket.send("rematch"))
            error = await bot_socket.until("error", id=await bot_socket.send("rematch"))
            assert error["code"] == "bot_busy"
            async with websocket(server, f"/ws/games/{other}", bob) as bob_socket:
                await bob_socket.send("hello")
                await bob_socket.until("ack", id=await bob_socket.send("sit"))
                await bob_socket.until("ack", id=await bob_socket.send("abort"))
            await bot_socket.send("rematch")
            assert (await ann_socket.until("rematch", seat=1))["next"]


async def test_a_process_that_watches_again_keeps_its_games(server: Server) -> None:
    ann, token = server.person(), bot(server, "Twice")
    async with (
        process(server, token, "b", "tictactoe") as first,
        process(server, token, "a", "tictactoe") as second,
    ):
        game = new_game(server, ann, **game_against("Twice"))
        invitation = await first.until("invited")
        await first.send("watch", plays=["tictactoe"], most_games=1, process="b")
        assert await first.until("invited") == invitation
        other = new_game(server, ann, **game_against("Twice"))
        assert {invitation["game"], (await second.until("invited"))["game"]} == {game, other}
        assert not any(each.get("game") == game for each in second.received)


async def test_a_game_is_taken_over_in_its_room(server: Server) -> None:
    ann, token = server.person(), bot(server, "Shared")
    async with (
        process(server, token, "b", "tictactoe") as second,
        process(server, token, "a", "tictactoe") as first,
    ):
        game = new_game(server, ann, **game_against("Shared"))
        invitation = await second.until("invited")
        path = f"/ws/games/{game}"
        async with (
            websocket(server, path, ann) as ann_socket,
            websocket(server, path, token) as older,
            websocket(server, path, token) as newer,
        ):
            await ann_socket.send("hello")
            await older.send("hello", process="b", assignment=invitation["assignment"])
            await older.until("welcome")
            await second.socket.close()
            later_invitation = await first.until("invited")
            assert later_invitation["game"] == game
            assert later_invitation["assignment"] > invitation["assignment"]
            await newer.send("hello", process="a", assignment=later_invitation["assignment"])
            assert (await older.until("error"))["code"] == "played_elsewhere"
            await older.socket.wait_closed()
            assert older.socket.close_code == p.POLICY_VIOLATION
            await begin(ann_socket, newer)


async def test_a_future_assignment_number_is_refused(server: Server) -> None:
    """Otherwise a process could keep a game from all others of its bot for ever."""
    ann, token = server.person(), bot(server, "Hasty")
    async with process(server, token, "a", "tictactoe") as lobby:
        game = new_game(server, ann, **game_against("Hasty"))
        invitation = await lobby.until("invited")
        path = f"/ws/games/{game}"
        async with (
            websocket(server, path, token) as hasty,
            websocket(server, path, token) as assigned,
        ):
            await hasty.send("hello", process="b", assignment=invitation["assignment"] + 3_600_000)
            error = await hasty.until("error")
            assert error["code"] == "malformed"
            assert "has not been given yet" in error["message"]
            await assigned.send("hello", process="a", assignment=invitation["assignment"])
            await assigned.until("welcome")
            await hasty.send("hello", process="b", assignment=1)
            assert (await hasty.until("error"))["code"] == "played_elsewhere"
