"""Exports of all games of a search over HTTP."""

import json

import zeitnot_protocol as p
from zeitnot_engines.formats import pgn
from zeitnot_engines.formats.record import FileGame
from zeitnot_engines.formats.source import Source

from .running_server import Server, new_game, websocket
from .test_room_socket import sit

PATH = "/api/v1/exports"
TWO_GAMES = '[White "Ann"]\n\n1. e4 e5 1-0\n\n[White "Ann"]\n\n1. d4 d5 2. c4 0-1\n'


async def resigned(server: Server, ann: str, bob: str, game_type: str) -> str:
    """Plays a game that the first player resigns."""
    game = new_game(server, ann, game_type)
    path = f"/ws/games/{game}"
    async with websocket(server, path, ann) as first, websocket(server, path, bob) as second:
        await sit([first, second])
        move = {"chess": "e2e4", "tictactoe": "b2"}[game_type]
        await first.until("ack", id=await first.send("move", ply=0, move=move))
        await first.until("ack", id=await first.send("resign"))
    return game


def exported(server: Server, query: str, token: str | None = None) -> list[p.Export]:
    status, lines, headers = server.http("GET", f"{PATH}?{query}", token=token)
    assert (status, headers["content-type"]) == (200, "application/x-ndjson")
    return [p.Decoder(p.Export).decode(line.encode()) for line in lines.splitlines()]


async def test_exports_contain_the_finished_games_of_a_search(server: Server) -> None:
    ann, bob = server.person(), server.person()
    played = [await resigned(server, ann, bob, game) for game in ("chess", "tictactoe", "chess")]
    new_game(server, ann, "chess")  # is not finished

    assert [game.id for game in exported(server, "mine=true", ann)] == played[::-1]
    assert [game.id for game in exported(server, "mine=true&game=tictactoe", bob)] == [played[1]]
    assert {*played} <= {game.id for game in exported(server, "reason=resign")}
    _, single, _ = server.http("GET", f"/api/v1/games/{played[0]}/export")
    (line,) = [game for game in exported(server, "mine=true", ann) if game.id == played[0]]
    assert json.loads(p.encode(line)) == single

    status, text, headers = server.http("GET", f"{PATH}?format=pgn&game=chess&mine=true", token=ann)
    assert (status, headers["content-type"]) == (200, "text/x-pgn; charset=utf-8")
    assert headers["content-disposition"] == 'attachment; filename="zeitnot-games.pgn"'
    games = list(pgn.read(Source.of_bytes(text.encode(), "text")))
    assert [game.facts["GameId"] for game in games if isinstance(game, FileGame)] == [
        played[2],
        played[0],
    ]


def test_imported_games_are_exported_only_to_their_account(server: Server) -> None:
    ann, bob = server.person(), server.person()
    _, answer, _ = server.http("POST", "/api/v1/imports", {"text": TWO_GAMES}, ann)
    ids = {game["id"] for game in answer["games"]}
    assert len(ids) == 2
    assert {game.id for game in exported(server, "mine=true", ann)} == ids
    assert exported(server, "mine=true", bob) == []
    assert not ids & {game.id for game in exported(server, "game=chess")}


def test_bad_exports_are_refused(server: Server) -> None:
    for query, status, detail in (
        ("format=pgn", 400, "An export as PGN needs game=chess or game=xiangqi."),
        (
            "format=sgf&game=chess",
            400,
            "An export as SGF needs game=go or game=othello or game=gomoku.",
        ),
        ("state=running", 400, "An export has all finished games, without state."),
        ("limit=5", 400, "An export has all finished games, without limit."),
        ("mine=true", 401, "Sign in first: POST /api/v1/session."),
        ("result=win", 400, "result=win needs a player, a person or mine=true."),
    ):
        found, problem, _ = server.http("GET", f"{PATH}?{query}")
        assert (found, problem["detail"]) == (status, detail)
