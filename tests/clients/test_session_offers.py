"""Draws, takebacks and adjournments between two sessions, and countdowns of absent players."""

from dataclasses import replace

import pytest

import zeitnot_protocol as p
from zeitnot_client.session_events import Acked, Dropped, Notice
from zeitnot_client.state import apply_notice, fold

from .fake_room import ANN, GAME, FakeConnection, FakeRoom, session
from .sessions import pump, session_events_of, start_game

CLOCK = p.ClockView(remaining_ms=[60_000, 60_000])


def test_draw_can_be_offered_declined_and_agreed() -> None:
    ann, bob = start_game(FakeRoom())
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


def test_takeback_shortens_the_record() -> None:
    ann, bob = start_game(FakeRoom())
    ann.session.move("a1")
    pump(ann, bob)
    bob.session.move("b1")
    pump(ann, bob)
    ann.session.takeback("ask")
    pump(ann, bob)
    assert bob.session.state.offered_by_other("takeback")
    bob.session.takeback("accept")
    pump(ann, bob)
    for connection in (ann, bob):
        state = connection.session.state
        assert (state.ply, state.turn, state.record, dict(state.offers)) == (0, 0, (), {})
    assert len(ann.session.state.legal) == 9
    ann.session.move("c3")
    pump(ann, bob)
    assert [moved.move for moved in bob.session.state.moves] == ["c3"]


def test_answer_to_an_old_offer_is_dropped() -> None:
    ann, bob = start_game(FakeRoom())
    bob.session.draw("offer")
    pump(ann, bob)
    ann.session.draw("accept")
    ann.session.to_send()
    ann.cut()
    other = FakeConnection(ann.room, ANN, session(9))
    other.connect()
    pump(bob, other)
    other.session.move("a1")  # the move declines the draw
    pump(bob, other)
    bob.session.move("b1")
    bob.session.draw("offer")
    pump(bob, other)
    ann.connect()
    pump(ann, bob, other)
    assert ann.session.state.phase == "running"
    assert [g.command.action for g in session_events_of(ann, Dropped)] == ["accept"]
    assert ann.session.state.draw_offer == 1


def test_offer_is_resent_if_its_ack_is_lost() -> None:
    ann, bob = start_game(FakeRoom())
    ann.session.draw("offer")
    ann.send()
    ann.cut()
    ann.connect()
    pump(ann, bob)
    assert not session_events_of(ann, Dropped)
    assert session_events_of(ann, Acked)[-1].command.action == "offer"


@pytest.mark.parametrize("kind", ["draw", "adjourn"])
def test_crossing_offers_are_an_agreement(kind: str) -> None:
    ann, bob = start_game(FakeRoom())
    offer = ann.session.draw if kind == "draw" else ann.session.adjourn
    counter_offer = bob.session.draw if kind == "draw" else bob.session.adjourn
    offer("offer")
    counter_offer("offer")
    bob.send()
    ann.receive()
    assert not session_events_of(ann, Dropped)
    pump(ann, bob)
    assert ann.session.state.phase in ("finished", "adjourned")
    assert ann.session.settled


def test_adjourned_game_resumes_when_both_agree() -> None:
    ann, bob = start_game(FakeRoom())
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


def test_countdown_of_an_absent_player_starts_and_ends() -> None:
    state = session().state
    away = p.Countdown(game=GAME, seat=1, ends_in_ms=20_000)
    state = apply_notice(state, away, 5_000)
    assert dict(state.waits) == {1: 25_000}
    assert dict(apply_notice(state, p.Countdown(game=GAME, seat=1), 9_000).waits) == {}
    end = p.Finished(game=GAME, seq=1, at=0, reason="abandoned", seed="", clock=CLOCK)
    assert dict(fold(state, end, 9_000).waits) == {}


def test_offer_to_three_seats_stays_open_for_the_last() -> None:
    state = replace(session().state, you=2)
    events: list[p.RoomEvent] = [
        p.Offered(game=GAME, seq=1, at=0, seat=0, what="adjourn"),
        p.Answered(game=GAME, seq=2, at=0, seat=1, accept=True, what="adjourn"),
    ]
    for event in events:
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

    assert "adjourn" in fold(state, moved(1), 0).offers, "seat 1 has accepted already"
    assert "adjourn" not in fold(state, moved(2), 0).offers


def test_move_by_the_other_side_declines_an_offer() -> None:
    ann, bob = start_game(FakeRoom())
    bob.session.draw("offer")
    pump(ann, bob)
    ann.session.move("a1")
    pump(ann, bob)
    assert ann.session.state.draw_offer is None


def test_changed_ratings_are_kept() -> None:
    """The session itself accepts the message."""
    ann, _ = start_game(FakeRoom())
    changes = [p.RatingChange(before=1500, after=1662, provisional=True, weight=1.0)] * 2
    message = p.Ratings(game=GAME, seats=changes)
    (notice,) = ann.session.receive(p.encode(message), 0)
    assert notice == Notice(message)
    assert ann.session.state.ratings == message
