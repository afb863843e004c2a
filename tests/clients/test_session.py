"""The session against the server's own pure core: no sockets, no time; any frame may be lost."""

import random
from dataclasses import replace

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import zeitnot_protocol as p
from zeitnot_client.exceptions import BadMessage
from zeitnot_client.session import (
    CommitmentChanged,
    Declined,
    Disconnected,
    Done,
    GivenUp,
    Happened,
    OutOfStep,
    Synced,
    Told,
    WentBack,
    YourTurn,
)
from zeitnot_client.state import fold, note

from .fake_room import ANN, BOB, GAME, FakeRoom, Wire, session

CLOCK = p.ClockView(remaining_ms=[60_000, 60_000])


def seated(room: FakeRoom, *actors: object) -> list[Wire]:
    """Connected sessions that have sat down, in order of the seats, and not said that they are
    ready."""
    wires = []
    for number, actor in enumerate(actors):
        wire = Wire(room, actor, session(number + 1))  # type: ignore[arg-type]
        wire.connect()
        wire.session.sit()
        wire.pump()
        wires.append(wire)
    pump(*wires)
    return wires


def started(room: FakeRoom) -> tuple[Wire, Wire]:
    """Ann and Bob in a game that is on."""
    ann, bob = seated(room, ANN, BOB)
    ann.session.ready()
    bob.session.ready()
    pump(ann, bob)
    return ann, bob


def pump(*wires: Wire) -> None:
    """Until all are silent."""
    while sum(wire.send() + wire.receive() for wire in wires):
        pass


def of(wire: Wire, kind: type) -> list:  # type: ignore[type-arg]
    """The happenings of one kind."""
    return [h for h in wire.heard if isinstance(h, kind)]


def test_hello_is_first_and_the_rest_waits_until_all_is_known() -> None:
    wire = Wire(FakeRoom(), ANN, session())
    wire.session.sit()
    wire.connect()
    wire.session.sit(1)
    (hello,) = wire.session.to_send()
    assert p.decode_room_in(hello) == p.Hello(game=GAME, since=0)
    assert wire.peer
    wire.peer.send(hello)
    wire.receive()
    first, second = [p.decode_room_in(frame) for frame in wire.session.to_send()]
    assert isinstance(first, p.Sit)
    assert isinstance(second, p.Sit)
    assert wire.session.to_send() == []


def test_sitting_down_gives_a_seat_whichever_way_the_answers_come() -> None:
    ann, bob = seated(FakeRoom(), ANN, BOB)
    assert (ann.session.state.you, bob.session.state.you) == (0, 1)
    early = session()
    wire = Wire(FakeRoom(), ANN, early)
    wire.connect()
    wire.pump()
    sit = early.sit()
    wire.send()
    assert wire.peer
    frames = wire.peer.frames
    acks = [f for f in frames if isinstance(p.decode_room_out(f), p.Ack)]
    events = [f for f in frames if isinstance(p.decode_room_out(f), p.Seated)]
    for frame in (*acks, *events):
        early.receive(frame, 0)
    assert sit in acks[0]
    assert early.state.you == 0


def test_a_game_starts_and_the_mover_is_told() -> None:
    ann, bob = started(FakeRoom())
    assert ann.session.state.phase == "running"
    assert ann.session.state.salts == bob.session.state.salts
    assert len(set(ann.session.state.salts)) == 2
    (turn,) = of(ann, YourTurn)
    assert turn.ply == 0
    assert len(turn.legal) == 9
    assert ann.session.state.legal == turn.legal
    assert not of(bob, YourTurn)
    assert ann.session.state.my_turn
    assert not bob.session.state.my_turn


def test_a_move_reaches_both_and_is_acknowledged() -> None:
    room = FakeRoom()
    ann, bob = started(room)
    ann.session.move("b2", p.EngineReport(depth=3))
    assert ann.session.waiting_for(p.Move)
    pump(ann, bob)
    assert ann.session.settled
    for wire in (ann, bob):
        (moved,) = wire.session.state.moves
        assert (moved.move, moved.ply, moved.seat) == ("b2", 0, 0)
        assert moved.engine == p.EngineReport(depth=3)
        assert wire.session.state.position == "....x.... o"
        assert wire.session.state.ply == 1
    assert of(ann, Done)[-1].command.move == "b2"
    assert ann.session.state.legal == ()
    assert bob.session.state.my_turn


def test_a_spectator_sees_and_is_never_asked() -> None:
    room = FakeRoom()
    ann, bob = started(room)
    watcher = Wire(room, None, session(9))
    watcher.connect()
    pump(ann, bob, watcher)
    ann.session.move("a1")
    pump(ann, bob, watcher)
    assert watcher.session.state.you is None
    assert watcher.session.state.moves == ann.session.state.moves
    assert not of(watcher, YourTurn)


def test_what_was_missed_comes_once_and_is_not_live() -> None:
    room = FakeRoom()
    ann, bob = started(room)
    bob.cut()
    ann.session.move("a1")
    ann.pump()
    bob.heard.clear()
    bob.connect()
    known = bob.session.state.seq
    (hello,) = bob.session.to_send()
    assert p.decode_room_in(hello) == p.Hello(game=GAME, since=known)
    assert bob.peer
    bob.peer.send(hello)
    pump(ann, bob)
    happened = of(bob, Happened)
    assert [type(h.event) for h in happened] == [p.Moved]
    assert [h.live for h in happened] == [False]
    assert bob.heard.index(of(bob, Synced)[0]) < bob.heard.index(of(bob, YourTurn)[0])
    assert [m.move for m in bob.session.state.moves] == ["a1"]


def test_an_unanswered_move_is_sent_again_with_its_id_and_played_once() -> None:
    room = FakeRoom()
    ann, bob = started(room)
    ann.session.move("a1")
    ann.send()  # it arrives, but the answer is lost
    ann.cut()
    ann.heard.clear()
    ann.connect()
    pump(ann, bob)
    assert [type(e).__name__ for e in room.events()].count("Moved") == 1
    assert [d.command.move for d in of(ann, Done)] == ["a1"]
    assert not of(ann, Declined)
    assert ann.session.settled


def test_a_move_lost_on_the_way_is_sent_again_without_asking_twice() -> None:
    room = FakeRoom()
    ann, bob = started(room)
    ann.session.move("a1")
    ann.session.to_send()  # given to a connection that breaks
    ann.cut()
    ann.heard.clear()
    ann.connect()
    pump(ann, bob)
    assert not of(ann, YourTurn)
    assert [m.move for m in ann.session.state.moves] == ["a1"]


def test_commands_given_while_down_wait_for_the_connection() -> None:
    room = FakeRoom()
    ann, bob = started(room)
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


def test_a_gap_is_noticed_and_mended_by_a_new_connection() -> None:
    room = FakeRoom()
    ann, bob = started(room)
    ann.session.move("a1")
    ann.pump()
    bob.send()
    assert bob.peer
    del bob.peer.frames[0]  # the move
    bob.peer.put(p.Said(game=GAME, seq=room.room.seq + 1, at=0, name="x", text="y"))
    bob.receive()
    assert of(bob, OutOfStep)
    assert bob.session.receive(p.encode(room.events()[0]), 0) == []
    assert bob.session.to_send() == []
    bob.cut()
    bob.connect()
    pump(ann, bob)
    assert [m.move for m in bob.session.state.moves] == ["a1"]
    assert bob.session.synced


def test_duplicates_are_dropped() -> None:
    room = FakeRoom()
    ann, _ = started(room)
    before = ann.session.state
    for event in room.events():
        assert ann.session.receive(p.encode(event), 5) == []
    assert ann.session.state == before


@pytest.mark.parametrize("code", ["retry", "read_only", "busy"])
def test_what_is_to_be_sent_again_asks_for_a_new_connection_and_is_kept(code: str) -> None:
    room = FakeRoom()
    ann, bob = started(room)
    room.refuse_next = p.Error(code=code, message="Not stored; please send it again.")
    ann.session.move("a1")
    ann.pump()
    assert of(ann, OutOfStep)
    assert ann.session.waiting_for(p.Move)
    ann.cut()
    ann.connect()
    pump(ann, bob)
    assert [m.move for m in bob.session.state.moves] == ["a1"]


def test_news_of_a_disk_for_all_in_the_room_is_told_and_changes_nothing() -> None:
    ann, _ = started(FakeRoom())
    before = ann.session.state
    error = p.Error(code="read_only", message="The clocks stand still.", game=ann.session.game)
    assert ann.session.receive(p.encode(error), 5) == [Declined(None, error)]
    assert ann.session.state == before


def test_a_turn_is_passed_on_though_an_older_move_still_waits_for_its_answer() -> None:
    """The answer was lost, the other side has replied: the next turn comes before the answer."""
    ann, bob = started(FakeRoom())
    ann.session.move("a1")
    ann.send()
    ann.cut()
    pump(bob)
    bob.session.move("b2")
    pump(bob)
    ann.connect()
    pump(ann, bob)
    assert of(ann, YourTurn)[-1].ply == 2
    assert ann.session.settled


def test_a_refused_move_leaves_the_turn() -> None:
    ann, bob = started(FakeRoom())
    ann.session.move("z9")
    pump(ann, bob)
    (declined,) = of(ann, Declined)
    assert declined.error.code == "illegal_move"
    assert declined.command.move == "z9"
    assert ann.session.state.my_turn
    assert len(ann.session.state.legal) == 9
    assert ann.session.settled


def test_a_move_into_a_pause_is_played_when_the_game_goes_on() -> None:
    room = FakeRoom()
    ann, bob = started(room)
    room.outage(50)
    ann.session.move("a1")  # not yet heard of the pause
    pump(ann, bob)
    assert ann.session.state.phase == "paused"
    assert ann.session.waiting_for(p.Move)
    assert not of(ann, Declined)
    room.resume()
    pump(ann, bob)
    assert [m.move for m in bob.session.state.moves] == ["a1"]


def test_after_a_pause_the_mover_is_asked_again() -> None:
    room = FakeRoom()
    ann, bob = started(room)
    room.outage(50)
    pump(ann, bob)
    assert ann.session.state.legal == ()
    ann.heard.clear()
    room.resume()
    pump(ann, bob)
    assert [type(h) for h in ann.heard if isinstance(h, YourTurn)] == [YourTurn]


def test_leaving_frees_the_seat_for_oneself_too() -> None:
    (ann,) = seated(FakeRoom(), ANN)
    ann.session.leave()
    ann.pump()
    assert ann.session.state.you is None
    assert ann.session.state.seats[0].player is None
    assert not ann.session.asked(p.Sit)


def test_old_changes_of_a_seat_do_not_unseat_who_sits_there_now() -> None:
    room = FakeRoom()
    (bob,) = seated(room, BOB)
    bob.session.leave()
    bob.pump()
    (ann,) = seated(room, ANN)
    later = Wire(room, ANN, session(7))
    later.connect()
    later.pump()
    assert (ann.session.state.you, later.session.state.you) == (0, 0)


def test_draw_offer_answer_and_agreement() -> None:
    ann, bob = started(FakeRoom())
    ann.session.draw("offer")
    pump(ann, bob)
    assert bob.session.state.draw_offer == 0
    bob.session.draw("decline")
    pump(ann, bob)
    assert ann.session.state.draw_offer is None
    bob.session.draw("offer")
    pump(ann, bob)
    assert ann.session.state.offered_by_other("draw")
    ann.session.draw("accept")
    pump(ann, bob)
    assert ann.session.state.finished
    assert ann.session.state.finished.reason == "agreed"
    assert ann.session.state.phase == "finished"
    assert ann.session.state.turn is None


def test_a_takeback_shortens_the_record() -> None:
    ann, bob = started(FakeRoom())
    ann.session.move("a1")
    pump(ann, bob)
    bob.session.move("b1")
    pump(ann, bob)
    ann.session.takeback("ask")
    pump(ann, bob)
    assert bob.session.state.offered_by_other("takeback")
    bob.session.takeback("accept")
    pump(ann, bob)
    for wire in (ann, bob):
        state = wire.session.state
        assert (state.ply, state.turn, state.record, dict(state.offers)) == (0, 0, (), {})
    assert len(ann.session.state.legal) == 9
    ann.session.move("c3")
    pump(ann, bob)
    assert [moved.move for moved in bob.session.state.moves] == ["c3"]


def test_a_move_meant_for_what_is_taken_back_is_not_sent_again() -> None:
    ann, bob = started(FakeRoom())
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


def taken_back_to_ann(room: FakeRoom) -> tuple[Wire, Wire, Wire]:
    """Ann has played a1, Bob b1, and Ann's c1 is lost with her line; meanwhile, from her other
    device, b1 is taken back and Bob plays b2: the same ply, another position."""
    ann, bob = started(room)
    other = Wire(room, ANN, session(9))
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
    ann.heard.clear()
    return ann, bob, other


def test_a_move_is_not_played_in_a_position_that_a_takeback_has_put_under_it() -> None:
    ann, bob, other = taken_back_to_ann(FakeRoom())
    ann.connect()
    pump(ann, bob, other)
    assert [m.move for m in bob.session.state.moves] == ["a1", "b2"]
    (given_up,) = of(ann, GivenUp)
    assert given_up.command.move == "c1"
    assert of(ann, YourTurn)[-1].ply == 2, "its player is asked anew"
    assert ann.session.settled


def test_a_move_given_before_all_is_known_is_not_played_in_another_position_either() -> None:
    room = FakeRoom()
    ann, bob, other = taken_back_to_ann(room)
    ann.connect()
    ann.session.move("c3")  # the board shown is still the old one
    ann.send()
    ann.receive(2)  # welcome, and the wish to take back
    assert not ann.session.synced
    pump(ann, bob, other)
    assert [m.move for m in bob.session.state.moves] == ["a1", "b2"]
    assert [g.command.move for g in of(ann, GivenUp)] == ["c1", "c3"]


def test_a_pause_that_is_over_does_not_send_a_move_before_the_rest_is_known() -> None:
    room = FakeRoom()
    ann, bob = started(room)
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


def test_a_move_to_a_game_that_has_ended_is_answered_by_the_server() -> None:
    ann, bob = started(FakeRoom())
    ann.session.move("a1")
    ann.session.to_send()
    ann.cut()
    bob.session.resign()
    pump(bob)
    ann.connect()
    pump(ann, bob)
    (declined,) = of(ann, Declined)
    assert (declined.command.move, declined.error.state) == ("a1", "finished")
    assert ann.session.settled


def test_an_answer_to_one_offer_is_not_given_to_the_next() -> None:
    ann, bob = started(FakeRoom())
    bob.session.draw("offer")
    pump(ann, bob)
    ann.session.draw("accept")
    ann.session.to_send()
    ann.cut()
    other = Wire(ann.room, ANN, session(9))
    other.connect()
    pump(bob, other)
    other.session.move("a1")  # declines
    pump(bob, other)
    bob.session.move("b1")
    bob.session.draw("offer")
    pump(bob, other)
    ann.connect()
    pump(ann, bob, other)
    assert ann.session.state.phase == "running"
    assert [g.command.action for g in of(ann, GivenUp)] == ["accept"]
    assert ann.session.state.draw_offer == 1


def test_ones_own_offer_of_which_the_answer_was_lost_is_not_given_up() -> None:
    ann, bob = started(FakeRoom())
    ann.session.draw("offer")
    ann.send()
    ann.cut()
    ann.connect()
    pump(ann, bob)
    assert not of(ann, GivenUp)
    assert of(ann, Done)[-1].command.action == "offer"


@pytest.mark.parametrize("what", ["draw", "adjourn"])
def test_offers_that_cross_are_an_agreement_though_one_comes_late(what: str) -> None:
    ann, bob = started(FakeRoom())
    offer = ann.session.draw if what == "draw" else ann.session.adjourn
    theirs = bob.session.draw if what == "draw" else bob.session.adjourn
    offer("offer")
    theirs("offer")
    bob.send()
    ann.receive()
    assert not of(ann, GivenUp)
    pump(ann, bob)
    assert ann.session.state.phase in ("finished", "adjourned")
    assert ann.session.settled


def test_an_adjourned_game_goes_on_when_both_are_there() -> None:
    ann, bob = started(FakeRoom())
    ann.session.adjourn("offer")
    pump(ann, bob)
    bob.session.adjourn("accept")
    pump(ann, bob)
    assert bob.session.state.phase == "adjourned"
    assert not ann.session.state.my_turn
    bob.session.resume()
    pump(ann, bob)
    assert ann.session.state.offered_by_other("resume")
    ann.session.resume()
    pump(ann, bob)
    assert (ann.session.state.phase, dict(ann.session.state.offers)) == ("running", {})
    assert ann.session.state.my_turn


def test_who_is_away_is_counted_down_and_comes_back() -> None:
    state = session().state
    away = p.Countdown(game=GAME, seat=1, ends_in_ms=20_000)
    state = note(state, away, 5_000)
    assert dict(state.waits) == {1: 25_000}
    assert dict(note(state, p.Countdown(game=GAME, seat=1), 9_000).waits) == {}
    end = p.Finished(game=GAME, seq=1, at=0, reason="abandoned", seed="", clock=CLOCK)
    assert dict(fold(state, end, 9_000).waits) == {}


def test_of_three_an_offer_stays_open_for_the_last() -> None:
    state = replace(session().state, you=2)
    said: list[p.RoomEvent] = [
        p.Offered(game=GAME, seq=1, at=0, seat=0, what="adjourn"),
        p.Answered(game=GAME, seq=2, at=0, seat=1, accept=True, what="adjourn"),
    ]
    for event in said:
        state = fold(state, event, 0)
    assert state.offered_by_other("adjourn")
    receipt = p.Receipt(elapsed_ms=0, compensated_ms=0, charged_ms=0, remaining_ms=0)

    def moved(seat: int) -> p.Moved:
        return p.Moved(
            game=GAME,
            seq=3,
            at=0,
            seat=seat,
            ply=0,
            move="a",
            position="",
            receipt=receipt,
            clock=CLOCK,
        )

    assert "adjourn" in fold(state, moved(1), 0).offers, "it has accepted"
    assert "adjourn" not in fold(state, moved(2), 0).offers


def test_a_move_of_the_side_asked_declines() -> None:
    ann, bob = started(FakeRoom())
    bob.session.draw("offer")
    pump(ann, bob)
    ann.session.move("a1")
    pump(ann, bob)
    assert ann.session.state.draw_offer is None


def test_resignation_seed_and_rematch() -> None:
    room = FakeRoom()
    ann, bob = started(room)
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


def test_dice_come_with_their_turns() -> None:
    room = FakeRoom("ewn")
    ann, bob = started(room)
    state = ann.session.state
    assert [t.k for t in state.throws] == [0]
    assert state.my_turn
    ann.session.move(state.legal[0])
    pump(ann, bob)
    kinds = [type(e).__name__ for e in bob.session.state.record]
    assert kinds == ["Threw", "Moved", "Threw"]
    assert bob.session.state.my_turn


def test_clocks_run_on_between_messages() -> None:
    room = FakeRoom(control=p.Control(kind="sudden_death", base_ms=60_000))
    ann, bob = started(room)
    state = bob.session.state
    assert state.remaining_ms(0, state.clock_at_ms + 1_500) == 58_500
    assert state.remaining_ms(1, state.clock_at_ms + 1_500) == 60_000
    assert state.remaining_ms(0, state.clock_at_ms + 99_999_999) == 0
    assert ann.session.state.remaining_ms(0, 0) is not None


def test_unlimited_clocks_show_nothing() -> None:
    ann, _ = started(FakeRoom(control=p.Control(kind="unlimited")))
    assert ann.session.state.remaining_ms(0, 10**9) is None


def test_engines_thoughts_are_kept_by_seat_until_the_next_move() -> None:
    room = FakeRoom()
    ann, bob = started(room)
    bob.session.info(p.Info(game=GAME, ply=0, mode="pondering", depth=7, pv="a1 b2"))
    pump(ann, bob)
    assert ann.session.state.engines[1].depth == 7
    assert isinstance(ann.heard[-1], Told)
    ann.session.move("a1")
    pump(ann, bob)
    assert not ann.session.state.engines
    bob.session.info(p.Info(game=GAME, ply=1, mode="thinking"))
    bob.session.resign()
    pump(ann, bob)
    assert not ann.session.state.engines


def test_an_unreadable_frame_is_the_servers_fault() -> None:
    me = session()
    me.connected()
    with pytest.raises(BadMessage, match="unreadable"):
        me.receive('{"type":"moved"}', 0)


def test_from_a_server_that_has_gone_back_all_is_heard_anew_and_once() -> None:
    room = FakeRoom()
    ann, bob = started(room)
    older, past = room.room, list(room.log)
    for wire, move in ((ann, "a1"), (bob, "b2"), (ann, "c3")):
        wire.session.move(move)
        pump(ann, bob)
    bob.session.move("a3")
    bob.send()
    ann.cut()
    bob.cut()  # before the answer
    room.room, room.log = older, past
    for wire in (ann, bob):
        wire.connect()
        wire.pump()
        assert len(of(wire, WentBack)) == len(of(wire, OutOfStep)) == 1
        assert (wire.session.state.seq, wire.session.state.record) == (0, ())
        wire.cut()
        wire.heard.clear()
        wire.connect()
        pump(ann, bob)
        assert wire.session.synced
        assert not of(wire, WentBack)
        assert [h.live for h in of(wire, Happened)] == [False] * older.seq
    assert bob.session.settled
    assert bob.session.state.ply == 0
    assert of(ann, YourTurn)[-1].ply == 0
    ann.session.move("b3")
    pump(ann, bob)
    assert [m.move for m in bob.session.state.moves] == ["b3"]


def test_what_was_on_its_way_to_a_server_that_has_gone_back_is_given_up() -> None:
    room = FakeRoom()
    ann, bob = started(room)
    older, past = room.room, list(room.log)
    ann.session.move("a1")
    pump(ann, bob)
    ann.cut()
    bob.cut()
    bob.session.move("b2")
    room.room, room.log = older, past
    bob.connect()
    bob.pump()
    assert [h.command.move for h in of(bob, GivenUp)] == ["b2"]
    assert bob.session.settled
    assert not bob.session.asked(p.Ready)


def test_disconnected_is_told_once() -> None:
    (ann,) = seated(FakeRoom(), ANN)
    ann.cut()
    assert ann.session.disconnected() == []
    assert len(of(ann, Disconnected)) == 1


def test_ids_never_repeat() -> None:
    ann, _ = started(FakeRoom())
    ids = [ann.session.resign(), ann.session.abort(), ann.session.draw("offer")]
    assert len(set(ids)) == 3


class Storm:
    """A game between two who play at random over connections that fail."""

    def __init__(self, game: str, rng: random.Random) -> None:
        self.room = FakeRoom(game)
        self.wires = started(self.room)
        self.rng = rng
        self.played: list[tuple[int, str]] = []

    def play(self, wire: Wire) -> None:
        """Moves, if it is this side's turn."""
        state = wire.session.state
        if state.my_turn and state.legal and not wire.session.waiting_for(p.Move):
            move = self.rng.choice(state.legal)
            self.played.append((state.ply, move))
            wire.session.move(move)

    def strike(self, fault: str, wire: Wire, count: int) -> None:
        """One thing goes wrong, or a little of the traffic passes."""
        if fault == "cut":
            wire.cut()
        elif fault == "outage" and self.room.room.phase == "running":
            self.room.outage(count)
        elif fault == "connect" and wire.peer is None:
            wire.connect()
        elif fault == "send":
            wire.send()
        else:
            wire.receive(count)

    def calm(self) -> None:
        """Everything works again, to the end of the game."""
        while not self.over():
            for wire in self.wires:
                self.mend(wire)
                self.play(wire)
            pump(*self.wires)
            if self.room.room.phase == "paused":
                self.room.resume()

    def mend(self, wire: Wire) -> None:
        """A new connection where one is needed."""
        if wire.peer is None or of(wire, OutOfStep):
            wire.cut()
            wire.heard.clear()
            wire.connect()

    def over(self) -> bool:
        """Whether the game has ended and everybody knows."""
        seq = self.room.room.seq
        known = all(wire.session.state.seq == seq for wire in self.wires)
        return self.room.room.phase == "finished" and known


FAULT = st.tuples(
    st.sampled_from(["send", "receive", "cut", "connect", "outage"]),
    st.integers(0, 1),
    st.integers(0, 4),
)


@settings(max_examples=60, deadline=None)
@given(
    st.sampled_from(["tictactoe", "ewn"]),
    st.lists(FAULT, max_size=60),
    st.randoms(use_true_random=False),
)
def test_whatever_is_lost_both_sides_end_with_the_same_game(
    game: str, faults: list[tuple[str, int, int]], rng: random.Random
) -> None:
    """Random cuts, half-delivered answers and outages: no move is lost, none is played twice, and
    each side knows exactly what the log knows."""
    storm = Storm(game, rng)
    for fault, side, count in faults:
        storm.play(storm.wires[side])
        storm.strike(fault, storm.wires[side], count)
    storm.calm()
    events = storm.room.events()
    assert [(e.ply, e.move) for e in events if isinstance(e, p.Moved)] == storm.played
    record = [e for e in events if isinstance(e, p.Moved | p.Threw)]
    for wire in storm.wires:
        assert list(wire.session.state.record) == record
        assert wire.session.settled


# ── the commitment ─────────────────────────────────────────────────────────────────────────────


def another_seed(room: FakeRoom) -> str:
    """The server takes another seed; the commitment that it shows from now on."""
    game_setup = msgspec.structs.replace(room.room.game_setup, seed=bytes(32))
    room.room = msgspec.structs.replace(room.room, game_setup=game_setup)
    return game_setup.commitment


def test_another_commitment_is_told_once_and_the_first_is_kept() -> None:
    room = FakeRoom("ewn")
    ann, bob = started(room)
    first = ann.session.state.commitment
    other = another_seed(room)
    for _ in range(2):
        ann.cut()
        ann.connect()
        pump(ann, bob)
    assert of(ann, CommitmentChanged) == [CommitmentChanged(first, other)]
    assert ann.session.state.commitment == first
    assert ann.session.state.other_commitment == other


def test_a_seed_that_does_not_fit_is_told() -> None:
    room = FakeRoom("ewn")
    ann, bob = started(room)
    first = ann.session.state.commitment
    other = another_seed(room)
    ann.session.abort()
    pump(ann, bob)
    assert of(ann, CommitmentChanged) == [CommitmentChanged(first, other)]
    assert of(bob, CommitmentChanged) == [CommitmentChanged(first, other)]


def test_an_honest_server_is_believed() -> None:
    room = FakeRoom("ewn")
    ann, bob = started(room)
    ann.cut()
    ann.connect()
    bob.session.abort()
    pump(ann, bob)
    assert of(ann, CommitmentChanged) == of(bob, CommitmentChanged) == []
    assert ann.session.state.other_commitment is None
