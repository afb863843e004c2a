"""Clocks: the published vectors, what controls are refused, and that nobody gains time."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from zeitnot_client.protocol import ClockView, Control
from zeitnot_server.rooms.clock import CONTROLS, BadControl, Clock, check

VECTORS = json.loads(
    (Path(__file__).parents[2] / "docs/reference/clock-vectors.json").read_text("utf-8")
)["clocks"]


@pytest.mark.parametrize("vector", VECTORS, ids=lambda v: v["name"])
def test_published_vector(vector: dict[str, Any]) -> None:
    clock = Clock.new(msgspec.convert(vector["control"], Control), len(vector["start_ms"]))
    assert clock.view(0) == ClockView(remaining_ms=vector["start_ms"])
    for turn in vector["turns"]:
        clock = clock.begin(turn["seat"], turn["begin_ms"])
        for pause in turn.get("pauses", ()):
            clock = clock.pause(pause["elapsed_ms"])
            assert clock.deadline_ms() is None
            clock = clock.resume(pause["resume_ms"])
        assert clock.deadline_ms() == turn["deadline_ms"]
        end = turn["end_ms"]
        if turn.get("flag"):
            assert clock.flagged(end)
            assert not clock.flagged(end - 1)
            assert clock.view(end).remaining_ms == turn["remaining_ms"]
            continue
        assert not clock.flagged(end)
        clock, receipt = clock.charge(end)
        assert receipt.charged_ms == receipt.elapsed_ms == turn["charged_ms"]
        assert receipt.remaining_ms == turn["remaining_ms"][turn["seat"]]
        assert clock.view(end) == ClockView(remaining_ms=turn["remaining_ms"])


def test_every_control_has_a_vector_with_and_without_a_limit_per_move() -> None:
    seen = {(v["control"]["kind"], "move_limit_ms" in v["control"]) for v in VECTORS}
    assert seen == {(kind, limited) for kind in CONTROLS for limited in (True, False)}


@pytest.mark.parametrize(
    ("control", "complaint"),
    [
        (Control(kind="sudden_death"), "sudden_death needs base_ms"),
        (Control(kind="sudden_death", base_ms=0), "at least 1 ms"),
        (Control(kind="sudden_death", base_ms=1, increment_ms=1), "has no increment_ms"),
        (Control(kind="sudden_death", base_ms=1, cap_ms=9), "has no cap_ms"),
        (Control(kind="fischer", base_ms=1000), "fischer needs increment_ms"),
        (Control(kind="fischer", increment_ms=1000), "fischer needs base_ms"),
        (Control(kind="fischer", base_ms=9, increment_ms=1, cap_ms=8), "cap_ms"),
        (Control(kind="per_move"), "per_move needs time_ms"),
        (Control(kind="per_move", time_ms=0), "at least 1 ms"),
        (Control(kind="per_move", time_ms=1, base_ms=1), "has no base_ms"),
        (Control(kind="unlimited", time_ms=1), "has no time_ms"),
        (Control(kind="unlimited", move_limit_ms=0), "move_limit_ms"),
    ],
)
def test_senseless_control_is_refused(control: Control, complaint: str) -> None:
    with pytest.raises(BadControl, match=complaint):
        check(control)


def test_a_cap_at_the_base_is_sensible() -> None:
    check(Control(kind="fischer", base_ms=9, increment_ms=1, cap_ms=9))


def test_view_shows_the_running_time_pass_and_stop_in_a_pause() -> None:
    clock = Clock.new(Control(kind="sudden_death", base_ms=1000), 2).begin(1, 100)
    assert clock.view(350) == ClockView(remaining_ms=[1000, 750], running=1)
    assert clock.view(90) == ClockView(remaining_ms=[1000, 1000], running=1)
    paused = clock.pause(300)
    assert paused.view(99_999) == ClockView(remaining_ms=[1000, 700], running=None)
    assert not paused.flagged(99_999)


def test_the_same_seat_goes_on_without_a_break() -> None:
    clock = Clock.new(Control(kind="sudden_death", base_ms=1000), 2).begin(0, 100)
    assert clock.begin(0, 500) is clock
    assert clock.begin(1, 500).deadline_ms() == 1500
    assert clock.begin(None, 500).deadline_ms() is None


def test_started_at_moves_the_start_and_nothing_else() -> None:
    clock = Clock.new(Control(kind="sudden_death", base_ms=1000), 2)
    assert clock.started_at(50) is clock
    assert clock.begin(0, 100).started_at(130).deadline_ms() == 1130


def test_stopped_keeps_what_was_shown() -> None:
    clock = Clock.new(Control(kind="sudden_death", base_ms=1000), 2).begin(0, 0)
    stopped = clock.stopped(clock.view(400))
    assert stopped.view(10_000) == ClockView(remaining_ms=[600, 1000])
    assert stopped.resume(5) is stopped


def test_no_seat_running_has_nothing_to_charge() -> None:
    clock = Clock.new(Control(kind="unlimited"), 2)
    assert clock.deadline_ms() is None
    assert not clock.flagged(10**9)
    with pytest.raises(AssertionError):
        clock.charge(1)


controls = st.one_of(
    st.builds(Control, kind=st.just("sudden_death"), base_ms=st.integers(1, 10**6)),
    st.builds(
        lambda base, inc, more: Control(
            kind="fischer", base_ms=base, increment_ms=inc, cap_ms=more and base + more
        ),
        st.integers(1, 10**6),
        st.integers(0, 10**4),
        st.none() | st.integers(1, 10**4),
    ),
    st.builds(Control, kind=st.just("per_move"), time_ms=st.integers(1, 10**6)),
    st.just(Control(kind="unlimited")),
)


@given(controls, st.none() | st.integers(1, 10**5), st.integers(2, 6), st.data())
def test_nobody_gains_time_but_by_increment(
    control: Control, limit: int | None, seats: int, data: st.DataObject
) -> None:
    clock = Clock.new(msgspec.structs.replace(control, move_limit_ms=limit), seats)
    gain = control.increment_ms or 0
    now = 0
    for _ in range(data.draw(st.integers(1, 12))):
        seat = data.draw(st.integers(0, seats - 1))
        clock = clock.begin(seat, now)
        before = clock.times
        deadline = clock.deadline_ms()
        end = now + data.draw(st.integers(0, 10**6))
        assert clock.flagged(end) == (deadline is not None and end >= deadline)
        if clock.flagged(end):
            assert deadline is not None
            assert not clock.flagged(deadline - 1)
            return
        clock, receipt = clock.charge(end)
        assert receipt.charged_ms == end - now
        for index, (old, new) in enumerate(zip(before, clock.times, strict=True)):
            if old.remaining_ms is None or new.remaining_ms is None:
                assert old == new
            elif index != seat:
                assert new == old
            elif control.kind == "per_move":
                assert new.remaining_ms == control.time_ms
            else:
                assert 0 < new.remaining_ms <= old.remaining_ms - receipt.charged_ms + gain
                assert control.cap_ms is None or new.remaining_ms <= control.cap_ms
        now = end + data.draw(st.integers(0, 50))


@given(controls, st.lists(st.tuples(st.integers(0, 500), st.integers(0, 10**6)), max_size=4))
def test_a_turn_in_pieces_costs_as_much_as_in_one(
    control: Control, pieces: list[tuple[int, int]]
) -> None:
    clock = Clock.new(control, 2).begin(0, 0)
    broken = clock
    for elapsed, resumed in pieces:
        broken = broken.pause(elapsed).resume(resumed)
    used = sum(elapsed for elapsed, _ in pieces)
    at = pieces[-1][1] if pieces else 0
    assert broken.flagged(at) == clock.flagged(used)
    if not clock.flagged(used):
        assert broken.charge(at) == clock.charge(used)
