"""Tests `make perft`, which compares long move counts with the published ones."""

import pytest

from zeitnot_engines.games import load

from ..games.facts import published_counts
from .perft import count

PUBLISHED = list(published_counts())


def test_deepest_published_counts_are_included() -> None:
    deepest = {start.text: (len(nodes), nodes[-1]) for start, nodes in PUBLISHED}
    assert (7, 3_195_901_860) in deepest.values()  # chess
    assert (6, 5_392_831_844) in deepest.values()  # xiangqi
    assert (11, 212_258_216) in deepest.values()  # othello


def test_short_counts_are_right() -> None:
    assert count(PUBLISHED, 10_000) == 0


def test_a_wrong_count_is_reported(capsys: pytest.CaptureFixture[str]) -> None:
    start = load("chess").start()
    assert count([(start, [20, 400, 8903])], 10_000) == 1
    assert "WRONG: it is 8903" in capsys.readouterr().out
