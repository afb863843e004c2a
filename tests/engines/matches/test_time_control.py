"""Clocks of a match."""

import pytest

from zeitnot_engines.matches.time_control import GameClocks, TimeControl, read_time_control


@pytest.mark.parametrize(
    ("text", "control"),
    [
        ("10", TimeControl(10_000)),
        ("10+0.1", TimeControl(10_000, 100)),
        ("40/60+0.5", TimeControl(60_000, 500, moves=40)),
        ("0.2+0.002", TimeControl(200, 2)),
        ("1m", TimeControl(60_000)),
    ],
)
def test_reads_time_controls(text: str, control: TimeControl) -> None:
    assert read_time_control(text) == control


@pytest.mark.parametrize("text", ["", "fast", "0", "0/10", "40/", "40/60:20", "3d2", "10+0,1"])
def test_refuses_other_texts(text: str) -> None:
    with pytest.raises(ValueError, match="is not a time control such as"):
        read_time_control(text)


@pytest.mark.parametrize("text", ["-", "10", "10+0.1", "40/60", "40/60+0.5"])
def test_texts_are_those_of_pgn(text: str) -> None:
    control = TimeControl() if text == "-" else read_time_control(text)
    assert control.text == text


def test_players_have_their_own_clocks() -> None:
    clocks = GameClocks((TimeControl(1_000, 10), TimeControl(5_000)))
    assert clocks.spend(0, 300) is None
    assert clocks.spend(1, 300) is None
    assert clocks.left_ms == [710, 4_700]


def test_time_is_added_after_so_many_moves() -> None:
    clocks = GameClocks((TimeControl(1_000, moves=2), TimeControl()))
    seen = []
    for ms in (300, 300, 900, 100, 50):
        told = clocks.of(0)
        assert told is not None
        seen.append((told.moves_to_go, told.left_ms[0]))
        assert clocks.spend(0, ms) is None
    assert seen == [(2, 1_000), (1, 700), (2, 1_400), (1, 500), (2, 1_400)]
    assert clocks.of(1) is None


def test_a_flag_falls_beyond_the_margin() -> None:
    clocks = GameClocks((TimeControl(100, time_margin_ms=20),) * 2)
    assert clocks.spend(0, 120) is None
    assert clocks.left_ms[0] == 0
    assert clocks.spend(0, 25) == 25
