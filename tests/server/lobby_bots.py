"""Bots in the lobby: one that comes, how they are shown, and the wish for a game against one."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from .running_server import Server, WebSocket, websocket


@asynccontextmanager
async def bot_in_lobby(
    server: Server, name: str, most: int, token: str = ""
) -> AsyncIterator[WebSocket]:
    """A bot in the lobby that takes so many games."""
    if not token:
        _, created, _ = server.http("POST", "/api/v1/bots", {"name": name})
        token = str(created["token"])
    async with websocket(server, "/ws/lobby", token) as lobby:
        await lobby.send("watch", plays=["tictactoe"], most_games=most)
        while not await is_listed_as(lobby, name):
            pass
        yield lobby


async def is_listed_as(lobby: WebSocket, name: str, **fields: Any) -> bool:
    """Whether the next picture of the lobby shows the bot so."""
    bots = (await lobby.until("lobby"))["bots"]
    return any(b["name"] == name and fields.items() <= b.items() for b in bots)


def against(name: str, **fields: Any) -> dict[str, Any]:
    """The body of a wish for a game."""
    return {
        "game_type": "tictactoe",
        "control": {"kind": "sudden_death", "base_ms": 60_000},
        "seats": [{"kind": "me"}, {"kind": "bot", "name": name}],
        **fields,
    }
