"""Messages that the terminal does not repeat during an outage."""

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
from zeitnot_client.terminal.trouble import Trouble

from .test_screen import game

HALTED = Rejected(None, p.Error(code="read_only", message="No."))
SAID = p.Said(game="g", seq=1, at=0, name="Ann", text="hello")


def test_read_only_is_shown_once_until_something_is_stored() -> None:
    trouble = Trouble()
    assert [trouble.is_known(HALTED) for _ in range(3)] == [False, True, True]
    assert not trouble.is_known(EventReceived(SAID, live=False))
    assert trouble.is_known(HALTED)
    assert not trouble.is_known(EventReceived(SAID, live=True))
    assert not trouble.is_known(HALTED)


def test_a_connection_closed_by_the_session_is_not_shown_as_lost() -> None:
    trouble = Trouble()
    assert not trouble.is_known(OutOfStep("send it again"))
    assert trouble.is_known(Disconnected())
    assert not trouble.is_over(Synced())
    assert not trouble.is_known(Disconnected())
    assert [trouble.is_over(Synced()), trouble.is_over(Synced())] == [True, False]


def test_a_rollback_of_the_server_is_shown_once_for_all_dropped_commands() -> None:
    trouble, (_, ann, _) = Trouble(), game()
    move = Dropped(p.Move(game="g", id="1", ply=0, move="b2"))
    session_events = (Rewound(), move, OutOfStep("less"), Disconnected())
    messages = [
        screen.session_event_line(h, ann.session.state)
        for h in session_events
        if not trouble.is_known(h)
    ]
    assert [text for text in messages if text] == [texts.WENT_BACK]
    assert not trouble.is_known(move)


def test_each_problem_has_its_text() -> None:
    _, ann, _ = game()
    assert screen.session_event_line(HALTED, ann.session.state) == texts.HALTED
