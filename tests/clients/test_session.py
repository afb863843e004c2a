"""The client's session in a room that runs the server's core, without sockets or real time."""

import zeitnot_protocol as p
from zeitnot_client.session_events import Acked, Disconnected, Notice, Rejected, YourTurn

from .fake_room import ANN, BOB, GAME, FakeConnection, FakeRoom, session
from .sessions import pump, seat_players, session_events_of, start_game


def test_hello_comes_first_and_commands_wait_for_the_catch_up() -> None:
    connection = FakeConnection(FakeRoom(), ANN, session())
    connection.session.sit()
    connection.connect()
    connection.session.sit(1)
    (hello,) = connection.session.to_send()
    assert p.decode_room_in(hello) == p.Hello(game=GAME, since=0)
    assert connection.peer
    connection.peer.send(hello)
    connection.receive()
    first, second = [p.decode_room_in(frame) for frame in connection.session.to_send()]
    assert isinstance(first, p.Sit)
    assert isinstance(second, p.Sit)
    assert connection.session.to_send() == []


def test_seat_is_known_in_any_order_of_responses() -> None:
    ann, bob = seat_players(FakeRoom(), ANN, BOB)
    assert (ann.session.state.you, bob.session.state.you) == (0, 1)
    early = session()
    connection = FakeConnection(FakeRoom(), ANN, early)
    connection.connect()
    connection.pump()
    sit = early.sit()
    connection.send()
    assert connection.peer
    frames = connection.peer.frames
    acks = [f for f in frames if isinstance(p.decode_room_out(f), p.Ack)]
    events = [f for f in frames if isinstance(p.decode_room_out(f), p.Seated)]
    for frame in (*acks, *events):
        early.receive(frame, 0)
    assert sit in acks[0]
    assert early.state.you == 0


def test_the_mover_gets_its_turn_when_a_game_starts() -> None:
    ann, bob = start_game(FakeRoom())
    assert ann.session.state.phase == "running"
    assert ann.session.state.salts == bob.session.state.salts
    assert len(set(ann.session.state.salts)) == 2
    (turn,) = session_events_of(ann, YourTurn)
    assert turn.ply == 0
    assert len(turn.legal) == 9
    assert ann.session.state.legal == turn.legal
    assert not session_events_of(bob, YourTurn)
    assert ann.session.state.my_turn
    assert not bob.session.state.my_turn


def test_move_reaches_both_players_and_is_acknowledged() -> None:
    room = FakeRoom()
    ann, bob = start_game(room)
    ann.session.move("b2", p.EngineReport(depth=3))
    assert ann.session.waiting_for(p.Move)
    pump(ann, bob)
    assert ann.session.settled
    for connection in (ann, bob):
        (moved,) = connection.session.state.moves
        assert (moved.move, moved.ply, moved.seat) == ("b2", 0, 0)
        assert moved.engine == p.EngineReport(depth=3)
        assert connection.session.state.position == "....x.... o"
        assert connection.session.state.ply == 1
    assert session_events_of(ann, Acked)[-1].command.move == "b2"
    assert ann.session.state.legal == ()
    assert bob.session.state.my_turn


def test_spectator_sees_moves_but_gets_no_turn() -> None:
    room = FakeRoom()
    ann, bob = start_game(room)
    watcher = FakeConnection(room, None, session(9))
    watcher.connect()
    pump(ann, bob, watcher)
    ann.session.move("a1")
    pump(ann, bob, watcher)
    assert watcher.session.state.you is None
    assert watcher.session.state.moves == ann.session.state.moves
    assert not session_events_of(watcher, YourTurn)


def test_refused_move_keeps_the_turn() -> None:
    ann, bob = start_game(FakeRoom())
    ann.session.move("z9")
    pump(ann, bob)
    (rejected,) = session_events_of(ann, Rejected)
    assert rejected.error.code == "illegal_move"
    assert rejected.command.move == "z9"
    assert ann.session.state.my_turn
    assert len(ann.session.state.legal) == 9
    assert ann.session.settled


def test_leaving_frees_the_seat() -> None:
    (ann,) = seat_players(FakeRoom(), ANN)
    ann.session.leave()
    ann.pump()
    assert ann.session.state.you is None
    assert ann.session.state.seats[0].player is None
    assert not ann.session.asked(p.Sit)


def test_old_seat_changes_do_not_remove_the_current_player() -> None:
    room = FakeRoom()
    (bob,) = seat_players(room, BOB)
    bob.session.leave()
    bob.pump()
    (ann,) = seat_players(room, ANN)
    later = FakeConnection(room, ANN, session(7))
    later.connect()
    later.pump()
    assert (ann.session.state.you, later.session.state.you) == (0, 0)


def test_resignation_and_rematch_are_folded_into_the_state() -> None:
    room = FakeRoom()
    ann, bob = start_game(room)
    ann.session.resign()
    pump(ann, bob)
    assert bob.session.state.finished
    assert bob.session.state.finished.scores == [0.0, 1.0]
    ann.session.rematch()
    pump(ann, bob)
    assert bob.session.state.rematch == {0}
    bob.session.rematch()
    pump(ann, bob)
    assert ann.session.state.next_game == bob.session.state.next_game == "game1"


def test_throw_arrives_with_the_turn() -> None:
    room = FakeRoom("ewn")
    ann, bob = start_game(room)
    state = ann.session.state
    assert [t.k for t in state.throws] == [0]
    assert state.my_turn
    ann.session.move(state.legal[0])
    pump(ann, bob)
    kinds = [type(e).__name__ for e in bob.session.state.record]
    assert kinds == ["Threw", "Moved", "Threw"]
    assert bob.session.state.my_turn


def test_clocks_run_between_messages() -> None:
    room = FakeRoom(control=p.Control(kind="sudden_death", base_ms=60_000))
    ann, bob = start_game(room)
    state = bob.session.state
    assert state.remaining_ms(0, state.clock_at_ms + 1_500) == 58_500
    assert state.remaining_ms(1, state.clock_at_ms + 1_500) == 60_000
    assert state.remaining_ms(0, state.clock_at_ms + 99_999_999) == 0
    assert ann.session.state.remaining_ms(0, 0) is not None


def test_unlimited_games_show_no_clocks() -> None:
    ann, _ = start_game(FakeRoom(control=p.Control(kind="unlimited")))
    assert ann.session.state.remaining_ms(0, 10**9) is None


def test_engine_lines_last_until_the_next_move() -> None:
    room = FakeRoom()
    ann, bob = start_game(room)
    bob.session.info(p.Info(game=GAME, ply=0, mode="pondering", depth=7, pv="a1 b2"))
    pump(ann, bob)
    assert ann.session.state.engines[1].depth == 7
    assert isinstance(ann.session_events[-1], Notice)
    ann.session.move("a1")
    pump(ann, bob)
    assert not ann.session.state.engines
    bob.session.info(p.Info(game=GAME, ply=1, mode="thinking"))
    bob.session.resign()
    pump(ann, bob)
    assert not ann.session.state.engines


def test_disconnected_is_reported_once() -> None:
    (ann,) = seat_players(FakeRoom(), ANN)
    ann.cut()
    assert ann.session.disconnected() == []
    assert len(session_events_of(ann, Disconnected)) == 1


def test_command_ids_are_unique() -> None:
    ann, _ = start_game(FakeRoom())
    ids = [ann.session.resign(), ann.session.abort(), ann.session.draw("offer")]
    assert len(set(ids)) == 3
