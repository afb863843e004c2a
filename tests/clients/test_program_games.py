"""Bots of external programs: how many games they play, and that no game waits for another game's
program."""

import asyncio
import threading
from dataclasses import replace
from typing import Any

import pytest
from click.testing import CliRunner

from zeitnot_client import Client
from zeitnot_client.drivers.driver import Launch
from zeitnot_engines.bots import machine
from zeitnot_engines.bots.house import House, Options, ProgramBackend
from zeitnot_engines.bots.program_engine import Answer
from zeitnot_engines.bots.scheduler import Scheduler, Start
from zeitnot_engines.commands.bot import bot
from zeitnot_engines.interfaces import EngineLike, GameLike

from .fake_room import ANN, FakeRoom
from .fake_server import running
from .jobs import think
from .test_client import play_first
from .test_house import PONDERER, SECOND, cancel

GAMES = 12  # far more than a bot of house engines searches at a time on one core
OPTIONS = Options(("ewn",), ponder=False, book=False, levels=0)


class BarrierBackend(ProgramBackend):
    """Programs that make their first moves only after all of them have started searching."""

    def __init__(self) -> None:
        super().__init__(Launch("ecui", ("cat",)))
        self.barrier = threading.Barrier(GAMES)
        self.closed: list[object] = []

    def engine(self, game: GameLike, hash_mb: int, threads: int) -> EngineLike:
        return BarrierEngine(self)  # type: ignore[return-value]


class BarrierEngine:
    def __init__(self, backend: BarrierBackend) -> None:
        self._backend = backend
        self._has_waited = False

    def search(self, history: Any, **limits: Any) -> Answer:
        if not self._has_waited and len(history.legal()) > 1:
            self._has_waited = True
            self._backend.barrier.wait(60)
        return Answer(history.legal()[0], 0.0)

    def close(self) -> None:
        self._backend.closed.append(self)


async def test_all_games_search_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine, "cores", lambda: 1)
    seats = (None, PONDERER)
    hour = one_hour_per_move()
    rooms = [FakeRoom("ewn", game=f"game{n}", seats=seats, control=hour) for n in range(GAMES)]
    backend = BarrierBackend()
    async with (
        asyncio.timeout(180),
        running(*rooms, a=ANN, b=PONDERER) as server,
        Client(server.url, "a") as ann,
        Client(server.url, "b") as client,
    ):
        house = House(client, replace(OPTIONS, max_games=GAMES), backend)
        playing = asyncio.create_task(house.run())
        await asyncio.gather(*(play_first(ann, room.room.id) for room in rooms))
        await cancel(playing)
    assert not backend.barrier.broken
    assert {room.room.phase for room in rooms} == {"finished"}
    assert house.log.totals.results.total() == GAMES
    assert house.log.totals.waits == 0


def one_hour_per_move() -> Any:
    from msgspec.structs import replace as replace_fields

    return replace_fields(SECOND, time_ms=3_600_000)


def test_default_is_one_game_per_core(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(machine, "cores", lambda: 4)
    assert OPTIONS.program_plan().games == 4
    assert replace(OPTIONS, threads=2).program_plan().games == 2
    assert replace(OPTIONS, threads=8).program_plan().games == 1
    assert replace(OPTIONS, max_games=6).program_plan().games == 6
    assert str(OPTIONS.program_plan()) == (
        "up to 4 games at a time on 4 cores, one core per program (--max-games allows more)"
    )
    assert "up to 6 games at a time on 4 cores" in str(replace(OPTIONS, max_games=6).program_plan())


def test_scheduler_without_a_queue_starts_every_search() -> None:
    scheduler = Scheduler(cores=1, max_searches=1, queues=False)
    jobs = [think(f"g{number}", opponent="x") for number in range(50)]
    for job in jobs:
        assert scheduler.ask(job) == [Start(job)]
        assert scheduler.allowed_ms(job, 0) > 0
    assert scheduler.next_ms() is None
    assert scheduler.reschedule(10**6) == []
    assert scheduler.load == 50


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--move-timeout", "5"], "--move-timeout needs --engine"),
        (["--move-timeout", "0"], "0.0 is not in the range"),
        (["--move-timeout", "soon"], "'soon' is not a valid float"),
        (["--max-games", "0"], "0 is not in the range"),
        (["--max-games", "2", "--most-games", "3"], "old name of --max-games"),
    ],
)
def test_bad_options_are_reported_in_one_line(arguments: list[str], complaint: str) -> None:
    result = CliRunner().invoke(
        bot, [*arguments, "--token", "zn_x", "--server", "http://localhost:1"]
    )
    assert result.exit_code == 2
    assert complaint in result.output


def test_help_explains_late_moves() -> None:
    text = " ".join(CliRunner().invoke(bot, ["--help"]).output.split())
    assert "--max-games N" in text
    assert "--most-games" not in text
    assert "it may use all of its time: it is too late 0.12 s before the flag falls" in text
