"""Time controls as text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zeitnot_client.controls import BadControlText, format_control, parse
from zeitnot_client.protocol import Control

FORMS = [
    ("600", Control(kind="sudden_death", base_ms=600_000)),
    ("0.5", Control(kind="sudden_death", base_ms=500)),
    ("180+2", Control(kind="fischer", base_ms=180_000, increment_ms=2_000)),
    ("3+0", Control(kind="fischer", base_ms=3_000, increment_ms=0)),
    ("30/move", Control(kind="per_move", time_ms=30_000)),
    ("unlimited", Control(kind="unlimited")),
]


@pytest.mark.parametrize(("text", "control"), FORMS)
def test_forms(text: str, control: Control) -> None:
    assert parse(text) == control
    assert format_control(control) == text


def test_case_and_blanks_do_not_matter() -> None:
    assert parse(" 30/Move ") == parse("30/move")


@pytest.mark.parametrize(
    ("text", "word"),
    [("180d2", "delay"), ("180b2", "Bronstein"), ("600+5x30", "byo-yomi"), ("40/7200", "moves in")],
)
def test_later_kinds_are_known_and_refused(text: str, word: str) -> None:
    with pytest.raises(BadControlText, match=f"{word}.* is not offered yet"):
        parse(text)


@pytest.mark.parametrize("text", ["", "x", "5+", "+5", "-3", "3+-1", "1e9", "30/", "0", "0+5", "∞"])
def test_nonsense_is_refused_with_what_is_understood(text: str) -> None:
    with pytest.raises(BadControlText):
        parse(text)


def test_more_than_the_wire_can_carry_is_refused() -> None:
    with pytest.raises(BadControlText, match="more than a clock can show"):
        parse("9999999999")


MS = st.integers(1, 10**9)


@given(
    st.one_of(
        st.builds(Control, kind=st.just("sudden_death"), base_ms=MS),
        st.builds(Control, kind=st.just("fischer"), base_ms=MS, increment_ms=st.integers(0, 10**6)),
        st.builds(Control, kind=st.just("per_move"), time_ms=MS),
    )
)
def test_what_is_written_is_read_back(control: Control) -> None:
    assert parse(format_control(control)) == control
