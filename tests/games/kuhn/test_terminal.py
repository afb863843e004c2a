"""Kuhn poker in the terminal: the board, and the line that reports a finished hand."""

import random
import re

import pytest

import zeitnot_protocol as p
from zeitnot_client.session_events import EventReceived
from zeitnot_client.terminal import screen
from zeitnot_client.terminal.boards import board, part_result
from zeitnot_client.terminal.face import Change
from zeitnot_engines.games import load

from ...clients.fake_room import FakeRoom
from ...clients.sessions import pump, start_game

FOUR = {"hands": 4}
NAMES = ("Ann", "Bob")


@pytest.mark.parametrize(
    ("position", "lines"),
    [
        ("--/ 1 0 --/", ["hand 1 of 4, chips: first 0, second 0", "no cards yet"]),
        ("Q?/c 1 0 --/", ["hand 1 of 4, chips: first 0, second 0", "1 Q   2 ?   1 check"]),
        (
            "?J/cbc 2 -1 JQ/bc",
            [
                "hand 2 of 4, chips: first -1, second +1",
                "1 ?   2 J   2 check, 1 bet, 2 call",
                "before: 1 J   2 Q   1 bet, 2 call",
            ],
        ),
        (  # the session is over
            "--/ 5 -2 K?/cbf",
            ["hand 4 of 4, chips: first -2, second +2", "1 K   2 ?   2 check, 1 bet, 2 fold"],
        ),
    ],
)
def test_board_shows_the_hand_and_its_number(position: str, lines: list[str]) -> None:
    assert board("kuhn", position, [], None, 0, FOUR).plain.splitlines() == lines


def test_without_settings_the_total_of_hands_is_omitted() -> None:
    assert board("kuhn", "--/ 3 0 QJ/cc", [], None).plain.startswith("hand 3, chips")


@pytest.mark.parametrize("position", ["", "K/ 1 0 --/", "KQ/x 1 0 --/", "KQ/ one 0 --/"])
def test_malformed_position_is_shown_verbatim(position: str) -> None:
    assert board("kuhn", position, [], None).plain == position
    assert part_result("kuhn", Change(position, position, NAMES)) is None


@pytest.mark.parametrize(
    ("before", "after", "line"),
    [
        ("Q?/c 1 0 --/", "--/ 2 1 QJ/cc", "Hand 1: Ann wins 1 chip, Q beats J at the showdown."),
        (
            "?K/b 2 1 QJ/cc",
            "--/ 3 -1 QK/bc",
            "Hand 2: Bob wins 2 chips, K beats Q at the showdown.",
        ),
        ("K?/b 3 0 QJ/cc", "--/ 4 1 K?/bf", "Hand 3: Ann wins 1 chip, Bob folds."),
        ("KQ/cb 4 0 QJ/cc", "--/ 5 -1 KQ/cbf", "Hand 4: Bob wins 1 chip, Ann folds."),
        ("Q?/ 1 0 --/", "Q?/c 1 0 --/", None),
        ("--/ 2 1 QJ/cc", "?K/ 2 1 QJ/cc", None),
        ("", "--/ 2 1 QJ/cc", None),
    ],
)
def test_finished_hand_is_reported(before: str, after: str, line: str | None) -> None:
    assert part_result("kuhn", Change(before, after, NAMES)) == line


def test_folded_card_is_never_shown() -> None:
    """The line of a fold names no card, not even to the viewer who holds it."""
    rng, state = random.Random(3), load("kuhn", {"hands": 20}).start()
    lines = []
    while state.result is None:
        outcomes = state.outcomes()
        if outcomes:
            later = state.throw(rng.choice(outcomes)[0])
        else:
            later = state.play(rng.choice(state.legal()))
        for seat in (0, 1, None):
            change = Change(state.view(seat), later.view(seat), NAMES)
            lines.append(part_result("kuhn", change) or "")
        state = later
    folds = [line for line in lines if "folds" in line]
    assert len(folds) >= 3
    assert not any(re.search(r"\b[JQK]\b|\?", line) for line in folds)
    assert not any("?" in line for line in lines)


def test_both_seats_are_shown_the_end_of_a_hand() -> None:
    """The client derives the line from the server's events and shows it with the last move."""
    room = FakeRoom("kuhn")
    connections = ann, bob = start_game(room)
    for connection, move in ((ann, "bet"), (bob, "fold")):
        connection.session.move(move)
        pump(*connections)
    for connection in connections:
        events = [item for item in connection.session_events if isinstance(item, EventReceived)]
        found = [
            screen.part_result_line(session_event, connection.session.state)
            for session_event in events
        ]
        lines = [line for line in found if line]
        assert lines == ["Hand 1: Ann wins 1 chip, Bob folds."]
        (at,) = [n for n, line in enumerate(found) if line]
        assert isinstance(events[at].event, p.Moved)
