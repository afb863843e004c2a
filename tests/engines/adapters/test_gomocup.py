"""Gomocup brains as processes: unusual ones, and faulty ones in matches and rooms."""

import random
import sys
from pathlib import Path

import pytest

from zeitnot_client.faults import NoMove
from zeitnot_engines.adapters import external
from zeitnot_engines.adapters.dialogue import EngineSetup, Limits
from zeitnot_engines.adapters.external import External, Failed
from zeitnot_engines.adapters.gomocup import Gomocup
from zeitnot_engines.adapters.gomocup_program import GomocupProgram
from zeitnot_engines.adapters.recorded import RecordedGame
from zeitnot_engines.games import load
from zeitnot_engines.jobs.local import LocalExecutor
from zeitnot_engines.matches.contest import Contest, Opening, Played, TimeControl, fixtures
from zeitnot_engines.matches.players import BadPlayer, Player, Spec, read_player

FAKE = [sys.executable, str(Path(__file__).with_name("fake.py")), "gomocup", "gomoku"]
LIMITS = Limits(move_ms=20_000)


@pytest.mark.parametrize(
    ("fault", "name"),
    [("prompt", "A Fake"), ("suggest", "A Fake"), ("nameless", "")],
)
def test_unusual_brains_play(fault: str, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The fake also requires CRLF line ends."""
    monkeypatch.setattr(external, "SILENCE_S", 0.2)
    engine = External("gomocup", [*FAKE, fault], EngineSetup("gomoku"))
    try:
        dialogue = engine.dialogue
        assert isinstance(dialogue, Gomocup)
        assert dialogue.about.name == name
        assert engine.move(["a1"], 1, LIMITS) == load("gomoku").start().play("a1").legal()[0]
    finally:
        engine.close()


def test_a_brain_may_refuse_the_rule() -> None:
    with pytest.raises(Failed, match='it says "ERROR I do not like game_type 1"'):
        External("gomocup", [*FAKE, "refuses"], EngineSetup("gomoku"))


def play_game(fault: str, control: TimeControl) -> Played:
    """Plays a match game of the fake, as A, against random moves."""
    game = load("gomoku")
    spec = Spec("gomocup", command=(*FAKE, fault))

    def fake(_: int) -> Player:
        return spec.player(game, random.Random(0), 1_000, control.margin_ms)

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
        ("hang", TimeControl(300, 0, margin_ms=20), "A: it did not move in time"),
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


def test_a_brain_in_a_room_follows_takebacks() -> None:
    """The fake crashes if its board differs from the game's."""
    program = GomocupProgram(FAKE)
    history = RecordedGame(load("gomoku")).parse("15/15/15/15/15/15/15/7x7/15/15/15/15/15/15/15 o")
    try:
        first = program.search(history, ms=20_000).best
        assert first == history.legal()[0]
        longer = history.play(first).play("o1")
        assert program.search(longer, ms=20_000).best == longer.legal()[0]
        other = history.play("o15").play("o14")
        assert program.search(other, ms=20_000).best == other.legal()[0]
    finally:
        program.close()


def test_an_illegal_move_in_a_room_is_reported() -> None:
    program = GomocupProgram([*FAKE, "illegal"])
    with pytest.raises(NoMove, match="77,77 is illegal"):
        program.search(RecordedGame(load("gomoku")).start(), ms=20_000)
