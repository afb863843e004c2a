"""Small games with hidden information: solving, measuring and re-solving of subgames, compared with
a slow twin, OpenSpiel and published values."""

import json
import random
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from zeitnot_engines._core import (
    GameTree,
    RegretMinimiser,
    StopToken,
    Strategy,
    games_with_small_tree,
)
from zeitnot_engines.games import NAMES, History, load, methods_of
from zeitnot_engines.minimising import Goal, Minimisation

from . import cfr_twin, mccfr_twin
from .files import weighted_strategy

OPEN_SPIEL: dict[str, Any] = json.loads(
    (Path(__file__).parents[2] / "data/open_spiel.json").read_text(encoding="utf-8")
)
RANKS = "JQK"
GAMES = sorted(OPEN_SPIEL)
KUHN_VALUE, LEDUC_VALUE = -1 / 18, -0.0856
FIRST_MOVES = ("check", "check"), ("raise", "call"), ("check", "raise", "call")


@cache
def tree(game: str, **settings: str | int) -> GameTree:
    return GameTree(load(game, settings))


@cache
def twin_tree(game: str) -> cfr_twin.Node:
    return cfr_twin.hand_of(load(game), cfr_twin.gain_of_cards)


def raiser(information: str, move: str) -> float:
    """The weights of benchmarks/open_spiel_values.py."""
    return {"fold": 1, "check": 2, "call": 2}.get(move, 1 + RANKS.index(information[0]))


def as_table(strategy: Strategy) -> cfr_twin.Table:
    return {
        row.information: {choice.move: choice.probability for choice in row.choices}
        for row in strategy.rows()
    }


def solved(game_tree: GameTree, iterations: int, method: str = "cfr") -> Strategy:
    solver = RegretMinimiser(game_tree, method, 1)
    solver.iterate(iterations)
    return solver.strategy()


# ── compared with other implementations ────────────────────────────────────────────────────────


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("name", ["uniform", "raiser"])
def test_values_and_best_responses_match_openspiel(game: str, name: str) -> None:
    game_tree = tree(game)
    strategy = (
        Strategy.uniform(game_tree) if name == "uniform" else weighted_strategy(game_tree, raiser)
    )
    expected = OPEN_SPIEL[game][name]
    assert strategy.value() == pytest.approx(expected["value"], abs=1e-6)
    assert strategy.best_responses() == pytest.approx(expected["best_responses"], abs=1e-6)
    assert strategy.exploitability() == pytest.approx(expected["exploitability"], abs=1e-6)


@pytest.mark.parametrize("seed", range(3))
def test_a_best_response_is_the_best_pure_strategy(seed: int) -> None:
    rng = random.Random(seed)
    strategy = weighted_strategy(tree("kuhn"), lambda *_: rng.random())
    root, table = twin_tree("kuhn"), as_table(strategy)
    assert strategy.value() == pytest.approx(cfr_twin.value(root, table), abs=1e-9)
    expected = [cfr_twin.best_by_enumeration(root, seat, table) for seat in (0, 1)]
    assert strategy.best_responses() == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize(("game", "iterations"), [("kuhn", 40), ("leduc", 3)])
def test_cfr_matches_the_twin(game: str, iterations: int) -> None:
    twin = cfr_twin.CfrPlus(twin_tree(game))
    for _ in range(iterations):
        twin.iterate()
    ours, theirs = as_table(solved(tree(game), iterations)), twin.average()
    assert ours.keys() == theirs.keys()
    for information, mix in theirs.items():
        assert ours[information] == pytest.approx(mix, abs=1e-9), information


def test_the_twins_random_generator_is_mt19937_64() -> None:
    """ISO C++, [rand.predef]: the ten thousandth word of mt19937_64."""
    assert mccfr_twin.nth_word(5489, 10_000) == 9981545732273789042


@pytest.mark.parametrize(("game", "iterations"), [("kuhn", 500), ("leduc", 100)])
def test_mccfr_matches_the_twin(game: str, iterations: int) -> None:
    twin = mccfr_twin.Mccfr(twin_tree(game), 1)
    for _ in range(iterations):
        twin.iterate()
    ours, theirs = as_table(solved(tree(game), iterations, "mccfr")), twin.average()
    assert ours.keys() == theirs.keys()
    for information, mix in theirs.items():
        assert ours[information] == pytest.approx(mix, abs=1e-9), information


# ── published values ───────────────────────────────────────────────────────────────────────────


def test_kuhns_equilibrium_is_found() -> None:
    """The opener: J bluffs a third as often as K bets, Q calls a third more often than J bluffs;
    against it J bluffs and Q calls a third of the time (Kuhn 1950)."""
    strategy = solved(tree("kuhn"), 20_000)
    bets = {
        information: mix.get("bet", mix.get("call", 0.0))
        for information, mix in as_table(strategy).items()
    }
    bluff = bets["J"]
    assert 0 <= bluff <= 1 / 3
    expected = {"Q": 0.0, "K": 3 * bluff, "Jcb": 0.0, "Qcb": bluff + 1 / 3, "Kcb": 1.0}
    expected |= {"Jc": 1 / 3, "Qc": 0.0, "Kc": 1.0, "Jb": 0.0, "Qb": 1 / 3, "Kb": 1.0}
    assert {information: bets[information] for information in expected} == pytest.approx(
        expected, abs=1e-3
    )
    assert strategy.value() == pytest.approx(KUHN_VALUE, abs=1e-7)
    assert strategy.exploitability() < 1e-5


def test_leducs_value_is_found() -> None:
    strategy = solved(tree("leduc"), 2_500)
    assert strategy.exploitability() < 1e-4
    assert strategy.value() == pytest.approx(LEDUC_VALUE, abs=1e-4)


def test_the_trees_have_their_published_sizes() -> None:
    """Our Leduc deals both cards at once, which saves 6 histories. It ignores suits: with them, the
    288 information sets would be 936."""
    kuhn, leduc = tree("kuhn"), tree("leduc")
    assert (kuhn.histories, kuhn.ends, kuhn.information_sets) == (55, 30, 12)
    assert (leduc.histories, leduc.ends, leduc.information_sets) == (9457 - 6, 5520, 288)


@pytest.mark.parametrize("stack", [5, 20])
def test_leduc_without_a_limit_is_solved(stack: int) -> None:
    work = Minimisation(load("leduc", {"bets": "nolimit", "stack": stack}))
    work.run(Goal(exploitability=0.005))
    assert work.strategy.exploitability() <= 0.005


@pytest.mark.parametrize(("game", "limit"), [("kuhn", 0.02), ("leduc", 0.35)])
def test_mccfr_converges(game: str, limit: float) -> None:
    before = solved(tree(game), 500, "mccfr").exploitability()
    after = solved(tree(game), 20_000, "mccfr").exploitability()
    assert after < limit < before


def test_equal_seeds_give_equal_strategies() -> None:
    assert as_table(solved(tree("kuhn"), 50, "mccfr")) == as_table(
        solved(tree("kuhn"), 50, "mccfr")
    )


def test_a_stopped_solver_keeps_its_iterations() -> None:
    solver, stop = RegretMinimiser(tree("leduc")), StopToken()
    solver.iterate(10)
    stop.stop()
    solver.iterate(10_000_000, stop)
    assert solver.iterations == 10


# ── subgames ───────────────────────────────────────────────────────────────────────────────────


def after_first_rounds() -> list[History]:
    """First decisions of the second round: after several first rounds, for each public card."""
    start, states = load("leduc").start(), []
    deals = [values for values, _ in start.outcomes()]
    deal = next(deal for deal in deals if start.throw(deal).text.startswith("JsQs"))
    for moves in (*FIRST_MOVES, ("raise", "raise", "call"), ("check", "raise", "raise", "call")):
        state = start.throw(deal)
        for move in moves:
            state = state.play(move)
        states += [state.throw(values) for values, _ in state.outcomes()]
    return states


@pytest.mark.parametrize("iterations", [5, 40])
def test_resolving_subgames_reduces_exploitability(iterations: int) -> None:
    blueprint = solved(tree("leduc"), iterations)
    before, resolved = blueprint.exploitability(), blueprint
    states = after_first_rounds()
    assert len({state.text.split("/")[1][0] for state in states}) == len(RANKS)
    for state in states:
        for seat in (0, 1):
            resolved_once = blueprint.resolved(state, seat, 300)
            assert resolved_once.exploitability() <= before + 0.001
            resolved = resolved.resolved(state, seat, 300)
    assert resolved.exploitability() < before


def test_resolving_changes_only_the_subgame() -> None:
    blueprint, state = solved(tree("leduc"), 5), after_first_rounds()[0]
    before, after = as_table(blueprint), as_table(blueprint.resolved(state, 1, 100))
    different = {information for information in before if before[information] != after[information]}
    board = state.text.split("/")[1][0]
    assert different
    assert {information[1] for information in different} == {board}
    assert {information[2:6] for information in different} <= {
        "cc-c",
        "cc-r",
    }  # where seat 1 decides


def test_invalid_subgames_are_refused() -> None:
    blueprint = Strategy.uniform(tree("leduc"))
    start, state = load("leduc").start(), after_first_rounds()[0]
    for arguments in [(start, 0, 9), (state, 2, 9), (state, 0, 0), (load("kuhn").start(), 0, 9)]:
        with pytest.raises(ValueError, match=r"to move|seats 0 and 1|one iteration|another game"):
            blueprint.resolved(*arguments)


# ── which games ────────────────────────────────────────────────────────────────────────────────


def test_only_small_games_offer_cfr() -> None:
    """A game declares that it is small; no other one offers the method."""
    small = set(games_with_small_tree())
    assert {"kuhn", "leduc"} <= small
    assert {name for name in NAMES if "cfr" in methods_of(name)} == small
    for name in sorted(set(NAMES) - small)[:3]:
        with pytest.raises(ValueError, match="has no tree"):
            GameTree(load(name))


def test_strategies_are_mixed_in_each_information_set() -> None:
    one, other = Strategy.uniform(tree("kuhn")), weighted_strategy(tree("kuhn"), raiser)
    mix = as_table(one.mixed(other, 0.25))["Kb"]
    assert mix == pytest.approx({"fold": 0.75 / 2 + 0.25 / 3, "call": 0.75 / 2 + 0.25 * 2 / 3})
    with pytest.raises(ValueError, match="from 0 to 1"):
        one.mixed(other, 1.5)
    with pytest.raises(ValueError, match="different games"):
        one.mixed(Strategy.uniform(tree("leduc")), 0.5)
