"""The long counts: which they are, and that a wrong one is seen."""

import json

import pytest

from .perft import VALUES, count, published

PUBLISHED = json.loads(VALUES.read_text(encoding="utf-8"))


def test_the_deepest_counts_are_the_published_ones() -> None:
    deepest = {start.text: (len(nodes), nodes[-1]) for start, nodes in published(PUBLISHED)}
    assert (7, 3_195_901_860) in deepest.values()  # chess
    assert (6, 5_392_831_844) in deepest.values()  # xiangqi
    assert (11, 212_258_216) in deepest.values()  # othello


def test_short_counts_are_right() -> None:
    assert count(PUBLISHED, 10_000) == 0


def test_a_wrong_count_is_seen(capsys: pytest.CaptureFixture[str]) -> None:
    fault = json.loads(json.dumps(PUBLISHED))
    fault["chess"]["positions"][0]["nodes"][2] += 1
    assert count(fault, 10_000) == 1
    assert "WRONG: it is 8903" in capsys.readouterr().out
