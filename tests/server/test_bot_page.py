"""The page of a bot over HTTP: what everybody sees, and what only its owner sees."""

import asyncio
from typing import Any

import pytest

from .running_server import Server, WebSocket, new_game, websocket
from .test_room_socket import sit

FAULT = {"ply": 4, "kind": "crash", "position": "x", "detail": "core\x1b[31m dumped\nagain"}


@pytest.fixture(scope="module")
def owner(server: Server) -> str:
    return server.person()


@pytest.fixture(scope="module")
def bot(server: Server, owner: str) -> str:
    """The token of a bot named Erring."""
    cookie = {"cookie": f"zeitnot_session={owner}"}
    _, answer, _ = server.http("POST", "/api/v1/bots", {"name": "Erring"}, headers=cookie)
    return str(answer["token"])


@pytest.fixture(scope="module")
def game(server: Server, bot: str) -> str:
    """A game of tic-tac-toe in which the bot, which began, could have won in the left column, but
    did not, and the opponent won on a diagonal."""
    return asyncio.run(played(server, bot))


async def played(server: Server, bot: str) -> str:
    ann = server.person()
    game = new_game(server, bot)
    path = f"/ws/games/{game}"
    async with (
        websocket(server, path, bot) as bot_socket,
        websocket(server, path, ann) as ann_socket,
    ):
        sockets = [bot_socket, ann_socket]
        await sit(sockets)
        for ply, move in enumerate(["a1", "b2", "a2", "c1", "c3", "a3"]):
            await play(sockets[ply % 2], ply, move)
    return game


async def play(socket: WebSocket, ply: int, move: str) -> None:
    await socket.until("ack", id=await socket.send("move", ply=ply, move=move))


async def get(server: Server, path: str, token: str | None = None) -> tuple[int, Any]:
    status, answer, _ = await asyncio.to_thread(
        server.http, "GET", f"/api/v1/bots/{path}", None, token
    )
    return status, answer


async def test_everybody_sees_results_and_times(server: Server, game: str, bot: str) -> None:
    status, page = await get(server, "Erring")
    assert status == 200
    assert (page["name"], page["games"], page["examined"]) == ("Erring", 1, 1)
    assert [each["losses"] for each in page["versions"]] == [1]
    assert [each["losses"] for each in page["opponents"]] == [1]
    assert [(each["game_type"], each["losses"]) for each in page["clocks"]] == [("tictactoe", 1)]
    assert [point["moves"] for point in page["times"][0]["times"]] == [1, 1, 1]
    assert page["lag"]["moves"] == 2  # the first move is free
    assert "online" not in page
    assert "owned" not in page


@pytest.mark.parametrize("name", ["Nobody", "erring", "%20", "x"])
async def test_there_is_no_page_of_another_name(server: Server, bot: str, name: str) -> None:
    status, problem = await get(server, name)
    assert (status, problem["code"]) == (404, "no_such_bot")


async def test_a_bot_that_is_online_is_shown_as_in_the_lobby(server: Server, bot: str) -> None:
    async with websocket(server, "/ws/lobby", bot) as socket:
        await socket.send("watch", plays=["tictactoe"], version="7")
        await socket.until("lobby")
        _, page = await get(server, "Erring")
        assert (page["online"]["plays"], page["online"]["version"]) == (["tictactoe"], "7")
    _, page = await get(server, "Erring")
    assert "online" not in page


async def test_only_the_bot_and_its_owner_see_faults_and_losses(
    server: Server, game: str, bot: str, owner: str
) -> None:
    stranger = await asyncio.to_thread(server.person)
    for token in (bot, owner):
        _, page = await get(server, "Erring", token)
        assert page["owned"]
    _, page = await get(server, "Erring", stranger)
    assert "owned" not in page
    for part in ("faults", "losses"):
        assert (await get(server, f"Erring/{part}"))[0] == 401
        status, problem = await get(server, f"Erring/{part}", stranger)
        assert (status, problem["code"]) == (404, "no_such_bot")
        for token in (bot, owner):
            assert (await get(server, f"Erring/{part}", token))[0] == 200


def report(server: Server, token: str, **fields: Any) -> int:
    status, _, _ = server.http("POST", "/api/v1/faults", {**FAULT, **fields}, token)
    return status


async def test_a_bot_reports_a_fault_to_its_owner(
    server: Server, game: str, bot: str, owner: str
) -> None:
    assert report(server, bot, game=game, command="./engine < crash.txt") == 204
    _, answer = await get(server, "Erring/faults", owner)
    (fault,) = answer["faults"]
    assert (fault["game"], fault["game_type"], fault["ply"]) == (game, "tictactoe", 4)
    assert (fault["kind"], fault["position"]) == ("crash", "x")
    assert fault["detail"] == "core�[31m dumped\nagain"
    assert fault["command"] == "./engine < crash.txt"


async def test_a_report_that_fits_nothing_is_refused(server: Server, game: str, bot: str) -> None:
    stranger = server.person()
    other = new_game(server, stranger)
    assert report(server, bot, game=other) == 404
    assert report(server, bot, game="nosuchgame") == 404
    assert report(server, stranger, game=other) == 403
    for bad in ({"kind": "bored"}, {"detail": "x" * 2_001}, {"ply": -1}, {"position": "\n"}):
        assert report(server, bot, game=game, **bad) == 400


async def test_the_moves_that_lost_most_are_found(
    server: Server, game: str, bot: str, owner: str
) -> None:
    async with asyncio.timeout(60):
        while (answer := (await get(server, "Erring/losses", owner))[1]).get("waiting"):
            pass  # the games are being compared
    (graded,) = answer["games"]
    assert graded["game"] == game
    assert graded["result_loss"] >= 1.0
    costliest = {each["ply"]: each for each in answer["costliest"]}[4]
    assert (costliest["game"], costliest["result_loss"]) == (game, 1.0)
    assert (costliest["position"], costliest["move"], costliest["best"]) == (
        "...xo.x.o x",
        "c3",
        "a3",
    )


async def test_a_fault_in_a_game_with_hidden_cards_is_shown_after_its_end(
    server: Server, bot: str, owner: str
) -> None:
    """It shows what the opponent must not see."""
    ann = await asyncio.to_thread(server.person)
    game = await asyncio.to_thread(lambda: new_game(server, bot, game_type="whist"))
    path = f"/ws/games/{game}"

    async def shown() -> list[Any]:
        _, answer = await get(server, "Erring/faults", owner)
        return [fault for fault in answer["faults"] if fault["game"] == game]

    async with (
        websocket(server, path, bot) as bot_socket,
        websocket(server, path, ann) as ann_socket,
    ):
        await sit([bot_socket, ann_socket])
        assert await asyncio.to_thread(report, server, bot, game=game) == 204
        assert await shown() == []
        await ann_socket.until("ack", id=await ann_socket.send("resign"))
    async with asyncio.timeout(60):
        while not await shown():
            pass  # the end is being stored
