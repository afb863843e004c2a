"""A session and a faulty server: unreadable frames, a rolled-back log, a different seed."""

import msgspec
import pytest

import zeitnot_protocol as p
from zeitnot_client.exceptions import BadMessage
from zeitnot_client.session_events import (
    CommitmentChanged,
    Dropped,
    EventReceived,
    OutOfStep,
    Rewound,
    YourTurn,
)

from .fake_room import GAME, FakeRoom, session
from .sessions import pump, session_events_of, start_game


def test_an_unreadable_frame_is_an_error_of_the_server() -> None:
    me = session()
    me.connected()
    with pytest.raises(BadMessage, match="unreadable"):
        me.receive('{"type":"moved"}', 0)


def test_after_a_rollback_of_the_server_all_events_are_delivered_again_once() -> None:
    room = FakeRoom()
    ann, bob = start_game(room)
    old_room, old_log = room.room, list(room.log)
    for connection, move in ((ann, "a1"), (bob, "b2"), (ann, "c3")):
        connection.session.move(move)
        pump(ann, bob)
    bob.session.move("a3")
    bob.send()
    ann.cut()
    bob.cut()  # before the answer
    room.room, room.log = old_room, old_log
    for connection in (ann, bob):
        connection.connect()
        connection.pump()
        assert (
            len(session_events_of(connection, Rewound))
            == len(session_events_of(connection, OutOfStep))
            == 1
        )
        assert (connection.session.state.seq, connection.session.state.record) == (0, ())
        connection.cut()
        connection.session_events.clear()
        connection.connect()
        pump(ann, bob)
        assert connection.session.synced
        assert not session_events_of(connection, Rewound)
        assert [h.live for h in session_events_of(connection, EventReceived)] == [
            False
        ] * old_room.seq
    assert bob.session.settled
    assert bob.session.state.ply == 0
    assert session_events_of(ann, YourTurn)[-1].ply == 0
    ann.session.move("b3")
    pump(ann, bob)
    assert [m.move for m in bob.session.state.moves] == ["b3"]


def test_commands_in_flight_are_dropped_after_a_rollback_of_the_server() -> None:
    room = FakeRoom()
    ann, bob = start_game(room)
    old_room, old_log = room.room, list(room.log)
    ann.session.move("a1")
    pump(ann, bob)
    ann.cut()
    bob.cut()
    bob.session.move("b2")
    room.room, room.log = old_room, old_log
    bob.connect()
    bob.pump()
    assert [h.command.move for h in session_events_of(bob, Dropped)] == ["b2"]
    assert bob.session.settled
    assert not bob.session.asked(p.Ready)


# ── the commitment ─────────────────────────────────────────────────────────────────────────────


def another_seed(room: FakeRoom) -> str:
    """Gives the server another seed; returns the new commitment."""
    game_setup = msgspec.structs.replace(room.room.game_setup, seed=bytes(32))
    room.room = msgspec.structs.replace(room.room, game_setup=game_setup)
    return game_setup.commitment


def test_a_changed_commitment_is_reported_once_and_the_first_kept() -> None:
    room = FakeRoom("ewn")
    ann, bob = start_game(room)
    first = ann.session.state.commitment
    other = another_seed(room)
    for _ in range(2):
        ann.cut()
        ann.connect()
        pump(ann, bob)
    assert session_events_of(ann, CommitmentChanged) == [CommitmentChanged(first, other)]
    assert ann.session.state.commitment == first
    assert ann.session.state.other_commitment == other


def test_a_seed_that_does_not_match_its_commitment_is_reported() -> None:
    room = FakeRoom("ewn")
    ann, bob = start_game(room)
    first = ann.session.state.commitment
    other = another_seed(room)
    ann.session.abort()
    pump(ann, bob)
    assert session_events_of(ann, CommitmentChanged) == [CommitmentChanged(first, other)]
    assert session_events_of(bob, CommitmentChanged) == [CommitmentChanged(first, other)]


def test_a_correct_seed_is_accepted() -> None:
    room = FakeRoom("ewn")
    ann, bob = start_game(room)
    ann.cut()
    ann.connect()
    bob.session.abort()
    pump(ann, bob)
    assert (
        session_events_of(ann, CommitmentChanged) == session_events_of(bob, CommitmentChanged) == []
    )
    assert ann.session.state.other_commitment is None


@pytest.mark.parametrize("more", [0, 1, 10])
@pytest.mark.parametrize("sends_since_at", [True, False])
def test_a_different_history_is_noticed_at_any_length(more: int, sends_since_at: bool) -> None:
    """Without `since_at`, as with an older server, nothing distinguishes the two."""
    room = FakeRoom()
    room.sends_since_at = sends_since_at
    ann, bob = start_game(room)
    old_room, old_log = room.room, list(room.log)
    for connection, move in ((ann, "a1"), (bob, "b2")):
        connection.session.move(move)
        pump(ann, bob)
    had = ann.session.state.seq
    ann.cut()
    bob.cut()
    room.room, room.log = old_room, old_log
    bob.session = session(2)
    bob.connect()
    bob.pump()
    for line in range(had - old_room.seq + more):
        room.ms += 1
        bob.session.chat(f"line {line}")
        bob.pump()
    assert room.room.seq == had + more
    ann.connect()
    ann.pump()
    assert len(session_events_of(ann, Rewound)) == sends_since_at
    if not sends_since_at:
        return
    ann.cut()
    ann.session_events.clear()
    ann.connect()
    pump(ann, bob)
    assert (ann.session.synced, session_events_of(ann, Rewound)) == (True, [])
    assert session_events_of(ann, YourTurn)[-1].ply == 0
    ann.session.move("b3")
    pump(ann, bob)
    assert [m.move for m in bob.session.state.moves] == ["b3"]


def test_unknown_event_types_do_not_change_the_history() -> None:
    room = FakeRoom()
    ann, _ = start_game(room)
    state = ann.session.state
    assert state.room
    ann.session.receive(f'{{"type":"cheered","game":"{GAME}","seq":{state.seq + 1},"at":77}}', 0)
    assert (ann.session.state.seq, ann.session.state.at) == (state.seq + 1, 77)
    ann.session.disconnected()
    ann.session.connected()
    welcome = p.Welcome(GAME, state.room, state.seq + 1, state.commitment, 0, since_at=77)
    received = ann.session.receive(p.encode(welcome), 0)
    assert not [h for h in received if isinstance(h, Rewound)]
