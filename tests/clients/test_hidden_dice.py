"""Hidden dice: what a client's state and the terminal show of them."""

import zeitnot_protocol as p
from zeitnot_client.session_events import EventReceived
from zeitnot_client.terminal import moves, screen

from ..rooms.hidden_games import LiarsDice
from .fake_room import ANN, BOB, CYD, FakeConnection, FakeRoom, session
from .sessions import pump, start_with

DICE = 2


def liars_dice() -> tuple[FakeRoom, list[FakeConnection]]:
    room = FakeRoom(rules=LiarsDice(3, DICE))
    return room, start_with(room, ANN, BOB, CYD)


def thrown(room: FakeRoom) -> list[int]:
    return next(event.values for event in room.events() if isinstance(event, p.Threw))


def throw_line(connection: FakeConnection) -> str:
    """The terminal's line that reports the throw."""
    events = (item.event for item in connection.session_events if isinstance(item, EventReceived))
    throw = next(event for event in events if isinstance(event, p.Threw))
    return (
        screen.session_event_line(EventReceived(throw, live=True), connection.session.state) or ""
    )


def test_client_sees_only_its_dice() -> None:
    room, (ann, bob, _) = liars_dice()
    watcher = FakeConnection(room, None, session(9))
    watcher.connect()
    pump(watcher)
    values = thrown(room)
    assert list(ann.session.state.throws[0].values) == values[:DICE] + [p.HIDDEN] * 4
    assert list(bob.session.state.throws[0].values) == [-1, -1, *values[DICE:4], -1, -1]
    assert set(watcher.session.state.throws[0].values) == {p.HIDDEN}
    assert ann.session.state.position == f"{values[0]}{values[1]}.??.?? - 0"


def test_terminal_shows_question_marks_for_hidden_dice() -> None:
    room, (ann, bob, cyd) = liars_dice()
    one, other = thrown(room)[2:4]
    assert throw_line(bob) == f"The dice show ? ? {one} {other} ? ?."
    ann.session.move("1x2")
    pump(ann, bob, cyd)
    listed = moves.move_list(bob.session.state, ("blue", "red", "green")).splitlines()
    assert listed[1].split() == ["1.", f"?-?-{one}-{other}-?-?:", "1x2"]


def test_doubt_reveals_all_dice() -> None:
    room, (ann, bob, cyd) = liars_dice()
    ann.session.move("6x6")
    pump(ann, bob, cyd)
    bob.session.move("liar")
    pump(ann, bob, cyd)
    end = cyd.session.state
    assert end.position is not None
    assert "?" not in end.position
    assert end.finished is not None
    late = FakeConnection(room, None, session(9))
    late.connect()
    pump(late)
    assert list(late.session.state.throws[0].values) == thrown(room)
