"""Tuning: from games to positions, from positions to weights, from weights to source text."""

import json
import math
import random
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from zeitnot_engines._core import Texel, weights_of
from zeitnot_engines.commands.tune import table, tune
from zeitnot_engines.engine import Engine
from zeitnot_engines.games import History, load
from zeitnot_engines.learning.training_games import SelfPlay, TrainingGameFile, positions
from zeitnot_engines.learning.tuning import lowest, rewrite_weights

ROOT = Path(__file__).parents[2]
SOURCES = {name: ROOT / f"engines/games/{name}/weights.hpp" for name in ("chess", "xiangqi")}


def random_positions(name: str, games: int, plies: int) -> list[History]:
    """Unfinished positions of random games."""
    results, rng = [], random.Random(5)
    for _ in range(games):
        state = load(name).start()
        for _ in range(plies):
            if state.result is not None:
                break
            results.append(state)
            state = state.play(rng.choice(state.legal()))
    return results


# ── the tuner ──────────────────────────────────────────────────────────────────────────────────


def test_recovers_changed_weights() -> None:
    """Results computed from the default weights lead the tuner back to them."""
    weights, scale = weights_of("xiangqi"), 0.004
    engine = Engine(load("xiangqi"))
    texel = Texel("xiangqi")
    for state in random_positions("xiangqi", 40, 80):
        value = engine.evaluate(state) * (1 if state.turn == 0 else -1)
        texel.add(state, 1 / (1 + math.exp(-scale * value)))
    changed = list(weights)
    horse, chariot = 5, 7  # the values of the pieces come first, by type
    changed[horse] += 120
    changed[chariot] -= 200
    texel.begin(changed)
    texel.trace(0, len(changed))
    result = texel.descend([float(w) for w in changed], scale, 3.0, 0.0, 400)
    # A piece's value is shared with its squares, so the loss is checked too.
    assert result[horse] < changed[horse] - 30
    assert result[chariot] > changed[chariot] + 60
    changed_loss, tuned_loss, default_loss = (
        texel.loss([float(w) for w in tested], scale) for tested in (changed, result, weights)
    )
    assert 0 <= tuned_loss - default_loss < (changed_loss - default_loss) / 50


def test_regularisation_keeps_weights_where_they_were() -> None:
    weights = weights_of("xiangqi")
    texel = Texel("xiangqi")
    for state in random_positions("xiangqi", 3, 40):
        texel.add(state, 1.0)
    texel.begin(weights)
    texel.trace(0, len(weights))
    start = [float(w) for w in weights]
    moved = [
        sum(
            abs(a - b)
            for a, b in zip(texel.descend(start, 0.004, 1.0, pull, 50), start, strict=True)
        )
        for pull in (0.0, 1.0)
    ]
    assert moved[1] < moved[0] / 10


def test_bad_calls_are_refused() -> None:
    with pytest.raises(ValueError, match="othello has no table of weights"):
        Texel("othello")
    with pytest.raises(ValueError, match="no table"):
        weights_of("nosuchgame")
    texel = Texel("xiangqi")
    state = load("xiangqi").start()
    with pytest.raises(ValueError, match="0 to 1"):
        texel.add(state, math.nan)
    with pytest.raises(ValueError, match="A history of xiangqi is needed"):
        texel.add(load("chess").start(), 0.5)
    with pytest.raises(ValueError, match="`begin` must come first"):
        texel.trace(0, 1)
    with pytest.raises(ValueError, match="weights, not 3"):
        texel.begin([1, 2, 3])
    texel.begin(weights_of("xiangqi"))
    with pytest.raises(ValueError, match="No such weights"):
        texel.trace(0, 100_000)
    texel.add(state, 0.5)
    with pytest.raises(ValueError, match="`begin` must come first"):
        texel.loss([0.0] * len(weights_of("xiangqi")), 1.0)


# ── training games ───────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("name", SOURCES)
def test_self_play_is_reproducible(name: str) -> None:
    game = load(name)
    first, second = SelfPlay(game, 300), SelfPlay(game, 300)
    second.play(1)  # earlier games must not matter
    training_game = first.play(2)
    assert training_game == second.play(2)
    assert training_game.points in (0.0, 0.5, 1.0)
    result = list(positions(game, training_game))
    assert len(result) == len(training_game.quiet) > 5
    assert [state.ply for state, _ in result] == [ply for ply, _ in training_game.quiet]


def test_an_incomplete_training_game_is_dropped(tmp_path: Path) -> None:
    path = tmp_path / "games"
    file = TrainingGameFile(path)
    player = SelfPlay(load("xiangqi"), 200)
    for seed in (1, 2):
        file.add(player.play(seed))
    complete = path.read_bytes()
    path.write_bytes(complete[:-5])
    repeated = TrainingGameFile(path)
    assert repeated.training_games == file.training_games[:1]
    repeated.add(file.training_games[1])
    assert path.read_bytes() == complete
    path.write_text("something else\n")
    with pytest.raises(ValueError, match="does not contain training games"):
        TrainingGameFile(path)


# ── source text ────────────────────────────────────────────────────────────────────────────────


def test_only_numbers_of_the_source_change() -> None:
    source = (
        "enum { a = 7 };\n"
        "Weights default_weights{\n  // 2 men\n  1, -20,  /* 3 */ 300,\n};\n"
        "int b = 1;"
    )
    result = rewrite_weights(source, [5, 6, -7])
    assert result == source.replace("1, -20,", "5,   6,").replace(" 300", "  -7")
    assert rewrite_weights(result, [1, -20, 300]) == source
    assert "100, -2000, " in rewrite_weights(source, [100, -2000, 0])
    with pytest.raises(ValueError, match="has 3 numbers, not 2"):
        rewrite_weights(source, [1, 2])
    with pytest.raises(ValueError, match="no table"):
        rewrite_weights("int b;", [1])


@pytest.mark.parametrize("name", SOURCES)
def test_the_weights_of_the_house_evaluation_can_be_rewritten(name: str) -> None:
    source = SOURCES[name].read_text()
    assert rewrite_weights(source, weights_of(name)) == source


def test_a_table_is_written_in_rows() -> None:
    assert table([1, -2, 3], width=2) == "    1, -2,\n    3,"


def test_finds_the_minimum() -> None:
    assert lowest(lambda x: (math.log(x) - math.log(0.02)) ** 2, 1e-4, 1) == pytest.approx(
        0.02, rel=0.01
    )


# ── the command ────────────────────────────────────────────────────────────────────────────────


def run(*arguments: str) -> Result:
    return CliRunner().invoke(tune, arguments)


def test_continues_where_it_stopped(tmp_path: Path) -> None:
    """First only games, then more games and a round, then another round."""
    folder, source = tmp_path / "work", tmp_path / "weights.hpp"
    source.write_text(SOURCES["xiangqi"].read_text())
    common = ("xiangqi", str(folder), "--nodes", "200", "--epochs", "20", "--source", str(source))
    first = run(*common, "--games", "12", "--rounds", "0")
    assert first.exit_code == 0, first.output
    assert source.read_text() == SOURCES["xiangqi"].read_text()
    lines = (folder / "games.jsonl").read_text().splitlines()
    assert len(lines) == 12
    second = run(*common, "--games", "14", "--rounds", "1", "--concurrency", "2")
    assert second.exit_code == 0, second.output
    assert "round 1: loss " in second.stderr
    assert (folder / "games.jsonl").read_text().splitlines()[:12] == lines
    stored = json.loads((folder / "weights.json").read_text())
    assert stored["rounds"] == 1
    assert stored["weights"] != weights_of("xiangqi")
    assert second.stdout.replace(",", " ").split() == [str(w) for w in stored["weights"]]
    assert source.read_text() == rewrite_weights(SOURCES["xiangqi"].read_text(), stored["weights"])
    third = run(*common, "--games", "14", "--rounds", "2")
    assert "round 1" not in third.stderr
    assert "round 2: loss " in third.stderr


def test_bad_input(tmp_path: Path) -> None:
    assert "no table of weights" in run("othello", str(tmp_path)).output
    (tmp_path / "weights.json").write_text('{"rounds": 1, "weights": [1]}')
    assert "but the table has" in run("xiangqi", str(tmp_path)).output
    (tmp_path / "weights.json").write_text("[]")
    assert "does not contain weights" in run("xiangqi", str(tmp_path)).output
    source = tmp_path / "source"
    source.write_text("nothing")
    result = run("xiangqi", str(tmp_path), "--source", str(source))
    assert (result.exit_code, "no table default_weights" in result.output) == (2, True)
