"""`zeitnot train ewn`: it improves, continues after an interruption with the same result, and its
files can be read."""

import json
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner, Result

from zeitnot.games.ewn import train as module
from zeitnot_engines._core import EwnFit, Weights
from zeitnot_engines.commands.train import train
from zeitnot_engines.engine import Engine
from zeitnot_engines.games import load
from zeitnot_engines.learning.curve import svg_curve

from ..weights import file_of, read_packed, weights_file

GAME = load("ewn")


@pytest.fixture(autouse=True)
def small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "CHUNK", 100)
    monkeypatch.setattr(module, "TRIALS", 10)


def _run(folder: Path, *options: str) -> Result:
    return CliRunner().invoke(train, ["ewn", str(folder), *options], catch_exceptions=False)


def test_resumed_training_equals_uninterrupted_training(tmp_path: Path) -> None:
    assert _run(tmp_path / "uninterrupted", "--games", "300").exit_code == 0
    assert _run(tmp_path / "resumed", "--games", "200").exit_code == 0
    output = _run(tmp_path / "resumed", "--games", "300").stdout
    assert output.startswith("300 games; off by 0.")
    for name in ("state.bin", "ewn.weights", "curve.csv"):
        uninterrupted, resumed = (
            (tmp_path / f / name).read_bytes() for f in ("uninterrupted", "resumed")
        )
        assert uninterrupted == resumed, name
    rows = (tmp_path / "uninterrupted/curve.csv").read_text().splitlines()
    assert [row.split(",")[0] for row in rows] == ["games", "100", "200", "300"]


def test_finished_training_only_writes_files(tmp_path: Path) -> None:
    _run(tmp_path, "--games", "100")
    before = (tmp_path / "state.bin").read_bytes()
    source, curve = tmp_path / "source.weights", tmp_path / "curve.svg"
    _run(tmp_path, "--games", "100", "--source", str(source), "--curve", str(curve))
    assert (tmp_path / "state.bin").read_bytes() == before
    assert source.read_bytes() == (tmp_path / "ewn.weights").read_bytes()
    assert ElementTree.fromstring(curve.read_text()).tag.endswith("svg")


def _other_game(state: bytes) -> bytes:
    head, _, data = state.partition(b"\n")
    return json.dumps(json.loads(head) | {"game": "backgammon"}).encode() + b"\n" + data


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lambda state: state[:-1], "damaged"),
        (lambda state: state[:-1] + bytes([state[-1] ^ 1]), "damaged"),
        (lambda _: b"", "damaged"),
        (lambda _: b"[]\n", "damaged"),
        (lambda _: b"\xff\x00", "damaged"),
        (_other_game, "for another game"),
    ],
)
def test_damaged_state_is_refused_and_kept(tmp_path: Path, damage: object, message: str) -> None:
    _run(tmp_path, "--games", "100")
    state = tmp_path / "state.bin"
    state.write_bytes(damage(state.read_bytes()))  # type: ignore[operator]
    before = {path: path.read_bytes() for path in tmp_path.iterdir()}
    result = _run(tmp_path, "--games", "200")
    assert result.exit_code == 2
    assert message in result.stderr
    assert {path: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_training_improves_play_and_reduces_the_error() -> None:
    fit = EwnFit()
    score_before = fit.trial(200)
    first_count, first_error = fit.play(0, 2000, 0.05, 2e6)
    fit.play(2000, 8000, 0.05, 2e6)
    last_count, last_error = fit.play(10_000, 2000, 0.05, 2e6)
    assert last_error / last_count < 0.8 * first_error / first_count
    assert score_before < 0.3
    assert fit.trial(200) > 0.5


def test_state_of_wrong_size_is_refused() -> None:
    with pytest.raises(ValueError, match=r"not a network.s state"):
        EwnFit().restore(b"x" * 25)


def test_written_weights_evaluate_like_the_fit(tmp_path: Path) -> None:
    """The fit and an engine with its weights agree on a position, apart from rounding."""
    fit = EwnFit()
    fit.play(0, 2000, 0.05, 2e6)
    engine = Engine(GAME, weights=Weights(fit.packed()))
    for text in ("B 0 25 24 23 20 19 15 1 2 3 6 7 11", "R 0 7 0 0 20 0 0 0 0 19 0 2 0"):
        assert engine.evaluate(GAME.parse(text)) == pytest.approx(fit.value(text), abs=0.01)


@pytest.mark.parametrize(
    "damage",
    [
        lambda packed: packed[: len(packed) // 2],
        lambda packed: packed + b"\0\0",
        lambda packed: b"\xff\x7f" + packed[2:],
        lambda _: b"",
    ],
    ids=["half", "more", "too large a weight", "nothing"],
)
def test_damaged_weights_are_refused(damage: Callable[[bytes], bytes]) -> None:
    with pytest.raises(ValueError, match="not valid weights of ewn"):
        Weights(weights_file("ewn", damage(read_packed(file_of("ewn")))))


@pytest.mark.parametrize(
    ("values", "marks"),
    [
        ((6.0,), ["0", "1", "2", "3", "4", "5", "6"]),
        ((6.2,), ["0", "2", "4", "6", "8"]),
        ((0.01, 0.03), ["0", "0.005", "0.01", "0.015", "0.02", "0.025", "0.03"]),
        ((-0.4, 0.7), ["-0.4", "-0.2", "0", "0.2", "0.4", "0.6", "0.8"]),
        ((-2.0,), ["-2", "-1.5", "-1", "-0.5", "0"]),
        ((0.0,), ["0", "0.2"]),
    ],
)
def test_curve_has_round_axis_marks(values: tuple[float, ...], marks: list[str]) -> None:
    points = [(float(i), value) for i, value in enumerate(values)]
    drawing = ElementTree.fromstring(svg_curve(points, "games", "points"))
    labels = [e.text for e in drawing.iter() if e.get("text-anchor") == "end"]
    assert labels == marks
