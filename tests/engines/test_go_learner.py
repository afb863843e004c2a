"""The learner of Go: it imitates recorded games, improves by self-play, resumes from a saved state
with the same result, and refuses invalid games."""

import math

import pytest

from zeitnot_engines._core import GoLearner

SIZE = 9
CENTRE = 40  # points are numbered by rows; -1 is a pass
RECORDED_MOVES = [CENTRE, 42, 38, 58, 22, 56, 24, 60, 20, 50]
Recorded = tuple[int, float, list[int], list[int], int, list[int]]
"""Size, komi, Black's and White's stones at the start, the seat that begins, and the moves."""


def game(moves: list[int], **changed: object) -> Recorded:
    fields = {"size": SIZE, "komi": 7.0, "black": [], "white": [], "first": 0} | changed
    return (*fields.values(), moves)  # type: ignore[return-value]


def mean_log_likelihood(learner: GoLearner, games: list[Recorded]) -> float:
    """The mean logarithm of the probability that the policy gives to a recorded move."""
    moves, log_likelihood, _ = learner.imitate(games, 0)  # rate 0: it learns nothing
    return log_likelihood / moves


def test_the_initial_policy_is_uniform() -> None:
    moves, log_likelihood, _ = GoLearner().imitate([game([CENTRE])], 0)
    assert moves == 1
    assert log_likelihood == pytest.approx(-math.log(SIZE * SIZE + 1), rel=1e-5)


def test_imitation_makes_recorded_moves_likelier() -> None:
    learner = GoLearner()
    before = mean_log_likelihood(learner, [game(RECORDED_MOVES)])
    for _ in range(20):
        learner.imitate([game(RECORDED_MOVES)], 0.1)
    assert mean_log_likelihood(learner, [game(RECORDED_MOVES)]) > before + 1


def test_learning_applies_to_all_symmetries_and_both_colours() -> None:
    learner = GoLearner()
    for _ in range(5):
        learner.imitate([game(RECORDED_MOVES)], 0.1)
    rotated = [(point % SIZE) * SIZE + SIZE - 1 - point // SIZE for point in RECORDED_MOVES]
    expected = mean_log_likelihood(learner, [game(RECORDED_MOVES)])
    assert mean_log_likelihood(learner, [game(rotated)]) == pytest.approx(expected, rel=1e-4)
    assert mean_log_likelihood(learner, [game(RECORDED_MOVES, first=1)]) == pytest.approx(
        expected, rel=1e-4
    )


def test_measuring_changes_nothing() -> None:
    learner = GoLearner()
    before = learner.state()
    mean_log_likelihood(learner, [game(RECORDED_MOVES)])
    learner.learn_value(1, 3, SIZE, 0)
    learner.trial("imitation", "patterns", SIZE, 1)
    assert learner.state() == before


def test_a_game_may_begin_with_stones_and_have_passes() -> None:
    learner = GoLearner()
    moves, _, _ = learner.imitate([game([-1, 41, -1], black=[0, 1], white=[80], first=1)], 0.1)
    assert moves == 3


def test_an_illegal_move_ends_the_game() -> None:
    moves, _, _ = GoLearner().imitate([game([CENTRE, CENTRE, 41])], 0.1)
    assert moves == 1


@pytest.mark.parametrize(
    "bad",
    [
        game([81]),
        game([-2]),
        game([0], size=4),
        game([0], size=20),
        game([0], first=2),
        game([0], black=[0, 0]),
        game([0], black=[1, SIZE], white=[0]),
    ],
)
def test_invalid_games_are_refused(bad: Recorded) -> None:
    with pytest.raises(ValueError, match=r"\.$"):
        GoLearner().imitate([bad], 0.1)


def _trained(learner: GoLearner, batches: range) -> GoLearner:
    for batch in batches:
        learner.improve(100 * batch, 100, SIZE, 0.1)
        learner.learn_value(100 * batch, 100, SIZE, 0.05)
    return learner


def test_training_resumes_from_a_saved_state() -> None:
    uninterrupted = GoLearner()
    uninterrupted.begin_improvement()
    expected = _trained(uninterrupted, range(2)).state()
    interrupted, resumed = GoLearner(), GoLearner()
    interrupted.begin_improvement()
    resumed.restore(_trained(interrupted, range(1)).state())
    assert _trained(resumed, range(1, 2)).state() == expected


@pytest.mark.parametrize("state", [b"", b"no state", GoLearner().state()[:-1]])
def test_a_damaged_state_is_refused(state: bytes) -> None:
    with pytest.raises(ValueError, match="length is wrong"):
        GoLearner().restore(state)


def test_self_play_improves_the_policy() -> None:
    """The policy knows nothing at first, and plays without a search."""
    learner = GoLearner()
    learner.begin_improvement()
    for batch in range(6):
        learner.improve(256 * batch, 256, 5, 0.1)
    scores = learner.trial("improved", "imitation", 5, 100)
    assert len(scores) == 100
    assert sum(scores) / 100 > 0.65


def test_the_value_learns_to_predict_results() -> None:
    """The baseline always predicts one half."""
    learner = GoLearner()
    learner.begin_improvement()
    error_before, baseline_error = learner.learn_value(10_000, 200, SIZE, 0)
    learner.learn_value(0, 1000, SIZE, 0.05)
    error_after, _ = learner.learn_value(10_000, 200, SIZE, 0)
    assert error_after < min(error_before, baseline_error) * 0.95


@pytest.mark.parametrize("names", [("", "patterns"), ("improved", "random")])
def test_an_unknown_policy_is_refused(names: tuple[str, str]) -> None:
    with pytest.raises(ValueError, match="A policy is"):
        GoLearner().trial(*names, SIZE, 1)


def test_wrong_stages_and_board_sizes_are_refused() -> None:
    learner = GoLearner()
    with pytest.raises(ValueError, match="begin_improvement"):
        learner.improve(0, 1, SIZE, 0.1)
    learner.begin_improvement()
    with pytest.raises(ValueError, match="5 to 19"):
        learner.improve(0, 1, 0, 0.1)
    with pytest.raises(ValueError, match="5 to 19"):
        learner.trial("imitation", "patterns", 0, 1)
