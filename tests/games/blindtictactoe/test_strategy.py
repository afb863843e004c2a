"""Blind tic-tac-toe's stored strategy, and the command `train` that learns it."""

import random
import struct
from pathlib import Path

import pytest
from click.testing import CliRunner

from zeitnot.games.blindtictactoe import train as command
from zeitnot_engines._core import BlindTicTacToeLearner, Weights
from zeitnot_engines.engine import Engine
from zeitnot_engines.games import History, load

GAME = load("blindtictactoe")
GAMES = 400


@pytest.fixture(scope="module")
def engine() -> Engine:
    return Engine(GAME)


def random_states(count: int) -> list[History]:
    """Positions of random games that are not over."""
    rng, states = random.Random(5), list[History]()
    while len(states) < count:
        state = GAME.start()
        while state.result is None:
            states.append(state)
            state = state.play(rng.choice(state.legal()))
    return states[:count]


def test_every_information_state_has_probabilities(engine: Engine) -> None:
    assert engine.method == "strategy"
    for state in random_states(400):
        report = engine.search(state)
        assert sorted(line.move for line in report.lines) == sorted(state.legal())
        assert sum(line.probability or 0 for line in report.lines) == pytest.approx(1)
        assert report.best == report.lines[0].move


def test_strategy_depends_only_on_the_seats_view(engine: Engine) -> None:
    for number, state in enumerate(random_states(60)):
        other = GAME.sample(state.view(state.turn), number)
        shares = [
            {line.move: line.probability for line in engine.search(one).lines}
            for one in (state, other)
        ]
        assert shares[0] == shares[1]


def test_strategy_is_symmetric(engine: Engine) -> None:
    """A game and its mirror image, with files a and c exchanged, have mirrored shares."""
    mirror = str.maketrans("abc", "cba")
    for state in random_states(60):
        mirrored = GAME.parse(state.text.translate(mirror))
        shares = {line.move: line.probability for line in engine.search(state).lines}
        others = {
            line.move.translate(mirror): line.probability for line in engine.search(mirrored).lines
        }
        assert others == pytest.approx(shares)


def test_searchmoves_can_force_an_unlikely_move(engine: Engine) -> None:
    state = GAME.start()
    shares = {line.move: line.probability for line in engine.search(state).lines}
    worst = min(shares, key=lambda move: shares[move] or 0)
    assert engine.search(state, searchmoves=[worst]).best == worst


def mean_gain(players: tuple[Engine | random.Random, Engine | random.Random]) -> float:
    """Seat 0's gain in a game."""
    gain = 0.0
    for _ in range(GAMES):
        state = GAME.start()
        while state.result is None:
            assert state.turn is not None
            player = players[state.turn]
            if isinstance(player, random.Random):
                state = state.play(player.choice(state.legal()))
            else:
                state = state.play(player.search(state).best or "")
        gain += 2 * state.result[0][0] - 1
    return gain / GAMES


def test_gains_are_near_the_games_value(engine: Engine) -> None:
    """Best responses bound the value of the game: it is between 0.68 and 0.73."""
    assert 0.68 - 0.2 < mean_gain((engine, engine)) < 0.73 + 0.2
    assert mean_gain((engine, random.Random(1))) > 0.75
    assert mean_gain((random.Random(1), engine)) < 0.45


# ── learning ───────────────────────────────────────────────────────────────────────────────────


def test_restored_learner_continues_identically() -> None:
    first, second = BlindTicTacToeLearner(), BlindTicTacToeLearner()
    first.iterate(1)
    second.restore(first.state())
    for learner in (first, second):
        learner.iterate(1)
    assert first.iterations == second.iterations == 2
    assert first.information_sets == 226_282
    assert first.packed() == second.packed()
    assert Weights(first.packed()).game == "blindtictactoe"
    with pytest.raises(ValueError, match="no state"):
        second.restore(first.state()[8:])


def test_best_gains_are_against_the_learners_strategy() -> None:
    """The sums are so far apart that the strategy has one choice per information set. Such a
    strategy is predictable: the best response wins every game from either seat. checks.cpp measures
    mixed strategies."""
    learner, rng = BlindTicTacToeLearner(), random.Random(1)
    choices = (len(learner.state()) // 8 - 1) // 3
    sums = [10 ** rng.uniform(-150, 150) for _ in range(choices)]
    learner.restore(struct.pack(f"<{1 + 3 * choices}d", 1, *[0] * (2 * choices), *sums))
    assert learner.best_gains() == pytest.approx((1, 1), abs=1e-6)


class FakeLearner:
    """Learns nothing and only counts iterations."""

    information_sets = 3

    def __init__(self, memory: str) -> None:
        self.memory, self.iterations = memory, 0

    def iterate(self, count: int) -> None:
        self.iterations += count

    def best_gains(self) -> tuple[float, float]:
        return 1 / self.iterations, 0.0

    def state(self) -> bytes:
        return b"%d" % self.iterations

    def restore(self, state: bytes) -> None:
        self.iterations = int(state)

    def packed(self) -> bytes:
        return b"weights %d" % self.iterations


def test_command_reports_exploitability_and_resumes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(command, "BlindTicTacToeLearner", FakeLearner)
    source = tmp_path / "weights"

    def run(*options: str) -> str:
        result = CliRunner().invoke(command.blindtictactoe, [str(tmp_path / "training"), *options])
        assert result.exit_code == 0, result.output
        return result.stdout

    assert run("--iterations", "250").endswith("exploitability 0.0020 points\n")
    output = run("--iterations", "500", "--source", str(source))
    assert output.splitlines()[-1].startswith("500 iterations, 3 information sets")
    rows = (tmp_path / "training/curve.csv").read_text().splitlines()
    assert [row.split(",")[0] for row in rows[1:]] == ["100", "200", "250", "400", "500"]
    assert source.read_bytes() == b"weights 500"


class Stopping(FakeLearner):
    """Ctrl-C comes in the 150th iteration; the chunk is finished first."""

    def iterate(self, count: int) -> None:
        super().iterate(count)
        if self.iterations >= 150:
            raise KeyboardInterrupt


def test_interrupted_training_keeps_its_progress(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    arguments = [str(tmp_path), "--iterations", "300"]
    monkeypatch.setattr(command, "BlindTicTacToeLearner", Stopping)
    stopped = CliRunner().invoke(command.blindtictactoe, arguments)
    assert stopped.exit_code == 130
    assert stopped.stderr == "stopped after 150 iterations; run the command again to continue\n"
    assert (tmp_path / "blindtictactoe.weights").read_bytes() == b"weights 150"
    monkeypatch.setattr(command, "BlindTicTacToeLearner", FakeLearner)
    again = CliRunner().invoke(command.blindtictactoe, [*arguments[:-1], "150"])
    assert again.stdout.startswith("150 iterations, ")
    assert CliRunner().invoke(command.blindtictactoe, arguments).exit_code == 0
    rows = (tmp_path / "curve.csv").read_text().splitlines()
    assert [row.split(",")[0] for row in rows[1:]] == ["100", "150", "200", "300"]


def test_resuming_with_another_memory_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(command, "BlindTicTacToeLearner", FakeLearner)
    arguments = [str(tmp_path), "--iterations", "1"]
    assert "\n1 iteration, " in "\n" + CliRunner().invoke(command.blindtictactoe, arguments).stdout
    refused = CliRunner().invoke(command.blindtictactoe, [*arguments, "--memory", "count"])
    assert refused.exit_code == 2
    assert refused.stderr.endswith("state.bin is for --memory order, not count.\n")


def test_folder_that_cannot_be_created_is_reported(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    refused = CliRunner().invoke(command.blindtictactoe, [str(tmp_path / "file/folder")])
    assert refused.exit_code == 2
    assert refused.stderr.endswith(f"{tmp_path}/file/folder: Not a directory.\n")


def test_memory_count_cannot_be_a_source(tmp_path: Path) -> None:
    arguments = [
        str(tmp_path / "training"),
        "--memory",
        "count",
        "--source",
        str(tmp_path / "file"),
    ]
    refused = CliRunner().invoke(command.blindtictactoe, arguments)
    assert refused.exit_code == 2
    assert "order of refusals" in refused.stderr
    assert list(tmp_path.iterdir()) == []
