"""`zeitnot train backgammon`: it learns, resumes after an interruption, and writes weights."""

from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from zeitnot.games.backgammon import train as module
from zeitnot_engines._core import BackgammonLearner, Weights
from zeitnot_engines.commands.train import train
from zeitnot_engines.engine import Engine
from zeitnot_engines.games import load

GAMES = ("--games", "60")


@pytest.fixture(autouse=True)
def _short_training(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "CHUNK", 20)
    monkeypatch.setattr(module, "TRIALS", 4)


def run(folder: Path, *options: str) -> Result:
    return CliRunner().invoke(train, ["backgammon", str(folder), *options])


def weights(folder: Path) -> bytes:
    return (folder / "backgammon.weights").read_bytes()


def interrupted_track(work: Iterable[int], total: int, title: str) -> Iterator[int]:
    """Replaces `track`; Ctrl-C comes after the first chunk."""
    yield next(iter(work))
    raise KeyboardInterrupt


def test_interrupted_training_resumes(tmp_path: Path) -> None:
    assert run(tmp_path / "uninterrupted", *GAMES).exit_code == 0
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(module, "track", interrupted_track)
        assert run(tmp_path / "resumed", *GAMES).exit_code != 0
    assert not (tmp_path / "resumed/backgammon.weights").exists()
    assert run(tmp_path / "resumed", *GAMES).exit_code == 0
    assert weights(tmp_path / "resumed") == weights(tmp_path / "uninterrupted")
    curves = [(tmp_path / name / "curve.csv").read_text() for name in ("resumed", "uninterrupted")]
    assert curves[0] == curves[1]
    assert curves[0].splitlines()[0] == "games,points,error"
    assert [row.split(",")[0] for row in curves[0].splitlines()[1:]] == ["20", "40", "60"]


def test_written_weights_can_be_loaded(tmp_path: Path) -> None:
    source, curve = tmp_path / "copy.weights", tmp_path / "curve.svg"
    options = ("--source", str(source), "--curve", str(curve))
    assert run(tmp_path, *GAMES, *options).exit_code == 0
    assert source.read_bytes() == weights(tmp_path)
    assert "<svg" in curve.read_text()
    game = load("backgammon")
    state = game.parse("XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10")
    learnt = Engine(game, weights=Weights(source.read_bytes())).evaluate(state)
    assert -3 < learnt < 3
    assert learnt != Engine(game).evaluate(state)


def test_damaged_state_is_refused_and_kept(tmp_path: Path) -> None:
    state = tmp_path / "state.bin"
    assert run(tmp_path, *GAMES).exit_code == 0
    state.write_bytes(state.read_bytes()[:-1])
    before = state.read_bytes()
    result = run(tmp_path, "--games", "80")
    assert result.exit_code == 2
    assert "is damaged" in result.output
    assert state.read_bytes() == before


def test_training_improves_play() -> None:
    learner = BackgammonLearner()
    first, _ = learner.trial(40)
    learner.play(1, 400, 0.03, 0.03, 400)
    second, error = learner.trial(40)
    assert second > first + 4 * error


def test_learner_state_can_be_restored() -> None:
    one, other = BackgammonLearner(), BackgammonLearner(2)
    one.play(1, 20, 0.03, 0.03, 40)
    assert one.packed() != other.packed()
    other.restore(one.state())
    for learner in (one, other):
        learner.play(21, 20, 0.03, 0.03, 40)
    assert one.state() == other.state()
    with pytest.raises(ValueError, match=r"not a learner.s state"):
        other.restore(b"half")
    with pytest.raises(ValueError, match="counted from 1"):
        one.play(0, 5, 0.03, 0.03, 40)


def test_train_command_is_registered() -> None:
    assert train.commands["backgammon"] is module.backgammon
