"""Invalid seats of a new game, and the messages that refuse them."""

from collections.abc import AsyncIterator
from typing import Any

import pytest

from .lobby_bots import bot_in_lobby, game_against
from .running_server import Server

ME, BOT = {"kind": "me"}, {"kind": "bot", "name": "Seated"}


@pytest.fixture
async def online(server: Server) -> AsyncIterator[None]:
    """A bot without levels."""
    async with bot_in_lobby(server, "Seated", 4):
        yield


@pytest.mark.usefixtures("online")
async def test_invalid_seats_are_refused_with_a_readable_message(server: Server) -> None:
    twice = "One player cannot take two seats in one game."
    bot_twice = "Seated cannot take two seats in one game."
    cases: list[tuple[list[dict[str, Any]], int, str, str]] = [
        ([ME, ME], 422, "bad_seats", twice),
        ([BOT, BOT], 422, "bad_seats", bot_twice),
        ([ME, {"kind": "bot"}], 422, "bad_seats", "A seat for a bot needs the bot's name."),
        ([ME], 422, "bad_seats", "tictactoe has 2 seats."),
        ([ME, {**BOT, "level": 1}], 422, "no_such_level", "Seated has no levels."),
        ([ME, {**BOT, "level": 99}], 400, "malformed", "seats[1].level must be at most 10."),
        ([ME, {**BOT, "name": "Nobody"}], 422, "bot_offline", "No bot named Nobody is online."),
    ]
    token = server.person()
    for seats, *expected in cases:
        status, problem, _ = server.http(
            "POST", "/api/v1/games", game_against("Seated", seats=seats), token
        )
        assert [status, problem["code"], problem["detail"]] == expected
