"""A bot in the lobby, how the lobby lists it, and the request for a game against it."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from .running_server import Server, WebSocket, websocket


@asynccontextmanager
async def bot_in_lobby(
    server: Server, name: str, max_games: int, token: str = ""
) -> AsyncIterator[WebSocket]:
    """Registers a bot, unless it has a token, and connects it to the lobby with `max_games`."""
    if not token:
        _, created, _ = server.http("POST", "/api/v1/bots", {"name": name})
        token = str(created["token"])
    async with websocket(server, "/ws/lobby", token) as lobby:
        await lobby.send("watch", plays=["tictactoe"], most_games=max_games)
        while not await is_listed_as(lobby, name):
            pass
        yield lobby


async def is_listed_as(lobby: WebSocket, name: str, **fields: Any) -> bool:
    """Whether the next message `lobby` lists the bot with these fields."""
    bots = (await lobby.until("lobby"))["bots"]
    return any(bot["name"] == name and fields.items() <= bot.items() for bot in bots)


def game_against(name: str, **fields: Any) -> dict[str, Any]:
    """The body of a request for a game against this bot."""
    return {
        "game_type": "tictactoe",
        "control": {"kind": "sudden_death", "base_ms": 60_000},
        "seats": [{"kind": "me"}, {"kind": "bot", "name": name}],
        **fields,
    }
