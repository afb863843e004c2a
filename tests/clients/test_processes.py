"""Several processes of one bot: each plays the games that the lobby assigns to it, leaves those
that another process plays, and takes over those of a process that has ended."""

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


def test_newest_invitation_determines_the_assignment() -> None:
    assignments = Assignments("p1")
    assert assignments.hello("abcd", 3, None) == p.Hello(game="abcd", since=3)
    for number in (5, 7):
        assignments.note(p.Invited(**_fields(invited("abcd")) | {"assignment": number}))
    assert assignments.hello("abcd", 3, 1) == p.Hello(
        game="abcd", since=3, seat=1, process="p1", assignment=7
    )


def _fields(message: p.Invited) -> dict[str, object]:
    return {name: getattr(message, name) for name in message.__struct_fields__}


def test_oldest_assignments_are_dropped() -> None:
    assignments = Assignments("p1")
    for number in range(1, MAX_GAMES + 2):
        assignments.note(p.Invited(**_fields(invited(f"g{number}")) | {"assignment": number}))
    assert (assignments.number("g1"), assignments.number("g2")) == (0, 2)


@dataclass
class Player:
    """A player that calls `before` and is then refused because another process plays the game.
    `tries`: the games that were started."""

    before: Callable[[], None] = lambda: None
    tries: list[str] = field(default_factory=list)

    async def __call__(self, game: str, seat: int | None) -> None:
        self.tries.append(game)
        self.before()
        raise Refused(PLAYED_ELSEWHERE, "Another process plays on.")


async def settle(tasks: GameTasks) -> None:
    await asyncio.gather(*tasks._tasks.values())
    assert tasks.seats == 0


async def test_game_left_to_another_process_can_be_assigned_again() -> None:
    """This may happen any number of times; it never counts as a failure of the bot."""
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


async def test_game_reassigned_while_being_left_is_restarted() -> None:
    """The invitation arrives while the room is being left and its task still exists."""
    numbers = {"abcd": 5}

    def give_back() -> None:
        numbers["abcd"] = 7
        tasks.on_message(invited("abcd"))

    player = Player(give_back)
    tasks = GameTasks(player, ["ewn"], number=lambda game: numbers[game])
    tasks.on_message(invited("abcd"))
    await settle(tasks)
    assert player.tries == ["abcd"] * 2, "only the first refusal came before a new assignment"


@asynccontextmanager
async def process(server: FakeServer) -> AsyncIterator[tuple[str, "asyncio.Task[None]"]]:
    """Runs a house bot's process in the lobby; yields its id and its task."""

    async def run() -> None:
        async with Client(server.url, "b") as client:
            await House(client, OPTIONS, EngineBackend()).run()

    task = asyncio.create_task(run())
    yield await server.watching.get(), task
    if not task.done():
        await cancel(task)


@dataclass
class Game:
    """Ann's game on a server that invites bots on request. `moved` is set when the bot has made
    three moves, `over` when the game has ended."""

    room: FakeRoom
    server: FakeServer
    moved: asyncio.Event = field(default_factory=asyncio.Event)
    over: asyncio.Event = field(default_factory=asyncio.Event)

    def note(self, event: p.RoomEvent) -> None:
        moves = [item for item in self.room.events() if isinstance(item, p.Moved)]
        if sum(move.seat == 1 for move in moves) == 3:
            self.moved.set()
        if isinstance(event, p.Finished):
            self.over.set()

    def processes(self) -> list[tuple[str, int]]:
        """The process and assignment in each of the bot's hellos."""
        return [(item.process, item.assignment) for item in self.server.hellos if item.process]


@asynccontextmanager
async def game() -> AsyncIterator[Game]:
    room = FakeRoom("othello", seats=(None, PONDERER), level=1, control=SECOND)
    async with (
        asyncio.timeout(120),
        running(room, a=ANN, b=PONDERER) as server,
        Client(server.url, "a") as ann,
    ):
        server.invites = False
        ann_game = Game(room, server)
        room.on_event = ann_game.note
        playing = asyncio.create_task(play_first(ann))
        yield ann_game
        await playing
    plies = [event.ply for event in room.events() if isinstance(event, p.Moved)]
    assert plies == list(range(len(plies)))


async def test_process_takes_over_from_a_stopped_one() -> None:
    async with game() as ann_game, process(ann_game.server) as (first, first_task):
        async with process(ann_game.server) as (second, _):
            await ann_game.server.invite(GAME, assignment=4, process=first)
            await ann_game.moved.wait()
            await cancel(first_task)
            await ann_game.server.invite(GAME, assignment=5, process=second)
            await ann_game.over.wait()
        assert ann_game.processes() == [(first, 4), (second, 5)]


async def test_process_sent_away_plays_again_when_invited(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.INFO, "zeitnot.bot")
    async with game() as ann_game, process(ann_game.server) as (id, task):
        await ann_game.server.invite(GAME, assignment=4, process=id)
        await ann_game.moved.wait()
        await ann_game.server.send_away(id)
        await ann_game.server.invite(GAME, assignment=6, process=id)
        await ann_game.over.wait()
        assert not task.done()
        assert ann_game.processes() == [(id, 4), (id, 6)]
    taken_over = f"game {GAME}: taken over by another process of this bot"
    assert [r.getMessage() for r in caplog.records].count(taken_over) == 1


async def test_replaced_process_logs_the_games_it_loses(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.INFO, "zeitnot.bot")
    async with game() as ann_game, process(ann_game.server) as (old, old_task):
        await ann_game.server.invite(GAME, assignment=4, process=old)
        await ann_game.moved.wait()
        await ann_game.server.end_lobby("replaced")
        await old_task
        async with process(ann_game.server) as (new, _):
            await ann_game.server.invite(GAME, assignment=5, process=new)
            await ann_game.over.wait()
    lines = [record.getMessage() for record in caplog.records]
    assert lines.count(f"game {GAME}: taken over by another version of this bot") == 1
    assert "left running" not in caplog.text
