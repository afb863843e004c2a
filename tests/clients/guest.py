"""A guest who challenges a bot on a real server."""

import random

import zeitnot_protocol as p
from zeitnot_client import Client

PER_MOVE = p.Control(kind="per_move", time_ms=30_000)
BY_THE_RULES = frozenset({"rules"})


async def game_against(url: str, bot: str, game: str) -> p.GameRecord:
    """Waits for the bot, plays random moves against it, and returns the record of the game."""
    rng, seats = random.Random(3), [p.SeatRequest(kind="me"), p.SeatRequest(kind="bot", name=bot)]
    async with Client(url) as client:
        await client.http.session("Ann")
        await _until_online(client, bot)
        new_game = p.NewGame(game_type=game, control=PER_MOVE, seats=seats)
        link = await client.http.create_game(new_game)
        async for turn in client.play(link.id):
            await turn.move(rng.choice(turn.legal))
        return await client.http.game(link.id)


async def _until_online(client: Client, bot: str) -> None:
    async for message in client.lobby():
        if isinstance(message, p.Lobby) and bot in [known.name for known in message.bots]:
            return
