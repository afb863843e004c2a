"""Clocks between two messages of the server, compared with the published vectors."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from zeitnot_client.clocks import Shown, free_left, shown
from zeitnot_protocol import ClockView, Control

FILE = Path(__file__).parents[2] / "docs/reference/clock-vectors.json"
LOOKS = [
    (vector["name"], vector["control"], turn["seat"], *pair)
    for vector in json.loads(FILE.read_text("utf-8"))["clocks"]
    for turn in vector["turns"]
    for first, look in enumerate(turn.get("looks", ()))
    for pair in [(look, later) for later in turn["looks"][first:]]
]


def test_the_vectors_are_not_empty() -> None:
    assert len(LOOKS) > 90


@pytest.mark.parametrize(("name", "control", "seat", "first", "later"), LOOKS)
def test_shows_the_same_clocks_as_the_server(
    name: str, control: dict[str, Any], seat: int, first: dict[str, Any], later: dict[str, Any]
) -> None:
    free = "free_ms" in first["shows"]
    view = ClockView(running=None if free else seat, **first["shows"])
    elapsed_ms = later["at_ms"] - first["at_ms"]
    assert free_left(view, elapsed_ms) == later["shows"].get("free_ms")
    for other, remaining_ms in enumerate(later["shows"]["remaining_ms"]):
        periods, moves = later["shows"].get("periods"), later["shows"].get("moves")
        shown_there = shown(view, msgspec.convert(control, Control), other, elapsed_ms)
        assert shown_there.remaining_ms is not None or remaining_ms is None
        odd = (
            remaining_ms - shown_there.remaining_ms
            if remaining_ms is not None and shown_there.remaining_ms
            else 0
        )
        assert odd == 0 or (odd in (-1, 1) and control["kind"] == "hourglass" and other != seat)
        assert shown_there.limit_ms == (later["shows"].get("limit_ms") if other == seat else None)
        assert shown_there.periods == (periods and periods[other])
        assert shown_there.moves == (moves and moves[other])


BYOYOMI = Control(kind="byoyomi", base_ms=9000, periods=2, period_ms=1000)
CANADIAN = Control(kind="canadian", base_ms=9000, moves=5, period_ms=1000)


def test_never_shows_a_negative_time() -> None:
    view = ClockView(remaining_ms=[500, 700], running=0)
    assert shown(view, Control(kind="sudden_death", base_ms=900), 0, 9999) == Shown(0)
    assert shown(view, Control(kind="hourglass", base_ms=900), 1, 9999) == Shown(1200)
    view = ClockView(remaining_ms=[500, 700], running=0, periods=[1, 2])
    assert shown(view, BYOYOMI, 0, 1499) == Shown(1, 0)
    assert shown(view, BYOYOMI, 0, 1500) == Shown(0, 0)
    view = ClockView(remaining_ms=[500, 700], running=0, moves=[None, 3])
    assert shown(view, CANADIAN, 0, 9999) == Shown(0, moves=5)
    view = ClockView(remaining_ms=[500, 700], running=1, moves=[None, 3])
    assert shown(view, CANADIAN, 1, 9999) == Shown(0, moves=3)


def test_clocks_stand_still_in_a_pause_and_without_a_clock() -> None:
    assert shown(ClockView(remaining_ms=[500, 700]), BYOYOMI, 0, 9999) == Shown(500)
    view = ClockView(remaining_ms=[None, None], running=0)
    assert shown(view, Control(kind="unlimited"), 0, 9999) == Shown(None)
