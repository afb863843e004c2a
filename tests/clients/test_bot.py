"""A bot in one call, and the two examples."""

import asyncio
import importlib.util
import random
from collections.abc import Callable
from contextlib import aclosing
from pathlib import Path
from types import ModuleType

import pytest

import zeitnot_protocol as p
from zeitnot_client import Client, Closed, Turn, run_bot
from zeitnot_client.bot import FAILED, Lingering, Tables, give_up
from zeitnot_client.idle import IdleRooms
from zeitnot_client.session import Synced
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
    assert server.watches == [p.Watch(plays=["ewn"], changes=True)]
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


async def test_a_free_turn_is_all_that_a_move_may_take() -> None:
    hour = p.Control(kind="sudden_death", base_ms=3_600_000)
    room, left = FakeRoom(seats=(None, DICEY), control=hour, setup=p.Setup()), list[int | None]()

    def choose(turn: Turn) -> str:
        left.append(turn.remaining_ms)
        return turn.legal[0]

    async with (
        asyncio.timeout(60),
        running(room, a=ANN, d=DICEY) as server,
        Client(server.url, "a") as ann,
    ):
        bot = asyncio.create_task(run_bot(server.url, "d", choose, ["tictactoe"], games=1))
        await play_first(ann)
        await bot
    free, charged = left[:2]
    assert free is not None
    assert charged is not None
    assert free <= 30_000 < 3_500_000 < charged


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


def raising(turn: Turn) -> str:
    raise ZeroDivisionError("a secret path")


def finding_nothing(turn: Turn) -> str:
    return next(iter(()))


async def cancelled(turn: Turn) -> str:
    """As when one's own task is awaited after it was cancelled."""
    raise asyncio.CancelledError


@pytest.mark.parametrize(
    ("choose", "why"),
    [
        (raising, "ZeroDivisionError"),
        (lambda _: "z9", "z9 is illegal"),
        (lambda _: "", "'' is no move"),
        (lambda _: None, "'None' is no move"),
        (finding_nothing, "RuntimeError"),
        (cancelled, "RuntimeError"),
        (lambda turn: cancelled(turn), "RuntimeError"),
        (lambda _: "♞f3", r"'\u265ef3' is no move"),
    ],
)
async def test_a_bot_that_finds_no_move_says_so_and_resigns(
    choose: Callable[[Turn], str], why: str, caplog: pytest.LogCaptureFixture
) -> None:
    room = FakeRoom(seats=(DICEY, None))
    async with (
        asyncio.timeout(60),
        running(room, a=ANN, d=DICEY) as server,
        Client(server.url, "a") as ann,
    ):
        bot = asyncio.create_task(run_bot(server.url, "d", choose, ["tictactoe"], games=1))
        await play_first(ann)
        await bot
    end = room.room.finished
    assert end is not None
    assert (end.reason, end.scores) == ("resign", [0.0, 1.0])
    assert room.texts() == [
        f"Something went wrong with my move ({why}). I will try once more.",
        f"It went wrong again ({why}), so I resign.",
    ]
    logged = [r.getMessage() for r in caplog.records if r.name == "zeitnot.bot"]
    assert logged == [f"game game0, ply 0: no move found in ......... x: {why}"] * 2
    assert ("a secret path" in caplog.text) is (choose is raising)  # in the log, not in the room


async def test_a_bot_that_fails_once_plays_on() -> None:
    room, failures = FakeRoom(seats=(DICEY, None)), ["z9", ""]

    def choose(turn: Turn) -> str:
        return failures.pop(0) if len(failures) > 1 else turn.legal[0]

    async with (
        asyncio.timeout(60),
        running(room, a=ANN, d=DICEY) as server,
        Client(server.url, "a") as ann,
    ):
        bot = asyncio.create_task(run_bot(server.url, "d", choose, ["tictactoe"], games=1))
        await play_first(ann)
        await bot
    assert room.room.finished
    assert room.room.finished.reason == "rules"
    assert len(room.texts()) == 1


async def test_a_game_in_which_the_bot_itself_fails_is_given_up() -> None:
    """Not the choice of a move, but what is around it: it is taken up twice, and no third time."""
    room, tries = FakeRoom(seats=(DICEY, None)), 0
    async with (
        asyncio.timeout(60),
        running(room, a=ANN, d=DICEY) as server,
        Client(server.url, "a") as ann,
        Client(server.url, "d") as client,
    ):
        other = asyncio.create_task(play_first(ann))
        mine = client.room(room.room.id)
        async with aclosing(aiter(mine)) as happenings:
            async for happening in happenings:
                await mine.take_part(happening)
                if mine.state.phase == "running":
                    break

        async def play(game: str) -> None:
            nonlocal tries
            tries += 1
            raise RuntimeError("broken")

        tables = Tables(play, ["tictactoe"], lambda game: give_up(client.room(game)))
        tables.heed(lobby(kind="tictactoe", game0="running"))
        await other
        for _ in range(3):
            tables.heed(lobby(kind="tictactoe", game0="running"))
            await asyncio.sleep(0)
        await tables.close()
    assert tries == 2
    assert room.room.finished
    assert room.room.finished.reason == "resign"
    assert room.texts() == [FAILED]


async def test_a_server_that_wants_no_more_of_us_is_not_pressed() -> None:
    tries: list[str] = []
    given_up: list[str] = []

    async def play(game: str) -> None:
        tries.append(game)
        raise Closed(1008, "The game has crashed the server.")

    async def give_up(game: str) -> bool:
        given_up.append(game)
        return True

    tables = Tables(play, ["ewn"], give_up)
    for _ in range(30):
        tables.heed(lobby(abcd="running"))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
    assert tries == ["abcd"] * 2
    assert given_up == []
    tables.heed(lobby())  # it is over; another of this name would be another
    tables.heed(lobby(abcd="running"))
    await asyncio.sleep(0)
    await tables.close()
    assert len(tries) == 3


async def test_who_had_no_time_to_resign_tries_again() -> None:
    tries: list[str] = []
    answers = [False, True]

    async def play(game: str) -> None:
        tries.append(game)
        raise RuntimeError("broken")

    async def give_up(game: str) -> bool:
        return answers.pop(0)

    tables = Tables(play, ["ewn"], give_up)
    for _ in range(30):
        tables.heed(lobby(abcd="running"))
        for _ in range(4):
            await asyncio.sleep(0)
    assert answers == []
    assert len(tries) == 3
    await tables.close()


async def test_games_of_other_kinds_are_not_taken_up() -> None:
    begun: list[str] = []

    async def play(game: str) -> None:
        begun.append(game)

    tables = Tables(play, ["chess"])
    tables.heed(invited("abcd"))
    tables.heed(lobby(abcd="running"))
    await asyncio.sleep(0)
    await tables.close()
    assert begun == []


def invited(game: str) -> p.Invited:
    control = p.Control(kind="unlimited")
    return p.Invited(game=game, game_type="ewn", settings={}, control=control, seat=0)


def lobby(kind: str = "ewn", **states: str) -> p.Lobby:
    """A lobby in which we have these games."""
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


async def test_a_game_is_taken_up_once_however_often_one_hears_of_it() -> None:
    begun: list[str] = []
    done = asyncio.Event()

    async def play(game: str) -> None:
        begun.append(game)
        await done.wait()

    tables = Tables(play, ["ewn"])
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

    tables = Tables(play, ["ewn"])
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


async def test_a_room_is_left_when_the_bot_waits_in_too_many_newer_ones() -> None:
    room, idle = FakeRoom(seats=(None, DICEY)), IdleRooms(1)
    async with (
        asyncio.timeout(60),
        running(room, d=DICEY) as server,
        Client(server.url, "d") as bot,
        Lingering(bot.room(room.room.id), idle) as happenings,
    ):
        async for happening in happenings:
            if isinstance(happening, Synced):
                asyncio.get_running_loop().call_soon(idle.add, bot.room("newer"))
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
    legal = tuple(room.room.game_setup.rules.legal(room.room.state))
    turn = Turn(None, 0, legal)  # type: ignore[arg-type]
    assert example("random_bot").choose(turn) in legal


class FixedTurn:
    """What the minimax bot reads of a turn."""

    def __init__(self, room: FakeRoom) -> None:
        self.position = room.room.position(None)
        self.legal = room.room.game_setup.rules.legal(room.room.state)


def test_the_minimax_bot_never_loses() -> None:
    """On either side, against players at random, by the server's own rules."""
    choose, rng = example("minimax_bot").choose, random.Random(5)
    scores = []
    for number in range(40):
        rules = FakeRoom().room.game_setup.rules
        state, mine = rules.start(), number % 2
        while rules.outcome(state) is None:
            room = FakeRoom()
            turn = FixedTurn(room)
            turn.position, turn.legal = rules.position(state, None), rules.legal(state)
            move = choose(turn) if rules.turn(state) == mine else rng.choice(turn.legal)
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
