"""The longest possible duration of a turn, for every time control."""

import pytest

import zeitnot_protocol as p
from zeitnot_client.controls import parse_seconds
from zeitnot_server.rooms.controls import is_slow, longest_turn_ms

from ..each import each

SECOND_MS, HOUR_MS, YEARS_MS = 1000, 3_600_000, 10**12


@each(
    ("text", "seconds"),
    [
        ("600", 600),
        ("180+2", 180 + 40 * 2),
        ("180+2,cap200", 200),
        ("180d2", 182),
        ("180b2", 180),
        ("30/move", 30),
        ("600+5x30", 750),
        ("0+5x30", 150),
        ("600+25/300", 900),
        ("180/hourglass", 360),
        ("40/5400+30:1800+30", 5400 + 40 * 30 + 1800),
        ("1/60", 41 * 60),
        ("600,max20", 20),
        ("unlimited,max20", 20),
        ("3days", 3 * 86_400),
        ("unlimited", None),
    ],
)
def test_the_longest_turn(text: str, seconds: int | None) -> None:
    expected = None if seconds is None else seconds * SECOND_MS
    assert longest_turn_ms(parse_seconds(text)) == expected


@each(
    "control",
    [
        p.Control(kind="sudden_death", base_ms=YEARS_MS),
        p.Control(kind="sudden_death", base_ms=4 * HOUR_MS + 1),
        p.Control(kind="fischer", base_ms=SECOND_MS, increment_ms=YEARS_MS),
        p.Control(kind="delay", base_ms=SECOND_MS, delay_ms=YEARS_MS),
        p.Control(kind="bronstein", base_ms=YEARS_MS, delay_ms=SECOND_MS),
        p.Control(kind="per_move", time_ms=YEARS_MS),
        p.Control(kind="byoyomi", base_ms=SECOND_MS, periods=100, period_ms=HOUR_MS),
        p.Control(kind="canadian", base_ms=SECOND_MS, moves=1, period_ms=YEARS_MS),
        p.Control(kind="hourglass", base_ms=2 * HOUR_MS + 1),
        p.Control(kind="stages", stages=[p.Stage(SECOND_MS, 1), p.Stage(YEARS_MS)]),
        p.Control(kind="stages", stages=[p.Stage(SECOND_MS, increment_ms=YEARS_MS)]),
        p.Control(kind="correspondence", days=1, move_limit_ms=SECOND_MS),
        p.Control(kind="unlimited", move_limit_ms=SECOND_MS),
    ],
)
def test_turns_of_hours_make_a_game_slow(control: p.Control) -> None:
    assert is_slow(control)


@pytest.mark.parametrize(
    "text", ["60", "14400", "5400+30", "40/7200+30:3600+30", "3600+5x60", "600/move", "99999,max60"]
)
def test_games_played_in_one_sitting_are_not_slow(text: str) -> None:
    assert not is_slow(parse_seconds(text))
