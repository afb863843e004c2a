"""Text from other users cannot control the terminal."""

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.text import Text

from zeitnot_client.printable import printable
from zeitnot_client.terminal.display import Display

HOSTILE = {
    "clears the screen": "\x1b[2J",
    "sets the title": "\x1b]0;pwned\x07",
    "writes the clipboard": "\x1b]52;c;cm0gLXJm\x1b\\",
    "in one byte": "\x9b2J",
    "overwrites the line": "Ann\rBob",
    "deletes characters": "Ann\b\b\bBob",
    "inserts a tab": "Ann\tBob",
    "turns the direction": "Ann\u202eneb",
    "isolates": "\u2066Ann",
    "a line separator": "Ann\u2028Bob",
    "half a character": "\ud800",
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_control_characters_are_replaced(text: str) -> None:
    visible = printable(text)
    assert len(visible) == len(text)
    assert "\ufffd" in visible
    assert not set(visible) & set("\x1b\x07\x9b\r\b\t\u202e\u2066\u2028\ud800")


@pytest.mark.parametrize(
    "text", ["Ann", "小明", "محمد علي", "👩\u200d🔬", "می\u200cخواهم", "Zoë", ""]
)
def test_harmless_text_is_unchanged(text: str) -> None:
    assert printable(text) == text


def test_characters_to_keep_are_unchanged() -> None:
    assert printable("a\nb\tc", keep="\n") == "a\nb\ufffdc"


@given(st.text())
def test_escaping_keeps_lengths_and_is_idempotent(text: str) -> None:
    escaped = printable(text)
    assert len(escaped) == len(text)
    assert printable(escaped) == escaped


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_display_escapes_text_of_other_players(text: str) -> None:
    out = io.StringIO()
    display = Display(out, live=True)
    display.show(text, Text(f"{text} says", "bold"), "two\nlines")
    display.prompt(text)
    display.refresh(text)
    rest = out.getvalue()
    for sequence in ("\x1b7", "\x1b[1A", "\x1b[2K", "\x1b8", "\r"):
        rest = rest.replace(sequence, "")
    assert printable(rest, keep="\n") == rest
    assert "two\nlines" in rest
