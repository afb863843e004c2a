"""The export of a game as SGF over HTTP."""

from ..engines.formats.sgf_files import moves, read
from .running_server import Server, new_game, websocket
from .test_room_socket import sit


async def test_a_game_of_go_is_downloaded_as_sgf(server: Server) -> None:
    ann, bob = server.person(), server.person()
    game = new_game(server, ann, "go")
    path = f"/ws/games/{game}"
    async with (
        websocket(server, path, ann) as ann_socket,
        websocket(server, path, bob) as bob_socket,
    ):
        await sit([ann_socket, bob_socket])
        id = await ann_socket.send("move", ply=0, move="E5")
        await ann_socket.until("ack", id=id)
        await ann_socket.until("ack", id=await ann_socket.send("resign"))
    export = f"/api/v1/games/{game}/export?format=sgf"
    status, text, headers = server.http("GET", export)
    assert (status, headers["content-type"]) == (200, "application/x-go-sgf")
    assert headers["content-disposition"] == f'attachment; filename="zeitnot-{game}.sgf"'
    assert moves(read(text)) == ["E5"]
    assert "RE[W+R]" in text
    status, _, _ = server.http("GET", export, headers={"if-none-match": headers["etag"]})
    assert status == 304


def test_other_games_and_formats_are_refused(server: Server) -> None:
    game = new_game(server, server.person(), "checkers")
    for form, sentence in (
        ("sgf", "Games of checkers cannot be exported as SGF."),
        ("psn", "There is no format 'psn'; the formats are json, ggf, mat, pdn, pgn, sgf and txt."),
    ):
        path = f"/api/v1/games/{game}/export?format={form}"
        status, problem, _ = server.http("GET", path)
        assert (status, problem["code"], problem["detail"]) == (400, "malformed", sentence)
    assert server.http("GET", f"/api/v1/games/{game}/export?format=json")[0] == 200
