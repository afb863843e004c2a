"""Monte-Carlo tree search with an external evaluator: policies and values in batches."""

from math import nan
from typing import Any

import pytest

from zeitnot_engines.engine import Engine
from zeitnot_engines.games import load

TICTACTOE = load("tictactoe")
OTHELLO = load("othello")
Answers = list[tuple[list[float], list[float]]]


def neutral(questions: list[tuple[str, list[str]]]) -> Answers:
    """An evaluator without an opinion: all moves are equally likely, all positions even."""
    return [([1 / max(1, len(moves))] * len(moves), [0.5, 0.5]) for _, moves in questions]


def test_an_evaluator_gets_batches_of_positions_with_their_moves() -> None:
    batches: list[int] = []
    evaluated: set[str] = set()

    def recording(questions: list[tuple[str, list[str]]]) -> Answers:
        batches.append(len(questions))
        for text, moves in questions:
            evaluated.add(text)
            assert moves in ([], OTHELLO.parse(text).legal())
        return neutral(questions)

    engine = Engine(OTHELLO, method="mcts", evaluator=recording, batch=4)
    report = engine.search(OTHELLO.start(), nodes=101, lines=10)
    assert sum(line.visits for line in report.lines) == report.nodes == 101
    assert max(batches) == 4
    assert OTHELLO.start().text in evaluated


def test_the_policy_leads_the_search_and_the_value_decides_it() -> None:
    start = OTHELLO.start()
    favourite = start.legal()[2]
    good = start.play(favourite).text

    def biased(questions: list[tuple[str, list[str]]]) -> Answers:
        return [
            ([0.97 if m == favourite else 0.01 for m in moves], [0.5, 0.5])
            for _, moves in questions
        ]

    report = Engine(OTHELLO, method="mcts", evaluator=biased).search(start, nodes=200)
    assert report.best == favourite

    def judging(questions: list[tuple[str, list[str]]]) -> Answers:
        answers = neutral(questions)
        return [
            (policy, [0.9, 0.1] if text == good else value)
            for (text, _), (policy, value) in zip(questions, answers, strict=True)
        ]

    engine = Engine(OTHELLO, method="mcts", evaluator=judging, batch=1, expand_after=1)
    values = {line.move: line.value for line in engine.search(start, nodes=60, lines=9).lines}
    assert max(values, key=lambda move: values[move]) == favourite


def test_playout_share_weighs_playouts_against_evaluations() -> None:
    """With a share of 1 only playouts decide the value, and the evaluator cannot change it."""
    state = TICTACTOE.parse("xx.oo.... x")
    rates = {}
    for share in (0, 1):
        engine = Engine(TICTACTOE, method="mcts", evaluator=neutral, playout_share=share)
        report = engine.search(state, nodes=1, lines=9)
        rates[share] = {line.value for line in report.lines}
    assert rates[0] <= {0.5, 1.0}
    report = Engine(
        TICTACTOE, method="mcts", evaluator=neutral, playout_share=1, without=["solver"]
    ).search(TICTACTOE.start(), nodes=300)
    assert report.value != 0.5


def test_without_puct_the_policy_is_ignored() -> None:
    engine = Engine(OTHELLO, method="mcts", evaluator=neutral, without=["puct"])
    report = engine.search(OTHELLO.start(), nodes=100, lines=4)
    assert sorted(line.visits for line in report.lines) == [25, 25, 25, 25]


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        (lambda questions: [], "for each position"),
        (lambda questions: [([], [0.5, 0.5])] * len(questions), "for each move"),
        (lambda questions: [([-1.0] * len(q[1]), [0.5] * 2) for q in questions], "probabilities"),
        (lambda questions: [([nan] * len(q[1]), [0.5] * 2) for q in questions], "probabilities"),
        (lambda questions: [([1.0] * len(q[1]), [0.5]) for q in questions], "for each seat"),
        (lambda questions: [([1.0] * len(q[1]), [2, 0]) for q in questions], "from 0 to 1"),
        (lambda questions: 1 / 0, "division by zero"),
        (lambda questions: None, "pairs of a policy and a value"),
    ],
)
def test_a_bad_evaluator_ends_the_search(answer: Any, sentence: str) -> None:
    for threads in (1, 3):
        engine = Engine(OTHELLO, method="mcts", evaluator=answer, threads=threads)
        with pytest.raises((ValueError, TypeError, ZeroDivisionError), match=sentence):
            engine.search(OTHELLO.start(), nodes=100)


def test_several_threads_share_the_evaluator() -> None:
    batches: list[int] = []

    def recording(questions: list[tuple[str, list[str]]]) -> Answers:
        batches.append(len(questions))
        return neutral(questions)

    engine = Engine(OTHELLO, method="mcts", evaluator=recording, threads=3, batch=4)
    report = engine.search(OTHELLO.start(), nodes=500, lines=9)
    assert sum(line.visits for line in report.lines) == report.nodes >= 500
    assert batches.count(4) > len(batches) / 2
