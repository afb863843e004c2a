"""The measurement of hold'em's blueprint: its opponents follow the rules and their descriptions,
and the blueprint beats each of them."""

import random

import pytest

from benchmarks.holdem import level_rows, mean_and_half_width, play, rows
from benchmarks.holdem_opponents import Opponent, opponents, points
from tests.games.holdem.hand_ranks import cards
from zeitnot_engines.games import History, load
from zeitnot_engines.weights_files import package_weights

LETTERS = {"fold": "f", "check": "c", "call": "c", "bet": "r", "raise": "r"}


def random_hands(seed: int, hands: int) -> History:
    """Plays a session of random actions, and checks that every opponent would act legally."""
    rng = random.Random(seed)
    players = opponents()
    state = load("holdem", {"hands": hands}).start()
    while not state.result:
        if state.due is not None:
            size = state.due[1][0]
            state = state.throw(tuple(rng.sample(range(size), size)))
            continue
        allowed = {LETTERS[move]: move for move in state.legal()}
        hand, board, betting = state.text.split()[0].split("/")
        seat = state.turn
        hole_cards = cards(hand[4 * seat : 4 * seat + 4])
        shown = [] if board == "-" else cards(board)
        for player in players.values():
            assert player(hole_cards, shown, betting) in allowed
        state = state.play(rng.choice(list(allowed.values())))
    return state


def test_opponents_play_by_the_rules() -> None:
    for seed in range(4):
        assert random_hands(seed, 20).result


@pytest.mark.parametrize(
    ("name", "hole_cards", "board", "betting", "action"),
    [
        ("tight-passive", "7c2d", "", "r", "f"),
        ("tight-passive", "7c2d", "", "c", "c"),
        ("tight-passive", "AsAd", "", "r", "c"),
        ("tight-passive", "AsKd", "Ac7d2h", "cc-r", "c"),
        ("tight-passive", "QsKd", "Ac7d2h", "cc-r", "f"),
        ("tight-passive", "7s7h", "Ac7d2h", "cc-r", "r"),
        ("tight-passive", "AsKs", "Qs7s2h", "cc-r", "c"),
        ("always call", "7c2d", "AcKcQc", "rrrc-r", "c"),
    ],
)
def test_opponents_play_as_described(
    name: str, hole_cards: str, board: str, betting: str, action: str
) -> None:
    assert opponents()[name](cards(hole_cards), cards(board), betting) == action


def test_pairs_and_suits_count_before_the_flop() -> None:
    order = ["7c2d", "9c8d", "9c8c", "AcKd", "AcKc", "QcQd", "AcAd"]
    values = [points(cards(hand)) for hand in order]
    assert values == sorted(values)


def test_the_blueprint_beats_each_opponent() -> None:
    weights = package_weights("holdem")
    assert weights is not None
    winnings = play(weights, 1, 2_500)
    for name, per_hand in winnings.items():
        mean, half_width = mean_and_half_width(per_hand)
        assert mean > half_width, name
    assert [row.endswith("| yes |") for row in rows(winnings)] == [True] * 4


def test_each_level_beats_the_next_lower_one() -> None:
    weights = package_weights("holdem")
    assert weights is not None
    assert [row.endswith("| yes |") for row in level_rows(weights, 3)] == [True] * 4


def test_the_same_deals_give_the_same_hands() -> None:
    weights = package_weights("holdem")
    assert weights is not None
    assert play(weights, 5, 3) == play(weights, 5, 3)


def test_an_opponent_that_breaks_the_rules_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    weights = package_weights("holdem")
    assert weights is not None
    bad: dict[str, Opponent] = {"bad": lambda *_: "x"}
    monkeypatch.setattr("benchmarks.holdem.opponents", lambda: bad)
    with pytest.raises(ValueError, match="not allowed"):
        play(weights, 1, 2)
