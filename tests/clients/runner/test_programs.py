"""Programs in rooms of a server, by the runner: ecui, GTP, Gomocup, UCI, JSON, and their faults."""

import asyncio
import os
import sys
from dataclasses import replace
from pathlib import Path

import pytest

import zeitnot_protocol as p
from zeitnot_client import Client
from zeitnot_client.drivers.process import find_program
from zeitnot_client.runner import checks
from zeitnot_client.runner.checks import NotStarted, check_engine
from zeitnot_client.runner.config import Config, EngineConfig
from zeitnot_client.runner.run import launch_of, run
from zeitnot_client.runner.tables import ConfigError
from zeitnot_client.runner.takes import Opponents, Takes

from ..fake_room import ANN, GAME, FakeRoom
from ..fake_server import FakeServer, running
from ..test_client import play_first
from ..test_house import PONDERER, SECOND, cancel
from .rig import games

DRIVERS = Path(__file__).parents[1] / "drivers"
CONTROL = p.Control(kind="fischer", base_ms=60_000, increment_ms=5_000)
BRAIN = ("-m", "zeitnot_server.cli", "gomocup", "--playouts", "200")


def config_of(
    protocol: str, game: str, *command: str, options: tuple[tuple[str, str], ...] = ()
) -> Config:
    engine = EngineConfig((sys.executable, *command), protocol, options=options)
    return Config(engine, Takes({game: {}}))


def fake(protocol: str, game: str, *fault: str) -> Config:
    """A bot with the fake engine of the drivers' tests."""
    return config_of(protocol, game, str(DRIVERS / "fake.py"), protocol, game, *fault)


def test_a_script_that_is_missing_is_found_before_the_first_game(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(checks, "EXIT_S", 30)  # Python may start slowly; its end is not waited for
    config = config_of("ecui", "ewn", "/no/such/script.py")
    with pytest.raises(NotStarted, match=r"it ended with code 2, having said: .*No such file"):
        check_engine(launch_of(config), config.takes, games())


async def play(config: Config, control: p.Control = CONTROL) -> tuple[FakeRoom, FakeServer]:
    """Plays a game against the program, which is White; Black always plays the first legal move."""
    (game,) = config.takes.games
    room = FakeRoom(game, seats=(None, PONDERER), control=control)
    async with (
        asyncio.timeout(180),
        running(room, a=ANN, b=PONDERER) as server,
        Client(server.url, "a") as ann,
        Client(server.url, "b") as client,
    ):
        server.catalogue = p.Catalogue(games=list(games().values()), bots=[])
        playing = asyncio.create_task(run(client, config))
        await play_first(ann)
        await cancel(playing)
    return room, server


def end_of(room: FakeRoom) -> tuple[str, list[float] | None]:
    finished = room.room.finished
    assert finished is not None
    return finished.reason, finished.scores


@pytest.mark.parametrize(
    ("arguments", "is_asked"), [(("1",), True), (("0",), True), (("1", "crash"), False)]
)
async def test_course_program_plays_to_the_end(arguments: tuple[str, ...], is_asked: bool) -> None:
    """If the program fails, the bot resigns and does not wait for its flag."""
    config = config_of("ecui", "ewn", str(DRIVERS / "course_bot.py"), *arguments)
    config = replace(config, engine=replace(config.engine, first_cell=int(arguments[0])))
    room, server = await play(config, SECOND)
    assert [(watch.plays, watch.levels) for watch in server.watches] == [(["ewn"], 0)]
    moves = [e for e in room.events() if isinstance(e, p.Moved) and e.seat == 1]
    assert (len(moves) > 1) == is_asked, "the program is not asked for the first move, the layout"
    engines = [move.engine for move in moves if move.engine is not None]
    assert not any(engine.unit or engine.value is not None or engine.pv for engine in engines)
    assert (end_of(room)[0] == "resign") is not is_asked


@pytest.mark.parametrize(
    "config",
    [
        fake("gtp", "othello"),
        fake("uci", "chess"),
        fake("xboard", "chess"),
        fake("ucci", "xiangqi"),
        fake("json", "othello"),
        config_of("gomocup", "gomoku", *BRAIN),
    ],
    ids=lambda config: config.engine.protocol,
)
async def test_program_plays_a_game_to_the_end(config: Config) -> None:
    room, _ = await play(config)
    assert end_of(room)[0] in ("rules", "repetition")
    assert room.texts() == []


@pytest.mark.parametrize(("fault", "messages"), [("resign", 0), ("crash", 2)])
async def test_program_that_resigns_or_fails_loses_at_once(
    fault: str, messages: int, caplog: pytest.LogCaptureFixture
) -> None:
    """Only a failure is reported: in the room, and in the log with the program's last output."""
    room, _ = await play(fake("gtp", "othello", fault))
    assert end_of(room) == ("resign", [1.0, 0.0])
    assert len(room.texts()) == messages
    lines = [record.getMessage() for record in caplog.records if record.levelname == "ERROR"]
    assert len(lines) == messages
    assert all("its program has failed: it ended with code 3, having said" in x for x in lines)
    assert "Traceback" not in caplog.text


@pytest.mark.parametrize("fault", ["crash", "illegal"])
async def test_brain_that_fails_twice_loses(fault: str) -> None:
    room, _ = await play(fake("gomocup", "gomoku", fault))
    assert end_of(room) == ("resign", [1.0, 0.0])
    assert len(room.texts()) == 2
    assert "77,77" not in str(room.texts())  # the move could be a hidden card


async def test_engine_that_refuses_an_option_does_not_go_online() -> None:
    """Its ranges are those that it names itself."""
    config = fake("uci", "chess")
    for options, complaint in (
        ((("Skill Level", "99"),), 'from 0 to 20 for its option "Skill Level", not "99"'),
        ((("Skil Level", "3"),), 'it has no option "Skil Level"'),
    ):
        bad = replace(config, engine=replace(config.engine, options=options))
        async with running(FakeRoom("chess"), b=PONDERER) as server:
            server.catalogue = p.Catalogue(games=list(games().values()), bots=[])
            async with Client(server.url, "b") as client:
                with pytest.raises(ConfigError) as refused:
                    await run(client, bad)
        assert complaint in str(refused.value)
        assert server.watches == []


@pytest.mark.parametrize(
    ("taken", "complaint"),
    [
        ({"ches": {}}, '[games.ches]: there is no game "ches"; did you mean chess'),
        ({"chess": {"star": (518,)}}, "[games.chess] star: no such setting; did you mean start?"),
        ({"chess": {"start": (961,)}}, "[games.chess] start = 961: expected a whole number from 0"),
        ({"go": {"size": (9, True)}}, "[games.go] size = true: expected "),
    ],
)
async def test_games_and_settings_must_exist_on_the_server(
    taken: dict[str, dict[str, tuple[str | int | bool, ...]]], complaint: str
) -> None:
    config = replace(fake("uci", "chess"), takes=Takes(taken))
    async with running(FakeRoom("chess"), b=PONDERER) as server:
        server.catalogue = p.Catalogue(games=list(games().values()), bots=[])
        async with Client(server.url, "b") as client:
            with pytest.raises(ConfigError) as refused:
                await run(client, config)
    assert complaint in str(refused.value)


async def test_unwanted_opponent_is_told_why() -> None:
    config = fake("gtp", "othello")
    config = replace(config, takes=replace(config.takes, opponents=Opponents(people=False)))
    room = FakeRoom("othello", seats=(None, PONDERER), control=CONTROL)
    async with (
        asyncio.timeout(60),
        running(room, a=ANN, b=PONDERER) as server,
        Client(server.url, "a") as ann,
        Client(server.url, "b") as client,
    ):
        server.catalogue = p.Catalogue(games=list(games().values()), bots=[])
        async for session_event in (seat := ann.room(GAME)):
            await seat.take_part(session_event)
            if seat.state.you is not None and not server.watches:
                server.watches.append(p.Watch())
                playing = asyncio.create_task(run(client, config))
            if room.texts():
                await seat.close()
        await cancel(playing)
    assert room.texts() == ["I only play against bots."]
    assert room.room.seats[1].actor is None


async def pass_and_agree(client: Client) -> None:
    """Passes, and agrees to the dead stones that the other side marks."""
    async for turn in client.room(GAME).turns():
        await turn.move("done" if "done" in turn.legal else "pass")


async def test_gnugo_plays_and_marks_dead_stones() -> None:
    """Black only passes, so that the whole board is White's."""
    if find_program("gnugo") is None:
        assert not os.environ.get("CI"), "gnugo is not installed"
        pytest.skip("gnugo is not installed")
    room = FakeRoom("go", seats=(None, PONDERER), control=CONTROL)
    words = ("gnugo", "--mode", "gtp", "--level", "0", "--chinese-rules")
    config = Config(EngineConfig(words, "gtp"), Takes({"go": {}}))
    async with (
        asyncio.timeout(180),
        running(room, a=ANN, b=PONDERER) as server,
        Client(server.url, "a") as ann,
        Client(server.url, "b") as client,
    ):
        server.catalogue = p.Catalogue(games=list(games().values()), bots=[])
        playing = asyncio.create_task(run(client, config))
        await pass_and_agree(ann)
        await cancel(playing)
    finished = room.room.finished
    assert finished is not None
    assert (finished.reason, finished.word, room.texts()) == ("rules", "W+88", [])
