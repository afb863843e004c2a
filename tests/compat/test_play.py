"""Games that an earlier version has left unfinished are played on, by clients of today and by that
version's own SDK."""

import asyncio
import json
import sqlite3
import subprocess
import sys
import sysconfig
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import zeitnot_protocol as p
from zeitnot_client.bot import answer_offers
from zeitnot_client.client import Client
from zeitnot_client.happenings import Declined, Happened, YourTurn
from zeitnot_client.room import Room
from zeitnot_server.play.native import rules_for
from zeitnot_server.verify import verify

from ..server.running_server import Server
from .saved_version import VERSIONS, SavedVersion

OLD_BOT = Path(__file__).parent / "old_bot.py"
MOVES = 2
"""What each seat plays before the first one resigns."""


def open_since_just_now(db: Path) -> None:
    """Rooms that wait for their players for an hour are gone: these have waited since they were
    committed."""
    with sqlite3.connect(db) as connection:
        connection.execute(
            "UPDATE game SET created_at = ? WHERE state = 'open'", (time.time_ns() // 1_000_000,)
        )
    connection.close()


def players_of(game: dict[str, Any], names: Sequence[str]) -> list[str]:
    """The clients that play on: players and invited ones, and for free seats the others."""
    accepted = [(s.get("player") or {}).get("name") or s.get("reserved") for s in game["seats"]]
    others = [name for name in names if name not in accepted]
    return [name or others.pop(0) for name in accepted]


async def play_on(client: Client, game: str, first: bool) -> p.Finished:
    """Takes part, moves a little, and then the first player gives up; the end."""
    room, played = client.room(game), 0
    async for happening in room:
        await room.take_part(happening)
        await answer_offers(room)
        state = room.state
        if room.synced and state.phase == "adjourned" and state.you is not None:
            await wish_to_resume(room)
        match happening:
            case Happened(event=p.Finished() as end):
                await room.close()
                return end
            case YourTurn() if first and played == MOVES:
                await room.resign()
            case YourTurn(legal=legal):
                played += 1
                await room.move(legal[0])
    raise AssertionError(f"{game} did not end")


async def wish_to_resume(room: Room) -> None:
    """Once, unless the wish was there before."""
    resume_seat = room.state.offers.get("resume")
    if resume_seat is None and not room.waiting_for(p.ResumeWish):
        await room.resume()


async def test_unfinished_games_are_played_to_the_end(saved: SavedVersion, tmp_path: Path) -> None:
    open_since_just_now(saved.db)
    server = Server(tmp_path, "--no-bots")
    names = list(saved.json("accounts.json"))
    unfinished = [
        r["game"] for r in saved.lines("records.jsonl") if r["game"]["state"] != "finished"
    ]
    clients = {name: Client(f"http://{server.host}", saved.token(name)) for name in names}

    async def both(game: dict[str, Any]) -> None:
        seats = players_of(game, names)
        ends = await asyncio.gather(
            *(play_on(clients[name], game["id"], seat == 0) for seat, name in enumerate(seats))
        )
        usual = {"resign", "rules"}
        if game["control"]["kind"] == "correspondence":
            usual.add("flag")  # the days have gone on
        assert {end.reason for end in ends} <= usual, game
        verify(await clients[names[0]].http.export(game["id"]), rules_for)

    try:
        await asyncio.gather(*map(both, unfinished))
    finally:
        for client in clients.values():
            await client.http.close()
        assert server.stop() == 0
    assert "Traceback" not in server.log.read_text()


async def test_the_sdk_of_that_version_still_plays_and_watches(
    saved: SavedVersion, tmp_path: Path
) -> None:
    """The old bot is invited, answers a draw, takes a move back, agrees to a rematch and plays
    that too; the old client reads every game there is."""
    server = Server(tmp_path, "--no-bots")
    url, token = f"http://{server.host}", saved.token("Deep-Zero")
    ids = [record["game"]["id"] for record in saved.lines("records.jsonl")]
    command = [sys.executable, "-S", str(OLD_BOT), str(saved.wheel), sysconfig.get_path("purelib")]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    bot = await asyncio.to_thread(subprocess.Popen, [*command, url, token, *ids], **pipes)
    try:
        async with Client(url, saved.token("Ann")) as client:
            ends = [await against(client, game) for game in ("niujiaoqi", "backgammon", "chess")]
    finally:
        bot.kill()
        out, err = bot.communicate()
        assert server.stop() == 0
    assert ends == [["resign", "resign"]] * 3, err
    output = json.loads(out)
    assert output["file"].startswith(str(saved.wheel))
    assert output["watched"] == len(ids)
    assert "Traceback" not in err + server.log.read_text()


async def against(client: Client, game_type: str) -> list[str]:
    """A game and its rematch against the old bot; how they ended."""
    me, bot = p.SeatRequest(kind="me"), p.SeatRequest(kind="bot", name="Deep-Zero")
    control = p.Control(kind="fischer", base_ms=60_000, increment_ms=1_000)
    request = p.NewGame(game_type=game_type, control=control, seats=[me, bot])
    game = await create_game(client, request)
    first = await play_with_all_commands(client.room(game), rematch=True)
    repeated = await play_with_all_commands(client.room(first[1] or ""), rematch=False)
    return [first[0], repeated[0]]


async def create_game(client: Client, request: p.NewGame) -> str:
    """The game's id, once the bot is online."""
    async for message in client.lobby():
        if isinstance(message, p.Lobby) and any(bot.name == "Deep-Zero" for bot in message.bots):
            return (await client.http.create_game(request)).id
    raise AssertionError("the lobby is gone")


async def play_with_all_commands(room: Room, *, rematch: bool) -> tuple[str, str | None]:
    """Plays with everything that there is to tell; how it ended, and the next game."""
    reason, turns = "", 0
    async for happening in room:
        await room.take_part(happening)
        match happening:
            case YourTurn():
                turns += 1
                await one_turn(room, turns)
            case Declined(command=p.Takeback()):
                await room.move(room.state.legal[0])
            case Happened(event=p.Finished(reason=why)):
                reason = why
                if not rematch:
                    break
                await room.rematch()
            case Happened(event=p.Rematch(next=str() as following)):
                await room.close()
                return reason, following
    await room.close()
    return reason, None


async def one_turn(room: Room, number: int) -> None:
    """Moves, at the second turn asks for the first move back, and gives up at the fourth."""
    if number == 2:
        await room.takeback("ask")
        return
    if number == 4:
        await room.chat("Again?")
        await room.resign()
        return
    if room.state.room and room.state.room.draws:
        await room.draw("offer")
    await room.move(room.state.legal[0])


def test_the_folders_are_not_empty() -> None:
    assert "0.1.0" in VERSIONS
