"""Programs that keep a board, as a bot's engines: time limits, stops and closing."""

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from zeitnot_client.faults import NoMove
from zeitnot_engines.adapters import external
from zeitnot_engines.adapters.ecui import EcuiEngine
from zeitnot_engines.adapters.gomocup_program import GomocupProgram
from zeitnot_engines.adapters.gtp_program import GtpProgram
from zeitnot_engines.adapters.program import Program
from zeitnot_engines.adapters.recorded import RecordedGame, RecordedHistory
from zeitnot_engines.bots.programs import Programs
from zeitnot_engines.engine import Search, StopToken
from zeitnot_engines.games import load

FAKE = Path(__file__).with_name("fake.py")
KINDS = {"gtp": ("othello", GtpProgram), "gomocup": ("gomoku", GomocupProgram)}
IGNORES_EOF = "import time; input(); print('24 18', flush=True); time.sleep(600)"


def start_of(protocol: str) -> RecordedHistory:
    return RecordedGame(load(KINDS[protocol][0])).start()


def program(protocol: str, fault: str = "") -> Program:
    game, kind = KINDS[protocol]
    return kind([sys.executable, str(FAKE), protocol, game, fault])


@pytest.fixture
def programs() -> Iterator[list[Program]]:
    items: list[Program] = []
    yield items
    for item in items:
        item.close()


@pytest.mark.parametrize("protocol", KINDS)
def test_a_start_may_take_as_long_as_the_clock_allows(
    protocol: str, programs: list[Program], monkeypatch: pytest.MonkeyPatch
) -> None:
    """This is far longer than an engine has in a match."""
    monkeypatch.setattr(external, "START_S", 0.0)
    programs.append(program(protocol, "slow"))
    history = start_of(protocol)
    assert programs[0].search(history, soft_ms=10).best in history.legal()


@pytest.mark.parametrize("protocol", KINDS)
def test_stop_abandons_a_silent_start(protocol: str, programs: list[Program]) -> None:
    programs.append(program(protocol, "silent"))
    search = Search(programs[0], start_of(protocol), soft_ms=10)
    search.stop()
    with pytest.raises(NoMove, match="told to stop"):
        search.result()
    assert programs[0]._conversation is None


@pytest.mark.parametrize("protocol", KINDS)
def test_the_soft_time_limit_is_only_advice(protocol: str, programs: list[Program]) -> None:
    """The limit is a millisecond; any answer from a process takes longer."""
    programs.append(program(protocol))
    history = start_of(protocol)
    assert programs[0].search(history, soft_ms=1, stop=StopToken()).best in history.legal()


async def test_closing_a_bot_kills_programs_that_ignore_eof() -> None:
    game = load("ewn")
    programs = Programs(lambda _: EcuiEngine([sys.executable, "-c", IGNORES_EOF]))
    position = game.parse("B 2 25 24 23 20 19 15 1 2 3 6 7 11")
    starts = [
        programs.start_search_for(game) for _ in range(3)
    ]  # a program lives as long as its game
    for start_search in starts:
        assert (await start_search(position).answer()).best == "24-18"
    pids = [engine._process._process.pid for engine in programs._running]
    assert len(pids) == 3
    await programs.close()
    for pid in pids:
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)
