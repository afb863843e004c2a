"""The paging of games: a server accepts the documented cursor, and cursors lead to the end of the
list."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest

from wire import samples

from ..server.running_server import Server, new_game

PAGE = Path(__file__).parents[2] / "docs/reference/protocol.md"
GAMES = 5


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("server"), "--no-bots")
    yield running
    assert running.stop() == 0


def games(server: Server, **query: Any) -> dict[str, Any]:
    status, page, _ = server.http("GET", f"/api/v1/games?{urlencode(query)}")
    assert status == 200, page
    return dict(page)


def test_the_documented_request_is_answered(server: Server) -> None:
    """The cursor names a game of January 2026, and all games of this server are newer."""
    (path,) = re.findall(r"`GET (games\?\S*cursor=\S*)`", PAGE.read_text("utf-8"))
    assert path.endswith(samples.load()["GamePage"]["cursor"])
    new_game(server, server.person())
    status, page, _ = server.http("GET", f"/api/v1/{path}")
    assert (status, page) == (200, {"games": []})


def test_cursors_lead_through_all_games(server: Server) -> None:
    token = server.person()
    created = [new_game(server, token, "othello") for _ in range(GAMES)]
    page = games(server, game="othello", limit=2)
    seen = [game["id"] for game in page["games"]]
    new_game(server, token, "othello")  # which is newer than the cursor
    while cursor := page.get("cursor"):
        page = games(server, game="othello", limit=2, cursor=cursor)
        seen += [game["id"] for game in page["games"]]
    assert seen == created[::-1]
