"""Answers to invitations over the wire: the bot's, what the asker sees of it, and what is left."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import zeitnot_protocol as p
from zeitnot_client import Decline, run_bot
from zeitnot_server.hosting.room.inbox import Subscribe
from zeitnot_server.rooms.room import Invitation
from zeitnot_server.rooms.timeouts import MIN_ANSWER_MS

from .hosted import Person, RoomHarness
from .lobby_bots import game_against, is_listed_as
from .operating import account_of, ban, operate
from .running_server import Server, WebSocket, new_game, websocket
from .test_bot_games_wire import refused
from .test_processes_wire import bot


@asynccontextmanager
async def lobby_of(
    server: Server, token: str, plays: str = "tictactoe", **fields: Any
) -> AsyncIterator[WebSocket]:
    """The lobby's socket of a bot."""
    async with websocket(server, "/ws/lobby", token) as lobby:
        await lobby.send("watch", plays=[plays], **fields)
        await lobby.until("lobby")
        yield lobby


async def test_an_invitation_names_its_deadline_and_who_asks(server: Server) -> None:
    ann, token = server.person(), bot(server, "Asked")
    async with lobby_of(server, token) as lobby:
        new_game(server, ann, **game_against("Asked"))
        invited = await lobby.until("invited")
        assert invited["deadline"] > 1_000_000_000_000
        assert invited["opponents"] == [invited["asker"]]
        assert "bot" not in invited["asker"]


async def test_a_declined_game_frees_the_bot_and_leaves_no_trace(server: Server) -> None:
    ann, token = server.person(), bot(server, "Picky")
    async with lobby_of(server, token, most_games=1) as lobby:
        game = new_game(server, ann, **game_against("Picky"))
        await lobby.until("invited")
        async with websocket(server, f"/ws/games/{game}", ann) as room:
            await room.send("hello")
            await room.until("ack", id=await room.send("sit"))
            text = "Ten minutes\u202e at least\n please"
            await lobby.send("decline", game=game, reason="tooFast", text=text)
            seated = await room.until("seated", seat=1)
            declined = {"name": "Picky", "reason": "tooFast", "text": "Ten minutes at least please"}
            assert (seated["declined"], seated["seat_view"]) == (declined, {})
            while not await is_listed_as(lobby, "Picky", most_games=1):
                pass
            second = new_game(server, ann, **game_against("Picky"))
            assert (await lobby.until("invited"))["game"] == second, "its only slot is free"
            await room.until("ack", id=await room.send("abort"))
        _, page, _ = server.http("GET", "/api/v1/games?mine=true", token=ann)
        assert game not in [row["id"] for row in page["games"]]
        status, record, _ = server.http("GET", f"/api/v1/games/{game}", token=ann)
        assert (status, record["game"]["state"]) == (200, "finished")


async def test_an_accepted_seat_is_taken_before_the_bot_connects(server: Server) -> None:
    ann, token = server.person(), bot(server, "Willing")
    async with lobby_of(server, token, version="v3") as lobby:
        game = new_game(server, ann, **game_against("Willing"))
        await lobby.until("invited")
        async with websocket(server, f"/ws/games/{game}", ann) as room:
            await room.send("hello")
            await lobby.send("accept", game=game)
            seated = await room.until("seated", seat=1)
            player = {"name": "Willing", "bot": True, "version": "v3"}
            assert seated["seat_view"]["player"] == player
        async with websocket(server, f"/ws/games/{game}", token) as room:
            await room.send("hello")
            assert (await room.until("welcome"))["you"] == 1


async def test_wrong_answers_are_refused(server: Server) -> None:
    ann, token = server.person(), bot(server, "Wrong")
    async with lobby_of(server, token) as lobby:
        game = new_game(server, ann, **game_against("Wrong"))
        await lobby.until("invited")
        async with lobby_of(server, bot(server, "Other")) as stranger:
            await stranger.send("decline", game=game)
            assert (await stranger.until("error"))["code"] == "no_seat"
        async with websocket(server, "/ws/lobby", ann) as person:
            await person.send("decline", game=game)
            assert (await person.until("error"))["code"] == "hello_first"
            await person.send("watch")
            await person.send("decline", game=game)
            assert (await person.until("error"))["code"] == "no_seat"
        for fields in ({"reason": "rude"}, {"text": "x" * 141}, {"game": "?"}):
            await lobby.send("decline", **{"game": game, **fields})
            assert (await lobby.until("error"))["code"] == "malformed"
        await lobby.send("decline", game=game)
        async with websocket(server, f"/ws/games/{game}", ann) as room:
            await room.send("hello")
            seated = await room.until("seated", seat=1)
            assert seated["declined"] == {"name": "Wrong", "reason": "generic"}
        await lobby.send("accept", game=game)
        assert (await lobby.until("error", game=game))["code"] == "no_seat"


async def test_another_process_cannot_answer(server: Server) -> None:
    ann, token = server.person(), bot(server, "Parts")
    async with (
        lobby_of(server, token, process="a") as first,
        lobby_of(server, token, plays="othello", process="b") as second,
    ):
        game = new_game(server, ann, **game_against("Parts"))
        await first.until("invited")
        await second.send("decline", game=game)
        assert (await second.until("error"))["code"] == "played_elsewhere"


async def test_a_muted_bot_declines_without_a_text(server: Server) -> None:
    ann, token = server.person(), bot(server, "Hushed")
    operate(server, ban(account_of(server, token), kind="mute", reason="shouts"))
    while server.http("POST", "/api/v1/imports", {"text": "x"}, token)[0] != 403:
        pass
    async with lobby_of(server, token) as lobby:
        game = new_game(server, ann, **game_against("Hushed"))
        await lobby.until("invited")
        async with websocket(server, f"/ws/games/{game}", ann) as room:
            await room.send("hello")
            await lobby.send("decline", game=game, reason="later", text="BUY MY BOT")
            seated = await room.until("seated", seat=1)
            assert seated["declined"] == {"name": "Hushed", "reason": "later"}


async def test_games_that_a_bot_does_not_take_are_refused(server: Server) -> None:
    ann, token = server.person(), bot(server, "Slowly")
    takes = [{"games": {"tictactoe": {}}, "base_ms": {"least": 120_000}}]
    async with lobby_of(server, token, takes=takes) as lobby:
        message = "Slowly takes only 120 or more s on the clock."
        assert refused(server, ann, game_against("Slowly")) == (422, "bot_takes_not", message)
        _, catalogue, _ = server.http("GET", "/api/v1/catalogue")
        (row,) = (each for each in catalogue["bots"] if each["name"] == "Slowly")
        assert row["takes"] == takes
        await lobby.send("watch", plays=["tictactoe"], takes=[{"people": False, "bots": False}])
        error = await lobby.until("error")
        assert error["message"] == "takes: it takes neither people nor bots."
        assert refused(server, ann, game_against("Slowly"))[1] == "bot_takes_not", "as before"


async def test_a_rematch_that_a_bot_no_longer_takes_is_refused(server: Server) -> None:
    ann, token = server.person(), bot(server, "Changing")
    async with lobby_of(server, token) as lobby:
        game = new_game(server, ann, **game_against("Changing"))
        path = f"/ws/games/{game}"
        async with websocket(server, path, ann) as room, websocket(server, path, token) as of_bot:
            for player in (room, of_bot):
                await player.send("hello")
                await player.until("ack", id=await player.send("sit"))
            for player in (room, of_bot):
                await player.send("ready", salt="s")
            await room.until("started")
            await room.until("ack", id=await room.send("resign"))
            await lobby.send("watch", plays=["tictactoe"], takes=[{"people": False}])
            await lobby.until("lobby")
            await of_bot.until("ack", id=await of_bot.send("rematch"))
            error = await room.until("error", id=await room.send("rematch"))
            assert error["message"] == "Changing plays only other bots."


async def test_the_room_declines_for_a_bot_that_does_not_answer() -> None:
    harness = RoomHarness(invited=(None, Invitation("acc-deep", "Deep", True)))
    ann = Person("ann")
    harness.room_actor.post(Subscribe(ann.viewer, 0))
    harness.send(ann, p.Sit)
    running = asyncio.create_task(harness.room_actor.run())
    await ann.until("seated")
    harness.advance(MIN_ANSWER_MS + 100)
    harness.fire_timer()
    seated = await ann.until("seated")
    assert (seated["seat"], seated["declined"]) == (1, {"name": "Deep"})
    running.cancel()


async def test_a_bot_of_the_sdk_declines_what_its_author_does_not_want(server: Server) -> None:
    ann, token = server.person(), bot(server, "Author")

    async def decide(invitation: p.Invited) -> Decline | None:
        return Decline("later", "At eight") if invitation.asker else None

    url = f"http://{server.host}"
    running = asyncio.create_task(
        run_bot(url, token, lambda turn: turn.legal[0], ["tictactoe"], decide=decide)
    )
    async with websocket(server, "/ws/lobby", ann) as lobby:
        await lobby.send("watch")
        while not await is_listed_as(lobby, "Author"):
            pass
    game = new_game(server, ann, **game_against("Author"))
    async with websocket(server, f"/ws/games/{game}", ann) as room:
        await room.send("hello")
        seated = await room.until("seated", seat=1)
        assert seated["declined"] == {"name": "Author", "reason": "later", "text": "At eight"}
    running.cancel()
