"""`zeitnot bot --protocol gtp --engine CMD`: a GTP program in rooms of a server."""

import asyncio
import os
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

import zeitnot_protocol as p
from zeitnot_client import Client
from zeitnot_client.drivers.driver import Launch
from zeitnot_client.drivers.process import find_program
from zeitnot_engines.bots.house import House, Options, ProgramBackend
from zeitnot_engines.commands.bot import bot

from .fake_room import ANN, GAME, FakeRoom
from .fake_server import running
from .test_client import play_first
from .test_house import PONDERER, cancel

GNUGO = "gnugo --mode gtp --level 0 --chinese-rules"
FAKE = Path(__file__).parents[1] / "clients/drivers/fake.py"
CONTROL = p.Control(kind="fischer", base_ms=60_000, increment_ms=5_000)


async def play(*fault: str) -> FakeRoom:
    """Plays a game against the program, which is White; Black always plays the first legal move."""
    options = Options(("othello",), ponder=False, book=False, levels=0)
    room = FakeRoom("othello", seats=(None, PONDERER), control=CONTROL)
    backend = ProgramBackend(Launch("gtp", (sys.executable, str(FAKE), "gtp", "othello", *fault)))
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


async def test_program_plays_a_game_to_the_end() -> None:
    finished = (await play()).room.finished
    assert finished is not None
    assert finished.reason == "rules"


@pytest.mark.parametrize(("fault", "messages"), [("resign", 0), ("crash", 2)])
async def test_program_that_resigns_or_fails_loses_at_once(
    fault: str, messages: int, caplog: pytest.LogCaptureFixture
) -> None:
    """Only a failure is reported: in the room, and in the log with the program's last output."""
    room = await play(fault)
    finished = room.room.finished
    assert finished is not None
    assert (finished.reason, finished.scores) == ("resign", [1.0, 0.0])
    assert len(room.texts()) == messages
    lines = [record.getMessage() for record in caplog.records if record.levelname == "ERROR"]
    assert len(lines) == messages
    assert all("its program has failed: it ended with code 3, having said" in x for x in lines)
    assert "Traceback" not in caplog.text


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ([], "name the games that the program plays"),
        (["--games", "chess"], "name the games that the program plays, of go"),
        (["--games", "othello", "--weights", "x"], "is for house engines"),
    ],
)
def test_bad_options_are_reported_in_one_line(arguments: list[str], complaint: str) -> None:
    base = ["--protocol", "gtp", "--engine", "cat", "--token", "zn_x"]
    result = CliRunner().invoke(bot, [*base, "--server", "http://localhost:1", *arguments])
    assert result.exit_code == 2
    assert complaint in result.output


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
    backend = ProgramBackend(Launch("gtp", tuple(GNUGO.split())))
    options = Options(("go",), ponder=False, book=False, levels=0)
    async with (
        asyncio.timeout(180),
        running(room, a=ANN, b=PONDERER) as server,
        Client(server.url, "a") as ann,
        Client(server.url, "b") as client,
    ):
        playing = asyncio.create_task(House(client, options, backend).run())
        await pass_and_agree(ann)
        await cancel(playing)
    finished = room.room.finished
    assert finished is not None
    assert (finished.reason, finished.word, room.texts()) == ("rules", "W+88", [])
