"""Present clients can continue unfinished games of an earlier version, and the SDK of that version
can play on the present server."""

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
from zeitnot_client.client import Client
from zeitnot_client.offers import answer_offers
from zeitnot_client.room import Room
from zeitnot_client.session_events import EventReceived, Rejected, YourTurn
from zeitnot_server.hosting.native import rules_for
from zeitnot_server.verify import verify

from ..server.running_server import Server
from .saved_version import VERSIONS, SavedVersion

OLD_BOT = Path(__file__).parent / "old_bot.py"
MOVES_BEFORE_RESIGNING = 2
"""Moves of each seat before the first seat resigns."""
GAMES_AT_A_TIME = 8
"""A paused game continues when its players connect. If all continued at once, flags would fall on
a busy machine."""
OLD_BOT_S = 300
"""Limit of the games against the old bot, in seconds."""


def make_open_games_recent(db: Path) -> None:
    """Open games expire after an hour; the saved ones are older than that."""
    with sqlite3.connect(db) as connection:
        connection.execute(
            "UPDATE game SET created_at = ? WHERE state = 'open'", (time.time_ns() // 1_000_000,)
        )
    connection.close()


def players_of(game: dict[str, Any], names: Sequence[str]) -> list[str]:
    """The account names by seat: players and invited accounts; others get the free seats."""
    by_seat = [(s.get("player") or {}).get("name") or s.get("reserved") for s in game["seats"]]
    others = [name for name in names if name not in by_seat]
    return [name or others.pop(0) for name in by_seat]


async def play_on(client: Client, game: str, resigns: bool) -> p.Finished:
    """Plays until the game ends and returns the last event. `resigns`: whether this player resigns
    after MOVES_BEFORE_RESIGNING moves."""
    room, played = client.room(game), 0
    async for session_event in room:
        await room.take_part(session_event)
        await answer_offers(room)
        state = room.state
        if room.synced and state.phase == "adjourned" and state.you is not None:
            await offer_resume(room)
        match session_event:
            case EventReceived(event=p.Finished() as end):
                await room.close()
                return end
            case YourTurn() if resigns and played == MOVES_BEFORE_RESIGNING:
                await room.resign()
            case YourTurn(legal=legal):
                played += 1
                await room.move(legal[0])
    raise AssertionError(f"{game} did not end")


async def offer_resume(room: Room) -> None:
    """Offers to resume, unless the offer is open or unanswered."""
    resume_seat = room.state.offers.get("resume")
    if resume_seat is None and not room.waiting_for(p.ResumeWish):
        await room.resume()


async def test_unfinished_games_are_played_to_the_end(saved: SavedVersion, tmp_path: Path) -> None:
    make_open_games_recent(saved.db)
    server = Server(tmp_path, "--no-bots")
    names = list(saved.json("accounts.json"))
    unfinished = [
        r["game"] for r in saved.lines("records.jsonl") if r["game"]["state"] != "finished"
    ]
    clients = {name: Client(f"http://{server.host}", saved.token(name)) for name in names}

    slots = asyncio.Semaphore(GAMES_AT_A_TIME)

    async def play_to_end(game: dict[str, Any]) -> None:
        seats = players_of(game, names)
        async with slots:
            ends = await asyncio.gather(
                *(play_on(clients[name], game["id"], seat == 0) for seat, name in enumerate(seats))
            )
        expected_reasons = {"resign", "rules"}
        if game["control"]["kind"] == "correspondence":
            expected_reasons.add("flag")  # its deadline has passed since
        assert {end.reason for end in ends} <= expected_reasons, game
        verify(await clients[names[0]].http.export(game["id"]), rules_for)

    try:
        await asyncio.gather(*map(play_to_end, unfinished))
    finally:
        for client in clients.values():
            await client.http.close()
        assert server.stop() == 0
    assert "Traceback" not in server.log.read_text()


async def test_the_sdk_of_that_version_still_plays_and_watches(
    saved: SavedVersion, tmp_path: Path
) -> None:
    """The old bot is invited, answers a draw offer and a takeback, accepts a rematch and plays it;
    the old client reads every game."""
    server = Server(tmp_path, "--no-bots")
    url, token = f"http://{server.host}", saved.token("Deep-Zero")
    ids = [record["game"]["id"] for record in saved.lines("records.jsonl")]
    command = [sys.executable, "-S", str(OLD_BOT), str(saved.wheel), sysconfig.get_path("purelib")]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    bot = await asyncio.to_thread(subprocess.Popen, [*command, url, token, *ids], **pipes)
    output_of_bot = asyncio.create_task(asyncio.to_thread(bot.communicate))
    playing = asyncio.create_task(play_against_old_bot(url, saved.token("Ann")))
    try:  # a bot that has failed ends, and then the lobby would never show it
        await asyncio.wait(
            {playing, output_of_bot}, timeout=OLD_BOT_S, return_when=asyncio.FIRST_COMPLETED
        )
    finally:
        is_done = playing.done()
        playing.cancel()
        await asyncio.wait({playing})
        bot.kill()
        out, err = await output_of_bot
        assert server.stop() == 0
    assert is_done, f"the old bot failed or is too slow: {err}"
    assert playing.result() == [["resign", "resign"]] * 3, err
    output = json.loads(out)
    assert output["file"].startswith(str(saved.wheel))
    assert output["readable"] == len(ids)
    assert "Traceback" not in err + server.log.read_text()


async def play_against_old_bot(url: str, token: str) -> list[list[str]]:
    """Plays some games and their rematches against the old bot; returns how they ended."""
    async with Client(url, token) as client:
        return [
            await play_with_rematch(client, game) for game in ("niujiaoqi", "backgammon", "chess")
        ]


async def play_with_rematch(client: Client, game_type: str) -> list[str]:
    """Plays a game and its rematch against the old bot; returns the reasons of their ends."""
    me, bot = p.SeatRequest(kind="me"), p.SeatRequest(kind="bot", name="Deep-Zero")
    control = p.Control(kind="fischer", base_ms=60_000, increment_ms=1_000)
    request = p.NewGame(game_type=game_type, control=control, seats=[me, bot])
    game = await create_game(client, request)
    first = await play_with_all_commands(client.room(game), rematch=True)
    repeated = await play_with_all_commands(client.room(first[1] or ""), rematch=False)
    return [first[0], repeated[0]]


async def create_game(client: Client, request: p.NewGame) -> str:
    """Creates a game when the bot is online; returns the game's id."""
    async for message in client.lobby():
        if isinstance(message, p.Lobby) and any(bot.name == "Deep-Zero" for bot in message.bots):
            return (await client.http.create_game(request)).id
    raise AssertionError("the lobby socket was closed")


async def play_with_all_commands(room: Room, *, rematch: bool) -> tuple[str, str | None]:
    """Plays with chat, a takeback and draw offers; returns the end's reason and the next id."""
    reason, turns = "", 0
    async for session_event in room:
        await room.take_part(session_event)
        match session_event:
            case YourTurn():
                turns += 1
                await play_turn(room, turns)
            case Rejected(command=p.Takeback()):
                await room.move(room.state.legal[0])
            case EventReceived(event=p.Finished(reason=end_reason)):
                reason = end_reason
                if not rematch:
                    break
                await room.rematch()
            case EventReceived(event=p.Rematch(next=str() as next_id)):
                await room.close()
                return reason, next_id
    await room.close()
    return reason, None


async def play_turn(room: Room, number: int) -> None:
    """Moves, except that it asks for a takeback on turn 2 and resigns on turn 4."""
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


def test_saved_versions_are_found() -> None:
    assert "0.1.0" in VERSIONS
