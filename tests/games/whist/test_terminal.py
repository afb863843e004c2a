"""Whist in the terminal: the table, and the line that reports a taken trick."""

import pytest

from zeitnot_client.terminal.boards import board, part_result
from zeitnot_client.terminal.face import Change

NAMES = ("Ann", "Bob", "Cem", "Dan")


@pytest.mark.parametrize(
    ("position", "settings", "lines"),
    [
        ("- - - 0 0:0", {}, ["tricks: 1: 0, 2: 0", "1 no cards", "2 no cards", "table: -"]),
        (
            "KsTd ? 7h 0 0:2 8h9h/Tc5c",
            {"trump": "hearts"},
            [
                "tricks: 1: 0, 2: 2   trumps ♥",
                "1 K♠ 10♦",
                "2 1 card",
                "table: 2 7♥",
                "last trick: 10♣ 5♣",
            ],
        ),
        (
            "Ks ?? ?? ? 7h8h 3 1:0",
            {},
            [
                "tricks: 1 and 3: 1, 2 and 4: 0",
                "1 K♠",
                "2 2 cards",
                "3 2 cards",
                "4 1 card",
                "table: 2 7♥  3 8♥",
            ],
        ),
    ],
)
def test_table_is_drawn(position: str, settings: dict[str, str], lines: list[str]) -> None:
    drawn = board("whist", position, [], None, 0, settings).plain
    assert [line.rstrip() for line in drawn.splitlines()] == lines


@pytest.mark.parametrize("position", ["", "Kx ? - 0 0:0", "Ks ? - x 0:0", "Ks ? - 0 0"])
def test_malformed_position_is_shown_verbatim(position: str) -> None:
    assert board("whist", position, [], None).plain == position


@pytest.mark.parametrize(
    ("before", "after", "line"),
    [
        ("Ks 9h 7h 1 0:0", "Ks - - 1 0:1 7h9h", "Bob takes the trick with 9♥."),
        ("Ks ? - 0 0:0", "- ? Ks 1 0:0", None),
        ("- ? ? ? 2s3sTs 3 0:0", "- ? ? - - 2 1:0 2s3sTs4s", "Cem takes the trick with 10♠."),
        ("", "Ks ? - 0 0:0", None),
    ],
)
def test_taken_trick_is_reported(before: str, after: str, line: str | None) -> None:
    assert part_result("whist", Change(before, after, NAMES)) == line
