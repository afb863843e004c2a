"""Any sensible time control, for property tests: small numbers, so that edges are met often."""

from typing import Any

from hypothesis import strategies as st

from zeitnot_protocol import Control, Stage

Drawn = st.SearchStrategy[Control]
some = st.integers(1, 60)
none_or_some = st.integers(0, 60)


def _kind(kind: str, **fields: st.SearchStrategy[Any]) -> Drawn:
    return st.builds(Control, kind=st.just(kind), move_limit_ms=st.none() | some, **fields)


def _fischer(base: int, increment: int, more: int | None, limit: int | None) -> Control:
    cap = None if more is None else base + more
    return Control(
        kind="fischer", base_ms=base, increment_ms=increment, cap_ms=cap, move_limit_ms=limit
    )


def _stages(first: int, stages: list[Stage], last: bool, limit: int | None) -> Control:
    if last:
        stages[-1].moves = None
    stages[0].base_ms = first
    return Control(kind="stages", stages=stages, move_limit_ms=limit)


stage = st.builds(Stage, base_ms=none_or_some, moves=st.integers(1, 3), increment_ms=none_or_some)
ticking: Drawn = st.one_of(
    _kind("sudden_death", base_ms=some),
    st.builds(_fischer, some, none_or_some, st.none() | none_or_some, st.none() | some),
    _kind("delay", base_ms=some, delay_ms=none_or_some),
    _kind("bronstein", base_ms=some, delay_ms=none_or_some),
    _kind("per_move", time_ms=some),
    _kind("byoyomi", base_ms=none_or_some, periods=st.integers(1, 4), period_ms=some),
    _kind("canadian", base_ms=none_or_some, moves=st.integers(1, 4), period_ms=some),
    _kind("hourglass", base_ms=some),
    st.builds(
        _stages, some, st.lists(stage, min_size=1, max_size=4), st.booleans(), st.none() | some
    ),
    _kind("unlimited"),
)
controls: Drawn = ticking | _kind("correspondence", days=st.integers(1, 3))
