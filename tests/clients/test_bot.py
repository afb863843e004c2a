"""A bot in one call, and the two examples."""

import asyncio
import importlib.util
import logging
import random
from pathlib import Path
from types import ModuleType

import pytest

from zeitnot_client import Client, Closed, Turn, run_bot
from zeitnot_client import protocol as p
from zeitnot_client.bot import Lingering, Tables
from zeitnot_server.rooms.room import Actor

from .fake_room import ANN, FakeRoom
from .fake_server import running
from .test_client import play_first

DICEY = Actor("bot", "Dicey", bot=True)
EXAMPLES = Path(__file__).parents[2] / "clients" / "examples"


def example(name: str) -> ModuleType:
    """An example as a module; its main part does not run."""
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def first(turn: Turn) -> str:
    """The first legal move."""
    return turn.legal[0]


async def test_it_waits_in_the_lobby_plays_and_ends_after_so_many_games() -> None:
    room = FakeRoom("ewn", seats=(None, DICEY))
    async with (
        asyncio.timeout(60),
        running(room, a=ANN, d=DICEY) as server,
        Client(server.url, "a") as ann,
    ):
        bot = asyncio.create_task(run_bot(server.url, "d", first, ["ewn"], games=1))
        await play_first(ann)
        await bot
    assert server.watches == [p.Watch(plays=["ewn"])]
    assert room.room.phase == "finished"
    assert any(isinstance(e, p.Moved) and e.seat == 1 for e in room.events())


async def test_a_choice_may_be_a_coroutine() -> None:
    room = FakeRoom(seats=(None, DICEY))

    async def choose(turn: Turn) -> str:
        await asyncio.sleep(0)
        assert turn.game_type == "tictactoe"
        assert turn.position.endswith(" o")
        assert turn.seat == 1
        assert turn.remaining_ms
        return turn.legal[-1]

    async with (
        asyncio.timeout(60),
        running(room, a=ANN, d=DICEY) as server,
        Client(server.url, "a") as ann,
    ):
        bot = asyncio.create_task(run_bot(server.url, "d", choose, ["tictactoe"], games=1))
        await play_first(ann)
        await bot


async def test_it_agrees_to_a_rematch() -> None:
    room = FakeRoom(seats=(None, DICEY))
    async with (
        asyncio.timeout(60),
        running(room, a=ANN, d=DICEY) as server,
        Client(server.url, "a") as ann,
    ):
        bot = asyncio.create_task(run_bot(server.url, "d", first, ["tictactoe"]))
        mine = ann.room(room.room.id)
        async for happening in mine:
            await mine.take_part(happening)
            if mine.state.my_turn and mine.state.legal and not mine.waiting_for(p.Move):
                await mine.resign()
            if mine.state.finished and not mine.state.rematch and mine.settled:
                await mine.rematch()
            if mine.state.next_game:
                await mine.close()
        bot.cancel()
        await asyncio.wait({bot})
    assert room.next_game == "game1"


async def test_a_wrong_token_is_raised() -> None:
    async with running(FakeRoom()) as server:
        with pytest.raises(Closed, match="token"):
            await run_bot(server.url, "nobody", first, ["ewn"])


class Alarm(logging.Handler):
    """Sets an event when something is logged."""

    def __init__(self) -> None:
        super().__init__()
        self.told = asyncio.Event()
        self.texts: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.texts.append(record.getMessage())
        self.told.set()


async def test_an_illegal_choice_is_said_in_the_log_and_the_bot_goes_on() -> None:
    room, alarm = FakeRoom(seats=(DICEY, None)), Alarm()
    logging.getLogger("zeitnot.bot").addHandler(alarm)
    async with (
        asyncio.timeout(60),
        running(room, a=ANN, d=DICEY) as server,
        Client(server.url, "a") as ann,
    ):
        bot = asyncio.create_task(run_bot(server.url, "d", lambda _: "z9", ["tictactoe"]))
        other = asyncio.create_task(play_first(ann))
        await alarm.told.wait()
        assert not bot.done()
        for task in (bot, other):
            task.cancel()
        await asyncio.wait({bot, other})
    logging.getLogger("zeitnot.bot").removeHandler(alarm)
    assert "z9" in alarm.texts[0]


def invited(game: str) -> p.Invited:
    control = p.Control(kind="unlimited")
    return p.Invited(game=game, game_type="ewn", settings={}, control=control, seat=0)


def lobby(**states: str) -> p.Lobby:
    """A lobby in which we have these games."""
    yours = [
        p.GameSummary(
            id=game,
            game_type="ewn",
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


async def test_a_game_is_taken_up_once_however_often_one_hears_of_it() -> None:
    begun: list[str] = []
    done = asyncio.Event()

    async def play(game: str) -> None:
        begun.append(game)
        await done.wait()

    tables = Tables(play)
    for message in (invited("abcd"), invited("abcd"), lobby(abcd="running")):
        tables.heed(message)
    await asyncio.sleep(0)
    assert begun == ["abcd"]
    assert tables.games == {"abcd"}
    done.set()
    for _ in range(5):
        await asyncio.sleep(0)
    assert tables.games == frozenset()
    tables.heed(invited("abcd"))
    await tables.close()
    assert begun == ["abcd"]  # cancelled before it began


async def test_games_that_go_on_without_us_are_taken_up() -> None:
    begun: list[str] = []

    async def play(game: str) -> None:
        begun.append(game)

    tables = Tables(play)
    tables.heed(lobby(aaaa="running", bbbb="paused", cccc="open"))
    tables.heed(p.Error(code="x", message="y"))
    await asyncio.sleep(0)
    assert begun == ["aaaa", "bbbb"]
    await tables.close()


async def test_a_game_that_does_not_start_is_left() -> None:
    room = FakeRoom(seats=(None, DICEY))
    async with (
        asyncio.timeout(60),
        running(room, d=DICEY) as server,
        Client(server.url, "d") as bot,
        Lingering(bot.room(room.room.id), open_s=0.05) as happenings,
    ):
        async for _ in happenings:
            pass
    assert room.room.phase == "open"


async def test_a_finished_game_is_left_when_nobody_wants_another() -> None:
    room = FakeRoom(seats=(ANN, DICEY))
    async with (
        asyncio.timeout(60),
        running(room, a=ANN, d=DICEY) as server,
        Client(server.url, "a") as ann,
        Client(server.url, "d") as bot,
    ):
        other = asyncio.create_task(play_first(ann))
        mine = bot.room(room.room.id)
        async with Lingering(mine, linger_s=0.05) as happenings:
            async for happening in happenings:
                await mine.take_part(happening)
                if mine.state.my_turn and mine.settled:
                    await mine.resign()
        await other
    assert room.room.phase == "finished"


def test_the_random_bot_is_short_and_plays_legal_moves() -> None:
    source = (EXAMPLES / "random_bot.py").read_text()
    assert len(source.splitlines()) < 40
    room = FakeRoom()
    legal = tuple(room.room.charter.rules.legal(room.room.state))
    turn = Turn(None, 0, legal)  # type: ignore[arg-type]
    assert example("random_bot").choose(turn) in legal


class FixedTurn:
    """What the minimax bot reads of a turn."""

    def __init__(self, room: FakeRoom) -> None:
        self.position = room.room.position(None)
        self.legal = room.room.charter.rules.legal(room.room.state)


def test_the_minimax_bot_never_loses() -> None:
    """On either side, against players at random, by the server's own rules."""
    choose, lot = example("minimax_bot").choose, random.Random(5)
    scores = []
    for number in range(40):
        rules = FakeRoom().room.charter.rules
        state, mine = rules.start(), number % 2
        while rules.outcome(state) is None:
            room = FakeRoom()
            turn = FixedTurn(room)
            turn.position, turn.legal = rules.position(state, None), rules.legal(state)
            move = choose(turn) if rules.turn(state) == mine else lot.choice(turn.legal)
            state = rules.play(state, move)
        outcome = rules.outcome(state)
        assert outcome
        scores.append(outcome.scores[mine])
    assert min(scores) >= 0.5
    assert max(scores) == 1.0


def test_the_minimax_bot_values_the_start_as_a_draw() -> None:
    module = example("minimax_bot")
    assert module.value("......... x") == 0
    assert module.value("xx.oo.... x") > 0
