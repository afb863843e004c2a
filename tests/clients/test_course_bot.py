"""`zeitnot bot --protocol ecui --engine CMD`: an ECUI program in rooms of a server."""

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
from .test_house import PONDERER, SECOND, cancel

COURSE_BOT = Path(__file__).parents[1] / "clients/drivers/course_bot.py"
OPTIONS = Options(("ewn",), ponder=False, book=False, levels=0)


@pytest.mark.parametrize(
    ("arguments", "is_asked"), [(("1",), True), (("0",), True), (("1", "crash"), False)]
)
async def test_program_plays_a_game_to_the_end(arguments: tuple[str, ...], is_asked: bool) -> None:
    """If the program fails, the bot resigns and does not wait for its flag."""
    room = FakeRoom("ewn", seats=(None, PONDERER), control=SECOND)
    command = (sys.executable, str(COURSE_BOT), *arguments)
    backend = ProgramBackend(Launch("ecui", command, (("first-cell", arguments[0]),)))
    async with (
        asyncio.timeout(180),
        running(room, a=ANN, b=PONDERER) as server,
        Client(server.url, "a") as ann,
        Client(server.url, "b") as client,
    ):
        playing = asyncio.create_task(House(client, OPTIONS, backend).run())
        await play_first(ann)
        await cancel(playing)
    assert [(watch.plays, watch.levels) for watch in server.watches] == [(["ewn"], 0)]
    moves = [e for e in room.events() if isinstance(e, p.Moved) and e.seat == 1]
    assert room.room.phase == "finished"
    assert (len(moves) > 1) == is_asked, "the program is not asked for the first move, the layout"
    engines = [move.engine for move in moves if move.engine is not None]
    assert not any(engine.unit or engine.value is not None or engine.pv for engine in engines)
    finished = room.room.finished
    assert finished is not None
    assert (finished.reason == "resign") is not is_asked


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--engine", "cat"], "need each other"),
        (["--protocol", "ecui"], "need each other"),
        (
            ["--protocol", "ecui", "--engine", "no-such-program"],
            "no such program: 'no-such-program'",
        ),
        (["--protocol", "ecui", "--engine", "'"], "quotation mark"),
        (["--protocol", "ecui", "--engine", ""], "no such program"),
        (["--protocol", "ecui", "--engine", "cat", "--games", "chess"], "plays only ewn"),
        (["--protocol", "ecui", "--engine", "cat", "--first-cell", "2"], "first-cell"),
        (["--first-cell", "0"], "--first-cell needs --engine with a program that speaks ecui"),
        (["--tables", "/no/such/folder"], "/no/such/folder contains no tables of checkers or ewn"),
    ],
)
def test_bad_options_are_reported_in_one_line(arguments: list[str], complaint: str) -> None:
    result = CliRunner().invoke(
        bot, [*arguments, "--token", "zn_x", "--server", "http://localhost:1"]
    )
    assert result.exit_code == 2
    assert complaint in result.output
