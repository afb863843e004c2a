"""The allowances of guests to send and create do not grow with the number of connections."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest
from websockets.frames import Opcode

import zeitnot_protocol as p
from zeitnot_server.limits.rates import Rate
from zeitnot_server.web.api.games import GAMES_A_READ

from .local import Local, running
from .raw import RawConnection, connected, frame, opened, upgrade

GAME = {
    "game_type": "tictactoe",
    "control": {"kind": "sudden_death", "base_ms": 300_000},
    "seats": [{"kind": "me"}, {"kind": "open"}],
}


@pytest.fixture
async def local(tmp_path: Path) -> AsyncIterator[Local]:
    async with running(tmp_path) as instance:
        yield instance


async def send(connection: RawConnection, game: str, type_: str, **fields: Any) -> None:
    await connection.send(frame(json.dumps({"type": type_, "game": game, **fields})))


async def first_message_of(connection: RawConnection, *types: str) -> dict[str, Any]:
    """The next message of one of these types."""
    while True:
        opcode, data = await connection.frame()
        if opcode is Opcode.TEXT and (message := json.loads(data))["type"] in types:
            return dict(message)


async def test_reconnecting_does_not_renew_the_chat_allowance(local: Local) -> None:
    """A guest opens a new socket for each chat message, in two rooms alternately."""
    eve = await local.person()
    games = [await local.game(await local.person()) for _ in range(2)]
    accepted = 0
    for number in range(14):
        game = games[number % 2]
        async with opened(local.host, f"/ws/games/{game}", eve) as connection:
            await send(connection, game, "hello", since=1000)
            await connection.message("welcome")
            await send(connection, game, "chat", text="buy")
            answer = await first_message_of(connection, "said", "error")
            accepted += answer["type"] == "said"
    assert answer["code"] == "too_fast"
    assert 10 <= accepted < 14  # a burst of ten, and one more each second


async def test_guests_of_one_address_share_its_chat_allowance(tmp_path: Path) -> None:
    async with running(tmp_path, address_chats=((0, 3),)) as local:
        game = await local.game(await local.person())
        codes = []
        for _ in range(4):
            async with connected(local.host) as connection:
                head = upgrade(
                    f"/ws/games/{game}", await local.person(), x_forwarded_for="192.0.2.7"
                )
                assert (await connection.ask(head)).status == 101
                await send(connection, game, "hello", since=1000)
                await connection.message("welcome")
                await send(connection, game, "chat", text="buy")
                codes.append((await first_message_of(connection, "said", "error")).get("code"))
        assert codes == [None, None, None, "too_fast"]


async def test_a_rematch_counts_as_a_new_game(tmp_path: Path) -> None:
    """An account that may create no more games may not offer a rematch either, and the refused
    offer changes nothing."""
    async with running(tmp_path, address_posts=(Rate(0, 2),), account_posts=(Rate(0, 2),)) as local:
        ann, bob = await local.person(), await local.person()
        game = await local.game(ann)
        async with AsyncExitStack() as stack:
            path = f"/ws/games/{game}"
            sockets = [
                await stack.enter_async_context(opened(local.host, path, player))
                for player in (ann, bob)
            ]
            for number, socket in enumerate(sockets):
                await send(socket, game, "hello")
                await send(socket, game, "sit", id=f"sit{number}")
                await send(socket, game, "ready", id=f"ready{number}", salt="s")
            await sockets[0].message("started")
            await send(sockets[0], game, "abort", id="abort")
            await sockets[1].message("finished")
            await local.post("games", GAME, ann)
            await send(sockets[0], game, "rematch", id="again")
            refused = await first_message_of(sockets[0], "error", "rematch")
            assert refused.get("code") == "too_fast"
            await send(sockets[1], game, "rematch", id="again")
            assert (await sockets[1].message("rematch"))["seat"] == 1


async def test_open_games_of_an_account_are_limited(local: Local) -> None:
    ann = await local.person()
    answers = await asyncio.gather(*(local.post("games", GAME, ann) for _ in range(14)))
    assert [answer.status for answer in answers].count(201) == 10
    assert {answer.json.get("code") for answer in answers} == {None, "too_many_open"}
    assert (await local.post("games", {**GAME, "listed": False}, ann)).status == 201
    assert (await local.post("games", GAME, await local.person())).status == 201


async def test_unfinished_games_of_an_account_are_limited(local: Local) -> None:
    local.game_server.lobby.new_games.max_unfinished = 3
    ann = await local.person()
    by_link = {**GAME, "listed": False}
    answers = await asyncio.gather(*(local.post("games", by_link, ann) for _ in range(5)))
    assert [answer.status for answer in answers].count(201) == 3
    ended_game = next(answer.json["id"] for answer in answers if answer.status == 201)
    async with opened(local.host, f"/ws/games/{ended_game}", ann) as connection:
        await send(connection, ended_game, "hello")
        await send(connection, ended_game, "sit", id="sit")
        await send(connection, ended_game, "abort", id="abort")
        await connection.message("finished")
    assert (await local.post("games", by_link, ann)).status == 201
    assert (await local.post("games", by_link, ann)).json["code"] == "too_many_games"


async def test_a_socket_with_too_many_messages_is_closed(local: Local) -> None:
    """A burst of 200 messages is answered, and those for which the bucket refills meanwhile. Then
    the socket is closed."""
    game = await local.game(await local.person())
    async with opened(local.host, f"/ws/games/{game}") as connection:
        message = json.dumps({"type": "resign", "game": game, "id": "x"})
        await connection.send(frame(message) * 390)
        answers, (opcode, data) = 0, await connection.frame()
        while opcode is not Opcode.CLOSE:
            answers += opcode is Opcode.TEXT
            opcode, data = await connection.frame()
    assert 200 <= answers < 390
    assert data[2:] == b"too many frames"
    assert local.game_server.tally.limits_reached["messages"] == 1


async def test_registered_and_online_bots_of_a_guest_are_limited(tmp_path: Path) -> None:
    async with running(tmp_path, owner_bots_a_day=2, bots_online=1) as local:
        ann = await local.person()
        created = [await local.post("bots", {"name": f"Anns-{n}"}, ann) for n in range(3)]
        assert [answer.status for answer in created] == [201, 201, 429]
        assert created[2].json["code"] == "too_many_bots"
        assert int(created[2].headers["retry-after"]) > 3600
        watch = frame(json.dumps({"type": "watch", "plays": ["othello"]}))
        async with AsyncExitStack() as stack:
            first, second = [
                await stack.enter_async_context(
                    opened(local.host, "/ws/lobby", answer.json["token"])
                )
                for answer in created[:2]
            ]
            await first.send(watch)
            await first.message("lobby")
            assert [bot.name for bot in local.game_server.bots.online.listed()] == ["Anns-0"]
            await second.send(watch)
            assert (await second.message("error"))["code"] == "too_many_bots"
            assert [bot.name for bot in local.game_server.bots.online.listed()] == ["Anns-0"]
            await first.send(frame(json.dumps({"type": "watch", "plays": []})))
            await first.message("lobby")
            await second.send(watch)
            await second.message("lobby")
            assert [bot.name for bot in local.game_server.bots.online.listed()] == ["Anns-1"]


async def test_reads_of_an_address_are_limited(tmp_path: Path) -> None:
    """Reads over HTTP and opened sockets count for the address that the proxy reports."""
    async with running(tmp_path, address_reads=((0, 4),)) as local:
        paths = ["/api/v1/games", "/api/v1/catalogue", "/api/v1/accounts/x"]
        answers = [await local.get(path, x_forwarded_for="192.0.2.7") for path in paths]
        async with connected(local.host) as connection:
            answers.append(await connection.ask(upgrade("/ws/lobby", x_forwarded_for="192.0.2.7")))
        assert [answer.status for answer in answers] == [200, 200, 404, 101]
        refused = await local.get("/api/v1/games/x", x_forwarded_for="192.0.2.7")
        assert (refused.status, refused.json["code"]) == (429, "too_many_requests")
        assert refused.headers["retry-after"]
        async with connected(local.host) as connection:
            answer = await connection.ask(upgrade("/ws/lobby", x_forwarded_for="192.0.2.7"))
            assert (answer.status, answer.json["code"]) == (429, "too_many_requests")
        assert (await local.get("/healthz", x_forwarded_for="192.0.2.7")).status == 200
        assert (await local.get("/api/v1/games", x_forwarded_for="192.0.2.8")).status == 200
        assert (await local.get("/api/v1/games")).status == 200


async def test_a_long_list_counts_as_several_reads(tmp_path: Path) -> None:
    async with running(tmp_path, address_reads=((0.001, 4),)) as local:
        for _ in range(GAMES_A_READ):
            await local.game(await local.person())
        headers = {"x_forwarded_for": "192.0.2.7"}
        short = [await local.get("/api/v1/games?limit=2", **headers) for _ in range(2)]
        long = await local.get(f"/api/v1/games?limit={GAMES_A_READ}", **headers)
        assert [answer.status for answer in (*short, long)] == [200, 200, 200]
        assert len(long.json["games"]) == GAMES_A_READ
        assert (await local.get("/api/v1/games?limit=2", **headers)).status == 429


async def test_an_address_whose_guests_sit_without_playing_is_limited(tmp_path: Path) -> None:
    """Guests who sit down without getting ready use up their address's allowance, but no
    other's."""
    async with running(tmp_path, address_idle_seats=((0, 1),)) as local:
        games = [await local.game(await local.person()) for _ in range(3)]

        async def sit_down(game: str, address: str, *, ready: bool) -> str:
            path, token = f"/ws/games/{game}", await local.person()
            async with connected(local.host) as connection:
                head = upgrade(path, authorization=f"Bearer {token}", x_forwarded_for=address)
                assert (await connection.ask(head)).status == 101
                await send(connection, game, "hello", since=0)
                await send(connection, game, "sit", id="s")
                answer = await first_message_of(connection, "ack", "error")
                if ready:
                    await send(connection, game, "ready", id="r", salt="5a")
                    await first_message_of(connection, "ack", "error")
                return str(answer.get("code"))

        assert await sit_down(games[0], "192.0.2.7", ready=True) == "None"
        assert await sit_down(games[1], "192.0.2.7", ready=False) == "None"
        assert await sit_down(games[2], "192.0.2.7", ready=True) == "too_fast"
        assert await sit_down(games[2], "192.0.2.8", ready=True) == "None"


async def watch(connection: RawConnection) -> dict[str, Any]:
    """Sends `watch`; returns the answer."""
    await connection.send(frame(json.dumps({"type": "watch"})))
    return await first_message_of(connection, "lobby", "error")


async def test_all_lobby_sockets_of_an_account_share_its_allowance(tmp_path: Path) -> None:
    async with running(tmp_path, account_watches=((0, 3),)) as local:
        eve, ann = await local.person(), await local.person()
        async with (
            opened(local.host, "/ws/lobby", eve) as first,
            opened(local.host, "/ws/lobby", eve) as second,
            opened(local.host, "/ws/lobby", eve) as third,
            opened(local.host, "/ws/lobby", ann) as other,
        ):
            assert [(await watch(socket))["type"] for socket in (first, second, first)] == [
                "lobby"
            ] * 3
            assert (await watch(second))["code"] == "too_fast"
            assert (await watch(third))["code"] == "too_fast"
            assert await third.close_code() == p.TRY_AGAIN_LATER, (
                "it has not received a lobby that it could show"
            )
            assert (await watch(other))["type"] == "lobby"


async def test_lobby_sockets_of_an_account_are_limited(tmp_path: Path) -> None:
    async with running(tmp_path, lobby_sockets_per_account=1) as local:
        eve = await local.person()
        head = upgrade("/ws/lobby", eve, x_forwarded_for="192.0.2.7")
        async with connected(local.host) as first, connected(local.host) as second:
            assert (await first.ask(head)).status == 101
            assert (await second.ask(head)).status == 429
