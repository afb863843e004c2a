"""Time controls as text: the forms that are read, and how controls are formatted."""

import json
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from hypothesis import given

from zeitnot_client.controls import BadControlText, format_control, parse, parse_seconds
from zeitnot_client.terminal.clock_words import describe
from zeitnot_protocol import Control, Stage
from zeitnot_server.rooms.controls import check

from ..each import each
from ..rooms.any_control import controls

SHOWN = json.loads((Path(__file__).parents[1] / "data/control-texts.json").read_text("utf-8"))
"""The texts of terminal and web client; `clients/web/tests/clock.test.ts` reads the same file."""

FORMS = [
    ("10", Control(kind="sudden_death", base_ms=600_000)),
    ("1+0", Control(kind="sudden_death", base_ms=60_000)),
    ("90s", Control(kind="sudden_death", base_ms=90_000)),
    ("1h", Control(kind="sudden_death", base_ms=3_600_000)),
    ("3+2", Control(kind="fischer", base_ms=180_000, increment_ms=2_000)),
    ("3 min + 2 s", Control(kind="fischer", base_ms=180_000, increment_ms=2_000)),
    ("0.5+1", Control(kind="fischer", base_ms=30_000, increment_ms=1_000)),
    ("15+10", Control(kind="fischer", base_ms=900_000, increment_ms=10_000)),
    ("90+1m", Control(kind="fischer", base_ms=5_400_000, increment_ms=60_000)),
    (
        "3+2,cap5,max20",
        Control(
            kind="fischer",
            base_ms=180_000,
            increment_ms=2_000,
            cap_ms=300_000,
            move_limit_ms=20_000,
        ),
    ),
    ("3+0,cap5", Control(kind="fischer", base_ms=180_000, increment_ms=0, cap_ms=300_000)),
    ("3d2", Control(kind="delay", base_ms=180_000, delay_ms=2_000)),
    ("3b2.5", Control(kind="bronstein", base_ms=180_000, delay_ms=2_500)),
    ("30/move", Control(kind="per_move", time_ms=30_000)),
    ("2m/move", Control(kind="per_move", time_ms=120_000)),
    ("10+5x30", Control(kind="byoyomi", base_ms=600_000, periods=5, period_ms=30_000)),
    ("0+5x30", Control(kind="byoyomi", base_ms=0, periods=5, period_ms=30_000)),
    ("10+25/5", Control(kind="canadian", base_ms=600_000, moves=25, period_ms=300_000)),
    ("3/hourglass", Control(kind="hourglass", base_ms=180_000)),
    ("40/90", Control(kind="stages", stages=[Stage(base_ms=5_400_000, moves=40)])),
    (
        "40/90+30:30+30",
        Control(
            kind="stages",
            stages=[
                Stage(base_ms=5_400_000, moves=40, increment_ms=30_000),
                Stage(base_ms=1_800_000, increment_ms=30_000),
            ],
        ),
    ),
    ("*/30", Control(kind="stages", stages=[Stage(base_ms=1_800_000)])),
    ("1day", Control(kind="correspondence", days=1)),
    ("14days", Control(kind="correspondence", days=14)),
    ("3d", Control(kind="correspondence", days=3)),
    ("unlimited", Control(kind="unlimited")),
    ("unlimited,max20", Control(kind="unlimited", move_limit_ms=20_000)),
]
IN_SECONDS = [
    ("600", "10"),
    ("0.5", "0.5s"),
    ("180+2,cap300,max20", "3+2,cap5,max20"),
    ("180d2", "3d2"),
    ("180b2", "3b2"),
    ("30/move", "30/move"),
    ("600+5x30", "10+5x30"),
    ("600+25/300", "10+25/5"),
    ("180/hourglass", "3/hourglass"),
    ("40/5400+30:1800+30", "40/90+30:30+30"),
    ("3m+2", "3+2"),
]


@each(("text", "control"), FORMS)
def test_every_form_is_read_and_written(text: str, control: Control) -> None:
    assert parse(text) == control
    assert parse(format_control(control)) == control
    check(control)


@each(("seconds", "minutes"), IN_SECONDS)
def test_forms_in_seconds_are_read(seconds: str, minutes: str) -> None:
    assert parse_seconds(seconds) == parse(minutes)


@each("shown", SHOWN, ids=[shown["text"] for shown in SHOWN])
def test_controls_are_formatted_and_described(shown: dict[str, str]) -> None:
    control = msgspec.convert(shown["control"], Control)
    assert format_control(control) == shown["text"]
    assert parse(shown["text"]) == control
    assert describe(control) == shown["words"]


def test_limits_are_described() -> None:
    words = "3 minutes + 2 seconds a move, never more than 5 minutes, at most 20 seconds a move"
    assert describe(parse("3+2,cap5,max20")) == words
    assert format_control(parse("3+2,cap5,max20")) == "3+2,cap5,max20"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("5:00", "5:00: write 5 for 5 minutes"),
        ("1:00", "1:00: write 1 for 1 minute"),
        ("1:30", "1:30: write 90s for 90 seconds"),
        ("5:00+3", "5:00+3: write 5+3 for 5 minutes"),
    ],
)
def test_clock_time_is_refused_with_a_suggestion(text: str, message: str) -> None:
    with pytest.raises(BadControlText) as refused:
        parse(text)
    assert str(refused.value) == message
    assert parse(message.split()[2])


def test_single_move_is_described_in_the_singular() -> None:
    assert describe(parse("1/5:10")) == "5 minutes for 1 move, then 10 minutes"
    assert describe(parse("10+1/5")) == "10 minutes, then 5 minutes for every 1 move"


def test_case_and_blanks_are_ignored() -> None:
    assert parse(" 30/Move , max20 ") == parse("30/move,max20")
    with pytest.raises(BadControlText):
        parse("3 2")


@each("read", [parse, parse_seconds])
@each(
    "text",
    [
        *("", "x", "5+", "+5", "-3", "3+-1", "1e9", "30/", "0", "0+5", "0d5", "d5", "5b"),
        *("0/move", "5y", "5hm", "3s2", "m", "10+5x30/move"),
        *("600+x30", "600+5x", "600+5x0", "600+0x30", "600+5.5x30", "600+25/0", "600+0/300"),
        *("0/hourglass", "hourglass", "days", "0days", "1.5days", "40/5400:", ":1800", "0/5400"),
        *("1800:40/5400", "40/0:1800", "a/5400", "600,", "600,cap900", "180+2,cap60", "600,max0"),
        *("600,min5", "1:2:3", "1/1:" * 8 + "1"),
    ],
)
def test_malformed_control_is_refused(text: str, read: Callable[[str], Control]) -> None:
    with pytest.raises(BadControlText):
        read(text)


def test_refusal_lists_valid_forms() -> None:
    for read in (parse, parse_seconds):
        with pytest.raises(BadControlText) as refused:
            read("soon")
        listed = str(refused.value).partition("; write ")[2].partition(";")[0]
        forms = [form.partition(" (")[0] for form in listed.replace(" or ", ", ").split(", ")]
        assert len(forms) >= 10
        for form in forms:
            check(read(form))


@pytest.mark.parametrize("text", ["9999999999", "3+9999999999", "400days", "10+101x30"])
def test_too_large_numbers_are_refused(text: str) -> None:
    with pytest.raises(BadControlText, match="a number is too large"):
        parse(text)


@given(controls)
def test_formatted_controls_are_read_back(control: Control) -> None:
    """Fischer without an increment or a cap is read back as sudden death."""
    read = parse(format_control(control))
    if control.kind == "fischer" and not control.increment_ms and control.cap_ms is None:
        assert (read.kind, read.base_ms) == ("sudden_death", control.base_ms)
        assert read.move_limit_ms == control.move_limit_ms
    else:
        assert read == control
