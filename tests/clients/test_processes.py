"""A process of a bot plays the games that the lobby assigns to it, leaves those that another
process plays, and takes over those of a process that ended."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import pytest

import zeitnot_protocol as p
from zeitnot_client import Client, Refused
from zeitnot_client.assignments import MAX_GAMES, Assignments
from zeitnot_client.game_tasks import GameTasks
from zeitnot_client.room import PLAYED_ELSEWHERE
from zeitnot_engines.bots.house import EngineBackend, House, Options

from .fake_room import ANN, GAME, FakeRoom
from .fake_server import FakeServer, running
from .test_client import play_first
from .test_game_tasks import invited
from .test_house import PONDERER, SECOND, cancel

OPTIONS = Options(("othello",), hash_mb=1, book=False, ponder=False, max_games=2)


def test_assignments_are_those_of_the_newest_invitations() -> None:
    assignments = Assignments("p1")
    assert assignments.hello("abcd", 3, None) == p.Hello(game="abcd", since=3)
    for number in (5, 7):
        assignments.note(p.Invited(**_fields(invited("abcd")) | {"assignment": number}))
    assert assignments.hello("abcd", 3, 1) == p.Hello(
        game="abcd", since=3, seat=1, process="p1", assignment=7
    )


def _fields(message: p.Invited) -> dict[str, object]:
    return {name: getattr(message, name) for name in message.__struct_fields__}


def test_the_oldest_assignments_are_dropped() -> None:
    assignments = Assignments("p1")
    for number in range(1, MAX_GAMES + 2):
        assignments.note(p.Invited(**_fields(invited(f"g{number}")) | {"assignment": number}))
    assert (assignments.number("g1"), assignments.number("g2")) == (0, 2)


@dataclass
class Player:
    """Is told to leave each game after `before` was called. `tries`: the games that were
    started."""

    before: Callable[[], None] = lambda: None
    tries: list[str] = field(default_factory=list)

    async def __call__(self, game: str, seat: int | None) -> None:
        self.tries.append(game)
        self.before()
        raise Refused(PLAYED_ELSEWHERE, "Another process plays on.")


async def settle(tasks: GameTasks) -> None:
    await asyncio.gather(*tasks._tasks.values())
    assert tasks.seats == 0


async def test_a_game_of_another_process_is_left_and_continued_when_it_is_assigned_again() -> None:
    """However often this happens, it is not a failure of the bot."""
    player, given_up = Player(), list[str]()

    async def give_up(game: str, seat: int | None) -> bool:
        given_up.append(game)
        return True

    tasks = GameTasks(player, ["ewn"], give_up)
    for _ in range(5):
        tasks.on_message(invited("abcd"))
        await settle(tasks)
    assert player.tries == ["abcd"] * 5
    assert given_up == []


async def test_a_game_assigned_again_while_it_is_left_continues_at_once() -> None:
    """The invitation arrives while the room is being left and its task still exists."""
    numbers = {"abcd": 5}

    def give_back() -> None:
        numbers["abcd"] = 7
        tasks.on_message(invited("abcd"))

    player = Player(give_back)
    tasks = GameTasks(player, ["ewn"], number=lambda game: numbers[game])
    tasks.on_message(invited("abcd"))
    await settle(tasks)
    assert player.tries == ["abcd"] * 2, "5 became 7, and 7 stayed"


@asynccontextmanager
async def process(server: FakeServer) -> AsyncIterator[tuple[str, "asyncio.Task[None]"]]:
    """A process of the house bot in the lobby; returns its id and its task."""

    async def live() -> None:
        async with Client(server.url, "b") as client:
            await House(client, OPTIONS, EngineBackend()).run()

    task = asyncio.create_task(live())
    yield await server.watching.get(), task
    if not task.done():
        await cancel(task)


@dataclass
class Game:
    """Ann's game, on a server that sends no invitations. `moved`: the bot has made three moves.
    `over`: the game has ended."""

    room: FakeRoom
    server: FakeServer
    moved: asyncio.Event = field(default_factory=asyncio.Event)
    over: asyncio.Event = field(default_factory=asyncio.Event)

    def note(self, event: p.RoomEvent) -> None:
        moves = [each for each in self.room.events() if isinstance(each, p.Moved)]
        if sum(move.seat == 1 for move in moves) == 3:
            self.moved.set()
        if isinstance(event, p.Finished):
            self.over.set()

    def processes(self) -> list[tuple[str, int]]:
        """Process and assignment of each hello of the bot."""
        return [(each.process, each.assignment) for each in self.server.hellos if each.process]


@asynccontextmanager
async def game() -> AsyncIterator[Game]:
    room = FakeRoom("othello", seats=(None, PONDERER), level=1, control=SECOND)
    async with (
        asyncio.timeout(120),
        running(room, a=ANN, b=PONDERER) as server,
        Client(server.url, "a") as ann,
    ):
        server.invites = False
        played = Game(room, server)
        room.on_event = played.note
        playing = asyncio.create_task(play_first(ann))
        yield played
        await playing
    plies = [event.ply for event in room.events() if isinstance(event, p.Moved)]
    assert plies == list(range(len(plies)))


async def test_a_house_takes_over_from_one_that_is_stopped() -> None:
    async with game() as played, process(played.server) as (first, first_task):
        async with process(played.server) as (second, _):
            await played.server.invite(GAME, assignment=4, process=first)
            await played.moved.wait()
            await cancel(first_task)
            await played.server.invite(GAME, assignment=5, process=second)
            await played.over.wait()
        assert played.processes() == [(first, 4), (second, 5)]


async def test_a_house_that_has_to_leave_plays_again_when_it_is_invited_again(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.INFO, "zeitnot.bot")
    async with game() as played, process(played.server) as (id, task):
        await played.server.invite(GAME, assignment=4, process=id)
        await played.moved.wait()
        await played.server.send_away(id)
        await played.server.invite(GAME, assignment=6, process=id)
        await played.over.wait()
        assert not task.done()
        assert played.processes() == [(id, 4), (id, 6)]
    taken_over = f"game {GAME}: taken over by another process of this bot"
    assert [r.getMessage() for r in caplog.records].count(taken_over) == 1


async def test_a_replaced_house_logs_the_games_that_it_loses(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.INFO, "zeitnot.bot")
    async with game() as played, process(played.server) as (old, old_task):
        await played.server.invite(GAME, assignment=4, process=old)
        await played.moved.wait()
        await played.server.end_lobby("replaced")
        await old_task
        async with process(played.server) as (new, _):
            await played.server.invite(GAME, assignment=5, process=new)
            await played.over.wait()
    lines = [record.getMessage() for record in caplog.records]
    assert lines.count(f"game {GAME}: taken over by another version of this bot") == 1
    assert "left running" not in caplog.text
