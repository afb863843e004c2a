"""Hypothesis strategies for valid time controls. Times are small, so that edge cases are
frequent."""

from typing import Any

from hypothesis import strategies as st

from zeitnot_protocol import Control, Stage

Controls = st.SearchStrategy[Control]
from_one = st.integers(1, 60)
from_zero = st.integers(0, 60)


def _kind(kind: str, **fields: st.SearchStrategy[Any]) -> Controls:
    return st.builds(Control, kind=st.just(kind), move_limit_ms=st.none() | from_one, **fields)


def _fischer(base: int, increment: int, extra_ms: int | None, limit: int | None) -> Control:
    cap = None if extra_ms is None else base + extra_ms
    return Control(
        kind="fischer", base_ms=base, increment_ms=increment, cap_ms=cap, move_limit_ms=limit
    )


def _stages(first: int, stages: list[Stage], endless: bool, limit: int | None) -> Control:
    if endless:
        stages[-1].moves = None
    stages[0].base_ms = first
    return Control(kind="stages", stages=stages, move_limit_ms=limit)


stage = st.builds(Stage, base_ms=from_zero, moves=st.integers(1, 3), increment_ms=from_zero)
# every kind except correspondence, whose days are too long for the slow clock
short_controls: Controls = st.one_of(
    _kind("sudden_death", base_ms=from_one),
    st.builds(_fischer, from_one, from_zero, st.none() | from_zero, st.none() | from_one),
    _kind("delay", base_ms=from_one, delay_ms=from_zero),
    _kind("bronstein", base_ms=from_one, delay_ms=from_zero),
    _kind("per_move", time_ms=from_one),
    _kind("byoyomi", base_ms=from_zero, periods=st.integers(1, 4), period_ms=from_one),
    _kind("canadian", base_ms=from_zero, moves=st.integers(1, 4), period_ms=from_one),
    _kind("hourglass", base_ms=from_one),
    st.builds(
        _stages,
        from_one,
        st.lists(stage, min_size=1, max_size=4),
        st.booleans(),
        st.none() | from_one,
    ),
    _kind("unlimited"),
)
controls: Controls = short_controls | _kind("correspondence", days=st.integers(1, 3))
