"""ECUI programs: the format, whole games, and faulty programs."""

import random
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from zeitnot_client.faults import NoMove
from zeitnot_engines.adapters.ecui import EcuiEngine, answer, request
from zeitnot_engines.engine import Search
from zeitnot_engines.games import load

COURSE_BOT = Path(__file__).with_name("course_bot.py")
LONG_MS = 60_000
START = "B 2 25 24 23 20 19 15 1 2 3 6 7 11"


@pytest.fixture
def engines() -> Iterator[list[EcuiEngine]]:
    items: list[EcuiEngine] = []
    yield items
    for engine in items:
        engine.close()


def start(engines: list[EcuiEngine], *arguments: str) -> EcuiEngine:
    first = int(arguments[0])
    engines.append(EcuiEngine([sys.executable, str(COURSE_BOT), *arguments], first))
    return engines[-1]


def test_position_is_sent_as_one_line() -> None:
    assert request(START, 1) == "get B 2 25 24 23 20 19 15 1 2 3 6 7 11"
    assert request("R 5 25 0 0 0 0 15 1 2 3 0 7 11", 0) == "get R 5 24 -1 -1 -1 -1 14 0 1 2 -1 6 10"


@pytest.mark.parametrize(
    ("line", "first", "move"),
    [
        ("24 18", 1, "24-18"),
        ("23 17", 0, "24-18"),
        ("  24\t18 ", 1, "24-18"),
        ("", 1, None),
        ("24-18", 1, None),
        ("24 18 12", 1, None),
        ("24 x", 1, None),
        ("24 -1", 1, None),
        ("24 ²", 1, None),
    ],
)
def test_move_is_parsed_from_two_cells(line: str, first: int, move: str | None) -> None:
    assert answer(line, first) == move


@pytest.mark.parametrize("first", ["0", "1"])
@pytest.mark.parametrize("setup", ["default", "random", "free"])
def test_plays_both_sides_to_the_end(engines: list[EcuiEngine], first: str, setup: str) -> None:
    engine, rng = start(engines, first), random.Random(3)
    state = load("ewn", {"setup": setup}).start()
    while state.result is None:
        if state.due is not None:
            state = state.throw(rng.choice([values for values, _ in state.outcomes()]))
            continue
        report = engine.search(state, ms=LONG_MS)
        assert report.best in state.legal()
        state = state.play(report.best)
    assert state.ply > 5


def test_output_lines_that_are_not_moves_are_ignored(engines: list[EcuiEngine]) -> None:
    state = load("ewn").parse(START)
    assert start(engines, "1", "chatty").search(state, ms=LONG_MS).best == "24-18"


@pytest.mark.parametrize(
    ("fault", "message", "cause"),
    [
        ("crash", "has died", "ended with code 3"),
        ("illegal", "24-24 is illegal", None),
        ("greedy", "has died", "having said.*MemoryError"),
    ],
)
def test_faults_are_reported(
    engines: list[EcuiEngine], fault: str, message: str, cause: str | None
) -> None:
    """The room shows the message; the cause, which may quote the program, is only logged."""
    state = load("ewn").parse(START)
    engine = start(engines, "1", fault)
    for _ in range(2):  # a program that died is started again
        with pytest.raises(NoMove, match=message) as error:
            engine.search(state, ms=LONG_MS)
        assert cause is None or re.search(cause, str(error.value.__cause__))


def test_a_hanging_program_times_out(engines: list[EcuiEngine]) -> None:
    with pytest.raises(NoMove, match="in time"):
        start(engines, "1", "hang").search(load("ewn").parse(START), ms=100)


def test_a_hanging_program_can_be_stopped(engines: list[EcuiEngine]) -> None:
    engine = start(engines, "1", "hang")
    search = Search(engine, load("ewn").parse(START), ms=LONG_MS)
    search.stop()
    with pytest.raises(NoMove, match="stop"):
        search.result()
