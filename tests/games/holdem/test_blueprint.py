"""Hold'em's blueprint: the engine plays at once, only by what its seat sees."""

import json
import random

import pytest
from click.testing import CliRunner

from zeitnot_engines._core import StopToken, Weights, holdem_duplicates, holdem_level_duel
from zeitnot_engines.commands.analyse import analyse
from zeitnot_engines.engine import Engine
from zeitnot_engines.games import History, load, methods_of
from zeitnot_engines.levels import levels_of

from ..weights import file_of, read_packed, weights_file
from .hand_ranks import cards

GAME = load("holdem")
NUTS = "2d2cAsKs/QsJsTs4h3d/"  # seat 0 deals; seat 1 has a royal flush and acts first

# The strategy's size in bytes: 13 for each class of hands before the flop, then 16 for each bucket
# and each betting sequence that leads to the round.
STRATEGY_BYTES = 13 * 169 + 16 * 256 * (7 + 63 + 567)


def at(hand: str) -> History:
    """A session during its first hand."""
    return GAME.parse(f"{hand} 1 0 -/-/")


def probabilities(state: History) -> dict[str, float]:
    report = Engine(GAME).search(state, nodes=1)
    return {line.move: line.probability or 0 for line in report.lines}


def random_positions(count: int, seed: int) -> list[History]:
    """Positions of random hands in which a seat is to act."""
    rng = random.Random(seed)
    found: list[History] = []
    while len(found) < count:
        state = GAME.start()
        for _ in range(rng.randrange(1, 25)):
            if state.due is not None:
                size = state.due[1][0]
                state = state.throw(tuple(rng.sample(range(size), size)))
            else:
                state = state.play(rng.choice(state.legal()))
        if state.due is None and not state.result:
            found.append(state)
    return found


def test_blueprint_is_the_default_method() -> None:
    assert methods_of("holdem")[0] == "blueprint"
    assert levels_of("holdem")[1].blunder_rate > levels_of("holdem")[4].blunder_rate > 0


def test_soft_limit_ends_sampling() -> None:
    state = GAME.start().throw(tuple(range(52)))
    assert Engine(GAME).search(state, nodes=100, soft_ms=1).nodes < 100


def test_every_legal_move_has_a_probability() -> None:
    for state in random_positions(12, 1):
        chances = probabilities(state)
        assert sorted(chances) == sorted(state.legal())
        assert sum(chances.values()) == pytest.approx(1, abs=1e-5)
        assert min(chances.values()) >= 0


def test_strategy_ignores_hidden_cards_and_suit_names() -> None:
    """It plays the same if the other seat has other cards, or if all suits are renamed."""
    rng = random.Random(2)
    renamed = str.maketrans("cdhs", "hscd")
    for state in random_positions(8, 3):
        hand, *rest = state.text.split()
        hole_cards, board, betting = hand.split("/")
        seat = state.turn
        seen = hole_cards[4 * seat : 4 * seat + 4] + board
        pack = [r + s for r in "AKQJT98765432" for s in "shdc" if r + s not in seen]
        others = "".join(sorted(rng.sample(pack, 2), key=lambda card: -cards(card)[0]))
        changed = hole_cards[:4] + others if seat == 0 else others + hole_cards[4:]
        other = GAME.parse(" ".join(["/".join([changed, board, betting]), *rest]))
        assert probabilities(other) == probabilities(state)
        hands = at("AsKh7c2d/-/").text, at("AsKh7c2d/-/").text.translate(renamed)
        first, second = (hand.split()[0][:4] for hand in hands)
        assert (first, second) == ("AsKh", "AdKc")
        assert probabilities(at(f"{second}7c2s/-/")) == probabilities(at("AsKh7c2d/-/"))


def test_good_hands_are_raised_and_bad_ones_folded() -> None:
    assert probabilities(at("AsAh7c2d/-/"))["raise"] > 0.5
    assert probabilities(at("7c2dAsAh/-/r"))["fold"] < 0.05  # two aces against a raise
    assert probabilities(at("AsAh7c2d/-/r"))["fold"] > 0.6  # seven and two against a raise
    chances = probabilities(at(NUTS + "crc-cc-cc-cr"))
    assert chances["fold"] == 0


@pytest.mark.parametrize(
    ("betting", "values"),
    [
        ("cc-cc-cc-cr", {"fold": -2, "call": 6}),
        ("rrc-rc-rc-cr", {"fold": -12, "call": 16}),
    ],
)
def test_values_at_the_river_are_exact(betting: str, values: dict[str, float]) -> None:
    """A fold loses the chips put in; a call with the best possible hand wins the other's."""
    report = Engine(GAME).search(at(NUTS + betting))
    found = {line.move: line.value for line in report.lines}
    assert report.unit == "chips"
    assert report.nodes == 1
    for move, value in values.items():
        assert found[move] == pytest.approx(value, abs=1e-4)
    assert found["raise"] > values["call"]


def test_values_before_the_river_are_estimates() -> None:
    report = Engine(GAME).search(at("AsAh7c2d/-/"), nodes=3)
    found = {line.move: line.value for line in report.lines}
    assert report.nodes == 3
    assert found["fold"] == pytest.approx(-1)
    # Three sampled boards give a rough estimate, but four bets in each round bound the chips.
    limit = 8 + 8 + 16 + 16
    assert -limit <= found["raise"] <= limit
    expected = sum((line.probability or 0) * line.value for line in report.lines)
    assert report.value == pytest.approx(expected, abs=1e-5)


def test_engine_answers_without_time() -> None:
    stopped = StopToken()
    stopped.stop()
    for limits in ({"ms": 0}, {"stop": stopped}):
        report = Engine(GAME).search(at("AsAh7c2d/-/"), **limits)
        assert report.best in ("call", "raise")
        assert report.nodes == 0


def test_searchmoves_restricts_the_moves() -> None:
    engine = Engine(GAME)
    report = engine.search(at("AsAh7c2d/-/"), searchmoves=["fold"], nodes=1)
    assert report.best == "fold"
    with pytest.raises(ValueError, match="not a legal move"):
        engine.search(at("AsAh7c2d/-/"), searchmoves=["check"])


def test_position_with_hidden_cards_can_be_analysed() -> None:
    arguments = ["holdem", "AsAh????/-/ 1 0 -/-/", "--nodes", "1", "--json"]
    result = CliRunner().invoke(analyse, arguments)
    assert result.exit_code == 0, result.output
    lines = json.loads(result.stdout)["lines"]
    assert sorted(line["move"] for line in lines) == ["call", "fold", "raise"]


@pytest.mark.parametrize(
    "damage",
    [
        lambda packed: packed[:-1],
        lambda packed: packed + b"\0",
        lambda packed: b"\0\0" + packed[2:],  # 0 buckets at the flop
        lambda packed: b"\1\0" + packed[2:],  # fewer buckets than the flops use
        lambda packed: packed[:6] + b"\x08" + packed[7:],  # a ninth cluster
        # a sum over 255
        lambda packed: packed[:-STRATEGY_BYTES] + b"\xff\xff" + packed[2 - STRATEGY_BYTES :],
    ],
)
def test_damaged_blueprint_is_refused(damage: object) -> None:
    packed = damage(read_packed(file_of("holdem")))  # type: ignore[operator]
    with pytest.raises(ValueError, match=r"\.$"):
        Weights(weights_file("holdem", packed))


@pytest.mark.parametrize("rate", [-0.1, 1.5, float("nan")])
def test_rate_of_random_moves_must_be_a_probability(rate: float) -> None:
    weights = Weights(file_of("holdem").read_bytes())
    for rates in ((rate, 0.5), (0.5, rate)):
        with pytest.raises(ValueError, match="from 0 to 1"):
            holdem_level_duel(weights, *rates, 2)


def test_duplicate_deals_swap_the_hands() -> None:
    """The opponent plays one hand of the deal, then the other, with the same board."""
    weights = Weights(file_of("holdem").read_bytes())
    both = 0
    for number in range(1, 21):
        hands, boards = set(), set()

        def call(hole_cards: list[int], board: list[int], _betting: str) -> str:
            hands.add(tuple(hole_cards))  # noqa: B023
            boards.update([tuple(board)] if len(board) == 5 else [])  # noqa: B023
            return "c"

        ((won,),) = holdem_duplicates(weights, [call], number, 1)
        assert abs(won) <= 48
        assert len(boards) <= 1
        assert len(hands) == len({hand[0] for hand in hands}) <= 2
        both += len(hands) == 2
    assert both > 10
