"""Exact values of the moves in finished games, over HTTP."""

import pytest

from .running_server import Server, new_game, websocket
from .test_room_socket import sit

# Known values of the first move, by column: the result for the mover, and the plies to the end
# (Allis 1988; Tromp's table).
START = [(-1, 40), (-1, 42), (0, None), (1, 41), (0, None), (-1, 42), (-1, 40)]


async def played(server: Server, moves: str, *, ends: bool = True, takes_back: bool = False) -> str:
    """A game of connect four with these moves, resigned unless it should continue."""
    ann, bob = server.person(), server.person()
    game = new_game(server, ann, "connect4")
    path = f"/ws/games/{game}"
    async with (
        websocket(server, path, ann) as ann_socket,
        websocket(server, path, bob) as bob_socket,
    ):
        sockets = [ann_socket, bob_socket]
        await sit(sockets)
        for ply, move in enumerate(moves):
            id = await sockets[ply % 2].send("move", ply=ply, move=move)
            await sockets[ply % 2].until("ack", id=id)
        if takes_back:
            await sockets[0].until("ack", id=await sockets[0].send("takeback", action="ask"))
            await sockets[1].until("ack", id=await sockets[1].send("takeback", action="accept"))
        if ends:
            await ann_socket.until("ack", id=await ann_socket.send("resign"))
    return game


def values(server: Server, game: str, query: str = "") -> tuple[int, dict, dict[str, str]]:
    return server.http("GET", f"/api/v1/games/{game}/values{query}")


async def test_every_move_of_a_finished_game_has_its_value(server: Server) -> None:
    game = await played(server, "4444")
    status, first, headers = values(server, game, "?ply=0")
    assert (status, first["ply"], first["position"], first["turn"]) == (200, 0, "-", 0)
    assert [(entry["value"], entry.get("distance")) for entry in first["moves"]] == START
    assert "immutable" in headers["cache-control"]
    status, last, _ = values(server, game)
    assert (last["ply"], last["position"], last["turn"]) == (4, "4444", 0)
    assert {entry["move"]: entry["value"] for entry in last["moves"]}["4"] == 1


async def test_values_of_winning_moves_and_full_columns(server: Server) -> None:
    game = await played(server, "1121121212")  # the first column is full
    _, before, _ = values(server, game, "?ply=10")
    assert [entry["move"] for entry in before["moves"]] == list("234567")
    game = await played(server, "1213141", ends=False)
    _, end, _ = values(server, game)
    assert (end["ply"], end["moves"], end.get("turn")) == (7, [], None)
    _, before, _ = values(server, game, "?ply=6")
    assert before["moves"][0] == {"move": "1", "value": 1, "distance": 1}


async def test_unsolved_moves_have_no_value_and_are_not_cached(server: Server) -> None:
    game = await played(server, "1621673")
    status, page, headers = values(server, game, "?ply=5")
    assert status == 200
    unsolved = [entry for entry in page["moves"] if "value" not in entry]
    assert unsolved
    assert all("distance" not in entry for entry in unsolved)
    assert headers["cache-control"] == "no-store"


async def test_taken_back_moves_do_not_count(server: Server) -> None:
    game = await played(server, "443", takes_back=True)
    _, page, _ = values(server, game)
    assert (page["ply"], page["position"]) == (2, "44")


async def test_values_of_a_running_game_are_refused(server: Server) -> None:
    game = await played(server, "44", ends=False)
    status, problem, _ = values(server, game, "?ply=0")
    assert (status, problem["code"]) == (409, "wrong_state")


@pytest.mark.parametrize("query", ["?ply=5", "?ply=-1", "?ply=x", "?ply=", "?ply=9999999", "?at=1"])
async def test_other_plies_are_refused(server: Server, query: str) -> None:
    game = await played(server, "4444")
    status, problem, _ = values(server, game, query)
    assert (status, problem["code"]) == (400, "malformed")


async def test_unknown_games_and_games_without_a_solver_are_refused(server: Server) -> None:
    status, problem, _ = values(server, "nothing")
    assert (status, problem["code"]) == (404, "no_such_game")
    ann, bob = server.person(), server.person()
    game = new_game(server, ann, "chess")
    path = f"/ws/games/{game}"
    async with (
        websocket(server, path, ann) as ann_socket,
        websocket(server, path, bob) as bob_socket,
    ):
        await sit([ann_socket, bob_socket])
        await ann_socket.until("ack", id=await ann_socket.send("resign"))
    status, problem, _ = values(server, game)
    assert (status, problem["code"]) == (400, "malformed")
    assert problem["detail"] == "Positions of chess cannot be solved here."


async def test_a_hand_of_poker_has_an_equilibrium(server: Server) -> None:
    """With a queen no player bets first; the hidden cards do not matter."""
    ann, bob = server.person(), server.person()
    game = new_game(server, ann, "kuhn")
    path = f"/ws/games/{game}"
    async with (
        websocket(server, path, ann) as ann_socket,
        websocket(server, path, bob) as bob_socket,
    ):
        await sit([ann_socket, bob_socket])
        await ann_socket.until("ack", id=await ann_socket.send("resign"))
    status, page, headers = values(server, game, "?ply=0")
    assert status == 200
    assert "max-age=3600" in headers["cache-control"]
    probabilities = {entry["move"]: entry["probability"] for entry in page["moves"]}
    assert probabilities.keys() == {"check", "bet"}
    assert sum(probabilities.values()) == pytest.approx(1)
    card = page["position"][0]
    if card == "Q":
        assert probabilities["bet"] < 0.01
    assert all(-2 <= entry["expected"] <= 2 for entry in page["moves"])


def test_the_catalogue_marks_games_with_exact_values(server: Server) -> None:
    _, catalogue, _ = server.http("GET", "/api/v1/catalogue")
    assert {game["id"] for game in catalogue["games"] if game.get("exact_values")} == {
        *("grundy", "connect4", "othello"),
        *("tictactoe", "niujiaoqi", "line"),
        *("kuhn", "leduc"),
    }
