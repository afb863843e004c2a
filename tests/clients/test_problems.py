"""Problems that the terminal reports only once during an outage."""

import zeitnot_protocol as p
from zeitnot_client.session_events import (
    Disconnected,
    Dropped,
    EventReceived,
    OutOfStep,
    Rejected,
    Rewound,
    Synced,
)
from zeitnot_client.terminal import screen, texts
from zeitnot_client.terminal.problems import ShownProblems

from .test_screen import game

READ_ONLY = Rejected(None, p.Error(code="read_only", message="No."))
CHAT = p.Said(game="g", seq=1, at=0, name="Ann", text="hello")


def test_read_only_is_shown_once_until_an_event_is_stored() -> None:
    problems = ShownProblems()
    assert [problems.was_shown(READ_ONLY) for _ in range(3)] == [False, True, True]
    assert not problems.was_shown(EventReceived(CHAT, live=False))
    assert problems.was_shown(READ_ONLY)
    assert not problems.was_shown(EventReceived(CHAT, live=True))
    assert not problems.was_shown(READ_ONLY)


def test_connection_closed_by_the_session_is_not_reported() -> None:
    problems = ShownProblems()
    assert not problems.was_shown(OutOfStep("send it again"))
    assert problems.was_shown(Disconnected())
    assert not problems.is_resolved(Synced())
    assert not problems.was_shown(Disconnected())
    assert [problems.is_resolved(Synced()), problems.is_resolved(Synced())] == [True, False]


def test_rollback_is_reported_once_for_all_dropped_commands() -> None:
    problems, (_, ann, _) = ShownProblems(), game()
    move = Dropped(p.Move(game="g", id="1", ply=0, move="b2"))
    session_events = (Rewound(), move, OutOfStep("less"), Disconnected())
    messages = [
        screen.session_event_line(item, ann.session.state)
        for item in session_events
        if not problems.was_shown(item)
    ]
    assert [text for text in messages if text] == [texts.REWOUND]
    assert not problems.was_shown(move)


def test_read_only_has_its_own_text() -> None:
    _, ann, _ = game()
    assert screen.session_event_line(READ_ONLY, ann.session.state) == texts.HALTED
