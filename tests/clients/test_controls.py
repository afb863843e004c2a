"""Time controls as text."""

import pytest
from hypothesis import given

from zeitnot_client.controls import BadControlText, format_control, parse
from zeitnot_protocol import Control, Stage
from zeitnot_server.rooms.controls import check

from ..rooms.any_control import controls

FORMS = [
    ("600", Control(kind="sudden_death", base_ms=600_000)),
    ("0.5", Control(kind="sudden_death", base_ms=500)),
    ("180+2", Control(kind="fischer", base_ms=180_000, increment_ms=2_000)),
    ("3+0", Control(kind="fischer", base_ms=3_000, increment_ms=0)),
    (
        "180+2,cap300",
        Control(kind="fischer", base_ms=180_000, increment_ms=2_000, cap_ms=300_000),
    ),
    ("180d2", Control(kind="delay", base_ms=180_000, delay_ms=2_000)),
    ("180b2.5", Control(kind="bronstein", base_ms=180_000, delay_ms=2_500)),
    ("30/move", Control(kind="per_move", time_ms=30_000)),
    ("600+5x30", Control(kind="byoyomi", base_ms=600_000, periods=5, period_ms=30_000)),
    ("0+5x30", Control(kind="byoyomi", base_ms=0, periods=5, period_ms=30_000)),
    ("600+25/300", Control(kind="canadian", base_ms=600_000, moves=25, period_ms=300_000)),
    ("180/hourglass", Control(kind="hourglass", base_ms=180_000)),
    ("40/5400", Control(kind="stages", stages=[Stage(base_ms=5_400_000, moves=40)])),
    (
        "40/5400+30:1800+30",
        Control(
            kind="stages",
            stages=[
                Stage(base_ms=5_400_000, moves=40, increment_ms=30_000),
                Stage(base_ms=1_800_000, increment_ms=30_000),
            ],
        ),
    ),
    ("*/1800", Control(kind="stages", stages=[Stage(base_ms=1_800_000)])),
    ("1day", Control(kind="correspondence", days=1)),
    ("14days", Control(kind="correspondence", days=14)),
    ("unlimited", Control(kind="unlimited")),
    ("unlimited,max20", Control(kind="unlimited", move_limit_ms=20_000)),
    (
        "180+2,cap300,max20",
        Control(
            kind="fischer",
            base_ms=180_000,
            increment_ms=2_000,
            cap_ms=300_000,
            move_limit_ms=20_000,
        ),
    ),
]


@pytest.mark.parametrize(("text", "control"), FORMS)
def test_reads_every_form(text: str, control: Control) -> None:
    assert parse(text) == control
    assert format_control(control) == text
    check(control)


def test_ignores_case_and_blanks() -> None:
    assert parse(" 30/Move , max20 ") == parse("30/move,max20")


@pytest.mark.parametrize(
    "text",
    [
        *(
            "",
            "x",
            "5+",
            "+5",
            "-3",
            "3+-1",
            "1e9",
            "30/",
            "0",
            "0+5",
            "∞",
            "0d5",
            "d5",
            "5b",
            "0/move",
        ),
        *("600+x30", "600+5x", "600+5x0", "600+0x30", "600+5.5x30", "600+25/0", "600+0/300"),
        *("0/hourglass", "hourglass", "days", "0days", "1.5days", "40/5400:", ":1800", "0/5400"),
        *("1800:40/5400", "40/0:1800", "a/5400", "600,", "600,cap900", "180+2,cap60", "600,max0"),
        *("600,min5", "1:2:3", "1/1:" * 8 + "1"),
    ],
)
def test_nonsense_is_refused_with_the_forms_that_exist(text: str) -> None:
    with pytest.raises(BadControlText):
        parse(text)


@pytest.mark.parametrize("text", ["9999999999", "3+9999999999", "400days", "600+101x30"])
def test_numbers_beyond_the_wire_are_refused(text: str) -> None:
    with pytest.raises(BadControlText, match="more than a clock can show"):
        parse(text)


@given(controls)
def test_formatted_controls_are_read_back(control: Control) -> None:
    assert parse(format_control(control)) == control
