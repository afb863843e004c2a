"""A bot's game tasks: which games it starts, gives up and leaves."""

import asyncio
from contextlib import aclosing

from msgspec.structs import replace

import zeitnot_protocol as p
from zeitnot_client import Client, Closed
from zeitnot_client.bot import FAILED_TEXT, give_up
from zeitnot_client.game_tasks import GameTasks
from zeitnot_client.idle import IdleRooms
from zeitnot_client.room_events import RoomEventsUntilDone
from zeitnot_client.session_events import Synced

from .dicey import DICEY
from .fake_room import ANN, FakeRoom
from .fake_server import running
from .test_client import play_first


async def test_game_is_given_up_after_two_failures() -> None:
    """The failure is in the game's task, not in the choice of a move: the task is started twice,
    and not a third time."""
    room, tries = FakeRoom(seats=(DICEY, None)), 0
    async with (
        asyncio.timeout(60),
        running(room, a=ANN, d=DICEY) as server,
        Client(server.url, "a") as ann,
        Client(server.url, "d") as client,
    ):
        other = asyncio.create_task(play_first(ann))
        client_room = client.room(room.room.id)
        async with aclosing(aiter(client_room)) as session_events:
            async for session_event in session_events:
                await client_room.take_part(session_event)
                if client_room.state.phase == "running":
                    break

        async def play(game: str, seat: int | None) -> None:
            nonlocal tries
            tries += 1
            raise RuntimeError("broken")

        tasks = GameTasks(play, ["tictactoe"], lambda *target: give_up(client.room(*target)))
        tasks.on_message(lobby(kind="tictactoe", game0="running"))
        await other
        for _ in range(3):
            tasks.on_message(lobby(kind="tictactoe", game0="running"))
            await asyncio.sleep(0)
        await tasks.close()
    assert tries == 2
    assert room.room.finished
    assert room.room.finished.reason == "resign"
    assert room.texts() == [FAILED_TEXT]


async def test_refused_game_is_not_retried_further() -> None:
    tries: list[str] = []
    given_up: list[str] = []

    async def play(game: str, seat: int | None) -> None:
        tries.append(game)
        raise Closed(1008, "The game has crashed the server.")

    async def give_up(game: str, seat: int | None) -> bool:
        given_up.append(game)
        return True

    tasks = GameTasks(play, ["ewn"], give_up)
    for _ in range(30):
        tasks.on_message(lobby(abcd="running"))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
    assert tries == ["abcd"] * 2
    assert given_up == []
    tasks.on_message(lobby())  # the game is over; the same id would be a new game
    tasks.on_message(lobby(abcd="running"))
    await asyncio.sleep(0)
    await tasks.close()
    assert len(tries) == 3


async def test_resignation_is_retried() -> None:
    tries: list[str] = []
    answers = [False, True]

    async def play(game: str, seat: int | None) -> None:
        tries.append(game)
        raise RuntimeError("broken")

    async def give_up(game: str, seat: int | None) -> bool:
        return answers.pop(0)

    tasks = GameTasks(play, ["ewn"], give_up)
    for _ in range(30):
        tasks.on_message(lobby(abcd="running"))
        for _ in range(4):
            await asyncio.sleep(0)
    assert answers == []
    assert len(tries) == 3
    await tasks.close()


async def test_other_game_types_are_ignored() -> None:
    started: list[str] = []

    async def play(game: str, seat: int | None) -> None:
        started.append(game)

    tasks = GameTasks(play, ["chess"])
    tasks.on_message(invited("abcd"))
    tasks.on_message(lobby(abcd="running"))
    await asyncio.sleep(0)
    await tasks.close()
    assert started == []


def invited(game: str) -> p.Invited:
    control = p.Control(kind="unlimited")
    return p.Invited(game=game, game_type="ewn", settings={}, control=control, seat=0)


def lobby(kind: str = "ewn", **states: str) -> p.Lobby:
    """A lobby message in which these games are ours."""
    yours = [
        p.GameSummary(
            id=game,
            game_type=kind,
            settings={},
            control=p.Control(kind="unlimited"),
            state=state,  # type: ignore[arg-type]
            seats=[],
            moves=0,
            position="",
            created_at=0,
        )
        for game, state in states.items()
    ]
    return p.Lobby(open=[], running=[], yours=yours, bots=[])


async def test_game_announced_twice_is_started_once() -> None:
    started: list[str] = []
    finished = asyncio.Event()

    async def play(game: str, seat: int | None) -> None:
        started.append(game)
        await finished.wait()

    tasks = GameTasks(play, ["ewn"])
    for message in (invited("abcd"), invited("abcd"), lobby(abcd="running")):
        tasks.on_message(message)
    await asyncio.sleep(0)
    assert started == ["abcd"]
    assert tasks.games == {"abcd"}
    finished.set()
    for _ in range(5):
        await asyncio.sleep(0)
    assert tasks.games == frozenset()
    tasks.on_message(invited("abcd"))
    await tasks.close()
    assert started == ["abcd"]  # cancelled before it began


async def test_each_seat_of_a_game_is_started_once() -> None:
    started: list[tuple[str, int | None]] = []
    finished = asyncio.Event()

    async def play(game: str, seat: int | None) -> None:
        started.append((game, seat))
        await finished.wait()

    tasks = GameTasks(play, ["ewn"])
    two_seats = lobby(abcd="running")
    two_seats.yours[0].your_seats = [1, 2]
    for message in (
        replace(invited("abcd"), seat=1),
        replace(invited("abcd"), seat=2),
        two_seats,
        lobby(abcd="running"),
    ):
        tasks.on_message(message)
    await asyncio.sleep(0)
    assert started == [("abcd", 1), ("abcd", 2)]
    assert (tasks.games, tasks.seats) == ({"abcd"}, 2)
    await tasks.close()


async def test_invitation_does_not_restart_a_running_game() -> None:
    """After the bot starts, the lobby message comes first, and it does not name the seat."""
    started: list[tuple[str, int | None]] = []

    async def play(game: str, seat: int | None) -> None:
        started.append((game, seat))
        await asyncio.Event().wait()

    tasks = GameTasks(play, ["ewn"])
    tasks.on_message(lobby(abcd="running"))
    tasks.on_message(invited("abcd"))
    await asyncio.sleep(0)
    assert started == [("abcd", None)]
    await tasks.close()


async def test_running_games_are_resumed() -> None:
    started: list[str] = []

    async def play(game: str, seat: int | None) -> None:
        started.append(game)

    tasks = GameTasks(play, ["ewn"])
    tasks.on_message(lobby(aaaa="running", bbbb="paused", cccc="open"))
    tasks.on_message(p.Error(code="x", message="y"))
    await asyncio.sleep(0)
    assert started == ["aaaa", "bbbb"]
    await tasks.close()


async def test_ended_game_is_not_entered_again_because_the_lobby_is_late() -> None:
    started: list[tuple[str, int | None]] = []

    async def play(game: str, seat: int | None) -> None:
        started.append((game, seat))
        tasks.note_ended(game, seat)

    tasks = GameTasks(play, ["ewn"])
    late = lobby(abcd="running")
    late.yours[0].your_seats = [0]
    for message in (invited("abcd"), late, lobby(), lobby(abcd="running"), late):
        tasks.on_message(message)
        for _ in range(5):
            await asyncio.sleep(0)
    assert started == [("abcd", 0)]
    tasks.on_message(invited("abcd"))  # as after a backup was restored
    for _ in range(5):
        await asyncio.sleep(0)
    await tasks.close()
    assert started == [("abcd", 0)] * 2


async def test_bot_leaves_a_game_that_does_not_start() -> None:
    room = FakeRoom(seats=(None, DICEY))
    async with (
        asyncio.timeout(60),
        running(room, d=DICEY) as server,
        Client(server.url, "d") as bot,
        RoomEventsUntilDone(bot.room(room.room.id), open_s=0.05) as session_events,
    ):
        async for _ in session_events:
            pass
    assert room.room.phase == "open"


async def test_bot_leaves_the_oldest_of_too_many_idle_rooms() -> None:
    room, idle = FakeRoom(seats=(None, DICEY)), IdleRooms(1)
    async with (
        asyncio.timeout(60),
        running(room, d=DICEY) as server,
        Client(server.url, "d") as bot,
        RoomEventsUntilDone(bot.room(room.room.id), idle) as session_events,
    ):
        async for session_event in session_events:
            if isinstance(session_event, Synced):
                asyncio.get_running_loop().call_soon(idle.add, bot.room("newer"))
    assert room.room.phase == "open"


async def test_bot_leaves_a_finished_game_without_a_rematch() -> None:
    room = FakeRoom(seats=(ANN, DICEY))
    async with (
        asyncio.timeout(60),
        running(room, a=ANN, d=DICEY) as server,
        Client(server.url, "a") as ann,
        Client(server.url, "d") as bot,
    ):
        other = asyncio.create_task(play_first(ann))
        client_room = bot.room(room.room.id)
        async with RoomEventsUntilDone(client_room, linger_s=0.05) as session_events:
            async for session_event in session_events:
                await client_room.take_part(session_event)
                if client_room.state.my_turn and client_room.settled:
                    await client_room.resign()
        await other
    assert room.room.phase == "finished"
