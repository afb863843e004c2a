"""Validation of time controls: invalid ones are refused with a reason."""

import pytest
from hypothesis import given

from zeitnot_protocol import Control, Stage
from zeitnot_server.rooms.controls import CONTROLS, BadControl, check

from ..each import each
from .any_control import controls


@each(
    ("control", "message"),
    [
        (Control(kind="sudden_death"), "sudden_death needs base_ms"),
        (Control(kind="sudden_death", base_ms=0), "1 ms or more"),
        (Control(kind="sudden_death", base_ms=1, increment_ms=1), "has no increment_ms"),
        (Control(kind="sudden_death", base_ms=1, cap_ms=9), "has no cap_ms"),
        (Control(kind="fischer", base_ms=1000), "fischer needs increment_ms"),
        (Control(kind="fischer", increment_ms=1000), "fischer needs base_ms"),
        (Control(kind="fischer", base_ms=9, increment_ms=1, cap_ms=8), "cap_ms"),
        (Control(kind="fischer", base_ms=0, increment_ms=1), "1 ms or more"),
        (Control(kind="delay", base_ms=9), "delay needs delay_ms"),
        (Control(kind="delay", base_ms=0, delay_ms=9), "1 ms or more"),
        (Control(kind="bronstein", base_ms=9), "bronstein needs delay_ms"),
        (Control(kind="bronstein", base_ms=9, delay_ms=1, moves=3), "has no moves"),
        (Control(kind="per_move"), "per_move needs time_ms"),
        (Control(kind="per_move", time_ms=0), "1 ms or more"),
        (Control(kind="per_move", time_ms=1, base_ms=1), "has no base_ms"),
        (Control(kind="byoyomi", base_ms=9, periods=3), "byoyomi needs period_ms"),
        (Control(kind="byoyomi", base_ms=9, period_ms=3), "byoyomi needs periods"),
        (Control(kind="byoyomi", periods=3, period_ms=3), "byoyomi needs base_ms"),
        (Control(kind="byoyomi", base_ms=9, periods=0, period_ms=3), "periods must be 1 or more"),
        (Control(kind="byoyomi", base_ms=9, periods=3, period_ms=0), "period_ms must be 1 or more"),
        (Control(kind="canadian", base_ms=9, period_ms=3), "canadian needs moves"),
        (Control(kind="canadian", base_ms=9, moves=0, period_ms=3), "moves must be 1 or more"),
        (Control(kind="canadian", base_ms=0, moves=5, period_ms=0), "period_ms must be 1 or more"),
        (Control(kind="hourglass"), "hourglass needs base_ms"),
        (Control(kind="hourglass", base_ms=0), "1 ms or more"),
        (Control(kind="stages"), "stages needs stages"),
        (Control(kind="stages", stages=[]), "1 to 8"),
        (Control(kind="stages", stages=[Stage(base_ms=1, moves=1)] * 9), "1 to 8"),
        (Control(kind="stages", stages=[Stage(base_ms=0)]), "1 ms or more"),
        (
            Control(kind="stages", stages=[Stage(base_ms=1), Stage(base_ms=1)]),
            "stage 1 needs moves",
        ),
        (Control(kind="stages", stages=[Stage(base_ms=1, moves=0)]), "stage 1: moves"),
        (Control(kind="correspondence"), "correspondence needs days"),
        (Control(kind="correspondence", days=0), "days must be 1 or more"),
        (Control(kind="correspondence", days=3, base_ms=1), "has no base_ms"),
        (Control(kind="unlimited", time_ms=1), "has no time_ms"),
        (Control(kind="unlimited", move_limit_ms=0), "move_limit_ms must be 1 or more"),
    ],
    ids=lambda value: value.kind if isinstance(value, Control) else None,
)
def test_an_invalid_control_is_refused(control: Control, message: str) -> None:
    with pytest.raises(BadControl, match=message):
        check(control)


@pytest.mark.parametrize(
    "control",
    [
        Control(kind="fischer", base_ms=9, increment_ms=1, cap_ms=9),
        Control(kind="fischer", base_ms=9, increment_ms=0),
        Control(kind="delay", base_ms=1, delay_ms=0),
        Control(kind="byoyomi", base_ms=0, periods=1, period_ms=1),
        Control(kind="canadian", base_ms=0, moves=1, period_ms=1),
        Control(kind="stages", stages=[Stage(base_ms=1, moves=1), Stage(base_ms=0)]),
        Control(kind="correspondence", days=1, move_limit_ms=1),
    ],
    ids=lambda control: control.kind,
)
def test_minimal_controls_are_valid(control: Control) -> None:
    check(control)


def test_every_kind_of_control_is_tested() -> None:
    kinds = Control.__annotations__["kind"].__args__
    assert tuple(CONTROLS) == kinds


@given(controls)
def test_generated_controls_are_valid(control: Control) -> None:
    check(control)
