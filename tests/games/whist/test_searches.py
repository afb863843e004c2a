"""Whist: searches with hidden cards, by averaging over deals and on information sets.

In the textbook's deal MAX leads from 6h 6d 9c 8c, and MIN has Tc 5c 2s and either 4h or 4d. If MAX
knew which, every lead would yield two tricks, so averaging over the deals cannot tell the leads
apart. Without knowing, a red six yields two tricks and a club one and a half, because after a club
MAX must guess which six to throw.
"""

import random

import pytest

from zeitnot_engines.commands.analyse import analyse
from zeitnot_engines.engine import Engine
from zeitnot_engines.games import History, load, methods_of

from ..facts import VALUES
from .running import answer

PUBLISHED = VALUES["whist"]
TEXTBOOK = "6h6d9c8c Tc5c2s4h|Tc5c2s4d - 0 0:0"
RED_SIXES = {"6h", "6d"}
SEEDS = 100


def values(found: dict[str, object]) -> dict[str, float]:
    """The value of each move."""
    return {line["move"]: line["value"] for line in found["lines"]}  # type: ignore[index,attr-defined]


def mean(branches: list[float]) -> float:
    """The mean over equally likely deals."""
    return sum(branches) / len(branches)


def value(states: list[History]) -> float:
    """MAX's tricks by best play if MAX does not know which of these equally likely positions it is,
    and MIN does. This is plain search on information sets that shares no code with the engine."""
    if states[0].result is not None:
        return mean([float(state.text.split(" ")[4].split(":")[0]) for state in states])
    if states[0].turn == 0:
        return max(value([state.play(card) for state in states]) for card in states[0].legal())
    # MIN plays a card in each position; those that MAX cannot tell apart then stay together.
    return worst(states, [])


def worst(states: list[History], played: list[History]) -> float:
    """The fewest tricks to which MIN can hold MAX by its choice of a card in each position."""
    if not states:
        groups: dict[str, list[History]] = {}
        for state in played:
            key = state.text.split(" ", 2)
            groups.setdefault(f"{key[0]} {key[2]}", []).append(state)
        return sum(len(group) * value(group) for group in groups.values()) / len(played)
    state, *rest = states
    return min(worst(rest, [*played, state.play(card)]) for card in state.legal())


def test_plain_search_finds_the_published_values() -> None:
    game = load("whist")
    deals = [game.parse(f"6h6d9c8c Tc5c2s{four} - 0 0:0") for four in ("4h", "4d")]
    for card, published in PUBLISHED["not_knowing"].items():
        assert value([deal.play(card) for deal in deals]) == published
    for card, published in PUBLISHED["average_over_deals"].items():
        assert mean([value([deal.play(card)]) for deal in deals]) == published


def test_averaging_over_deals_cannot_tell_the_leads_apart() -> None:
    found = answer(analyse, TEXTBOOK, "--method", "pimc", "--nodes", "200", "--lines", "4")
    assert values(found) == PUBLISHED["average_over_deals"]
    assert found["unit"] == "tricks"


def test_information_set_search_leads_a_red_six() -> None:
    game = load("whist")
    state = game.sample(TEXTBOOK, 1)
    chosen = [
        Engine(game, method="mcts", hash_mb=1, seed=seed).search(state, nodes=500).best
        for seed in range(SEEDS)
    ]
    assert sum(card in RED_SIXES for card in chosen) >= 95


def test_information_set_search_comes_near_the_true_values() -> None:
    found = answer(analyse, TEXTBOOK, "--method", "mcts", "--nodes", "20000", "--lines", "4")
    assert found["unit"] == "tricks"
    for card, tricks in values(found).items():
        assert tricks == pytest.approx(PUBLISHED["not_knowing"][card], abs=0.25)


def test_only_information_sets_make_use_of_a_signal() -> None:
    """A sees a coin and signals its side to B, who must name it. Averaging over deals expects 1/2
    of either answer; on information sets the signal has a meaning."""
    game = load("tree", {"lesson": "signal"})
    signalled = game.start().throw([1]).play("0")
    averaged = answer(analyse, signalled.view(1), "--lines", "2", game="tree", lesson="signal")
    assert set(values(averaged).values()) == {0.5}
    assert Engine(game, method="strategies").search(game.start()).value == 1


def test_untried_moves_are_listed_last_by_rate() -> None:
    for seed in range(20):
        state = dealt({"cards": 13, "seats": 4}, seed)
        engine = Engine(state.game, method="mcts", seed=seed, best_by="rate")
        visits = [line.visits for line in engine.search(state, nodes=5, lines=13).lines]
        assert 0 not in visits[:5]
        assert set(visits[5:]) == {0}


def test_search_before_the_deal_estimates_the_tricks() -> None:
    report = Engine(load("whist"), method="mcts").search(load("whist").start(), nodes=500)
    assert report.best is None
    assert report.value == pytest.approx(2, abs=0.5)


def test_forced_move_takes_no_time() -> None:
    state = dealt({"cards": 4, "seats": 2}, 1, 6)
    assert len(state.legal()) == 1
    assert Engine(state.game, method="mcts").search(state, soft_ms=500).nodes == 1


def test_forced_card_is_searched_in_full_under_a_node_limit() -> None:
    """Otherwise an idle processor would reveal to others that the move is forced."""
    state = dealt({"cards": 4, "seats": 2}, 1, 6)
    assert len(state.legal()) == 1
    engine = Engine(state.game, method="pimc")
    assert engine.search(state, nodes=50).nodes == 50
    assert engine.search(state, soft_ms=500).nodes == 1


# ── any hand ───────────────────────────────────────────────────────────────────────────────────


def dealt(settings: dict[str, str | int], seed: int, cards: int = 0) -> History:
    """A random deal after `cards` random cards have been played."""
    rng = random.Random(seed)
    state = load("whist", settings).start().throw(rng.sample(range(52), 52))
    for _ in range(cards):
        state = state.play(rng.choice(state.legal()))
    return state


@pytest.mark.parametrize("method", ["pimc", "mcts"])
@pytest.mark.parametrize("settings", [{}, {"cards": 7, "seats": 4, "trump": "hearts"}])
def test_search_does_not_use_the_hidden_cards(method: str, settings: dict[str, str | int]) -> None:
    """Two deals that look the same to the seat get identical reports."""
    game = load("whist", settings)
    for seed in range(3):
        state = dealt(settings, seed, seed + 1)
        assert state.turn is not None
        other = game.sample(state.view(state.turn), seed + 5)
        assert other.text != state.text
        lines = [
            [(line.move, line.value, line.visits) for line in report.lines]
            for report in (
                Engine(game, method=method, seed=3).search(each, nodes=60, lines=13)
                for each in (state, other)
            )
        ]
        assert lines[0] == lines[1]


@pytest.mark.parametrize("method", ["pimc", "mcts"])
@pytest.mark.parametrize("settings", [{}, {"cards": 13, "seats": 4}])
def test_every_limit_ends_a_search_with_a_legal_card(
    method: str, settings: dict[str, str | int]
) -> None:
    state = dealt(settings, 4, 1)
    engine = Engine(state.game, method=method)
    for limit in ({"nodes": 3}, {"ms": 20}):
        report = engine.search(state, **limit)
        assert report.best in state.legal()
        assert 0 <= report.value <= int(state.game.settings["cards"])
    if "cards" not in settings:
        assert engine.search(state, nodes=3).nodes == 3


def test_single_possible_deal_is_solved_exactly() -> None:
    """With both hands known two tricks from the end, the values are the double-dummy ones."""
    state = load("whist").parse("AsKs|AsKs QsJs|QsJs - 0 1:1")
    averaged = Engine(state.game, method="pimc").search(state, nodes=5, lines=2)
    exact = Engine(state.game, method="double-dummy").search(state, lines=2)
    assert [(x.move, x.value) for x in averaged.lines] == [(x.move, x.value) for x in exact.lines]
    assert averaged.value == 3


def test_methods_are_those_for_hidden_cards() -> None:
    assert methods_of("whist") == ["pimc", "double-dummy", "mcts"]
    with pytest.raises(ValueError, match="Before the deal"):
        Engine(load("whist"), method="pimc").search(load("whist").start())
