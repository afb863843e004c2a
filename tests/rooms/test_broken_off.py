"""A turn may last longer than its seat's remaining time without a flag, because lag is compensated.
If a takeback ends such a turn, it costs no more than the remaining time."""

import pytest

from zeitnot_protocol import Control, Stage
from zeitnot_server.rooms.clock import Clock, SeatTime
from zeitnot_server.rooms.value import replace

CONTROLS = [
    Control(kind="sudden_death", base_ms=1000),
    Control(kind="fischer", base_ms=1000, increment_ms=100),
    Control(kind="delay", base_ms=1000, delay_ms=300),
    Control(kind="bronstein", base_ms=1000, delay_ms=300),
    Control(kind="per_move", time_ms=1000),
    Control(kind="byoyomi", base_ms=1000, periods=2, period_ms=500),
    Control(kind="canadian", base_ms=1000, moves=5, period_ms=2000),
    Control(kind="hourglass", base_ms=1000),
    Control(kind="stages", stages=[Stage(base_ms=1000, moves=40)]),
    Control(kind="unlimited", move_limit_ms=700),
    Control(kind="sudden_death", base_ms=1000, move_limit_ms=700),
]


@pytest.mark.parametrize("control", CONTROLS, ids=lambda control: control.kind)
def test_an_overlong_turn_costs_only_the_remaining_time(control: Control) -> None:
    clock = Clock.new(control, 2).begin(0, 0)
    budget = clock.budget_ms
    assert budget is not None
    assert clock.end_without_move(budget + 400) == clock.end_without_move(budget)


def test_a_returned_bronstein_delay_adds_no_time() -> None:
    """The remaining time is less than the delay."""
    full = Clock.new(Control(kind="bronstein", base_ms=1000, delay_ms=300), 2)
    clock = replace(full, times=(SeatTime(100), SeatTime(1000))).begin(0, 0)
    assert clock.end_without_move(350).times[0].remaining_ms == 100
