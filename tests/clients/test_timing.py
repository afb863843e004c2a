"""The engines' time management, checked against the server's clock over full games."""

from hypothesis import given
from hypothesis import strategies as st

from zeitnot_client.turn_clock import MOVE_OVERHEAD_MS
from zeitnot_engines.timing import MIN_MS, UNTIMED_MS, budget
from zeitnot_protocol import Control
from zeitnot_server.rooms.clock import Clock

MINUTES = Control(kind="sudden_death", base_ms=300_000)
CONTROLS = st.one_of(
    st.builds(Control, kind=st.just("sudden_death"), base_ms=st.integers(2_000, 10**7)),
    st.builds(
        Control,
        kind=st.just("fischer"),
        base_ms=st.integers(1_000, 10**6),
        increment_ms=st.integers(200, 60_000),
    ),
    st.builds(
        Control,
        kind=st.sampled_from(["per_move"]),
        time_ms=st.integers(1_000, 10**6),
        move_limit_ms=st.one_of(st.none(), st.integers(500, 10**6)),
    ),
    st.builds(
        Control,
        kind=st.sampled_from(["delay", "bronstein"]),
        base_ms=st.integers(1_000, 10**6),
        delay_ms=st.integers(200, 60_000),
    ),
    st.builds(
        Control,
        kind=st.just("byoyomi"),
        base_ms=st.integers(0, 10**6),
        periods=st.integers(1, 5),
        period_ms=st.integers(1_000, 60_000),
    ),
    st.builds(
        Control,
        kind=st.just("canadian"),
        base_ms=st.integers(0, 10**6),
        moves=st.integers(1, 10),
        period_ms=st.integers(10_000, 10**6),
    ),
)


@given(CONTROLS, st.integers(1, 120), st.integers(0, 100))
def test_flag_never_falls(control: Control, moves: int, late_ms: int) -> None:
    """Every move takes its budget and part of the overhead. In sudden death the test stops when
    hardly more than the overhead is left, because no budget lasts forever without an increment."""
    clock, now = Clock.new(control, 1), 0
    for ply in range(0, 2 * moves, 2):
        clock = clock.begin(0, now)
        remaining_ms = clock.times[0].remaining_ms
        if (
            control.kind == "sudden_death"
            and remaining_ms is not None
            and remaining_ms < 2 * MOVE_OVERHEAD_MS
        ):
            return
        now += budget(remaining_ms, control, ply).hard_ms + late_ms
        assert not clock.flagged(now), (ply, remaining_ms)
        clock, _ = clock.charge(now)


@given(
    CONTROLS,
    st.one_of(st.none(), st.integers(1, 10**6)),
    st.integers(0, 200),
    st.one_of(st.none(), st.integers(1, 40)),
    st.integers(0, 500),
)
def test_soft_limit_is_within_hard_limit_within_clock(
    control: Control, remaining_ms: int | None, ply: int, moves_to_go: int | None, overhead_ms: int
) -> None:
    result = budget(remaining_ms, control, ply, moves_to_go=moves_to_go, overhead_ms=overhead_ms)
    assert MIN_MS <= result.soft_ms <= result.hard_ms
    if remaining_ms is not None:
        assert result.hard_ms <= max(MIN_MS, remaining_ms - overhead_ms)


def test_hard_limit_exceeds_soft_limit_if_saved_time_is_kept() -> None:
    usual = budget(300_000, MINUTES, 20)
    assert 2 * usual.soft_ms <= usual.hard_ms <= 300_000 / 4
    fixed = budget(30_000, Control(kind="per_move", time_ms=30_000), 20)
    assert fixed.soft_ms == fixed.hard_ms


def test_remaining_moves_share_the_clock() -> None:
    assert budget(60_000, MINUTES, 20, moves_to_go=1).soft_ms > 40_000
    ten = budget(60_000, MINUTES, 20, moves_to_go=10)
    assert 5_000 <= ten.soft_ms <= 6_000
    assert ten.hard_ms <= 10_000


def soft_ms(remaining_ms: int | None, control: Control, ply: int, **options: float) -> int:
    """A move's share of the clock."""
    return budget(remaining_ms, control, ply, **options).soft_ms  # type: ignore[arg-type]


def test_search_limits_follow_from_the_budget() -> None:
    usual = budget(300_000, MINUTES, 20)
    assert usual.limits == {"ms": usual.hard_ms, "soft_ms": usual.soft_ms}
    for control in (Control(kind="per_move", time_ms=30_000), Control(kind="unlimited")):
        remaining_ms = control.time_ms
        assert budget(remaining_ms, control, 20).limits == {
            "ms": budget(remaining_ms, control, 20).hard_ms
        }


def test_sudden_death_lasts_for_a_long_game() -> None:
    remaining_ms = 300_000
    for ply in range(0, 160, 2):
        remaining_ms -= soft_ms(remaining_ms, MINUTES, ply) + 20
    assert remaining_ms > 0


def test_budget_suits_each_kind_of_control() -> None:
    assert soft_ms(30_000, Control(kind="per_move", time_ms=30_000), 10) == 22_500
    assert 8_000 <= soft_ms(300_000, MINUTES, 0) <= 12_000
    increment = Control(kind="fischer", base_ms=180_000, increment_ms=2_000)
    without = Control(kind="fischer", base_ms=180_000, increment_ms=0)
    gained = soft_ms(180_000, increment, 0) - soft_ms(180_000, without, 0)
    assert gained == 1_600
    assert soft_ms(None, Control(kind="unlimited"), 5) == UNTIMED_MS
    assert soft_ms(3 * 86_400_000, Control(kind="correspondence", days=3), 5) == UNTIMED_MS
    byoyomi = Control(kind="byoyomi", base_ms=600_000, periods=5, period_ms=30_000)
    assert soft_ms(30_000, byoyomi, 90) == 22_500


def test_level_and_move_limit_cap_the_budget() -> None:
    assert soft_ms(300_000, MINUTES, 0, max_ms=500) == 500
    limited = Control(kind="unlimited", move_limit_ms=1_000)
    assert soft_ms(None, limited, 0) == int((1_000 - MOVE_OVERHEAD_MS) * 0.9)


def test_budget_has_a_minimum() -> None:
    assert soft_ms(1, MINUTES, 0) == MIN_MS
    assert soft_ms(0, MINUTES, 50) == MIN_MS
