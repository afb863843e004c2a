"""Games are imported over HTTP."""

import json

from zeitnot_engines.formats import pgn
from zeitnot_engines.formats.record import FileGame
from zeitnot_engines.formats.source import Source

from ..imports.imported import PGN
from .operating import account_of, ban, operate
from .running_server import Server, websocket
from .test_guest_names import rename

PATH = "/api/v1/imports"


def file_games(text: str) -> list[FileGame]:
    found = pgn.read(Source.of_bytes(text.encode(), "text"))
    return [game for game in found if isinstance(game, FileGame)]


async def test_a_game_is_imported_shown_and_exported_again(server: Server) -> None:
    ann, bob = server.person(), server.person()
    status, answer, _ = server.http("POST", PATH, {"text": PGN}, ann)
    assert status == 201
    ((game,), (problem,)) = (answer["games"], answer["problems"])
    assert problem.startswith("text:16: 'Ke5'")
    assert (game["game_type"], game["players"], game["moves"]) == ("chess", ["Ann", "Bob"], 7)
    id = game["id"]
    assert game["url"] == f"/game/{id}"

    _, record, _ = server.http("GET", f"/api/v1/games/{id}")
    summary = record["game"]
    assert (summary["imported"], summary["facts"]["Site"]) == (True, "Paris")
    assert [seat["player"]["name"] for seat in summary["seats"]] == ["Ann", "Bob"]
    _, text, _ = server.http("GET", f"/api/v1/games/{id}/export?format=pgn")
    ((exported,), (original,)) = (file_games(text), file_games(PGN))
    assert (exported.moves(), exported.players) == (original.moves(), original.players)
    assert exported.scores == original.scores

    for token, expected in ((ann, [id]), (bob, [])):
        _, page, _ = server.http("GET", "/api/v1/games?mine=true", token=token)
        assert [game["id"] for game in page["games"]] == expected
    async with websocket(server, f"/ws/games/{id}", bob) as socket:
        await socket.send("hello")
        assert (await socket.until("finished"))["scores"] == [1.0, 0.0]


def test_a_game_that_was_imported_before_is_not_stored_again(server: Server) -> None:
    ann, bob = server.person(), server.person()
    first = server.http("POST", PATH, {"text": "1. c4 c5 2. Nc3"}, ann)[1]
    status, again, _ = server.http("POST", PATH, {"text": "1. c4 c5 2. Nc3 *\n\n1. b3 *"}, ann)
    assert status == 201
    assert again["games"][0] == first["games"][0]
    assert again["notes"] == ["text: one game was imported before"]
    assert server.http("POST", PATH, {"text": "1. c4 c5 2. Nc3"}, ann)[0] == 200
    assert server.http("POST", PATH, {"text": "1. c4 c5 2. Nc3"}, bob)[0] == 201
    _, page, _ = server.http("GET", "/api/v1/games?mine=true", token=ann)
    assert len(page["games"]) == 2


def test_a_muted_account_imports_nothing(server: Server) -> None:
    """Names and comments of a game are text that others can read."""
    muted = server.person()
    operate(server, ban(account_of(server, muted), kind="mute", reason="shouts"))
    # The server looks for new sanctions four times a second.
    while rename(server, muted, "Steady")[0] != 403:
        pass
    status, problem, _ = server.http("POST", PATH, {"text": PGN}, muted)
    assert (status, problem["code"]) == (403, "muted")


def _body(text: str) -> bytes:
    return json.dumps({"text": text}, ensure_ascii=False).encode()


def test_imports_need_an_account_and_are_limited_in_size(server: Server) -> None:
    assert server.http("POST", PATH, {"text": "1. e4"})[0] == 401
    ann = server.person()
    other_page = {"origin": "https://other.example"}
    assert server.http("POST", PATH, {"text": "1. e4"}, ann, other_page)[0] == 403
    assert server.http("POST", PATH, _body("é" * (1 << 19)), ann)[0] == 200
    status, problem, _ = server.http("POST", PATH, _body("é" * ((1 << 19) + 1)), ann)
    assert (status, problem["code"]) == (413, "too_large")
    status, answer, _ = server.http("POST", PATH, {"text": "hello"}, ann)
    assert (status, answer["games"], len(answer["problems"])) == (200, [], 1)


def test_the_catalogue_names_the_formats(server: Server) -> None:
    _, catalogue, _ = server.http("GET", "/api/v1/catalogue")
    formats = {game["id"]: game.get("formats", []) for game in catalogue["games"]}
    assert formats["chess"] == ["pgn"]
    assert formats["go"] == formats["gomoku"] == ["sgf"]
    assert formats["othello"] == ["ggf", "sgf", "txt"]
