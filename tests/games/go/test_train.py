"""`zeitnot train go`: it resumes after an interruption, learns from SGF files, reports matches, and
writes weights that a search can use as policy and value."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from zeitnot.games.go import train as module
from zeitnot.games.go import train_matches as go_matches
from zeitnot.games.go.train_games import self_play_game
from zeitnot_engines._core import Weights
from zeitnot_engines.commands.train import train
from zeitnot_engines.engine import Engine
from zeitnot_engines.games import load

from ..weights import file_of, read_packed, weights_file

GAME = load("go", {"size": 5, "marking": "no"})
SMALL = ("--size", "5", "--playouts", "8", "--games", "20", "--improve", "60", "--values", "90")


@pytest.fixture(autouse=True)
def _short_training(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "IMPROVEMENT_CHUNK", 20)
    monkeypatch.setattr(module, "VALUE_CHUNK", 30)
    monkeypatch.setattr(module, "TEST_GAMES", 20)
    monkeypatch.setattr(module, "EPOCHS", 2)


def _run(folder: Path, *options: str) -> Result:
    arguments = ["go", str(folder), *SMALL, "--matches", "0", *options]
    return CliRunner().invoke(train, arguments, catch_exceptions=False)


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Recorded games, which all tests share."""
    path = tmp_path_factory.mktemp("games") / "games.sgf"
    lines = [self_play_game(seed, 5, 8) for seed in range(20)]
    path.write_text("\n".join(lines) + "\n")
    return path


def test_self_play_is_deterministic() -> None:
    assert self_play_game(3, 5, 8) == self_play_game(3, 5, 8) != self_play_game(4, 5, 8)


def test_resumed_training_equals_uninterrupted_training(
    tmp_path: Path, games: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Training stops within each stage, and while a game is being written to the file."""
    uninterrupted, resumed = tmp_path / "uninterrupted", tmp_path / "resumed"
    resumed.mkdir()
    text = games.read_text()
    (resumed / "games.sgf").write_text(text[: text.rindex("(") + 40])
    _run(uninterrupted)
    monkeypatch.setattr(module, "EPOCHS", 1)
    assert _run(resumed, "--improve", "20", "--values", "30").exit_code == 0
    for name in ("improved.bin", "value.bin"):
        (resumed / name).unlink()
    monkeypatch.setattr(module, "EPOCHS", 2)
    _run(resumed, "--improve", "40", "--values", "30")
    (resumed / "value.bin").unlink()
    _run(resumed, "--values", "60")
    assert _run(resumed).exit_code == 0
    for name in ("games.sgf", "go.weights", "imitation.weights", "value.bin"):
        assert (uninterrupted / name).read_bytes() == (resumed / name).read_bytes(), name


def test_training_learns_from_sgf_files(tmp_path: Path, games: Path) -> None:
    result = _run(tmp_path / "one", "--sgf", str(games), "--json")
    report = json.loads(result.stdout)
    assert report["imitation"]["games"] == 20
    assert not (tmp_path / "one/games.sgf").exists()
    _run(tmp_path / "two", "--sgf", str(games.parent))
    one, two = ((tmp_path / name / "go.weights").read_bytes() for name in ("one", "two"))
    assert one == two


@pytest.mark.parametrize(
    ("text", "sentence"),
    [("no game", "there is no game"), ("(;GM[2]SZ[8])", "not Go"), ("(;SZ[5];B[zz])", "point")],
)
def test_file_without_a_go_game_is_refused(tmp_path: Path, text: str, sentence: str) -> None:
    path = tmp_path / "bad.sgf"
    path.write_text(text)
    result = _run(tmp_path / "folder", "--sgf", str(path))
    assert result.exit_code == 2
    assert str(path) in result.output
    assert sentence in result.output


@pytest.mark.parametrize("name", ["imitation.bin", "improved.bin", "value.bin"])
def test_damaged_state_is_refused(tmp_path: Path, games: Path, name: str) -> None:
    _run(tmp_path, "--sgf", str(games))
    path = tmp_path / name
    path.write_bytes(path.read_bytes()[:-1])
    result = _run(tmp_path, "--sgf", str(games))
    assert result.exit_code == 2
    assert f"{name} is damaged" in result.output.replace("\n", " ")


def test_matches_are_reported_and_stored(tmp_path: Path, games: Path) -> None:
    arguments = ("--sgf", str(games), "--matches", "2", "--json")
    report = json.loads(_run(tmp_path, *arguments).stdout)
    names = [name for name in report if " against " in name]
    assert len(names) == 7
    assert all(0 <= report[name]["score"] <= 1 for name in names)
    stored = json.loads((tmp_path / "matches.json").read_text())
    entry = stored["learnt against plain UCT"]
    stored["learnt against plain UCT"] = {**entry, "scores": [0.25]}
    (tmp_path / "matches.json").write_text(json.dumps(stored))
    again = json.loads(_run(tmp_path, *arguments).stdout)
    assert again["learnt against plain UCT"]["score"] == 0.25


def test_summary_has_mean_and_95_percent_interval() -> None:
    assert go_matches.summary([0.5, 0.5, 0.5]) == (0.5, 0)
    mean, half_width = go_matches.summary([0.0, 1.0] * 50)
    assert mean == 0.5
    assert half_width == pytest.approx(1.96 * 0.5 / 10, rel=0.01)


# ── the package's weights ──────────────────────────────────────────────────────────────────────


def test_learnt_evaluation_is_the_default() -> None:
    reports = [
        Engine(GAME, method="mcts", hash_mb=1, evaluation=kind).search(GAME.start(), nodes=50)
        for kind in ("", "learnt", "playouts")
    ]
    values = [report.value for report in reports]
    assert values[0] == values[1] != values[2]


def test_value_knows_who_has_won() -> None:
    """Black has won this finished game; the search uses only the value, no playouts."""
    game = load("go", {"marking": "no"})
    for side, sign in (("x", 1), ("o", -1)):
        engine = Engine(game, method="mcts", hash_mb=1, playout_share=0.0)
        state = game.parse("/".join(["xx1xxxo1o"] * 9) + f" {side} - 0 0,0")
        assert sign * (engine.search(state, nodes=20).value - 0.5) > 0.3


def test_search_uses_the_given_weights() -> None:
    packed = read_packed(file_of("go"))
    zeros = Weights(weights_file("go", bytes(len(packed))))
    learnt_lines, zero_lines = (
        Engine(GAME, method="mcts", hash_mb=1, weights=weights, playout_share=0.0)
        .search(GAME.start(), nodes=20, lines=30)
        .lines
        for weights in (None, zeros)
    )
    assert {line.value for line in zero_lines} == {0.5}
    assert len({line.value for line in learnt_lines}) > 1


@pytest.mark.parametrize("packed", [b"", b"\0" * 2, read_packed(file_of("go"))[:-1]])
def test_damaged_weights_are_refused(packed: bytes) -> None:
    with pytest.raises(ValueError, match="not valid weights of go"):
        Weights(weights_file("go", packed))
