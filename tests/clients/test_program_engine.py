"""Programs that keep a board, as a bot's engines: time limits, stops and closing."""

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from zeitnot_client.drivers.driver import Launch
from zeitnot_client.faults import NoMove
from zeitnot_engines.bots.program_engine import ProgramEngine
from zeitnot_engines.bots.programs import Programs
from zeitnot_engines.bots.recorded import RecordedGame, RecordedHistory
from zeitnot_engines.engine import Search, StopToken
from zeitnot_engines.games import load

FAKE = Path(__file__).parent / "drivers/fake.py"
KINDS = {"gtp": "othello", "gomocup": "gomoku"}
IGNORES_EOF = "import time; input(); print('24 18', flush=True); time.sleep(600)"


def start_of(protocol: str) -> RecordedHistory:
    return RecordedGame(load(KINDS[protocol])).start()


def program(protocol: str, fault: str = "") -> ProgramEngine:
    command = (sys.executable, str(FAKE), protocol, KINDS[protocol], fault)
    return ProgramEngine(Launch(protocol, command))


@pytest.fixture
def programs() -> Iterator[list[ProgramEngine]]:
    items: list[ProgramEngine] = []
    yield items
    for item in items:
        item.close()


@pytest.mark.parametrize("protocol", KINDS)
def test_stop_abandons_a_silent_start(protocol: str, programs: list[ProgramEngine]) -> None:
    programs.append(program(protocol, "silent"))
    search = Search(programs[0], start_of(protocol), soft_ms=10)
    search.stop()
    with pytest.raises(NoMove, match="told to stop"):
        search.result()


def test_a_failure_is_told_to_the_room_and_its_cause_to_the_log(
    programs: list[ProgramEngine],
) -> None:
    programs.append(program("gtp", "crash"))
    for _ in range(2):  # it is started again
        with pytest.raises(NoMove, match="its program has failed") as error:
            programs[0].search(start_of("gtp"), ms=20_000)
        assert "ended with code 3" in str(error.value.__cause__)


def test_an_illegal_move_is_told_to_the_room(programs: list[ProgramEngine]) -> None:
    programs.append(program("gomocup", "illegal"))
    with pytest.raises(NoMove, match="77,77 is illegal"):
        programs[0].search(start_of("gomocup"), ms=20_000)


@pytest.mark.parametrize("protocol", KINDS)
def test_the_soft_time_limit_is_only_advice(protocol: str, programs: list[ProgramEngine]) -> None:
    """The limit is a millisecond; any answer from a process takes longer."""
    programs.append(program(protocol))
    history = start_of(protocol)
    assert programs[0].search(history, soft_ms=1, stop=StopToken()).best in history.legal()


async def test_closing_a_bot_kills_programs_that_ignore_eof() -> None:
    game = load("ewn")
    launch = Launch("ecui", (sys.executable, "-c", IGNORES_EOF))
    programs = Programs(lambda _: ProgramEngine(launch))
    position = RecordedGame(game).parse("B 2 25 24 23 20 19 15 1 2 3 6 7 11")
    starts = [
        programs.start_search_for(game) for _ in range(3)
    ]  # a program lives as long as its game
    for start_search in starts:
        assert (await start_search(position).answer()).best == "24-18"
    pids = [engine._driver._running._transport._process.pid for engine in programs._running]
    assert len(pids) == 3
    await programs.close()
    for pid in pids:
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)
