"""A session with a faulty server: unreadable frames, a rolled-back log, a different seed."""

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


def test_unreadable_frame_raises_bad_message() -> None:
    client_session = session()
    client_session.connected()
    with pytest.raises(BadMessage, match="unreadable"):
        client_session.receive('{"type":"moved"}', 0)


def test_events_are_delivered_again_after_a_rollback() -> None:
    room = FakeRoom()
    ann, bob = start_game(room)
    old_room, old_log = room.room, list(room.log)
    for connection, move in ((ann, "a1"), (bob, "b2"), (ann, "c3")):
        connection.session.move(move)
        pump(ann, bob)
    bob.session.move("a3")
    bob.send()
    ann.cut()
    bob.cut()  # before the answer arrives
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
        assert [item.live for item in session_events_of(connection, EventReceived)] == [
            False
        ] * old_room.seq
    assert bob.session.settled
    assert bob.session.state.ply == 0
    assert session_events_of(ann, YourTurn)[-1].ply == 0
    ann.session.move("b3")
    pump(ann, bob)
    assert [m.move for m in bob.session.state.moves] == ["b3"]


def test_commands_in_flight_are_dropped_after_a_rollback() -> None:
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
    assert [item.command.move for item in session_events_of(bob, Dropped)] == ["b2"]
    assert bob.session.settled
    assert not bob.session.asked(p.Ready)


# ── the commitment ─────────────────────────────────────────────────────────────────────────────


def change_seed(room: FakeRoom) -> str:
    """Changes the server's seed; returns the new commitment."""
    game_setup = msgspec.structs.replace(room.room.game_setup, seed=bytes(32))
    room.room = msgspec.structs.replace(room.room, game_setup=game_setup)
    return game_setup.commitment


def test_changed_commitment_is_reported_once() -> None:
    room = FakeRoom("ewn")
    ann, bob = start_game(room)
    first = ann.session.state.commitment
    other = change_seed(room)
    for _ in range(2):
        ann.cut()
        ann.connect()
        pump(ann, bob)
    assert session_events_of(ann, CommitmentChanged) == [CommitmentChanged(first, other)]
    assert ann.session.state.commitment == first
    assert ann.session.state.other_commitment == other


def test_seed_not_matching_its_commitment_is_reported() -> None:
    room = FakeRoom("ewn")
    ann, bob = start_game(room)
    first = ann.session.state.commitment
    other = change_seed(room)
    ann.session.abort()
    pump(ann, bob)
    assert session_events_of(ann, CommitmentChanged) == [CommitmentChanged(first, other)]
    assert session_events_of(bob, CommitmentChanged) == [CommitmentChanged(first, other)]


def test_correct_seed_is_accepted() -> None:
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


@pytest.mark.parametrize("extra_events", [0, 1, 10])
@pytest.mark.parametrize("sends_since_at", [True, False])
def test_different_history_of_any_length_is_noticed(
    extra_events: int, sends_since_at: bool
) -> None:
    """An older server sends no `since_at`, so the client cannot tell the two histories apart."""
    room = FakeRoom()
    room.sends_since_at = sends_since_at
    ann, bob = start_game(room)
    old_room, old_log = room.room, list(room.log)
    for connection, move in ((ann, "a1"), (bob, "b2")):
        connection.session.move(move)
        pump(ann, bob)
    last_seq = ann.session.state.seq
    ann.cut()
    bob.cut()
    room.room, room.log = old_room, old_log
    bob.session = session(2)
    bob.connect()
    bob.pump()
    for line in range(last_seq - old_room.seq + extra_events):
        room.ms += 1
        bob.session.chat(f"line {line}")
        bob.pump()
    assert room.room.seq == last_seq + extra_events
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


def test_unknown_event_is_not_taken_for_a_rollback() -> None:
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
    assert not [item for item in received if isinstance(item, Rewound)]
