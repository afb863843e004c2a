"""The settings that INFO lines give a brain, and the time limits that follow from them."""

import pytest

from zeitnot_engines.gomocup.info import NO_LIMIT_MS, OVERHEAD_MS, Info

from ...each import each


def info_after(*texts: str) -> Info:
    info = Info()
    for text in texts:
        info = info.updated(text)
    return info


@each(
    ("text", "info"),
    [
        ("timeout_turn 5000", Info(turn_ms=5_000)),
        ("TIMEOUT_TURN 0", Info(turn_ms=0)),
        ("timeout_match 180000", Info(match_ms=180_000, left_ms=180_000)),
        ("timeout_match 0", Info()),
        ("time_left 90", Info(left_ms=90)),
        ("time_left -5", Info(left_ms=0)),
        (f"time_left {NO_LIMIT_MS}", Info()),
        ("max_memory 83886080", Info(memory_bytes=83_886_080)),
        ("max_memory 0", Info()),
        ("rule 0", Info()),
        ("rule 1", Info(rule="standard")),
        ("rule 4", Info(rule="renju")),
        ("game_type 2", Info()),
        ("evaluate 3,4", Info()),
        ("folder C:\\some where", Info()),
        ("dpi 300", Info()),
    ],
)
def test_info_keys_are_read(text: str, info: Info) -> None:
    assert Info().updated(text) == info


@each(
    "text",
    [
        "",
        "timeout_turn",
        "timeout_turn soon",
        "timeout_turn -1",
        "timeout_match 1.5",
        "time_left x",
        "max_memory -1",
        "rule 2",
        "rule 8",
        "rule 5",
        "rule renju",
        "game_type x",
        "evaluate 3",
    ],
)
def test_wrong_values_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"is not? |INFO takes|is less"):
        Info().updated(text)


@each("turn_ms", [100, 300, 1_000, 5_000, 30_000, 600_000])
@each("spent_ms", [0, 20])
def test_nearly_all_of_the_turn_time_is_used(turn_ms: int, spent_ms: int) -> None:
    limits = info_after(f"timeout_turn {turn_ms}").limits(10, None, spent_ms)
    unused_ms = turn_ms - spent_ms - limits["ms"]
    assert OVERHEAD_MS <= unused_ms <= OVERHEAD_MS + 0.02 * turn_ms + 1
    assert limits.keys() == {"ms"}


def test_a_move_gets_5_ms_when_no_time_is_left() -> None:
    for text in ("timeout_turn 0", "timeout_turn 30", "time_left 0", "time_left 40"):
        assert info_after(text).limits(10, None)["ms"] == 5
    assert info_after("timeout_turn 1000").limits(10, None, elapsed_ms=3_000)["ms"] == 5


def test_a_match_is_not_used_up_in_one_move() -> None:
    info = info_after("timeout_turn 30000", "timeout_match 180000", "time_left 9000")
    limits = info.limits(40, None)
    assert limits["soft_ms"] < limits["ms"] <= 0.9 * 9_000 * 0.35
    assert info_after("timeout_turn 100", "time_left 90000").limits(40, None)["ms"] < 100


def test_a_configured_time_per_move_is_an_upper_limit() -> None:
    assert Info().limits(10, 700) == {"ms": 700}
    assert Info().limits(10, None) == {"ms": 4_000}
    assert info_after("timeout_turn 5000").limits(10, 700)["ms"] == 700
    assert info_after("timeout_turn 500").limits(10, 700)["ms"] < 500


def test_time_left_is_counted_if_it_is_not_sent() -> None:
    info = info_after("timeout_match 10000").after_move(1_234.4)
    assert info.left_ms == 8_766
    assert info.updated("time_left 9000").left_ms == 9_000
    assert info.after_move(60_000).left_ms == 0
    assert info.restarted().left_ms == 10_000
    assert Info().after_move(99) == Info()
