"""Lag compensation of a connection, and the quota that limits it."""

from hypothesis import given
from hypothesis import strategies as st

from zeitnot_protocol import Control, Stage
from zeitnot_server.rooms.clock import Clock
from zeitnot_server.rooms.lag import gain_ms, initial_quota_ms, owed_ms, quota_after_move

from ..each import each
from .any_control import controls


def owed(*samples: int, bot: bool = False, kernel: float | None = None) -> int:
    return owed_ms(samples, bot=bot, kernel_ms=kernel)


def test_no_lag_is_owed_before_the_first_measurement() -> None:
    assert owed() == 0


def test_the_smallest_of_the_last_eight_samples_is_owed() -> None:
    assert owed(90, 80, 120) == 80
    assert owed(10, *[200] * 7) == 10
    assert owed(10, *[200] * 8) == 200


def test_a_bot_is_owed_at_most_a_tenth_of_a_second() -> None:
    assert owed(300, bot=True) == 100
    assert owed(40, bot=True) == 40


def test_delayed_pongs_earn_no_more_than_the_kernels_round_trip() -> None:
    assert owed(5000, kernel=0.1) == 50
    assert owed(5000, kernel=30.0) == 110
    assert owed(70, kernel=30.0) == 70
    assert owed(5000, bot=True, kernel=300.0) == 100


def test_delayed_pongs_behind_a_proxy_earn_little() -> None:
    """The kernel's round trip is then that of the proxy."""
    assert owed(5000) == 300
    assert owed(250) == 250
    assert owed(5000, bot=True) == 100


def test_the_gain_of_delayed_pongs_behind_a_proxy_is_bounded() -> None:
    """Forty moves of 1.5 s each gain 12 s, for any base time."""
    for base_ms in (60_000, 180_000, 600_000):
        control, compensated_ms = Control(kind="sudden_death", base_ms=base_ms), 0
        clock = Clock.new(control, 2)
        for _ in range(40):
            clock, receipt = clock.begin(0, 0).charge(1_500, owed(*[5000] * 8))
            assert receipt.compensated_ms <= 300
            compensated_ms += receipt.compensated_ms
        assert compensated_ms == 12_000


STAGE = Stage(base_ms=60_000, moves=40, increment_ms=500)


@each(
    ("control", "gain"),
    [
        (Control(kind="sudden_death", base_ms=60_000), 150 + 240),
        (Control(kind="sudden_death", base_ms=600_000), 1000),
        (Control(kind="fischer", base_ms=60_000, increment_ms=1000), 150 + 400),
        (Control(kind="fischer", base_ms=0, increment_ms=999), 150 + 159),
        (Control(kind="delay", base_ms=30_000, delay_ms=2000), 150 + 440),
        (Control(kind="bronstein", base_ms=30_000, delay_ms=2000), 150 + 440),
        (Control(kind="per_move", time_ms=1000), 150 + 160),
        (Control(kind="byoyomi", base_ms=10_000, periods=5, period_ms=2000), 150 + 360),
        (Control(kind="canadian", base_ms=10_000, moves=10, period_ms=20_000), 150 + 360),
        (Control(kind="hourglass", base_ms=60_000), 150 + 240),
        (Control(kind="stages", stages=[STAGE, Stage(base_ms=99_000)]), 150 + 320),
        (Control(kind="correspondence", days=1), 1000),
        (Control(kind="unlimited"), 0),
        (Control(kind="unlimited", move_limit_ms=1000), 150 + 160),
    ],
    ids=lambda value: value.kind if isinstance(value, Control) else None,
)
def test_the_quota_grows_by_the_length_of_the_game(control: Control, gain: int) -> None:
    assert gain_ms(control) == gain
    assert initial_quota_ms(gain) == 3 * gain
    assert quota_after_move(gain, 0, 0) == gain
    assert quota_after_move(gain, 7 * gain, 0) == 7 * gain


@given(controls, st.lists(st.tuples(st.integers(0, 5), st.integers(0, 10**4)), max_size=30))
def test_lag_cannot_replace_clock_time(control: Control, moves: list[tuple[int, int]]) -> None:
    """For any lag, the compensation is at most the first quota plus a gain for each move."""
    clock, compensated_ms = Clock.new(control, 2), 0
    for number, (elapsed, owed_now) in enumerate(moves):
        clock, receipt = clock.begin(0, 0).charge(elapsed, owed_now)
        compensated_ms += receipt.compensated_ms
        assert 0 <= receipt.compensated_ms <= min(elapsed, owed_now)
        assert compensated_ms <= gain_ms(control) * (3 + number)
        assert 0 <= receipt.quota_ms <= 7 * gain_ms(control)
        assert clock.quotas_ms[1] == initial_quota_ms(gain_ms(control)), (
            "the other seat's quota is unchanged"
        )


@given(controls, st.integers(0, 400), st.lists(st.integers(0, 900), max_size=30))
def test_a_turn_of_many_moves_is_compensated_like_one_move(
    control: Control, owed: int, moves: list[int]
) -> None:
    """Otherwise a player could make many moves that are refused, to think for free."""
    clock, compensated_ms = Clock.new(control, 2).begin(0, 0), 0
    for elapsed in moves:
        clock, receipt = clock.charge(elapsed, owed, turn_continues=True)
        clock = clock.begin(0, 0)
        compensated_ms += receipt.compensated_ms
        assert compensated_ms <= owed
