"""GNU Backgammon: positions in FIBS's format, and its plays in our notation."""

import os
import random
import shutil
from collections.abc import Iterator

import pytest

from benchmarks.gnubg import Judge
from zeitnot.games.backgammon.driver_gnubg import fibs_board
from zeitnot_client.drivers.driver import Driver, Launch
from zeitnot_client.drivers.failures import Failed, Unsupported
from zeitnot_engines.engine import Engine
from zeitnot_engines.games import History, load

from .situations import start

GAME = load("backgammon")
GNUBG = "/usr/games/gnubg"


@pytest.fixture(scope="module")
def gnubg() -> Iterator[Judge]:
    if shutil.which(GNUBG) is None:
        assert not os.environ.get("CI"), "gnubg is not installed"
        pytest.skip("gnubg is not installed")
    program = Judge([GNUBG], GAME.start())
    yield program
    program.close()


def test_the_position_is_seen_from_the_side_to_move() -> None:
    start = "0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0"
    for turn in (1, -1):
        text = f"XGID=-b----E-C---eE---c-e----B-:0:0:{turn}:31:0:0:0:0:10"
        assert fibs_board(text).startswith(f"board:X:O:0:0:0:{start}:1:3:1:")


def test_checkers_on_the_bar_and_off_are_encoded() -> None:
    """White: 2 on the bar, 3 on its ace point, 10 off; black: 1 on the bar, 4 on its ace point."""
    checkers = "aC" + "-" * 22 + "dB"
    white = fibs_board(f"XGID={checkers}:0:0:1:00:0:0:0:0:10").split(":")
    black = fibs_board(f"XGID={checkers}:0:0:-1:00:0:0:0:0:10").split(":")
    assert white[6:32] == ["-1", "3", *["0"] * 22, "-4", "2"]
    assert black[6:32] == ["-2", "4", *["0"] * 22, "-3", "1"]
    assert white[-8:-4] == ["10", "10", "2", "1"]
    assert black[-8:-4] == ["10", "10", "1", "2"]


def test_other_games_are_refused() -> None:
    launch = Launch("gnubg", (GNUBG,))
    assert Driver(launch, start("backgammon"))
    for settings in ({"cube": "on"}, {"match": "3"}):
        with pytest.raises(Unsupported, match="single games of backgammon without the cube"):
            Driver(launch, start("backgammon", settings))
    with pytest.raises(Unsupported, match="does not support ewn"):
        Driver(launch, start("ewn"))
    with pytest.raises(Unsupported, match="a whole number from 0 to 2"):
        Driver(Launch("gnubg", (GNUBG,), (("plies", "3"),)), start("backgammon"))


def test_gnubg_plays_maximize_its_evaluation(gnubg: Judge) -> None:
    """At 0 plies gnubg chooses the play after which its evaluation for the opponent is lowest. Some
    plays of the two games are random, so that checkers are hit, shut out and borne off."""
    rng, count = random.Random(3), 0
    for _ in range(2):
        state = GAME.start()
        while state.result is None:
            if state.turn is None:
                state = state.throw(rng.choice(state.outcomes())[0])
                continue
            play, legal = gnubg.play(state), state.legal()
            values = {move: -_value_for_opponent(gnubg, state.play(move)) for move in legal}
            assert values[play] >= max(values.values()) - 1e-5
            count += len(legal) > 1
            state = state.play(play if rng.random() < 0.7 else rng.choice(legal))
    assert count > 20


def _value_for_opponent(gnubg: Judge, state: History) -> float:
    """The value for the side to throw: gnubg's estimate, or the points lost."""
    if state.result is not None:
        assert state.margins is not None
        return -abs(state.margins[0])
    return gnubg.chances(state.text)[5]


def test_our_bear_off_values_match_gnubg(gnubg: Judge) -> None:
    """gnubg's tables are exact to 16 bits."""
    rng, engine = random.Random(4), Engine(GAME, hash_mb=1)
    for count in (2, 5, 6, 7, 10, 13, 15) * 5:
        signs = ["-"] * 26
        for _ in range(count):
            point = rng.randrange(1, 7)
            signs[point] = chr(ord(signs[point]) + 1) if signs[point] != "-" else "A"
        for _ in range(rng.randrange(2, 16)):
            point = 25 - rng.randrange(1, 7)
            signs[point] = chr(ord(signs[point]) + 1) if signs[point] != "-" else "a"
        text = f"XGID={''.join(signs)}:0:0:1:00:0:0:0:0:10"
        ours = engine.evaluate(GAME.parse(text))
        assert ours == pytest.approx(gnubg.chances(text)[5], abs=0.0005)


def test_another_program_is_not_taken_for_gnubg() -> None:
    with pytest.raises(Failed, match="ended with code"):
        Driver(Launch("gnubg", ("false",)), start("backgammon")).begin()
