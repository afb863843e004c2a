"""A room after a guest was merged into an account."""

import zeitnot_protocol as p
from zeitnot_server.rooms.idempotency import Answer
from zeitnot_server.rooms.merging import merged
from zeitnot_server.rooms.room import Actor, GameSetup, Invitation, Room, Seat
from zeitnot_server.rooms.tally import Tally
from zeitnot_server.rooms.value import replace

from ..store.playing import Count

GUEST, ANN, BOB = Actor("guest1", "Guest 1234"), Actor("ann1", "Ann", kept=True), Actor("b1", "Bob")


def room(*seats: Seat, creator: str | None = None) -> Room:
    game_setup = GameSetup(
        *("game1", Count(), {}, p.Control(kind="unlimited"), bytes(32), 1_000),
        invitations=tuple(seat.invited for seat in seats),
        creator=creator,
    )
    return replace(Room.new(game_setup), seats=seats)


def test_the_account_has_the_guests_seat_under_the_guests_name() -> None:
    before = room(Seat(actor=GUEST, salt="00"), Seat(actor=BOB), creator="guest1")
    tally = (
        Tally()
        .with_sitting("guest1")
        .with_sitting("ann1")
        .with_chat_line("guest1", spectator=False)
    )
    answer = Answer("0" * 16, 3, None)
    answers = before.answers.plus("guest1", "a1", answer).plus("b1", "a1", answer)
    after = merged(
        replace(before, tally=tally.with_unready("guest1", 5), answers=answers), "guest1", "ann1"
    )
    seat = after.seats[0].actor
    assert seat is not None
    assert (seat.account, seat.name, after.seats[0].salt) == ("ann1", "Guest 1234", "00")
    assert after.seats[1] == before.seats[1]
    assert after.game_setup.creator == "ann1"
    assert dict(after.tally.sittings) == {"ann1": 2}
    assert dict(after.tally.chat_lines) == {"ann1": 1}
    assert after.tally.must_wait("ann1", 6)
    assert after.answers.get("ann1", "a1") == answer
    assert after.answers.get("b1", "a1") == answer
    assert after.answers.get("guest1", "a1") is None


def test_an_invitation_of_the_guest_is_the_accounts() -> None:
    after = merged(room(Seat(Invitation("guest1", "Guest 1234")), Seat()), "guest1", "ann1")
    invited = after.seats[0].invited
    assert invited is not None
    assert (invited.account, invited.name) == ("ann1", "Guest 1234")
    assert after.game_setup.invitations == (invited, None)


def test_a_game_in_which_both_have_a_seat_stays_as_it_is() -> None:
    for other in (Seat(actor=ANN), Seat(Invitation("ann1", "Ann"))):
        before = room(Seat(actor=GUEST), other, creator="guest1")
        assert merged(before, "guest1", "ann1") is before


def test_a_game_without_the_guest_stays_as_it_is() -> None:
    before = room(Seat(actor=BOB), Seat(actor=ANN), creator="b1")
    assert merged(before, "guest1", "ann1") is before
