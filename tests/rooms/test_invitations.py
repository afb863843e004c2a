"""An invited bot accepts, declines, or does not answer; and which games leave no trace."""

import pytest

import zeitnot_protocol as p
from zeitnot_server.rooms.absence import Presence
from zeitnot_server.rooms.commands import AcceptInvitation, DeclineInvitation, Expire
from zeitnot_server.rooms.fold import fold
from zeitnot_server.rooms.room import Actor, Invitation, Phase
from zeitnot_server.rooms.timeouts import ANSWER_MS, MIN_ANSWER_MS, due, unanswered_invitations
from zeitnot_server.rooms.value import replace
from zeitnot_server.verify import verify

from .games import Deal, Duel
from .rig import PEOPLE, Rig

ANN = PEOPLE[0]
DEEP = Invitation("deep", "Deep", bot=True, level=2)
DECLINE = DeclineInvitation("deep", "tooFast", "Ten minutes at least, please")


def invited_rig(*invitations: Invitation | None) -> Rig:
    """Ann has created the game, and has a seat; these players are invited to the others."""
    own = Invitation(ANN.account, ANN.name)
    rules = Deal() if len(invitations) == 2 else Duel()
    rig = Rig(rules, invitations=(own, *invitations), creator=ANN.account)
    rig.do(0, p.Sit)
    return rig


def test_a_bot_that_accepts_has_its_seat_without_a_connection() -> None:
    rig = invited_rig(DEEP)
    rig.send(AcceptInvitation("deep", "v7"))
    (seated,) = rig.steps[-1][0]
    assert isinstance(seated.event, p.Seated)
    player = p.Player(name="Deep", bot=True, level=2, version="v7")
    assert (seated.event.seat, seated.event.seat_view.player) == (1, player)
    assert rig.room.seats[1].actor == Actor("deep", "Deep", bot=True, version="v7")
    assert rig.send(DECLINE).refusal, "it is too late to decline"
    assert not unanswered_invitations(rig.room)


def test_a_bot_accepts_all_its_seats() -> None:
    rig = invited_rig(DEEP, DEEP)
    rig.send(AcceptInvitation("deep"))
    assert rig.room.seats_of("deep") == [1, 2]


def test_a_declined_seat_is_open_to_all() -> None:
    rig = invited_rig(DEEP)
    rig.send(DECLINE)
    (seated,) = rig.steps[-1][0]
    assert isinstance(seated.event, p.Seated)
    assert seated.event.seat_view == p.SeatView()
    declined = p.Declined(name="Deep", reason="tooFast", text="Ten minutes at least, please")
    assert seated.event.declined == declined
    assert rig.room.game_setup.view().kept == [0]
    assert not rig.room.is_player("deep")
    rig.do(1, p.Sit)
    assert rig.room.seat_of(PEOPLE[1].account) == 1
    assert rig.room.has_joined(1), "he can leave, but not abort"


def test_each_of_several_invited_bots_answers_for_itself() -> None:
    other = Invitation("hal", "Hal", bot=True)
    rig = invited_rig(DEEP, other)
    assert unanswered_invitations(rig.room) == [DeclineInvitation("deep"), DeclineInvitation("hal")]
    rig.send(DECLINE)
    rig.send(AcceptInvitation("hal"))
    assert [seat.actor and seat.actor.name for seat in rig.room.seats] == ["Ann", None, "Hal"]


def test_a_game_with_a_declined_seat_is_folded_and_verified() -> None:
    rig = invited_rig(DEEP, DEEP)
    rig.send(DECLINE)
    assert fold(rig.new, rig.log) == rig.room
    rig.do(1, p.Sit, seat=1)
    rig.do(2, p.Sit, seat=2)
    for seat in range(3):
        rig.do(seat, p.Ready, salt=f"salt{seat}")
    rig.do(rig.room.turn or 0, p.Abort)
    assert rig.room.finished
    assert not rig.room.leaves_no_trace
    assert verify(rig.export(), lambda game, settings: rig.rules).moves == 0


def test_an_accepted_game_is_folded_and_verified() -> None:
    rig = invited_rig(DEEP)
    rig.send(AcceptInvitation("deep", "v7"))
    assert fold(rig.new, rig.log) == rig.room
    rig.do(0, p.Abort)
    assert verify(rig.export(), lambda game, settings: rig.rules).moves == 0
    assert not rig.room.leaves_no_trace, "the bot has come"


# ── the deadline ─────────────────────────────────────────────────────────────────────────────────


def due_after_ms(rig: Rig, created_ago_ms: int) -> int | None:
    """When Deep's invitation lapses, from now, if the game was created some time ago."""
    created_at = rig.now().wall - created_ago_ms
    room = replace(rig.room, game_setup=replace(rig.room.game_setup, created_at=created_at))
    at_ms = due(room, Presence(), rig.now(), {}).get(DeclineInvitation("deep"))
    return None if at_ms is None else at_ms - rig.ms


@pytest.mark.parametrize(
    ("created_ago_ms", "left_ms"),
    [
        (0, ANSWER_MS),
        (5_000, ANSWER_MS - 5_000),
        (3_600_000, MIN_ANSWER_MS),  # the server was down
        (-3_600_000, ANSWER_MS),  # the wall clock was set
    ],
)
def test_an_invitation_lapses(created_ago_ms: int, left_ms: int) -> None:
    assert due_after_ms(invited_rig(DEEP), created_ago_ms) == left_ms


def test_an_answered_invitation_does_not_lapse() -> None:
    rig = invited_rig(DEEP)
    rig.send(AcceptInvitation("deep"))
    assert due_after_ms(rig, 0) is None


def test_a_persons_seat_and_the_creators_do_not_lapse() -> None:
    person = invited_rig(Invitation("deep", "Deep"))
    assert due_after_ms(person, 0) is None
    own = Rig(Duel(), invitations=(DEEP, None), creator="deep")
    assert due_after_ms(own, 0) is None


def test_a_lapsed_invitation_has_no_reason() -> None:
    rig = invited_rig(DEEP)
    rig.send(*unanswered_invitations(rig.room))
    (seated,) = rig.steps[-1][0]
    assert isinstance(seated.event, p.Seated)
    assert seated.event.declined == p.Declined(name="Deep")


# ── no trace ─────────────────────────────────────────────────────────────────────────────────────


def test_a_declined_game_that_its_creator_ends_leaves_no_trace() -> None:
    rig = invited_rig(DEEP)
    rig.send(DECLINE)
    assert not rig.room.private
    rig.do(0, p.Abort)
    assert rig.room.phase is Phase.FINISHED
    assert rig.room.leaves_no_trace
    assert rig.room.private


def test_a_declined_game_that_another_player_has_joined_leaves_a_trace() -> None:
    rig = invited_rig(DEEP)
    rig.send(DECLINE)
    rig.do(1, p.Sit)
    rig.do(1, p.Leave)
    rig.do(0, p.Abort)
    assert not rig.room.leaves_no_trace


def test_a_game_of_older_versions_keeps_its_place_in_lists() -> None:
    """Their logs have no declined invitations, and `zeitnot check` compares rows with logs."""
    rig = invited_rig(DEEP)
    rig.send(Expire())
    assert not rig.room.leaves_no_trace
