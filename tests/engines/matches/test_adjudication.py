"""When a game ends before its rules end it."""

import pytest

from zeitnot_engines.games import load
from zeitnot_engines.matches.adjudication import Adjudication, DrawRule, Judge, ResignRule
from zeitnot_engines.matches.exact import exact_score
from zeitnot_engines.matches.openings import Opening
from zeitnot_engines.matches.played import Reply
from zeitnot_engines.matches.referee import Conditions, Referee
from zeitnot_engines.matches.schedule import Fixture

from .players import MovePlayer

STATE = load("chess").start()


def verdicts(rules: Adjudication, values: list[float | None]) -> list[tuple[int, float]]:
    """The plies with a verdict, and its score for seat 0, for values of both seats in turn."""
    judge = Judge(rules)
    said = [judge.after(ply % 2, Reply("e2e4", value=v), STATE) for ply, v in enumerate(values)]
    return [(ply, verdict.score) for ply, verdict in enumerate(said) if verdict]


@pytest.mark.parametrize(
    ("rule", "values", "expected"),
    [
        (ResignRule(600, 2), [0, -600, 0, -700], [(3, 1.0)]),
        (ResignRule(600, 2), [-600, 0, -700, 0], [(2, 0.0)]),
        (ResignRule(600, 2), [0, -600, 0, -599, 0, -600], []),
        (ResignRule(600, 2), [0, -600, 0, None, 0, -600], [(5, 1.0)]),
        (ResignRule(600, 2), [None] * 8, []),
        (ResignRule(600, 2, both=True), [0, -600, 0, -700, 600, -600, 600], [(6, 1.0)]),
        (ResignRule(600, 2, both=True), [600, -600, 600, -600], [(3, 1.0)]),
    ],
)
def test_a_player_without_hope_loses(
    rule: ResignRule, values: list[float | None], expected: list[tuple[int, float]]
) -> None:
    assert verdicts(Adjudication(resign=rule), values)[:1] == expected


@pytest.mark.parametrize(
    ("rule", "values", "ply"),
    [
        (DrawRule(10, 2), [0, 10, -10, 0], 3),
        (DrawRule(10, 2), [0, 10, 11, 0, 0, 0, 0], 6),
        (DrawRule(10, 2), [0, None, 0, 0, 0, 0], 5),
        (DrawRule(10, 2, after=3), [0] * 8, 7),
        (DrawRule(10, 2), [20, 0] * 9, None),
    ],
)
def test_a_game_in_which_both_see_nothing_is_drawn(
    rule: DrawRule, values: list[float | None], ply: int | None
) -> None:
    found = verdicts(Adjudication(draw=rule), values)[:1]
    assert found == ([] if ply is None else [(ply, 0.5)])


def test_a_long_game_is_drawn() -> None:
    assert verdicts(Adjudication(max_moves=3), [None] * 6) == [(5, 0.5)]


def test_the_winner_by_values_gets_the_points() -> None:
    """A, on the second seat, has given up hope."""
    fixture = Fixture(1, Opening(STATE), seat=1, seed=0)
    conditions = Conditions(adjudication=Adjudication(resign=ResignRule(500, 2)))
    hopeless = MovePlayer(lambda state: state.legal()[0], [-900.0] * 9)
    game = Referee(fixture, conditions).play(hopeless, MovePlayer(lambda s: s.legal()[0]))
    assert (game.score, game.end, game.fault) == (0.0, "adjudicated", "")
    assert game.reason == "hopeless for 2 moves"
    assert len(game.actions) == len(game.thoughts) == 4
    assert game.thoughts[1].value == -900.0


@pytest.mark.parametrize(
    ("fen", "score"),
    [
        ("8/8/8/4k3/8/8/8/R3K3 w - - 0 1", 1.0),
        ("r3k3/8/8/8/4K3/8/8/8 b - - 0 1", 0.0),
        ("8/8/8/4k3/8/8/4P3/4K3 w - - 0 1", 0.5),
        ("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", None),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", None),
    ],
)
def test_scores_of_known_positions(fen: str, score: float | None) -> None:
    assert exact_score(load("chess"), None)(load("chess").parse(fen)) == score
