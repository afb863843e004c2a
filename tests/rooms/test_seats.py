"""Seats: sitting, leaving, being ready, rematches and chat."""

import pytest

import zeitnot_protocol as p
from zeitnot_server.rooms.fold import fold
from zeitnot_server.rooms.room import Actor, GameSetup, Invitation, Phase, Room
from zeitnot_server.rooms.tally import MAX_REMATCH_REQUESTS
from zeitnot_server.rooms.value import replace
from zeitnot_server.verify import verify

from .games import Deal, Duel
from .marathon import Marathon
from .refusals import code
from .rig import FRESH, GAME, MINUTE, PEOPLE, SEED, STRANGER, Rig

FOR_BOB = Invitation("a1", "Bob", level=None)
FOR_BOT = Invitation("bot", "Ponderer", bot=True, level=3)


# ── seats ──────────────────────────────────────────────────────────────────────────────────────


def test_sit_takes_the_first_free_seat() -> None:
    rig = Rig()
    rig.do(0, p.Sit)
    rig.do(1, p.Sit)
    assert [s.actor for s in rig.room.seats] == [PEOPLE[0], PEOPLE[1]]
    assert code(rig.do(2, p.Sit)) == "no_seat"


def test_sit_takes_a_reserved_seat_before_a_free_one() -> None:
    rig = Rig(invitations=(None, FOR_BOB))
    rig.do(1, p.Sit)
    assert rig.room.seat_of("a1") == 1
    assert rig.room.seat_of("a0") is None


def test_a_reserved_seat_is_for_one_account() -> None:
    rig = Rig(invitations=(FOR_BOB, FOR_BOT))
    assert code(rig.do(0, p.Sit, seat=0)) == "seat_reserved"
    assert code(rig.do(0, p.Sit)) == "no_seat"
    assert rig.new.seats[1].view() == p.SeatView(reserved="Ponderer")


@pytest.mark.parametrize(
    ("who", "seat", "reason"),
    [(0, 1, "seated_already"), (1, 0, "seat_taken"), (1, 2, "no_such_seat")],
)
def test_sitting_down_is_refused(who: int, seat: int, reason: str) -> None:
    rig = Rig()
    rig.do(0, p.Sit, seat=0)
    before = rig.room
    assert code(rig.do(who, p.Sit, seat=seat)) == reason
    assert rig.room is before


def test_a_bot_sits_on_each_seat_that_is_reserved_for_it() -> None:
    bot = Actor("bot", "Ponderer", bot=True)
    rig = Rig(Deal(), invitations=(FOR_BOT, None, FOR_BOT))
    for seat in (2, 0):
        speaker = replace(bot, seat=seat)
        assert code(rig.send(rig.command(p.Sit), speaker)) is None
        assert code(rig.send(rig.command(p.Ready, salt=f"salt{seat}"), speaker)) is None
    assert rig.room.seats_of("bot") == [0, 2]
    assert [rig.room.seats[seat].salt for seat in (0, 2)] == ["salt0", "salt2"]
    assert code(rig.send(rig.command(p.Sit, seat=1), bot)) == "seated_already", "not reserved"
    assert code(rig.send(rig.command(p.Resign), replace(bot, seat=1))) == "wrong_state"
    rig.do(0, p.Sit)
    rig.do(0, p.Ready, salt="s")
    assert code(rig.send(rig.command(p.Resign), replace(bot, seat=1))) == "not_seated"
    rig.send(rig.command(p.Resign), replace(bot, seat=2))
    assert rig.end.scores == [0.5, 0.5, 0.0]


def test_each_seat_of_a_bot_has_separate_command_ids() -> None:
    bot = Actor("bot", "Ponderer", bot=True)
    first, second = replace(bot, seat=0), replace(bot, seat=2)
    rig = Rig(Deal(), invitations=(FOR_BOT, None, FOR_BOT))
    sit = p.Sit(game=GAME, id="c1")
    for speaker in (first, second):
        assert len(rig.send(sit, speaker).entries) == 1
        assert len(rig.send(p.Ready(game=GAME, id="c2", salt="s"), speaker).entries) == 1
    assert [entry.command_id for entry in rig.log] == ["#0/c1", "#0/c2", "#2/c1", "#2/c2"]
    again = rig.send(sit, second)
    assert (again.entries, again.answer and again.answer.seq) == ((), 3), (
        "a resend from a new connection"
    )
    assert fold(rig.new, rig.log) == rig.room
    disguised = rig.send(p.Sit(game=GAME, id="#2/c1"), bot)
    assert code(disguised) == "seated_already", (
        "a different command, although its id resembles a seat's"
    )


def test_a_person_gets_no_second_seat() -> None:
    rig = Rig(Deal(), invitations=(FOR_BOB, None, FOR_BOB))
    rig.do(1, p.Sit)
    assert code(rig.do(1, p.Sit, seat=2)) == "seated_already"


def test_leaving_frees_the_seat_and_forgets_the_salt() -> None:
    rig = Rig(invitations=(None, FOR_BOB))
    rig.do(1, p.Sit)
    rig.do(1, p.Ready, salt="pepper")
    assert rig.room.seats[1].salt == "pepper"
    rig.do(1, p.Leave)
    assert rig.room.seats == rig.new.seats
    assert code(rig.do(0, p.Sit, seat=1)) == "seat_reserved"


def created_by_ann(invitations: tuple[Invitation | None, ...]) -> Rig:
    """A game for three that Ann has created."""
    return Rig(Deal(), invitations=invitations, creator="a0")


FOR_ANN = Invitation("a0", "Ann")


def test_a_player_that_joined_a_waiting_game_leaves_it_with_abort() -> None:
    rig = created_by_ann((FOR_ANN, None, None))
    for who in (0, 1):
        rig.do(who, p.Sit)
        rig.do(who, p.Ready, salt=f"salt{who}")
    before = len(rig.log)
    result = rig.do(1, p.Abort)
    assert code(result) is None
    assert [entry.event for entry in rig.log[before:]] == [
        p.Seated(game=GAME, seq=before + 1, at=rig.now().wall, seat=1, seat_view=p.SeatView())
    ]
    assert (rig.room.phase, rig.room.seat_of("a0")) == (Phase.OPEN, 0)
    assert code(rig.do(1, p.Abort)) == "not_seated"
    for who in (1, 2):
        rig.do(who, p.Sit)
        rig.do(who, p.Ready, salt=f"salt{who} again")
    rig.do(2, p.Abort)
    assert rig.end.ended_by == 2, "the game had begun"
    assert fold(rig.new, rig.log) == rig.room
    assert verify(rig.export(), lambda *_: rig.rules).end.reason == "aborted"


@pytest.mark.parametrize("who", [0, 1])
def test_creator_and_invited_players_cancel_a_waiting_game(who: int) -> None:
    rig = created_by_ann((FOR_ANN, FOR_BOB, None))
    for player in (0, 1, 2):
        rig.do(player, p.Sit)
    rig.do(who, p.Abort)
    assert (rig.end.reason, rig.end.ended_by) == ("aborted", who)


def test_the_creator_cancels_a_game_from_an_open_seat() -> None:
    rig = created_by_ann((None, None, None))
    rig.do(1, p.Sit)
    rig.do(0, p.Sit)
    rig.do(0, p.Abort)
    assert rig.end.ended_by == 1


def test_a_room_shows_which_seats_were_reserved_from_the_start() -> None:
    rig = created_by_ann((None, FOR_ANN, FOR_BOT))
    rig.do(0, p.Sit)
    assert rig.room.game_setup.view().kept == [1, 2]


def test_a_bot_shows_its_level() -> None:
    rig = Rig(invitations=(None, FOR_BOT))
    bot = p.Player(name="Ponderer", bot=True, level=3)
    result = rig.send(rig.command(p.Sit), Actor("bot", "Ponderer", bot=True))
    assert result.entries[0].event == p.Seated(
        game=GAME, seq=1, at=rig.now().wall, seat=1, seat_view=p.SeatView(player=bot)
    )


def test_ready_can_be_sent_once() -> None:
    rig = Rig()
    rig.do(0, p.Sit)
    rig.do(0, p.Ready, salt="a")
    assert code(rig.do(0, p.Ready, salt="b")) == "ready_already"
    assert code(rig.do(1, p.Ready, salt="c")) == "not_seated"


def test_the_last_to_be_ready_starts_the_game_and_its_clock() -> None:
    rig = Rig()
    for seat in (0, 1):
        rig.do(seat, p.Sit, after=10)
    rig.do(1, p.Ready, after=10, salt="b")
    result = rig.do(0, p.Ready, after=10, salt="a")
    assert [type(entry.event) for entry in result.entries] == [p.Seated, p.Started]
    started = result.entries[1].event
    assert isinstance(started, p.Started)
    assert (started.salts, started.position, started.turn) == (["a", "b"], "-", 0)
    assert started.clock == p.ClockView(remaining_ms=[60_000, 60_000], running=0)
    assert rig.room.clock.deadline_ms() == 40 + 60_000
    assert result.answer is not None
    assert result.answer.seq == 4


def test_a_room_needs_one_invitation_entry_per_seat() -> None:
    game_setup = GameSetup(GAME, Duel(), {}, MINUTE, SEED, 0, (None,))
    with pytest.raises(AssertionError):
        Room.new(game_setup)


# ── rematch and chat ───────────────────────────────────────────────────────────────────────────


def test_a_rematch_swaps_the_seats_and_keeps_the_level() -> None:
    bot = Actor("bot", "Ponderer", bot=True)
    rig = Rig(invitations=(None, FOR_BOT))
    for actor in (PEOPLE[0], bot):
        rig.send(rig.command(p.Sit), actor)
        rig.send(rig.command(p.Ready, salt="s"), actor)
    rig.do(0, p.Resign)
    first = rig.do(0, p.RematchWish)
    assert first.next_game is None
    assert code(rig.do(0, p.RematchWish)) == "wished_already"
    result = rig.send(rig.command(p.RematchWish), bot)
    assert result.next_game is not None
    assert (result.next_game.id, result.next_game.seed) == (FRESH.game, FRESH.seed)
    assert result.next_game.invitations == (FOR_BOT, Invitation("a0", "Ann"))
    assert rig.room.next_game == FRESH.game
    assert code(rig.do(0, p.RematchWish)) == "rematch_made"


def test_a_rematch_can_be_withdrawn_and_declined() -> None:
    """Who has been declined cannot ask again; who has declined can."""
    rig = Rig().start()
    rig.do(0, p.Resign)
    assert code(rig.do(0, p.NoRematch)) == "no_offer"
    rig.do(0, p.RematchWish)
    rig.do(0, p.NoRematch)
    assert (rig.room.rematch, rig.room.rematch_declined) == (frozenset(), frozenset())
    rig.do(0, p.RematchWish)
    rig.do(1, p.NoRematch)
    assert (rig.room.rematch, rig.room.rematch_declined) == (frozenset(), {1})
    assert code(rig.do(0, p.RematchWish)) == "rematch_declined"
    rig.do(1, p.RematchWish)
    assert rig.do(0, p.RematchWish).next_game is not None
    assert code(rig.do(0, p.NoRematch)) == "rematch_made"
    assert fold(rig.new, rig.log) == rig.room


def test_requests_for_a_rematch_are_bounded() -> None:
    rig = Rig().start()
    rig.do(0, p.Resign)
    for _ in range(MAX_REMATCH_REQUESTS):
        rig.do(0, p.RematchWish)
        rig.do(0, p.NoRematch)
    assert code(rig.do(0, p.RematchWish)) == "offered_too_often"
    assert rig.do(1, p.RematchWish).refusal is None


def test_a_player_that_left_cannot_prevent_a_rematch() -> None:
    rig = Rig(Marathon(goal=1_000)).start()
    rig.do(1, p.Resign)
    rig.do(0, p.Draw, action="offer")
    rig.do(2, p.Draw, action="accept")
    rig.do(0, p.RematchWish)
    assert code(rig.do(1, p.NoRematch)) == "no_offer"
    rig.do(2, p.NoRematch)
    assert code(rig.do(0, p.RematchWish)) == "rematch_declined"


def test_a_rematch_of_three_rotates_the_seats() -> None:
    rig = Rig(Deal()).start()
    rig.do(2, p.Resign)
    wishes = [rig.do(player, p.RematchWish) for player in range(3)]
    assert [request.next_game is not None for request in wishes] == [False, False, True]
    assert wishes[2].next_game is not None
    invited = wishes[2].next_game.invitations
    assert [i and i.name for i in invited] == ["Cyd", "Ann", "Bob"]


def test_a_player_that_left_does_not_prevent_a_rematch() -> None:
    rig = Rig(Marathon(goal=1_000)).start()
    rig.do(1, p.Resign)
    rig.do(0, p.Draw, action="offer")
    rig.do(2, p.Draw, action="accept")
    assert rig.do(0, p.RematchWish).next_game is None
    rematch = rig.do(2, p.RematchWish).next_game
    assert rematch is not None
    assert [i and i.name for i in rematch.invitations] == ["Cyd", "Ann", None], "an open seat"
    assert [seat.invited and seat.invited.name for seat in rematch.room(rig.room).seats][2] is None
    assert fold(rig.new, rig.log) == rig.room
    assert verify(rig.export(), lambda *_: rig.rules).end.reason == "agreed"


def test_a_player_that_left_may_ask_for_a_rematch_which_needs_two() -> None:
    rig = Rig(Marathon(goal=1_000)).start()
    rig.do(1, p.Resign)
    rig.do(2, p.Resign)
    assert rig.do(0, p.RematchWish).next_game is None, "a rematch needs two players"
    rematch = rig.do(2, p.RematchWish).next_game
    assert rematch is not None
    assert [i and i.name for i in rematch.invitations] == ["Cyd", "Ann", None]


def test_only_former_players_can_make_a_rematch_of_an_aborted_game() -> None:
    rig = Rig()
    rig.do(0, p.Sit)
    rig.do(0, p.Abort)
    assert rig.do(0, p.RematchWish).next_game is None
    assert code(rig.do(1, p.RematchWish)) == "not_seated"


def test_chat_names_the_speaker_and_the_seat_if_there_is_one() -> None:
    rig = Rig()
    rig.do(0, p.Sit)
    rig.do(0, p.Chat, text="hello")
    rig.send(rig.command(p.Chat, text="hi"), STRANGER)
    lines = [entry.event for entry in rig.log if isinstance(entry.event, p.Said)]
    assert [(s.name, s.seat, s.text) for s in lines] == [("Ann", 0, "hello"), ("Xan", None, "hi")]


# ── an account that has changed its name ───────────────────────────────────────────────────────


def names(rig: Rig) -> list[str | None]:
    """The names of players and invited accounts."""
    return [seat.actor.name if seat.actor else None for seat in rig.room.seats]


def test_a_player_has_one_name_throughout_a_game() -> None:
    rig = Rig()
    rig.start()
    renamed = replace(rig.people[0], name="Zoe")
    rig.send(p.Chat(game=GAME, text="hello"), renamed)
    said = rig.log[-1].event
    assert isinstance(said, p.Said)
    assert (said.seat, said.name) == (0, "Ann")
    assert names(rig) == ["Ann", "Bob"]


def test_a_reserved_seat_is_taken_under_the_name_for_which_it_was_reserved() -> None:
    ann, bob = PEOPLE[:2]
    rig = Rig(invitations=(Invitation(ann.account, ann.name), None))
    rig.send(p.Sit(game=GAME, id="c1"), replace(ann, name="Zoe"))
    rig.send(p.Sit(game=GAME, id="c2"), replace(bob, name="Yan"))
    assert names(rig) == ["Ann", "Yan"]
