"""The asyncio client over real sockets: it reconnects, closes, and raises descriptive errors."""

import asyncio
from collections.abc import Iterator
from http import HTTPStatus
from itertools import islice, repeat

import pytest
from websockets.asyncio.client import ClientConnection
from websockets.asyncio.server import ServerConnection, serve
from websockets.typing import Subprotocol

import zeitnot_protocol as p
from zeitnot_client import Client, Closed, Refused, Unreachable, connection
from zeitnot_client.connection import MAX_DELAY_S, Connection, Signal, backoff
from zeitnot_client.room import Room
from zeitnot_client.session_events import Disconnected, EventReceived, Synced

from ..ports import port_of, reserved
from .fake_room import ANN, BOB, GAME, FakeRoom
from .fake_server import running


def no_delays() -> Iterator[float]:
    """No pauses between connection attempts."""
    return repeat(0.0)


async def play_first(client: Client, game: str = GAME) -> Room:
    """Plays the first legal move whenever it is our turn."""
    client_room = client.room(game)
    async for turn in client_room.turns():
        await turn.move(turn.legal[0])
    return client_room


async def play_badly(client: Client) -> None:
    """Plays an illegal move."""
    async for turn in client.play(GAME):
        await turn.move("z9")


async def listen(source: Room | Connection) -> None:
    """Iterates to the end."""
    async for _ in source:
        pass


async def test_two_clients_play_a_full_game() -> None:
    room = FakeRoom("ewn")
    async with (
        running(room, a=ANN, b=BOB) as server,
        Client(server.url, "a") as ann,
        Client(server.url, "b") as bob,
    ):
        first, second = await asyncio.gather(play_first(ann), play_first(bob))
    assert room.room.phase == "finished"
    assert first.state.record == second.state.record
    assert first.state.finished == second.state.finished == room.events()[-1]
    assert {first.state.you, second.state.you} == {0, 1}


async def test_the_game_continues_after_broken_connections() -> None:
    room = FakeRoom()
    async with (
        running(room, a=ANN, b=BOB) as server,
        Client(server.url, "a") as ann,
        Client(server.url, "b") as bob,
    ):
        other = asyncio.create_task(play_first(bob))
        client_room, cuts = ann.room(GAME), 0
        async for turn in client_room.turns():
            await server.cut()
            await turn.move(turn.legal[0])
            cuts += 1
        await other
    assert cuts >= 3
    assert room.room.phase == "finished"
    moves = [e for e in room.events() if isinstance(e, p.Moved)]
    assert list(client_room.state.moves) == moves
    assert len({e.ply for e in moves}) == len(moves)


async def test_client_reconnects_after_a_server_restart() -> None:
    room = FakeRoom()
    async with running(room, a=ANN) as server, Client(server.url, "a") as ann:
        client_room = ann.room(GAME)
        event_types = []
        async for session_event in client_room:
            event_types.append(type(session_event))
            if isinstance(session_event, Synced) and event_types.count(Synced) == 1:
                await server.stop()
                await server.start()
            elif isinstance(session_event, Synced):
                await client_room.close()
    assert event_types.count(Disconnected) == 2
    assert event_types.count(Synced) == 2


async def test_close_ends_the_iteration_and_keeps_the_seat() -> None:
    room = FakeRoom()
    async with running(room, a=ANN) as server, Client(server.url, "a") as ann:
        client_room = ann.room(GAME)
        async for session_event in client_room:
            await client_room.take_part(session_event)
            if isinstance(session_event, EventReceived):
                await client_room.close()
    assert room.room.seats[0].actor == ANN


async def test_close_cancels_a_connection_attempt() -> None:
    async with running(FakeRoom()) as server:
        line = Connection(f"ws{server.url.removeprefix('http')}/ws/lobby", {})
        opening, proceed, connect = asyncio.Event(), asyncio.Event(), line._open

        async def open_slowly() -> ClientConnection:
            opening.set()
            await proceed.wait()
            return await connect()

        line._open = open_slowly  # type: ignore[method-assign]
        listen_task = asyncio.create_task(listen(line))
        await opening.wait()
        await line.close()
        proceed.set()
        await asyncio.wait_for(listen_task, 30)


async def test_illegal_move_raises_in_the_caller() -> None:
    room = FakeRoom()
    async with (
        running(room, a=ANN, b=BOB) as server,
        Client(server.url, "a") as ann,
        Client(server.url, "b") as bob,
    ):
        other = asyncio.create_task(play_first(bob))
        with pytest.raises(Refused, match="z9") as refused:
            await play_badly(ann)
        other.cancel()
        await asyncio.wait({other})
    assert refused.value.code == "illegal_move"


async def test_occupied_seat_raises_refused() -> None:
    room = FakeRoom(seats=(ANN, ANN))
    async with running(room, b=BOB) as server, Client(server.url, "b") as bob:
        with pytest.raises(Refused) as refused:
            await play_badly(bob)
    assert refused.value.code == "no_seat"


@pytest.mark.parametrize(("game", "token", "status"), [("nope", "a", 404), (GAME, "wrong", 401)])
async def test_a_final_refusal_is_not_retried(game: str, token: str, status: int) -> None:
    async with running(FakeRoom(), a=ANN) as server, Client(server.url, token) as client:
        with pytest.raises(Closed) as closed:
            await listen(client.room(game))
    assert closed.value.code == status


async def test_a_server_error_is_retried() -> None:
    async with running(FakeRoom(), a=ANN) as server, Client(server.url, "a") as client:
        server.deny = [HTTPStatus.SERVICE_UNAVAILABLE, HTTPStatus.TOO_MANY_REQUESTS]
        client_room = client.room(GAME)
        async for session_event in client_room:
            if isinstance(session_event, Synced):
                await client_room.close()
        assert server.deny == []


@pytest.mark.parametrize("code", [1008, 4000])
async def test_a_final_close_code_raises(code: int) -> None:
    async with running(FakeRoom(), a=ANN) as server, Client(server.url, "a") as client:
        server.close_next = (code, "too many frames")
        with pytest.raises(Closed, match="too many frames") as closed:
            await listen(client.room(GAME))
    assert closed.value.code == code


@pytest.mark.parametrize("code", [1000, 1001, 1011, 1012, 1013])
async def test_other_close_codes_reconnect(code: int) -> None:
    async with running(FakeRoom(), a=ANN) as server, Client(server.url, "a") as client:
        server.close_next = (code, "")
        client_room = client.room(GAME)
        async for session_event in client_room:
            if isinstance(session_event, Synced):
                await client_room.close()
        assert client_room.state.room


async def test_client_gives_up_after_its_patience() -> None:
    port_socket = reserved()
    url = f"ws://127.0.0.1:{port_of(port_socket)}/ws/lobby"
    line = Connection(url, {}, patience_s=0, delays=no_delays)
    with port_socket, pytest.raises(Unreachable, match="no connection"):
        await listen(line)


async def test_backoff_continues_if_the_server_hangs_up_at_once() -> None:
    """Connections without a message do not reset the backoff."""
    waits = []

    def delays() -> Iterator[float]:
        for number in range(5):
            waits.append(number)
            yield 0.0
        raise AssertionError("five attempts are enough")

    async with running(FakeRoom()) as server:
        line = Connection(f"ws{server.url.removeprefix('http')}/ws/lobby", {}, delays=delays)
        ups = 0
        async for signal in line:
            if signal is Signal.UP:
                ups += 1
                if ups == 4:
                    await line.close()
                else:
                    await line.reconnect()
    assert waits == [0, 1, 2]


async def test_client_retries_quickly_while_other_nodes_answer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The other nodes name the dead node until its lease has expired."""
    monkeypatch.setattr(connection, "TAKEOVER_DELAY_S", 0.01)
    connections = 0

    async def answer(socket: ServerConnection) -> None:
        nonlocal connections
        connections += 1
        # "two" names the dead node.
        await socket.send("two" if connections < 7 else "here")
        await socket.wait_closed()

    async with serve(answer, "127.0.0.1", 0, subprotocols=[Subprotocol(p.SUBPROTOCOL)]) as server:
        port = server.sockets[0].getsockname()[1]
        line = Connection(f"ws://127.0.0.1:{port}/", {}, delays=lambda: repeat(60.0))
        async with asyncio.timeout(20):
            async for frame in line:
                if frame == "two":
                    await line.follow("two", None)
                elif frame == "here":
                    await line.close()
    assert connections == 7


@pytest.mark.parametrize(
    ("frame", "code", "reason"),
    [(b"x" * (1 << 20) + b"x", 1009, "more than 1 MiB"), (b"\xff", 1007, "not UTF-8")],
)
async def test_unprocessable_frame_ends_the_connection(
    frame: bytes, code: int, reason: str
) -> None:
    async def send(connection: ServerConnection) -> None:
        await connection.send(frame, text=True)
        await connection.wait_closed()

    async with serve(send, "127.0.0.1", 0, subprotocols=[Subprotocol(p.SUBPROTOCOL)]) as server:
        port = server.sockets[0].getsockname()[1]
        with pytest.raises(Closed, match=reason) as closed:
            await listen(Connection(f"ws://127.0.0.1:{port}/", {}, delays=no_delays))
    assert closed.value.code == code


def test_backoff_grows_to_a_bound_with_jitter() -> None:
    longest = list(islice(backoff(lambda: 0.0), 9))
    assert longest[:4] == [0.1, 0.2, 0.4, 0.8]
    assert max(longest) == MAX_DELAY_S
    assert list(islice(backoff(lambda: 1.0), 2)) == [0.05, 0.1]


async def test_lobby_is_watched_again_after_an_outage() -> None:
    async with running(FakeRoom(), b=BOB) as server, Client(server.url, "b") as bob:
        event_types: list[type] = []
        lobby = bob.lobby(["tictactoe"], levels=5)
        async for message in lobby:
            event_types.append(type(message))
            if event_types.count(p.Lobby) == 1 and isinstance(message, p.Lobby):
                for watcher in list(server.lobby):
                    watcher.transport.abort()
            elif event_types.count(p.Lobby) == 2:
                break
        await lobby.aclose()
    process = bob.assignments.process
    watch = p.Watch(plays=["tictactoe"], levels=5, changes=True, process=process)
    assert process
    assert server.watches == [watch] * 2, "the same process"
