"""Lost frames: missed events are delivered once; commands are resent, but never played twice or in
another position."""

import pytest

import zeitnot_protocol as p
from zeitnot_client.session_events import (
    Acked,
    Dropped,
    EventReceived,
    OutOfStep,
    Rejected,
    Synced,
    YourTurn,
)

from .fake_room import ANN, GAME, FakeConnection, FakeRoom, session
from .sessions import pump, session_events_of, start_game


def test_missed_events_are_delivered_once_and_not_live() -> None:
    room = FakeRoom()
    ann, bob = start_game(room)
    bob.cut()
    ann.session.move("a1")
    ann.pump()
    bob.session_events.clear()
    bob.connect()
    known = bob.session.state.seq
    (hello,) = bob.session.to_send()
    assert p.decode_room_in(hello) == p.Hello(game=GAME, since=known)
    assert bob.peer
    bob.peer.send(hello)
    pump(ann, bob)
    received = session_events_of(bob, EventReceived)
    assert [type(item.event) for item in received] == [p.Moved]
    assert [item.live for item in received] == [False]
    assert bob.session_events.index(session_events_of(bob, Synced)[0]) < bob.session_events.index(
        session_events_of(bob, YourTurn)[0]
    )
    assert [m.move for m in bob.session.state.moves] == ["a1"]


def test_unacknowledged_move_is_resent_and_played_once() -> None:
    room = FakeRoom()
    ann, bob = start_game(room)
    ann.session.move("a1")
    ann.send()  # the move arrives, but its answer is lost
    ann.cut()
    ann.session_events.clear()
    ann.connect()
    pump(ann, bob)
    assert [type(e).__name__ for e in room.events()].count("Moved") == 1
    assert [d.command.move for d in session_events_of(ann, Acked)] == ["a1"]
    assert not session_events_of(ann, Rejected)
    assert ann.session.settled


def test_lost_move_is_resent_without_asking_again() -> None:
    room = FakeRoom()
    ann, bob = start_game(room)
    ann.session.move("a1")
    ann.session.to_send()  # given to a connection that breaks
    ann.cut()
    ann.session_events.clear()
    ann.connect()
    pump(ann, bob)
    assert not session_events_of(ann, YourTurn)
    assert [m.move for m in ann.session.state.moves] == ["a1"]


def test_commands_wait_for_the_connection() -> None:
    room = FakeRoom()
    ann, bob = start_game(room)
    ann.cut()
    ann.session.move("c3")
    ann.session.chat("sorry")
    ann.session.info(p.Info(game=GAME, ply=0, mode="thinking"))
    assert ann.session.to_send() == []
    ann.connect()
    pump(ann, bob)
    assert [m.move for m in bob.session.state.moves] == ["c3"]
    assert [s.text for s in bob.session.state.chat] == ["sorry"]
    assert room.infos == []


def test_gap_in_events_is_closed_by_reconnecting() -> None:
    room = FakeRoom()
    ann, bob = start_game(room)
    ann.session.move("a1")
    ann.pump()
    bob.send()
    assert bob.peer
    del bob.peer.frames[0]  # the move
    bob.peer.put(p.Said(game=GAME, seq=room.room.seq + 1, at=0, name="x", text="y"))
    bob.receive()
    assert session_events_of(bob, OutOfStep)
    assert bob.session.receive(p.encode(room.events()[0]), 0) == []
    assert bob.session.to_send() == []
    bob.cut()
    bob.connect()
    pump(ann, bob)
    assert [m.move for m in bob.session.state.moves] == ["a1"]
    assert bob.session.synced


def test_duplicate_events_are_dropped() -> None:
    room = FakeRoom()
    ann, _ = start_game(room)
    before = ann.session.state
    for event in room.events():
        assert ann.session.receive(p.encode(event), 5) == []
    assert ann.session.state == before


@pytest.mark.parametrize("code", ["retry", "read_only", "busy"])
def test_retry_refusal_reconnects_and_keeps_the_command(code: str) -> None:
    room = FakeRoom()
    ann, bob = start_game(room)
    room.refuse_next = p.Error(code=code, message="Not stored; please send it again.")
    ann.session.move("a1")
    ann.pump()
    assert session_events_of(ann, OutOfStep)
    assert ann.session.waiting_for(p.Move)
    ann.cut()
    ann.connect()
    pump(ann, bob)
    assert [m.move for m in bob.session.state.moves] == ["a1"]


def test_read_only_notice_changes_nothing() -> None:
    ann, _ = start_game(FakeRoom())
    before = ann.session.state
    error = p.Error(code="read_only", message="The clocks stand still.", game=ann.session.game)
    assert ann.session.receive(p.encode(error), 5) == [Rejected(None, error)]
    assert ann.session.state == before


def test_turn_is_delivered_before_an_old_move_is_acknowledged() -> None:
    """The move's answer was lost and the other side has replied, so the next turn comes before the
    answer."""
    ann, bob = start_game(FakeRoom())
    ann.session.move("a1")
    ann.send()
    ann.cut()
    pump(bob)
    bob.session.move("b2")
    pump(bob)
    ann.connect()
    pump(ann, bob)
    assert session_events_of(ann, YourTurn)[-1].ply == 2
    assert ann.session.settled


def test_move_sent_into_a_pause_is_played_on_resumption() -> None:
    room = FakeRoom()
    ann, bob = start_game(room)
    room.outage(50)
    ann.session.move("a1")  # before Ann's session receives the pause
    pump(ann, bob)
    assert ann.session.state.phase == "paused"
    assert ann.session.waiting_for(p.Move)
    assert not session_events_of(ann, Rejected)
    room.resume()
    pump(ann, bob)
    assert [m.move for m in bob.session.state.moves] == ["a1"]


def test_turn_is_delivered_again_after_a_pause() -> None:
    room = FakeRoom()
    ann, bob = start_game(room)
    room.outage(50)
    pump(ann, bob)
    assert ann.session.state.legal == ()
    ann.session_events.clear()
    room.resume()
    pump(ann, bob)
    assert [type(item) for item in ann.session_events if isinstance(item, YourTurn)] == [YourTurn]


def test_move_for_a_taken_back_position_is_not_resent() -> None:
    ann, bob = start_game(FakeRoom())
    ann.session.move("a1")
    pump(ann, bob)
    bob.session.move("b1")
    pump(ann, bob)
    ann.session.takeback("ask")
    pump(ann, bob)
    bob.session.takeback("accept")
    bob.send()
    ann.session.move("c1")
    ann.receive()
    assert not ann.session.waiting_for(p.Move)
    pump(ann, bob)
    assert ann.session.state.moves == ()


def take_back_to_ann(room: FakeRoom) -> tuple[FakeConnection, FakeConnection, FakeConnection]:
    """Ann has played a1 and Bob b1; Ann's c1 is lost with her connection. Meanwhile she agrees on
    another device to take back b1, and Bob plays b2: the same ply, but another position."""
    ann, bob = start_game(room)
    other = FakeConnection(room, ANN, session(9))
    other.connect()
    ann.session.move("a1")
    pump(ann, bob, other)
    bob.session.move("b1")
    pump(ann, bob, other)
    ann.session.move("c1")
    ann.session.to_send()  # given to a connection that breaks
    ann.cut()
    bob.session.takeback("ask")
    pump(bob, other)
    other.session.takeback("accept")
    pump(bob, other)
    bob.session.move("b2")
    pump(bob, other)
    ann.session_events.clear()
    return ann, bob, other


def test_resent_move_is_not_played_in_another_position() -> None:
    ann, bob, other = take_back_to_ann(FakeRoom())
    ann.connect()
    pump(ann, bob, other)
    assert [m.move for m in bob.session.state.moves] == ["a1", "b2"]
    (dropped,) = session_events_of(ann, Dropped)
    assert dropped.command.move == "c1"
    assert session_events_of(ann, YourTurn)[-1].ply == 2, "Ann is asked again"
    assert ann.session.settled


def test_move_before_the_catch_up_is_not_played_elsewhere() -> None:
    room = FakeRoom()
    ann, bob, other = take_back_to_ann(room)
    ann.connect()
    ann.session.move("c3")  # the board shown is still the old one
    ann.send()
    ann.receive(2)  # welcome, and the offer to take back
    assert not ann.session.synced
    pump(ann, bob, other)
    assert [m.move for m in bob.session.state.moves] == ["a1", "b2"]
    assert [g.command.move for g in session_events_of(ann, Dropped)] == ["c1", "c3"]


def test_move_is_sent_only_once_after_a_missed_pause() -> None:
    room = FakeRoom()
    ann, bob = start_game(room)
    ann.cut()
    ann.session.move("a1")
    room.outage(50)
    room.resume()
    ann.connect()
    ann.send()
    ann.receive(3)  # welcome, paused, resumed
    moves = [f for f in ann.session.to_send() if isinstance(p.decode_room_in(f), p.Move)]
    assert len(moves) == 1
    assert ann.peer
    ann.peer.send(moves[0])
    pump(ann, bob)
    assert [m.move for m in bob.session.state.moves] == ["a1"]


def test_move_after_the_end_is_rejected() -> None:
    ann, bob = start_game(FakeRoom())
    ann.session.move("a1")
    ann.session.to_send()
    ann.cut()
    bob.session.resign()
    pump(bob)
    ann.connect()
    pump(ann, bob)
    (rejected,) = session_events_of(ann, Rejected)
    assert (rejected.command.move, rejected.error.state) == ("a1", "finished")
    assert ann.session.settled
