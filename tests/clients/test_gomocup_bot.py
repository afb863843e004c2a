"""`zeitnot bot --protocol gomocup --engine CMD`: a Gomocup brain in rooms of a server."""

import asyncio
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

import zeitnot_protocol as p
from zeitnot_client import Client
from zeitnot_client.drivers.driver import Launch
from zeitnot_engines.bots.house import House, Options, ProgramBackend
from zeitnot_engines.commands.bot import bot

from .fake_room import ANN, FakeRoom
from .fake_server import running
from .test_client import play_first
from .test_house import PONDERER, cancel

FAKE = Path(__file__).parents[1] / "clients/drivers/fake.py"
CONTROL = p.Control(kind="fischer", base_ms=60_000, increment_ms=5_000)


async def play(*command: str) -> FakeRoom:
    """Plays a game against the brain, which is White; Black always plays the first legal move."""
    options = Options(("gomoku",), ponder=False, book=False, levels=0)
    room = FakeRoom("gomoku", seats=(None, PONDERER), control=CONTROL)
    backend = ProgramBackend(Launch("gomocup", (sys.executable, *command)))
    async with (
        asyncio.timeout(180),
        running(room, a=ANN, b=PONDERER) as server,
        Client(server.url, "a") as ann,
        Client(server.url, "b") as client,
    ):
        playing = asyncio.create_task(House(client, options, backend).run())
        await play_first(ann)
        await cancel(playing)
    return room


async def test_zeitnots_brain_plays_a_game_to_the_end() -> None:
    """The brain is `zeitnot gomocup`."""
    room = await play("-m", "zeitnot_server.cli", "gomocup", "--playouts", "200")
    finished = room.room.finished
    assert finished is not None
    assert (finished.reason, room.texts()) == ("rules", [])


@pytest.mark.parametrize("fault", ["crash", "illegal"])
async def test_brain_that_fails_twice_loses(fault: str) -> None:
    room = await play(str(FAKE), "gomocup", "gomoku", fault)
    finished = room.room.finished
    assert finished is not None
    assert (finished.reason, finished.scores) == ("resign", [1.0, 0.0])
    assert len(room.texts()) == 2
    assert fault != "illegal" or "77,77" in str(room.texts())


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--games", "chess"], "a program that speaks gomocup plays only gomoku"),
        (["--weights", "x"], "is for house engines"),
    ],
)
def test_bad_options_are_reported_in_one_line(arguments: list[str], complaint: str) -> None:
    base = ["--protocol", "gomocup", "--engine", "cat", "--token", "zn_x"]
    result = CliRunner().invoke(bot, [*base, "--server", "http://localhost:1", *arguments])
    assert result.exit_code == 2
    assert complaint in result.output
