"""`zeitnot train othello`: it learns something, goes on where it stopped, and what it writes can be
read."""

import base64
import json
import re
import struct
from pathlib import Path

import pytest
from click.testing import CliRunner

from zeitnot_engines._core import Engine, OthelloFit, othello_book, othello_samples
from zeitnot_engines.commands.train import train
from zeitnot_engines.commands.train.othello import SAMPLE_BYTES, Store
from zeitnot_engines.games import load

INCLUDE = Path(__file__).parents[3] / "engines/core"
SOURCE = INCLUDE / "games/othello/weights.inc"


def _run(folder: Path, *more: str) -> str:
    words = ["othello", str(folder), "--depth", "1", "--epochs", "2", *more]
    result = CliRunner().invoke(train, words, catch_exceptions=False)
    assert result.exit_code == 0
    return result.stdout


def test_it_goes_on_where_it_stopped(tmp_path: Path) -> None:
    _run(tmp_path / "at once", "--games", "150")
    _run(tmp_path / "in parts", "--games", "100")
    with (tmp_path / "in parts/samples.bin").open("ab") as file:
        file.write(b"half a chunk")
    said = _run(tmp_path / "in parts", "--games", "150")
    assert said.startswith("150 games")
    whole, parts = ((tmp_path / f / "samples.bin").read_bytes() for f in ("at once", "in parts"))
    assert whole == parts
    assert json.loads((tmp_path / "in parts/state.json").read_text())["games"] == 150


def test_games_are_the_same_for_the_same_seed_and_end_as_they_say() -> None:
    one, again, other = (othello_samples(seed, 3, 1) for seed in (5, 5, 6))
    assert one == again != other
    margins = {one[i + 16] for i in range(0, len(one), SAMPLE_BYTES)}
    assert all(margin % 2 == 0 for margin in margins)


def test_learning_lessens_the_error_on_other_games() -> None:
    fit, test = OthelloFit(), othello_samples(900, 40, 1)
    before = fit.error(test)
    for epoch in range(3):
        fit.learn(othello_samples(1, 300, 1), 0.15, epoch)
    assert fit.error(test) < 0.8 * before


def test_weights_are_lines_of_source(tmp_path: Path) -> None:
    source = tmp_path / "weights.inc"
    _run(tmp_path / "games", "--games", "20", "--source", str(source))
    lines = source.read_text().splitlines()
    assert all(re.fullmatch(r'"[A-Za-z0-9+/]{1,96}"', line) for line in lines)


def test_the_play_book_is_written(tmp_path: Path) -> None:
    _run(tmp_path, "--games", "100")
    head, *rows = (tmp_path / "book.csv").read_text().splitlines()
    assert head == "shape,squares,seen,margin"
    assert rows
    assert all(int(row.split(",")[2]) >= 100 for row in rows)


def test_the_play_book_knows_what_one_position_shows() -> None:
    """Black's only disc stands in a corner: two edges and three corner shapes have it."""
    sample = struct.pack("<QQq", 1, 0, 12)
    rows = othello_book(sample, 1)
    assert {(shape, squares): rest for (shape, squares), rest in rows} == {
        (0, "X---------"): (2, 12.0),
        (1, "X--------"): (1, 12.0),
        (2, "X---------"): (2, 12.0),
    }


BOOK_WEIGHTS = 29_646 + 10_206 + 59_049  # edges and both corners, mirrored ones counted once


def leading_noughts(path: Path) -> int:
    """How many weights of the first stage are 0 before the first that is not."""
    text = path.read_text(encoding="ascii").replace('"', "").replace("\n", "")
    packed, noughts = base64.b64decode(text), 0
    for at in range(0, len(packed), 2):
        if packed[at] != 0:
            break
        noughts += packed[at + 1]
    return noughts


def test_without_the_play_book_edges_and_corners_count_nothing(tmp_path: Path) -> None:
    _run(tmp_path, "--games", "100")
    before = (tmp_path / "othello_weights.inc").read_text()
    _run(tmp_path, "--games", "100", "--no-play-book")
    assert (tmp_path / "othello_weights.inc").read_text() == before
    assert leading_noughts(tmp_path / "othello_weights.inc") < BOOK_WEIGHTS
    assert leading_noughts(tmp_path / "without_book.inc") >= BOOK_WEIGHTS


def test_written_weights_are_read_as_those_built_in() -> None:
    source = SOURCE.read_text(encoding="ascii")
    othello = load("othello")
    state = othello.start().play("d3").play("c3")
    built_in, read, by_hand = (
        Engine(othello, **options).evaluate(state)
        for options in ({}, {"weights": source}, {"evaluation": "hand"})
    )
    assert built_in == read != by_hand


def test_half_a_lesson_is_refused() -> None:
    with pytest.raises(ValueError, match="whole samples"):
        OthelloFit().error(b"x" * 25)


def test_an_empty_folder_has_no_games(tmp_path: Path) -> None:
    assert Store.open(tmp_path / "new").games == 0
