"""The heuristics of alpha-beta, each of which can be disabled; and searches with tiny tables."""

import random

import pytest

from zeitnot_engines._core import heuristics
from zeitnot_engines.engine import Engine
from zeitnot_engines.games import History, load

from .oracles import INEXACT, Minimax, as_reported, reported, retrograde
from .test_search_solved import HISTORIES, verdict

EXACT = [heuristic for heuristic in heuristics() if heuristic not in (*INEXACT, "guard")]
MIDDLE_GAME = "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2Q1RK1 b - - 0 8"
OPEN_GAME = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
CASES = [
    ("chess", None, 2),
    ("chess", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 3),
    ("chess", "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 98 80", 3),  # the move limit is near
    ("chess", "7k/5Q2/8/6K1/8/8/8/8 w - - 0 1", 3),  # mate and stalemate are near
    ("xiangqi", "5a3/3k5/3aR4/9/5r3/5n3/9/3A1A3/5K3/2BC2B2 w - - 0 1", 2),
    ("othello", None, 4),
]


def state_of(game: str, position: str | None) -> History:
    loaded = load(game)
    return loaded.parse(position) if position else loaded.start()


@pytest.mark.parametrize(("game", "position", "depth"), CASES)
def test_without_forward_pruning_the_value_is_plain_minimax(
    game: str, position: str | None, depth: int
) -> None:
    state = state_of(game, position)
    twin = Minimax(Engine(state.game), counts_plies=game != "othello")
    expected = as_reported(twin.value(state, depth))
    for without in ([], EXACT, *([heuristic] for heuristic in EXACT)):
        engine = Engine(state.game, without=[*INEXACT, *without])
        assert reported(engine.search(state, depth=depth)) == expected, without
    report = Engine(state.game, exact_depth=True).search(state, depth=depth)
    assert reported(report) == expected


@pytest.mark.parametrize("heuristic", heuristics())
def test_every_heuristic_can_be_disabled(heuristic: str) -> None:
    for game, position in (("chess", MIDDLE_GAME), ("xiangqi", None)):
        state = state_of(game, position)
        report = Engine(state.game, without=[heuristic]).search(state, depth=4)
        assert report.depth == 4
        assert report.best in state.legal()


def test_the_heuristics_save_nodes() -> None:
    """Only the most effective heuristics are checked."""
    all_nodes = nodes_to_depth_8(without=[], max_nodes=None)
    for heuristic in ("alphabeta", "captures", "reductions"):
        assert nodes_to_depth_8(without=[heuristic], max_nodes=2 * all_nodes) > all_nodes, heuristic


def nodes_to_depth_8(without: list[str], max_nodes: int | None) -> int:
    """Nodes summed over several chess positions, since the number for one depends on chance."""
    states = (state_of("chess", position) for position in (None, MIDDLE_GAME, OPEN_GAME))
    return sum(
        Engine(state.game, without=without).search(state, depth=8, nodes=max_nodes).nodes
        for state in states
    )


def test_an_unknown_heuristic_is_refused() -> None:
    with pytest.raises(ValueError, match='no heuristic "magic"'):
        Engine(load("chess"), without=["magic"])


def test_tables_of_a_few_entries_work() -> None:
    """Aspiration windows with a table in which nearly every entry is replaced at once."""
    for game, position in (("chess", MIDDLE_GAME), ("xiangqi", None), ("othello", None)):
        state = state_of(game, position)
        for slots in (1, 2, 3, 5):
            engine = Engine(state.game, hash_slots=slots)
            report = engine.search(state, depth=5)
            assert report.depth == 5, (game, slots)
            assert report.best in state.legal()


def test_a_small_table_gives_correct_values() -> None:
    rng = random.Random(4)
    for state, _ in rng.sample(HISTORIES, 20):
        engine = Engine(state.game, exact_depth=True, hash_slots=64)
        expected = Minimax(engine).value(state, 6)
        assert verdict(engine.search(state, depth=6))[0] == (expected > 0) - (expected < 0), (
            state.text
        )


@pytest.mark.parametrize(("without", "is_correct"), [([], True), (["guard"], False)])
def test_only_the_repetition_guard_keeps_values_correct(
    without: list[str], is_correct: bool
) -> None:
    """Without the guard, positions of ox-horn chess with a history get other values than the twin,
    which knows the positions that have occurred twice."""
    wrong_values = 0
    for state, occurred_twice in HISTORIES:
        engine = Engine(state.game, method="alphabeta", without=without)
        engine.search(state.game.start(), depth=20)
        expected = retrograde([state.game.parse(state.text)], occurred_twice)[state.text]
        wrong_values += verdict(engine.search(state, depth=40)) != expected
    assert (wrong_values == 0) == is_correct


def test_a_soft_limit_ends_the_search_between_iterations() -> None:
    state = state_of("chess", MIDDLE_GAME)
    report = Engine(state.game).search(state, soft_ms=20, ms=60_000)
    assert 0.01 <= report.seconds < 30


def test_mate_in_two_is_found_and_reported_as_mate() -> None:
    state = state_of("chess", "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1")
    report = Engine(state.game).search(state, depth=8)
    assert (report.best, report.distance) == ("a1a6", 3)


def test_the_fifty_move_rule_is_part_of_the_search() -> None:
    """Four plies before a draw by the fifty-move rule, White can no longer make progress."""
    state = state_of("chess", "8/8/8/8/4k3/8/8/KR6 w - - 96 90")
    assert Engine(state.game).search(state, depth=8).value == 0
