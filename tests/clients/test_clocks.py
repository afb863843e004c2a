"""Clocks that run between two messages of the server agree with the published vectors."""

import json
from pathlib import Path
from typing import Any

import msgspec

from zeitnot_client.clocks import ClockReading, free_turn_left_ms, read_clock
from zeitnot_protocol import ClockView, Control

from ..each import each

FILE = Path(__file__).parents[2] / "docs/reference/clock-vectors.json"
READING_PAIRS = [
    (vector["name"], vector["control"], turn["seat"], *pair)
    for vector in json.loads(FILE.read_text("utf-8"))["clocks"]
    for turn in vector["turns"]
    for first, earlier in enumerate(turn.get("looks", ()))
    for pair in [(earlier, later) for later in turn["looks"][first:]]
]


def test_the_vectors_are_not_empty() -> None:
    assert len(READING_PAIRS) > 90


@each(("name", "control", "seat", "first", "later"), READING_PAIRS)
def test_client_shows_the_same_clocks_as_the_server(
    name: str, control: dict[str, Any], seat: int, first: dict[str, Any], later: dict[str, Any]
) -> None:
    free = "free_ms" in first["shows"]
    view = ClockView(running=None if free else seat, **first["shows"])
    elapsed_ms = later["at_ms"] - first["at_ms"]
    assert free_turn_left_ms(view, elapsed_ms) == later["shows"].get("free_ms")
    for other, remaining_ms in enumerate(later["shows"]["remaining_ms"]):
        periods, moves = later["shows"].get("periods"), later["shows"].get("moves")
        reading = read_clock(view, msgspec.convert(control, Control), other, elapsed_ms)
        assert reading.remaining_ms is not None or remaining_ms is None
        difference_ms = (
            remaining_ms - reading.remaining_ms
            if remaining_ms is not None and reading.remaining_ms
            else 0
        )
        assert difference_ms == 0 or (
            difference_ms in (-1, 1) and control["kind"] == "hourglass" and other != seat
        )
        assert reading.limit_ms == (later["shows"].get("limit_ms") if other == seat else None)
        assert reading.periods == (periods and periods[other])
        assert reading.moves == (moves and moves[other])


BYOYOMI = Control(kind="byoyomi", base_ms=9000, periods=2, period_ms=1000)
CANADIAN = Control(kind="canadian", base_ms=9000, moves=5, period_ms=1000)


def test_clock_never_shows_a_negative_time() -> None:
    view = ClockView(remaining_ms=[500, 700], running=0)
    assert read_clock(view, Control(kind="sudden_death", base_ms=900), 0, 9999) == ClockReading(0)
    assert read_clock(view, Control(kind="hourglass", base_ms=900), 1, 9999) == ClockReading(1200)
    view = ClockView(remaining_ms=[500, 700], running=0, periods=[1, 2])
    assert read_clock(view, BYOYOMI, 0, 1499) == ClockReading(1, 0)
    assert read_clock(view, BYOYOMI, 0, 1500) == ClockReading(0, 0)
    view = ClockView(remaining_ms=[500, 700], running=0, moves=[None, 3])
    assert read_clock(view, CANADIAN, 0, 9999) == ClockReading(0, moves=5)
    view = ClockView(remaining_ms=[500, 700], running=1, moves=[None, 3])
    assert read_clock(view, CANADIAN, 1, 9999) == ClockReading(0, moves=3)


def test_clock_stands_still_in_a_pause_or_without_a_limit() -> None:
    assert read_clock(ClockView(remaining_ms=[500, 700]), BYOYOMI, 0, 9999) == ClockReading(500)
    view = ClockView(remaining_ms=[None, None], running=0)
    assert read_clock(view, Control(kind="unlimited"), 0, 9999) == ClockReading(None)
