"""ECUI programs: the format, whole games, and faulty programs."""

import random
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from zeitnot.games.ewn.driver_ecui import answer, request
from zeitnot_client.drivers.driver import Driver, Launch
from zeitnot_client.drivers.failures import Failed, Interrupted, PlayedIllegal, Unsupported
from zeitnot_client.drivers.situation import Limits, Situation
from zeitnot_engines.games import load
from zeitnot_engines.matches.record import Record, start_of

from .situations import after
from .situations import start as start_of_game

COURSE_BOT = Path(__file__).with_name("course_bot.py")
LONG_MS = 60_000
START = "B 2 25 24 23 20 19 15 1 2 3 6 7 11"


@pytest.fixture
def drivers() -> Iterator[list[Driver]]:
    items: list[Driver] = []
    yield items
    for driver in items:
        driver.close()


def start(drivers: list[Driver], *arguments: str) -> Driver:
    command = (sys.executable, str(COURSE_BOT), *arguments)
    launch = Launch("ecui", command, (("first-cell", arguments[0]),))
    drivers.append(Driver(launch, start_of_game("ewn")))
    return drivers[-1]


def middle() -> Situation:
    return after(load("ewn").parse(START))


LONG = Limits(give_up_ms=LONG_MS)


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
def test_plays_both_sides_to_the_end(drivers: list[Driver], first: str, setup: str) -> None:
    engine, rng = start(drivers, first), random.Random(3)
    state = load("ewn", {"setup": setup}).start()
    record = Record(start_of(state))
    while state.result is None:
        if state.due is not None:
            values = rng.choice([values for values, _ in state.outcomes()])
            state = state.throw(values)
            record.add_throw(values, state)
            continue
        move, seat = engine.move(record.situation(state), LONG).move, state.side
        state = state.play(move)
        record.add_move(seat, move, state)
    assert state.ply > 5


def test_output_lines_that_are_not_moves_are_ignored(drivers: list[Driver]) -> None:
    assert start(drivers, "1", "chatty").move(middle(), LONG).move == "24-18"


@pytest.mark.parametrize(
    ("fault", "message"),
    [
        ("crash", "ended with code 3"),
        ("illegal", '"24-24" is not a legal move'),
        ("greedy", "having said.*MemoryError"),
    ],
)
def test_faults_are_reported(drivers: list[Driver], fault: str, message: str) -> None:
    engine = start(drivers, "1", fault)
    for number in (1, 2):  # a program that has failed is started again
        with pytest.raises(Failed, match=message) as error:
            engine.move(middle(), LONG)
        assert isinstance(error.value, PlayedIllegal) == (fault == "illegal")
        assert engine.starts == number
    assert bool(engine.errors) == (fault == "greedy")


def test_a_hanging_program_times_out(drivers: list[Driver]) -> None:
    with pytest.raises(Failed, match="in time"):
        start(drivers, "1", "hang").move(middle(), Limits(give_up_ms=100))


def test_a_hanging_program_can_be_stopped(drivers: list[Driver]) -> None:
    with pytest.raises(Interrupted):
        start(drivers, "1", "hang").move(middle(), LONG, lambda: True)


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ((("first-cell", "2"),), 'takes a whole number from 0 to 1 for its option "first-cell"'),
        ((("Hash", "1"),), 'has no option "Hash"'),
    ],
)
def test_unknown_options_are_refused(options: tuple[tuple[str, str], ...], complaint: str) -> None:
    with pytest.raises(Unsupported, match=complaint):
        Driver(Launch("ecui", ("cat",), options), start_of_game("ewn"))
    with pytest.raises(Unsupported, match="does not support othello"):
        Driver(Launch("ecui", ("cat",)), start_of_game("othello"))
