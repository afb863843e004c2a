"""The published clock vectors: the rooms' clock and a second, slow one agree with each."""

import json
from pathlib import Path
from typing import Any

import msgspec

from zeitnot_protocol import ClockView, Control
from zeitnot_server.rooms.clock import CONTROLS, Clock
from zeitnot_server.rooms.setup import CLOCKLESS

from ..each import each
from .slow_clock import SlowClock

FILE = Path(__file__).parents[2] / "docs/reference/clock-vectors.json"
VECTORS = json.loads(FILE.read_text("utf-8"))["clocks"]
NO_FLAG_MS = 20_000  # more than any deadline of the vectors, in units
every_vector = each("vector", VECTORS, ids=lambda vector: vector["name"])


def view(shown: dict[str, Any], running: int | None = None) -> ClockView:
    """The expected view; in a free turn no seat's time runs."""
    return ClockView(running=None if "free_ms" in shown else running, **shown)


def is_free(vector: dict[str, Any]) -> bool:
    return bool(vector.get("clock_starts") == "first_move")


@every_vector
def test_the_clock_agrees_with_the_vector(vector: dict[str, Any]) -> None:
    control = msgspec.convert(vector["control"], Control)
    clock = Clock.new(control, vector["seats"], free=is_free(vector))
    assert clock.view(0) == view(vector["start"])
    assert set(clock.quotas_ms) == {vector["quota_ms"]}
    for turn in vector["turns"]:
        clock = _play_turn(clock, turn)


def _play_turn(clock: Clock, turn: dict[str, Any]) -> Clock:
    seat, owed, end = turn["seat"], turn.get("lag_ms", 0), turn["end_ms"]
    clock = clock.begin(seat, turn["begin_ms"])
    for pause in turn.get("pauses", ()):
        clock = clock.pause(pause["elapsed_ms"])
        assert clock.deadline_ms() is None
        clock = clock.resume(pause["resume_ms"])
    assert clock.deadline_ms(owed) == turn["deadline_ms"]
    assert clock.is_free == turn.get("free", False)
    for look in turn.get("looks", ()):
        assert clock.view(look["at_ms"]) == view(look["shows"], seat)
        assert clock.view(clock.first_instant_of(clock.view(look["at_ms"]))) == view(
            look["shows"], seat
        )
    if turn.get("flag"):
        assert clock.flagged(end, owed)
        assert not clock.flagged(end - 1, owed)
        assert clock.view(end) == view(turn["shows"], seat)
        return clock
    assert not clock.flagged(end, owed)
    if turn.get("broken_off"):
        broken = clock.end_without_move(end)
        assert broken.view(end) == view(turn["shows"])
        assert broken == clock.stopped(broken.view(end)), "the log stores the view"
        return broken
    turn_continues = turn.get("goes_on", False)
    moved, receipt = clock.charge(end, owed, turn_continues)
    assert moved == clock.apply_receipt(receipt, turn_continues)
    assert receipt.free == turn.get("free", False)
    accounted_ms = receipt.charged_ms + receipt.compensated_ms
    assert accounted_ms == (0 if receipt.free else receipt.elapsed_ms)
    assert receipt.compensated_ms == turn.get("compensated_ms", 0)
    assert receipt.charged_ms == turn["charged_ms"]
    assert receipt.quota_ms == turn["quota_ms"] == moved.quotas_ms[seat]
    assert receipt.remaining_ms == turn["shows"]["remaining_ms"][seat]
    assert moved.view(end) == view(turn["shows"])
    return moved


@every_vector
def test_the_slow_clock_agrees_with_the_vector(vector: dict[str, Any]) -> None:
    unit = vector.get("unit_ms", 1)
    slow = SlowClock(vector["control"], vector["seats"], unit, free=is_free(vector))
    assert slow.view() == vector["start"]
    assert set(slow.quotas) == {vector["quota_ms"]}
    turn_continues = False
    for turn in vector["turns"]:
        if not turn_continues:
            slow.begin(turn["seat"])
        turn_continues = turn.get("goes_on", False)
        _play_slow_turn(slow, turn)


def _play_slow_turn(slow: SlowClock, turn: dict[str, Any]) -> None:
    owed, pauses = turn.get("lag_ms", 0), turn.get("pauses", [])
    used = sum(pause["elapsed_ms"] for pause in pauses)
    since = pauses[-1]["resume_ms"] if pauses else turn["begin_ms"]
    if (deadline := turn["deadline_ms"]) is None:
        assert not slow.falls_within(NO_FLAG_MS * slow.unit, owed)
    else:
        assert slow.falls_within(used + deadline - since, owed)
        assert not slow.falls_within(used + deadline - since - slow.unit, owed)
    for look in turn.get("looks", ()):
        assert slow.view_after(used + look["at_ms"] - since) == look["shows"]
    elapsed = used + turn["end_ms"] - since
    if turn.get("flag"):
        assert slow.falls_within(elapsed, owed)
        assert slow.view_after(elapsed) == turn["shows"]
        return
    if turn.get("broken_off"):
        slow.break_off(elapsed)
        assert not slow.flagged
        assert slow.view() == turn["shows"]
        return
    compensated_ms = slow.act(elapsed, owed)
    assert not slow.flagged
    if not turn.get("goes_on"):
        slow.end()
    assert compensated_ms == turn.get("compensated_ms", 0)
    assert turn["charged_ms"] == (0 if turn.get("free") else elapsed - compensated_ms)
    assert turn["quota_ms"] == slow.quotas[turn["seat"]]
    assert slow.view() == turn["shows"]


def test_the_vectors_cover_every_control_and_addition() -> None:
    kinds = {kind: [v for v in VECTORS if v["control"]["kind"] == kind] for kind in CONTROLS}
    assert {vector["control"]["kind"] for vector in VECTORS} == set(CONTROLS)
    for kind, vectors in kinds.items():
        turns = [turn for vector in vectors for turn in vector["turns"]]
        assert any("move_limit_ms" in v["control"] for v in vectors), kind
        assert any(v["seats"] > 2 for v in vectors), kind
        assert any("lag_ms" in turn for turn in turns), kind
        assert any("goes_on" in turn for turn in turns), kind
        assert any("pauses" in turn for turn in turns), kind
        assert any("broken_off" in turn for turn in turns), kind
        assert any("looks" in turn for turn in turns), kind
        assert any("flag" in turn for turn in turns), kind
        if kind not in CLOCKLESS:
            free = [turn for turn in turns if turn.get("free")]
            assert {"flag", "goes_on", "pauses", "broken_off", "lag_ms"} <= {
                k for t in free for k in t
            }
    assert len(VECTORS) >= 95


def test_vector_names_are_unique() -> None:
    assert len({vector["name"] for vector in VECTORS}) == len(VECTORS)
