"""A real server with a real broker: the feed publishes what spectators see, and delays nothing."""

import asyncio
import os
import re
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec

import zeitnot_protocol as p
from zeitnot_client import Client
from zeitnot_client.session_events import Acked, EventReceived, YourTurn

from ..with_parent import WITH_PARENT
from .conftest import WAIT_S, Broker

OPEN = p.NewGame(
    game_type="tictactoe",
    control=p.Control(kind="sudden_death", base_ms=60_000),
    seats=[p.SeatRequest(kind="me"), p.SeatRequest(kind="open")],
)


@asynccontextmanager
async def server(broker: Broker, folder: Path) -> AsyncIterator[str]:
    """`zeitnot serve --mqtt …`; yields its address."""
    environ = {k: v for k, v in os.environ.items() if not k.startswith("ZEITNOT_")}
    process = await asyncio.create_subprocess_exec(
        *(*WITH_PARENT, sys.executable, "-m", "zeitnot_server.cli", "serve", "--no-bots"),
        *("--port", "0", "--db", str(folder / "zeitnot.db"), "--mqtt", broker.url),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
        env=environ,
    )
    try:
        assert process.stdout is not None
        match = re.search(rb"http://[\d.:]+", await process.stdout.readline())
        assert match
        yield match[0].decode()
    finally:
        process.terminate()
        await asyncio.wait_for(process.wait(), WAIT_S)


async def play(client: Client, game: str, engine: p.EngineReport | None = None) -> None:
    """Takes a seat and plays the first legal move each time."""
    async for turn in client.play(game):
        await turn.move(turn.legal[0], engine)


async def play_game(address: str, engine: p.EngineReport | None = None) -> p.GameRecord:
    """Plays a full game between two guests; the first one reports `engine` with each move."""
    async with Client(address) as first, Client(address) as second:
        await first.http.session("One")
        await second.http.session("Two")
        link = await first.http.create_game(OPEN)
        async with asyncio.timeout(WAIT_S), asyncio.TaskGroup() as group:
            group.create_task(play(first, link.id, engine))
            group.create_task(play(second, link.id))
        return await first.http.game(link.id)


async def test_events_equal_those_of_the_record(broker: Broker, tmp_path: Path) -> None:
    """The same events with the same numbers; the last state is that of the finished game."""
    async with broker.listener("zeitnot/v1/games/#") as reader, server(broker, tmp_path) as url:
        record = await play_game(url)
        events: list[object] = []
        states: list[p.GameSummary] = []
        while len(events) < len(record.events) or not states or states[-1] != record.game:
            message = await reader.next()
            if str(message.topic).endswith("/events"):
                events.append(p.decode_room_out(bytes(message.payload)))
            else:
                states.append(msgspec.json.decode(message.payload, type=p.GameSummary))
    assert events == record.events
    assert record.game.state == "finished"


async def test_no_engine_line_is_published(broker: Broker, tmp_path: Path) -> None:
    report = p.EngineReport(depth=5, value=0.25, pv="a1 b2")
    async with (
        broker.listener("zeitnot/v1/games/+/events") as reader,
        server(broker, tmp_path) as url,
    ):
        record = await play_game(url, report)
        events = [p.decode_room_out(bytes((await reader.next()).payload)) for _ in record.events]
    stored = [e.engine for e in record.events if isinstance(e, p.Moved)]
    published = [e.engine for e in events if isinstance(e, p.Moved)]
    assert report in stored[:-1]
    assert published[:-1] == [None] * (len(stored) - 1)  # the last move ends the game


async def test_a_stopped_broker_does_not_delay_moves(broker: Broker, tmp_path: Path) -> None:
    """The broker is killed before a game and restarted after it, and then the state is
    published."""
    async with server(broker, tmp_path) as url:
        async with broker.listener("zeitnot/v1/nodes/main") as reader:
            await reader.until("zeitnot/v1/nodes/main", b'{"online":true}')
        await broker.kill()
        record = await play_game(url)
        assert record.game.state == "finished"
        await broker.start()
        async with broker.listener(f"zeitnot/v1/games/{record.game.id}/state") as reader:
            message = await reader.next()
    assert msgspec.json.decode(message.payload, type=p.GameSummary) == record.game


async def test_a_listed_game_is_published_when_created(broker: Broker, tmp_path: Path) -> None:
    async with (
        broker.listener("zeitnot/v1/games/+/state") as reader,
        server(broker, tmp_path) as url,
        Client(url) as client,
    ):
        await client.http.session("One")
        created = await client.http.create_game(OPEN)
        state = msgspec.json.decode((await reader.next()).payload, type=p.GameSummary)
    assert (state.id, state.state) == (created.id, "open")


async def test_a_link_game_is_not_published(broker: Broker, tmp_path: Path) -> None:
    """No message of a link game is published before its start; a listed game created later is
    published."""
    unlisted = msgspec.structs.replace(OPEN, listed=False)
    async with (
        broker.listener("zeitnot/v1/games/#") as reader,
        server(broker, tmp_path) as url,
        Client(url) as client,
    ):
        await client.http.session("One")
        ids = []
        for request in (unlisted, OPEN):
            link = await client.http.create_game(request)
            ids.append(link.id)
            await sit_down(client, link.id)
        message = await reader.next()
    assert str(message.topic).split("/")[3] == ids[1]


async def test_running_games_are_published_after_a_restart(broker: Broker, tmp_path: Path) -> None:
    """Server and broker are restarted; the broker has lost its retained messages, and no room is
    loaded."""
    listed, unlisted = OPEN, msgspec.structs.replace(OPEN, listed=False)
    async with server(broker, tmp_path) as url, Client(url) as first, Client(url) as second:
        for client in (first, second):
            await client.http.session()
        open_game, _, running_game = [
            (await first.http.create_game(request)).id for request in (listed, unlisted, unlisted)
        ]
        async with asyncio.timeout(WAIT_S), asyncio.TaskGroup() as group:
            for client in (first, second):
                group.create_task(one_move(client, running_game))
        finished_game = (await play_game(url)).game.id
    await broker.kill()
    await broker.start()
    async with server(broker, tmp_path) as url, broker.listener("zeitnot/v1/#") as reader:
        states: dict[str, p.GameSummary] = {}
        lobby = p.Lobby(open=[], running=[], yours=[], bots=[])
        while len(states) < 3 or not lobby.running:
            message = await reader.next()
            if str(message.topic).endswith("/state"):
                state = msgspec.json.decode(message.payload, type=p.GameSummary)
                states[state.id] = state
            elif str(message.topic) == "zeitnot/v1/lobby":
                lobby = msgspec.json.decode(message.payload, type=p.Lobby)
    assert {game: state.state for game, state in states.items()} == {
        open_game: "open",
        running_game: "running",
        finished_game: "finished",
    }
    assert states[running_game].moves == 1
    assert lobby.running == [states[running_game]]
    assert lobby.open == []  # its player is not connected


async def one_move(client: Client, game: str) -> None:
    """Takes a seat, makes the first move if it has the turn, and leaves after the first move."""
    room = client.room(game)
    async for session_event in room:
        await room.take_part(session_event)
        if isinstance(session_event, YourTurn) and room.state.ply == 0:
            await room.move(room.state.legal[0])
        if isinstance(session_event, EventReceived) and isinstance(session_event.event, p.Moved):
            await room.close()


async def sit_down(client: Client, game: str) -> None:
    """Takes a seat, and leaves when that is acknowledged."""
    room = client.room(game)
    async for session_event in room:
        await room.take_part(session_event)
        if isinstance(session_event, Acked):
            await room.close()


async def test_the_lobby_is_published(broker: Broker, tmp_path: Path) -> None:
    """The lobby contains an open game while its player is connected."""
    async with (
        broker.listener("zeitnot/v1/lobby") as reader,
        server(broker, tmp_path) as url,
        Client(url) as client,
    ):
        await client.http.session("One")
        link = await client.http.create_game(OPEN)
        waiting = asyncio.create_task(play(client, link.id))
        while True:
            lobby = p.decode_lobby_out(bytes((await reader.next()).payload))
            assert isinstance(lobby, p.Lobby)
            assert lobby.yours == []
            if [game.id for game in lobby.open] == [link.id]:
                break
        waiting.cancel()
        await asyncio.gather(waiting, return_exceptions=True)
