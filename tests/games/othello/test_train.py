"""`zeitnot train othello`: it learns, resumes after an interruption, and writes valid files."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from zeitnot.games.othello.train_games import SAMPLE_BYTES, Store
from zeitnot_engines._core import OthelloFit, Weights, othello_samples
from zeitnot_engines.commands.train import train
from zeitnot_engines.engine import Engine
from zeitnot_engines.games import load
from zeitnot_engines.weights_files import package_weights

from ..weights import file_of, read_packed, weights_file

PACKAGE_WEIGHTS = package_weights("othello")
assert PACKAGE_WEIGHTS is not None


def _run(folder: Path, *options: str) -> str:
    arguments = ["othello", str(folder), "--depth", "1", "--epochs", "2", *options]
    result = CliRunner().invoke(train, arguments, catch_exceptions=False)
    assert result.exit_code == 0
    return result.stdout


def test_interrupted_training_resumes(tmp_path: Path) -> None:
    _run(tmp_path / "uninterrupted", "--games", "150")
    _run(tmp_path / "resumed", "--games", "100")
    with (tmp_path / "resumed/samples.bin").open("ab") as file:
        file.write(b"half a chunk")
    output = _run(tmp_path / "resumed", "--games", "150")
    assert output.startswith("150 games")
    uninterrupted, resumed = (
        (tmp_path / f / "samples.bin").read_bytes() for f in ("uninterrupted", "resumed")
    )
    assert uninterrupted == resumed
    assert json.loads((tmp_path / "resumed/state.json").read_text())["games"] == 150


def test_samples_are_deterministic_with_even_margins() -> None:
    first, same_seed, other_seed = (
        othello_samples(seed, 3, 1, PACKAGE_WEIGHTS) for seed in (5, 5, 6)
    )
    assert first == same_seed != other_seed
    margins = {first[i + 16] for i in range(0, len(first), SAMPLE_BYTES)}
    assert all(margin % 2 == 0 for margin in margins)


def test_learning_reduces_the_error_on_other_games() -> None:
    fit, test_samples = OthelloFit(), othello_samples(900, 40, 1, PACKAGE_WEIGHTS)
    error_before = fit.error(test_samples)
    for epoch in range(3):
        fit.learn(othello_samples(1, 300, 1, PACKAGE_WEIGHTS), 0.15, epoch)
    assert fit.error(test_samples) < 0.8 * error_before


def test_written_weights_can_be_loaded(tmp_path: Path) -> None:
    source = tmp_path / "source.weights"
    _run(tmp_path / "games", "--games", "20", "--source", str(source))
    assert source.read_bytes() == (tmp_path / "games/othello.weights").read_bytes()
    othello = load("othello")
    state = othello.start().play("d3").play("c3")
    loaded, default, by_hand = (
        Engine(othello, **options).evaluate(state)
        for options in ({"weights": Weights(source.read_bytes())}, {}, {"evaluation": "hand"})
    )
    assert len({loaded, default, by_hand}) == 3


def test_play_book_is_written(tmp_path: Path) -> None:
    _run(tmp_path, "--games", "100")
    head, *rows = (tmp_path / "book.csv").read_text().splitlines()
    assert head == "shape,squares,seen,margin,score"
    assert rows
    assert all(int(row.split(",")[2]) >= 100 for row in rows)


BOOK_WEIGHTS = 29_646 + 10_206 + 59_049  # edges and both corners, mirrored ones counted once


def leading_zeros(path: Path) -> int:
    """The number of zero weights at the start of the first stage, which are run-length encoded."""
    packed, zeros = read_packed(path), 0
    for at in range(0, len(packed), 2):
        if packed[at] != 0:
            break
        zeros += packed[at + 1]
    return zeros


def test_without_play_book_edge_and_corner_weights_are_zero(tmp_path: Path) -> None:
    _run(tmp_path, "--games", "100")
    before = (tmp_path / "othello.weights").read_bytes()
    _run(tmp_path, "--games", "100", "--no-play-book")
    assert (tmp_path / "othello.weights").read_bytes() == before
    assert leading_zeros(tmp_path / "othello.weights") < BOOK_WEIGHTS
    assert leading_zeros(tmp_path / "without_book.weights") >= BOOK_WEIGHTS


@pytest.mark.parametrize(
    "damage",
    [
        lambda packed: packed[: len(packed) // 2],
        lambda packed: packed + b"\1",
        lambda packed: packed[:-1] + b"\xff",
        lambda packed: b"\0\0" + packed,
        lambda _: b"",
    ],
    ids=["half", "more", "too many zeros", "no zeros", "nothing"],
)
def test_damaged_weights_are_refused(damage: Callable[[bytes], bytes]) -> None:
    with pytest.raises(ValueError, match="not valid weights of othello"):
        Weights(weights_file("othello", damage(read_packed(file_of("othello")))))


def test_incomplete_samples_are_refused() -> None:
    with pytest.raises(ValueError, match="whole number of samples"):
        OthelloFit().error(b"x" * 25)


def test_new_folder_has_no_games(tmp_path: Path) -> None:
    assert Store.open(tmp_path / "new").games == 0
