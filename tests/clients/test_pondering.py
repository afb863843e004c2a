"""Pondering reports: hits, nodes, and the depth gained."""

from types import SimpleNamespace
from typing import Any

import pytest

from zeitnot_engines._core import Game
from zeitnot_engines.bots.pondering import Pondered, depth_gain, profile_of
from zeitnot_engines.engine import Engine
from zeitnot_protocol import PonderReport


def report(depth: int, nodes: int, best: str | None = "a1", pv: tuple[str, ...] = ()) -> Any:
    return SimpleNamespace(depth=depth, nodes=nodes, best=best, pv=list(pv))


def test_profile_is_the_first_report_of_each_depth() -> None:
    reports = [report(1, 10), report(2, 50), report(2, 70), report(1, 80), report(4, 900)]
    assert profile_of(reports) == ((1, 10), (2, 50), (4, 900))


@pytest.mark.parametrize(
    ("ponder", "search", "gain"),
    [
        ((), ((1, 1),), 0),
        (((1, 1),), (), 0),
        # Depth 8 was ready at once; without pondering, depth 4.
        (((5, 900), (9, 10**6)), ((8, 100), (9, 10**6)), 4),
        (((8, 90), (9, 10**6)), ((7, 100), (8, 10**6)), 0),  # no better than without pondering
        (((8, 90), (9, 10**6)), ((2, 100), (8, 10**6)), 0),  # never negative
        (((3, 5_000),), ((4, 1_000), (5, 1_001)), 4),
    ],
)
def test_depth_gain_compares_both_profiles(ponder: Any, search: Any, gain: int) -> None:
    assert depth_gain(ponder, search) == gain


def test_report_has_hit_nodes_and_depth_gain() -> None:
    pondered = Pondered(at=3).after([report(4, 500)], report(6, 9_000, "c4"))
    search = ((5, 20), (7, 50_000))
    assert pondered.report("c4", search) == PonderReport(hit=True, nodes=9_000, depth_gain=2)
    assert pondered.report("d3", search).hit is False


def test_interrupted_ponder_searches_add_their_nodes() -> None:
    first = Pondered(at=0).after([report(1, 10)], report(1, 100, "a1"))
    both = first.after([report(5, 10)], report(5, 300, "b2"))
    assert (both.nodes, both.expected, both.profile) == (400, "b2", ((1, 10),))
    assert both.after([], None) == both


def test_expected_move_may_come_from_the_variation() -> None:
    pondered = Pondered(at=0).after([], report(1, 5, None, ("24-19", "x")))
    assert pondered.expected == "24-19"


@pytest.mark.parametrize("name", ["othello", "ewn"])
def test_ponder_hit_of_an_engine_gains_depth(name: str) -> None:
    """After an engine has pondered the expected reply, its hash table gives the next search depths
    that it would not reach otherwise."""
    game = Game(name)
    history = game.start()
    if history.due:
        history = history.throw((6,))
    engine = Engine(game, hash_mb=16)

    def search(position: Any, nodes: int) -> tuple[Any, Any]:
        reports: list[Any] = []
        return engine.search(position, nodes=nodes, on_report=reports.append), profile_of(reports)

    final, _ = search(history, 20_000)
    replying = history.play(final.best)
    replying = replying.throw((3,)) if replying.due else replying
    expected, ponder = search(replying, 200_000)
    answering = replying.play(expected.best)
    answering = answering.throw((2,)) if answering.due else answering
    _, warm = search(answering, 20_000)
    assert depth_gain(ponder, warm) >= 1
