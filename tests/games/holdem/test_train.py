"""`zeitnot train holdem`: it learns, resumes after an interruption, and writes weights."""

from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from zeitnot.games.holdem import train as module
from zeitnot_engines._core import HoldemAbstraction, HoldemLearner, Weights, holdem_duplicates
from zeitnot_engines.commands.train import train
from zeitnot_engines.learning.training_state import TrainingState

from ..weights import file_of, read_packed

FLOPS_WITH_HANDS = 1_286_792


def package_abstraction() -> bytes:
    """The first part of the package's blueprint (blueprint.hpp describes it)."""
    packed = read_packed(file_of("holdem"))
    _, turns, rivers = (int.from_bytes(packed[at : at + 2], "little") for at in (0, 2, 4))
    return packed[: 6 + 169 + 32 * turns + 8 * rivers + FLOPS_WITH_HANDS]


@pytest.fixture(autouse=True)
def _short_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "CHUNK", 2)
    monkeypatch.setattr(module, "BOARDS", 2)


def folder_with_abstraction(folder: Path) -> Path:
    TrainingState.open(folder / "abstraction.bin", "holdem").add(1755, (), package_abstraction())
    return folder


def run(folder: Path, *options: str) -> Result:
    return CliRunner().invoke(train, ["holdem", str(folder), "--iterations", "4", *options])


def interrupted_track(work: Iterable[int], total: int, title: str) -> Iterator[int]:
    """Replaces `track`; Ctrl-C comes after the first chunk."""
    yield next(iter(work))
    raise KeyboardInterrupt


def test_interrupted_training_resumes(tmp_path: Path) -> None:
    uninterrupted, resumed = (
        folder_with_abstraction(tmp_path / name) for name in ("uninterrupted", "resumed")
    )
    source = tmp_path / "copy.weights"
    assert run(uninterrupted, "--source", str(source)).exit_code == 0
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(module, "track", interrupted_track)
        stopped = run(resumed)
        assert stopped.exit_code == 130
        assert stopped.stderr == "stopped after 2 iterations; run the command again to continue\n"
    assert not (resumed / "holdem.weights").exists()
    assert run(resumed).exit_code == 0
    assert (resumed / "holdem.weights").read_bytes() == source.read_bytes()
    assert (resumed / "curve.csv").read_text() == (uninterrupted / "curve.csv").read_text()
    heads, *rows = (uninterrupted / "curve.csv").read_text().splitlines()
    assert heads == "iterations,call,call_error,raise,raise_error"
    assert [row.split(",")[0] for row in rows] == ["2", "4"]
    assert Weights(source.read_bytes()).game == "holdem"


@pytest.mark.parametrize("name", ["abstraction.bin", "state.bin"])
def test_damaged_file_is_refused_and_kept(tmp_path: Path, name: str) -> None:
    folder = folder_with_abstraction(tmp_path)
    TrainingState.open(folder / "state.bin", "holdem").add(2, (), b"not a learner's state")
    (folder / name).write_bytes((folder / name).read_bytes()[:-1])
    before = {path: path.read_bytes() for path in folder.iterdir()}
    result = run(folder)
    assert result.exit_code == 2
    assert "is damaged" in result.output
    assert {path: path.read_bytes() for path in folder.iterdir()} == before


def test_damaged_abstraction_and_state_are_refused() -> None:
    with pytest.raises(ValueError, match="no abstraction"):
        HoldemLearner(package_abstraction()[:-1])
    with pytest.raises(ValueError, match="no abstraction"):
        HoldemLearner(b"\xff" + package_abstraction()[1:])
    with pytest.raises(ValueError, match=r"not a learner.s state"):
        HoldemLearner(package_abstraction()).restore(b"half")


def test_trial_agrees_with_played_hands() -> None:
    """The trial's sums over all hands are within three standard errors of played deals."""
    learner = HoldemLearner(package_abstraction())
    learner.iterate(5)
    (summed, summed_error), _ = learner.trial(30)
    weights = Weights(learner.packed())
    (won,) = holdem_duplicates(weights, [lambda *_: "c"], 1, 300)
    mean = sum(won) / len(won)
    variance = sum((chips - mean) ** 2 for chips in won) / len(won) ** 2
    assert abs(mean - summed) < 3 * (variance + summed_error**2) ** 0.5


def test_flops_must_be_complete() -> None:
    maker = HoldemAbstraction(boards=8)
    maker.add_flops(1)
    with pytest.raises(ValueError, match="Flops are missing"):
        maker.finished()


def test_train_command_is_registered() -> None:
    assert train.commands["holdem"] is module.holdem
