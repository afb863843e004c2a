"""Gomocup brains as processes: unusual ones, and faulty ones in matches and rooms."""

import random
import sys
from pathlib import Path

import pytest

from zeitnot_client.drivers import running
from zeitnot_client.drivers.driver import Driver, Launch
from zeitnot_client.drivers.failures import Failed, PlayedIllegal
from zeitnot_client.drivers.situation import Limits
from zeitnot_engines.games import load
from zeitnot_engines.jobs.local import LocalExecutor
from zeitnot_engines.matches.contest import Contest
from zeitnot_engines.matches.openings import Opening
from zeitnot_engines.matches.played import FinishedGame
from zeitnot_engines.matches.player_texts import read_player
from zeitnot_engines.matches.players import BadPlayer, Player, Spec
from zeitnot_engines.matches.schedule import fixtures
from zeitnot_engines.matches.time_control import TimeControl

from .situations import after, situation, start

FAKE = [sys.executable, str(Path(__file__).with_name("fake.py")), "gomocup", "gomoku"]
LIMITS = Limits(move_ms=20_000, give_up_ms=20_000)


def brain(fault: str = "", position: str = "") -> Driver:
    return Driver(Launch("gomocup", (*FAKE, fault)), start("gomoku", position=position))


@pytest.mark.parametrize(
    ("fault", "name"),
    [("prompt", "A Fake 1.0"), ("suggest", "A Fake 1.0"), ("nameless", "")],
)
def test_unusual_brains_play(fault: str, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The fake also requires CRLF line ends."""
    monkeypatch.setattr(running, "SILENCE_S", 0.2)
    driver = brain(fault)
    try:
        game = situation("gomoku", "a1")
        assert driver.move(game, LIMITS).move == game.legal[0]
        assert driver.name == name
    finally:
        driver.close()


def test_a_brain_may_refuse_the_rule() -> None:
    with pytest.raises(Failed, match='it says "ERROR I do not like game_type 1"'):
        brain("refuses").begin()


def play_game(fault: str, control: TimeControl) -> FinishedGame:
    """Plays a match game of the fake, as A, against random moves."""
    game = load("gomoku")
    spec = Spec("gomocup", command=(*FAKE, fault))

    def fake(_: int) -> Player:
        return spec.player(game, random.Random(0), 1_000, control.time_margin_ms)

    def other(_: int) -> Player:
        return read_player("random").player(game, random.Random(1), 1_000, 20)

    work = fixtures([Opening(game.start())], 1)
    (result,) = LocalExecutor().run(Contest(fake, other, control), work)
    return result


@pytest.mark.parametrize(
    ("fault", "control", "sentence"),
    [
        ("illegal", TimeControl(), 'A: "77,77" is not a legal move in 15/'),
        ("crash", TimeControl(), "A: it ended with code 3, having said: "),
        ("hang", TimeControl(300, 0, time_margin_ms=20), "A: it did not move in time"),
    ],
)
def test_faults_lose_the_game_with_a_clear_message(
    fault: str, control: TimeControl, sentence: str
) -> None:
    game = play_game(fault, control)
    assert game.score == 0.0
    assert sentence in game.fault


def test_brains_play_only_gomoku() -> None:
    spec = read_player("gomocup:brain,max_memory=1000")
    assert spec == Spec("gomocup", command=("brain",), options=(("max_memory", "1000"),))
    with pytest.raises(BadPlayer, match="does not support othello"):
        spec.player(load("othello"), random.Random(0), 100, 20)


def test_a_brain_follows_takebacks() -> None:
    """The fake crashes if its board differs from the game's."""
    text = "15/15/15/15/15/15/15/7x7/15/15/15/15/15/15/15 o"
    driver, state = brain(position=text), load("gomoku").parse(text)
    try:
        first = driver.move(after(state), LIMITS).move
        assert first == state.legal()[0]
        for moves in ((first, "o1"), ("o15", "o14")):
            game = after(state, *moves)
            assert driver.move(game, LIMITS).move == game.legal[0]
        assert driver.starts == 1
    finally:
        driver.close()


def test_an_illegal_move_is_reported() -> None:
    with pytest.raises(PlayedIllegal) as error:
        brain("illegal").move(situation("gomoku"), LIMITS)
    assert error.value.move == "77,77"
