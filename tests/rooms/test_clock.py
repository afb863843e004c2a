"""Clocks: random play agrees with the slow clock, no seat gains time, and interrupted turns add up.

The published vectors (`test_clock_vectors`) have the exact times of each control.
"""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from zeitnot_protocol import ClockView, Control
from zeitnot_server.rooms.clock import Clock
from zeitnot_server.rooms.controls import total_ms

from .any_control import controls, short_controls
from .slow_clock import SlowClock

SECOND = Control(kind="sudden_death", base_ms=1000)


def test_the_view_shows_a_running_clock_which_stops_in_a_pause() -> None:
    clock = Clock.new(SECOND, 2).begin(1, 100)
    assert clock.view(350) == ClockView(remaining_ms=[1000, 750], running=1)
    assert clock.view(90) == ClockView(remaining_ms=[1000, 1000], running=1)
    paused = clock.pause(300)
    assert paused.view(99_999) == ClockView(remaining_ms=[1000, 700], running=None)
    assert not paused.flagged(99_999)


def test_the_clock_of_a_continuing_seat_is_not_interrupted() -> None:
    clock = Clock.new(SECOND, 2).begin(0, 100)
    assert clock.begin(0, 500) is clock
    assert clock.begin(1, 500).deadline_ms() == 1500
    assert clock.begin(None, 500).deadline_ms() is None


def test_started_at_only_moves_the_start() -> None:
    clock = Clock.new(SECOND, 2)
    assert clock.started_at(50) is clock
    assert clock.begin(0, 100).started_at(130).deadline_ms() == 1130


def test_a_turn_of_several_moves_has_no_increment_before_its_end() -> None:
    clock = Clock.new(Control(kind="fischer", base_ms=1000, increment_ms=100), 2).begin(0, 0)
    clock, first = clock.charge(300, turn_continues=True)
    assert first.remaining_ms == 700
    assert clock.running == 0
    clock, second = clock.begin(0, 350).charge(450)
    assert (second.elapsed_ms, second.remaining_ms) == (100, 700)
    assert clock.running is None


def test_an_outage_within_a_turn_of_several_moves() -> None:
    clock, _ = Clock.new(SECOND, 2).begin(0, 0).charge(300, turn_continues=True)
    clock = clock.begin(0, 310).pause(200).resume(7)
    assert clock.view(107).remaining_ms == [400, 1000]
    assert clock.deadline_ms() == 507
    assert clock.first_instant_of(clock.view(107)) == 107


def test_stopped_keeps_the_times_shown() -> None:
    clock = Clock.new(SECOND, 2).begin(0, 0)
    stopped = clock.stopped(clock.view(400))
    assert stopped.view(10_000) == ClockView(remaining_ms=[600, 1000])
    assert stopped.resume(5) is stopped


def test_no_time_is_charged_without_a_running_seat() -> None:
    clock = Clock.new(Control(kind="unlimited"), 2)
    assert clock.deadline_ms() is None
    assert clock.first_instant_of(clock.view(3)) == 0
    assert not clock.flagged(10**9)
    with pytest.raises(AssertionError):
        clock.charge(1)


def test_the_lag_owed_is_never_negative() -> None:
    clock = Clock.new(SECOND, 2).begin(0, 0)
    assert clock.deadline_ms(-5) == 1000
    assert clock.charge(10, -5)[1].charged_ms == 10


@given(short_controls, st.integers(2, 5), st.data())
def test_any_play_agrees_with_the_slow_clock(
    control: Control, seats: int, data: st.DataObject
) -> None:
    clock = Clock.new(control, seats)
    slow = SlowClock(msgspec.to_builtins(control), seats)
    now, turn_continues, seat = 0, False, 0
    for _ in range(data.draw(st.integers(1, 15))):
        if not turn_continues:
            seat = data.draw(st.integers(0, seats - 1))
            slow.begin(seat)
        clock = clock.begin(seat, now)
        elapsed, owed = data.draw(st.integers(0, 70)), data.draw(st.integers(0, 9))
        visible = clock.view(now + elapsed)
        assert visible == ClockView(running=seat, **slow.view_after(elapsed))
        assert clock.view(clock.first_instant_of(visible)) == visible
        fallen = clock.flagged(now + elapsed, owed)
        assert fallen == slow.falls_within(elapsed, owed)
        deadline = clock.deadline_ms(owed)
        assert fallen == (deadline is not None and now + elapsed >= deadline)
        if fallen:
            return
        turn_continues = data.draw(st.booleans())
        clock, receipt = clock.charge(now + elapsed, owed, turn_continues)
        assert receipt.compensated_ms == slow.act(elapsed, owed)
        assert receipt.charged_ms == elapsed - receipt.compensated_ms
        if not turn_continues:
            slow.end()
        assert clock.view(0) == ClockView(**slow.view())
        assert list(clock.quotas_ms) == slow.quotas
        now += elapsed + data.draw(st.integers(0, 5))


@given(controls, st.lists(st.tuples(st.integers(0, 30), st.integers(0, 10**6)), max_size=4))
def test_an_interrupted_turn_costs_as_much_as_an_uninterrupted_one(
    control: Control, pieces: list[tuple[int, int]]
) -> None:
    clock = Clock.new(control, 2).begin(0, 0)
    interrupted = clock
    for elapsed, resumed in pieces:
        interrupted = interrupted.pause(elapsed).resume(resumed)
    used = sum(elapsed for elapsed, _ in pieces)
    at = pieces[-1][1] if pieces else 0
    assert interrupted.flagged(at) == clock.flagged(used)
    assert interrupted.view(at) == clock.view(used)
    if not clock.flagged(used):
        assert interrupted.charge(at) == clock.charge(used)


@given(st.integers(1, 500), st.integers(0, 90), st.lists(st.integers(0, 200), max_size=9))
def test_bronstein_that_starts_with_the_delay_is_simple_delay(
    base: int, delay: int, turns: list[int]
) -> None:
    simple = Clock.new(Control(kind="delay", base_ms=base, delay_ms=delay), 2)
    control = Control(kind="bronstein", base_ms=base + delay, delay_ms=delay)
    bronstein = Clock.new(control, 2)
    for elapsed in turns:
        simple, bronstein = simple.begin(0, 0), bronstein.begin(0, 0)
        assert simple.deadline_ms() == bronstein.deadline_ms()
        if simple.flagged(elapsed):
            return
        simple, bronstein = simple.charge(elapsed)[0], bronstein.charge(elapsed)[0]


@given(st.integers(1, 500), st.integers(2, 6), st.lists(st.integers(0, 300), max_size=20))
def test_an_hourglass_keeps_its_total_time(base: int, seats: int, turns: list[int]) -> None:
    clock = Clock.new(Control(kind="hourglass", base_ms=base), seats)
    for number, elapsed in enumerate(turns):
        clock = clock.begin(number % seats, 0)
        assert sum(m or 0 for m in clock.view(elapsed).remaining_ms) == base * seats
        if clock.flagged(elapsed):
            return
        clock, _ = clock.charge(elapsed)


@given(controls, st.integers(0, 200))
def test_the_remaining_time_of_a_turn_never_grows(control: Control, elapsed: int) -> None:
    clock = Clock.new(control, 2).begin(0, 0)
    before = total_ms(control, clock.times[0])
    after = total_ms(control, clock.stopped(clock.view(elapsed)).times[0])
    assert (before is None) == (after is None)
    if before is not None and after is not None:
        assert before - max(elapsed, 0) <= after <= before
