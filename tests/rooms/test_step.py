"""Seats, play, the end, rematches: what `step` does beyond its table."""

import pytest

import zeitnot_protocol as p
from zeitnot_server.rooms.commands import Outage
from zeitnot_server.rooms.dice import Source, commitment
from zeitnot_server.rooms.room import Actor, GameSetup, Invitation, Phase, Room, Step
from zeitnot_server.rooms.rules import Throw
from zeitnot_server.rooms.view import turn, view

from .games import Deal, Duel, Race
from .table import FRESH, GAME, MINUTE, PEOPLE, SEED, STRANGER, Table

FOR_BOB = Invitation("a1", "Bob", level=None)
FOR_BOT = Invitation("bot", "Ponderer", bot=True, level=3)


def code(done: Step) -> str | None:
    """The refusal's code; a refusal must have left no trace."""
    if done.refusal is None:
        return None
    assert done.entries == ()
    assert done.answer is None
    return done.refusal.code


# ── seats ──────────────────────────────────────────────────────────────────────────────────────


def test_sit_takes_the_first_free_seat() -> None:
    table = Table()
    table.do(0, p.Sit)
    table.do(1, p.Sit)
    assert [s.actor for s in table.room.seats] == [PEOPLE[0], PEOPLE[1]]
    assert code(table.do(2, p.Sit)) == "no_seat"


def test_sit_takes_the_seat_that_is_kept_before_a_free_one() -> None:
    table = Table(invitations=(None, FOR_BOB))
    table.do(1, p.Sit)
    assert table.room.seat_of("a1") == 1
    assert table.room.seat_of("a0") is None


def test_a_seat_is_kept_for_one() -> None:
    table = Table(invitations=(FOR_BOB, FOR_BOT))
    assert code(table.do(0, p.Sit, seat=0)) == "seat_reserved"
    assert code(table.do(0, p.Sit)) == "no_seat"
    assert table.new.seats[1].view() == p.SeatView(reserved="Ponderer")


@pytest.mark.parametrize(
    ("who", "seat", "why"), [(0, 1, "seated_already"), (1, 0, "seat_taken"), (1, 2, "no_such_seat")]
)
def test_sit_refused(who: int, seat: int, why: str) -> None:
    table = Table()
    table.do(0, p.Sit, seat=0)
    before = table.room
    assert code(table.do(who, p.Sit, seat=seat)) == why
    assert table.room is before


def test_leaving_frees_the_seat_and_forgets_the_salt() -> None:
    table = Table(invitations=(None, FOR_BOB))
    table.do(1, p.Sit)
    table.do(1, p.Ready, salt="pepper")
    assert table.room.seats[1].salt == "pepper"
    table.do(1, p.Leave)
    assert table.room.seats == table.new.seats
    assert code(table.do(0, p.Sit, seat=1)) == "seat_reserved"


def test_a_bot_shows_its_level() -> None:
    table = Table(invitations=(None, FOR_BOT))
    bot = p.Player(name="Ponderer", bot=True, level=3)
    done = table.tell(table.command(p.Sit), Actor("bot", "Ponderer", bot=True))
    assert done.entries[0].event == p.Seated(
        game=GAME, seq=1, at=table.now().wall, seat=1, seat_view=p.SeatView(player=bot)
    )


def test_ready_once() -> None:
    table = Table()
    table.do(0, p.Sit)
    table.do(0, p.Ready, salt="a")
    assert code(table.do(0, p.Ready, salt="b")) == "ready_already"
    assert code(table.do(1, p.Ready, salt="c")) == "not_seated"


def test_the_last_to_be_ready_starts_the_game_and_its_clock() -> None:
    table = Table()
    for seat in (0, 1):
        table.do(seat, p.Sit, after=10)
    table.do(1, p.Ready, after=10, salt="b")
    done = table.do(0, p.Ready, after=10, salt="a")
    assert [type(entry.event) for entry in done.entries] == [p.Seated, p.Started]
    started = done.entries[1].event
    assert isinstance(started, p.Started)
    assert (started.salts, started.position, started.turn) == (["a", "b"], "-", 0)
    assert started.clock == p.ClockView(remaining_ms=[60_000, 60_000], running=0)
    assert table.room.clock.deadline_ms() == 40 + 60_000
    assert done.answer is not None
    assert done.answer.seq == 4


def test_a_room_needs_an_invitation_or_none_for_every_seat() -> None:
    game_setup = GameSetup(GAME, Duel(), {}, MINUTE, SEED, 0, (None,))
    with pytest.raises(AssertionError):
        Room.new(game_setup)


# ── moves ──────────────────────────────────────────────────────────────────────────────────────


def test_a_move_is_charged_to_the_mover_and_starts_the_next_clock() -> None:
    table = Table().start()
    done = table.move("high", after=1500)
    moved = done.entries[0].event
    assert moved == p.Moved(
        game=GAME,
        seq=moved.seq,
        at=table.now().wall,
        seat=0,
        ply=0,
        move="high",
        position="h",
        receipt=p.Receipt(
            elapsed_ms=1500,
            compensated_ms=0,
            charged_ms=1500,
            remaining_ms=58_500,
            quota_ms=1560,
        ),
        clock=p.ClockView(remaining_ms=[58_500, 60_000], running=1),
        turn=1,
    )
    assert done.answer is not None
    assert done.answer.clock == moved.clock
    assert done.entries[0].ply == 0


@pytest.mark.parametrize(
    ("who", "ply", "move", "why"),
    [
        (1, 0, "high", "not_your_turn"),
        (0, 1, "high", "wrong_ply"),
        (0, 0, "up", "illegal_move"),
    ],
)
def test_move_refused(who: int, ply: int, move: str, why: str) -> None:
    table = Table().start()
    before = table.room
    assert code(table.do(who, p.Move, ply=ply, move=move)) == why
    assert table.room is before


def test_the_last_move_ends_the_game_and_shows_the_seed() -> None:
    table = Table().start()
    table.move("high", after=100)
    done = table.move("low", after=200)
    assert [type(entry.event) for entry in done.entries] == [p.Moved, p.Finished]
    assert (table.end.reason, table.end.word, table.end.scores) == ("rules", "higher", [1.0, 0.0])
    assert table.end.clock == p.ClockView(remaining_ms=[59_900, 59_800])
    assert commitment(bytes.fromhex(table.end.seed)) == table.room.game_setup.commitment
    assert table.room.turn is None
    assert table.room.phase is Phase.FINISHED


def test_the_engines_report_is_kept_with_the_move() -> None:
    table = Table().start()
    report = p.EngineReport(depth=9, ponder=p.PonderReport(hit=True, nodes=5, depth_gain=2))
    done = table.do(0, p.Move, ply=0, move="low", engine=report)
    assert isinstance(done.entries[0].event, p.Moved)
    assert done.entries[0].event.engine == report


def test_no_event_before_the_end_tells_the_seed() -> None:
    table = Table(Race()).start()
    while table.room.phase is Phase.RUNNING:
        told = "".join(p.encode(entry.event) for entry in table.log)
        assert SEED.hex() not in told
        table.move("walk")
    assert table.end.seed == SEED.hex()


# ── throws ─────────────────────────────────────────────────────────────────────────────────────


def test_throws_follow_at_once_and_are_the_published_ones() -> None:
    table = Table(Race()).start()
    source = Source(SEED, GAME, ("salt0", "salt1"))
    while table.room.phase is Phase.RUNNING:
        table.move("half")
    threw = [entry.event for entry in table.log if isinstance(entry.event, p.Threw)]
    assert [event.k for event in threw] == list(range(len(threw)))
    due = Throw("dice", (6,))
    assert [tuple(event.values) for event in threw] == [
        source.throw(k, due) for k in range(len(threw))
    ]
    assert [event.turn for event in threw] == [event.ply % 2 for event in threw]
    assert table.events[4:8] == ["Started", "Threw", "Moved", "Threw"]


def test_no_clock_runs_between_move_and_throw() -> None:
    table = Table(Race()).start()
    started = next(entry.event for entry in table.log if isinstance(entry.event, p.Started))
    assert (started.turn, started.clock.running) == (None, None)
    moved, threw = table.move("half", after=10).entries
    assert isinstance(moved.event, p.Moved)
    assert (moved.event.turn, moved.event.clock.running) == (None, None)
    assert isinstance(threw.event, p.Threw)
    assert (threw.event.turn, table.room.clock.running) == (1, 1)


def test_three_seats_play_a_dealt_hand() -> None:
    table = Table(Deal()).start()
    cards = table.room.state.cards
    assert sorted(cards) == list(range(6))
    for choice in ("keep", "swap", "keep"):
        table.move(choice, after=5)
    hand = (cards[0], cards[4], cards[2])
    assert table.end.scores == [float(card == max(hand)) for card in hand]
    assert table.end.clock.remaining_ms == [59_995] * 3


# ── flags ──────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("late", [0, 1, 25, 10_000])
def test_a_move_at_the_deadline_or_later_is_late(late: int) -> None:
    table = Table(Duel(rounds=3)).start()
    done = table.move("high", after=60_000 + late)
    assert [type(entry.event) for entry in done.entries] == [p.Finished]
    assert done.refusal is not None
    assert done.refusal.code == "wrong_state"
    assert done.answer is None
    assert (table.end.reason, table.end.scores) == ("flag", [0.0, 1.0])
    assert table.end.clock.remaining_ms == [0, 60_000]


def test_a_move_a_millisecond_before_the_deadline_is_in_time() -> None:
    table = Table(Duel(rounds=3)).start()
    assert table.move("high", after=59_999).refusal is None
    assert table.room.clock.view(table.ms).remaining_ms == [1, 60_000]


def test_the_flag_timer_too_early_does_nothing() -> None:
    table = Table(Duel(rounds=3)).start()
    before = table.room
    assert table.flag(after=59_999) == Step(before)
    assert [type(entry.event) for entry in table.flag(after=1).entries] == [p.Finished]


@pytest.mark.parametrize("kind", [p.Resign, p.Abort])
@pytest.mark.parametrize("who", [0, 1])
def test_whatever_comes_after_the_flag_finds_the_game_over(who: int, kind: type[p.Message]) -> None:
    table = Table(Duel(rounds=3)).start()
    assert table.do(who, kind, after=60_000).refusal is not None
    assert (table.end.reason, table.end.scores) == ("flag", [0.0, 1.0])


def test_words_after_the_flag_are_still_said() -> None:
    table = Table(Duel(rounds=3)).start()
    done = table.do(1, p.Chat, after=60_000, text="time")
    assert [type(entry.event) for entry in done.entries] == [p.Finished, p.Said]


def test_a_flag_against_a_side_that_cannot_win_is_a_draw() -> None:
    table = Table(Duel()).start()
    table.move("high")
    table.flag(after=60_000)
    assert (table.end.reason, table.end.scores) == ("flag", [1.0, 0.0])
    table = Table(Duel(rounds=1)).start()
    table.move("low")
    table.flag(after=60_000)
    assert (table.end.reason, table.end.scores) == ("flag", [0.5, 0.5])


def test_the_others_share_the_point_of_three() -> None:
    table = Table(Deal()).start()
    table.move("keep")
    table.flag(after=60_000)
    assert table.end.scores == [0.5, 0.0, 0.5]


def test_a_limit_per_move_flags_with_time_left() -> None:
    control = p.Control(kind="sudden_death", base_ms=60_000, move_limit_ms=5_000)
    table = Table(Duel(rounds=3), control).start()
    table.move("high", after=4_999)
    table.flag(after=5_000)
    assert table.end.clock.remaining_ms == [55_001, 55_000]
    assert table.end.scores == [1.0, 0.0]


def test_without_limit_no_flag_ever_falls() -> None:
    table = Table(Duel(rounds=3), p.Control(kind="unlimited")).start()
    before = table.room
    assert table.flag(after=10**9).room is before


# ── draws ──────────────────────────────────────────────────────────────────────────────────────


def test_an_offer_is_accepted() -> None:
    table = Table(Duel(rounds=3)).start()
    table.do(0, p.Draw, action="offer")
    assert table.room.offers["draw"].seat == 0
    table.do(1, p.Draw, action="accept")
    assert (table.end.reason, table.end.scores) == ("agreed", [0.5, 0.5])


def test_an_offer_against_an_offer_is_an_agreement() -> None:
    table = Table(Duel(rounds=3)).start()
    table.do(0, p.Draw, action="offer")
    table.do(1, p.Draw, action="offer")
    assert (table.end.reason, table.end.scores) == ("agreed", [0.5, 0.5])


def test_an_offer_is_declined() -> None:
    table = Table(Duel(rounds=3)).start()
    table.do(1, p.Draw, action="offer")
    done = table.do(0, p.Draw, action="decline")
    assert isinstance(done.entries[0].event, p.Answered)
    assert not done.entries[0].event.accept
    assert "draw" not in table.room.offers
    assert code(table.do(0, p.Draw, action="accept")) == "no_offer"


def test_an_offer_stands_over_ones_own_move_and_falls_with_the_others() -> None:
    table = Table(Duel(rounds=3)).start()
    table.do(0, p.Draw, action="offer")
    table.move("high")
    assert table.room.offers["draw"].seat == 0
    table.move("high")
    assert "draw" not in table.room.offers


@pytest.mark.parametrize("action", ["accept", "decline"])
def test_ones_own_offer_is_not_ones_to_answer(action: str) -> None:
    table = Table(Duel(rounds=3)).start()
    assert code(table.do(0, p.Draw, action=action)) == "no_offer"
    table.do(0, p.Draw, action="offer")
    assert code(table.do(0, p.Draw, action=action)) == "no_offer"
    assert code(table.do(0, p.Draw, action="offer")) == "offered_already"


def test_a_game_without_draws_has_no_offers() -> None:
    assert code(Table(Race()).start().do(0, p.Draw, action="offer")) == "no_draws"


def test_two_of_three_cannot_agree_against_the_third() -> None:
    class DrawnDeal(Deal):
        draws = True

    table = Table(DrawnDeal()).start()
    assert code(table.do(0, p.Draw, action="offer")) is None
    assert code(table.do(1, p.Draw, action="accept")) is None
    assert code(table.do(1, p.Draw, action="accept")) == "agreed_already"
    assert table.room.phase is Phase.RUNNING
    table.do(2, p.Draw, action="accept")
    assert (table.end.reason, table.end.scores) == ("agreed", [1 / 3, 1 / 3, 1 / 3])


# ── resigning and aborting ─────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("who", [0, 1])
def test_resigning_loses_whoever_is_to_move(who: int) -> None:
    table = Table(Duel(rounds=3)).start()
    table.do(who, p.Resign, after=300)
    assert table.end.scores == [float(who == 1), float(who == 0)]
    assert (table.end.reason, table.end.clock.remaining_ms) == ("resign", [59_700, 60_000])


def test_aborting_until_everybody_has_moved() -> None:
    for plies in range(4):
        table = Table(Duel(rounds=3)).start()
        for _ in range(plies):
            table.move("high")
        done = table.do(1, p.Abort)
        if plies < 2:
            assert done.refusal is None
            assert (table.end.reason, table.end.scores) == ("aborted", None)
            assert table.end.seed == SEED.hex()
        else:
            assert code(done) == "too_late"


def test_aborting_before_the_start() -> None:
    table = Table()
    table.do(0, p.Sit)
    assert code(table.do(1, p.Abort)) == "not_seated"
    table.do(0, p.Abort)
    assert table.end.clock == p.ClockView(remaining_ms=[60_000, 60_000])


# ── outages ────────────────────────────────────────────────────────────────────────────────────


def test_an_outage_keeps_the_time_used_and_no_more() -> None:
    table = Table(Duel(rounds=3)).start()
    table.move("high", after=1_000)
    table.pause(elapsed=4_000)
    assert table.room.clock.view(0) == p.ClockView(remaining_ms=[59_000, 56_000])
    table.resume(after=900_000)
    done = table.move("low", after=2_000)
    assert isinstance(done.entries[0].event, p.Moved)
    assert done.entries[0].event.receipt.charged_ms == 6_000
    assert table.room.clock.view(table.ms).remaining_ms == [59_000, 54_000]


def test_several_outages_in_one_turn_add_up() -> None:
    table = Table(Duel(rounds=3)).start()
    for _ in range(3):
        table.pause(elapsed=1_000)
        table.resume(after=77)
    table.move("high", after=500)
    assert table.room.clock.view(table.ms).remaining_ms == [56_500, 60_000]


def test_nothing_flags_while_paused_and_the_rest_runs_after() -> None:
    table = Table(Duel(rounds=3)).start().pause(elapsed=59_000)
    assert table.do(1, p.Chat, after=10**7, text="anybody?").refusal is None
    table.resume(after=5)
    assert table.flag(after=999).entries == ()
    assert table.flag(after=1).entries != ()


def test_an_outage_is_not_measured_with_the_clock_of_another_run() -> None:
    """The new run may be older when the room is loaded than the old one was: no flag falls."""
    table = Table(Duel(rounds=3)).start()
    table.run, table.ms = 2, 10**7
    done = table.tell(Outage(2_000))
    assert [type(entry.event) for entry in done.entries] == [p.Paused]
    assert table.room.clock.view(table.ms).remaining_ms == [58_000, 60_000]


def test_an_outage_gives_nobody_time() -> None:
    table = Table(Duel(rounds=3)).start().pause(elapsed=-500)
    assert table.room.clock.view(0).remaining_ms == [60_000, 60_000]


def test_a_paused_game_can_be_resigned_with_the_time_used() -> None:
    table = Table(Duel(rounds=3)).start().pause(elapsed=5_000)
    assert table.room.turn == 0
    table.do(1, p.Resign, after=3_000)
    assert table.end.clock.remaining_ms == [55_000, 60_000]


# ── rematch and chat ───────────────────────────────────────────────────────────────────────────


def test_a_rematch_swaps_the_seats_and_keeps_the_level() -> None:
    bot = Actor("bot", "Ponderer", bot=True)
    table = Table(invitations=(None, FOR_BOT))
    for actor in (PEOPLE[0], bot):
        table.tell(table.command(p.Sit), actor)
        table.tell(table.command(p.Ready, salt="s"), actor)
    table.do(0, p.Resign)
    first = table.do(0, p.RematchWish)
    assert first.create is None
    assert code(table.do(0, p.RematchWish)) == "wished_already"
    done = table.tell(table.command(p.RematchWish), bot)
    assert done.create is not None
    assert (done.create.id, done.create.seed) == (FRESH.game, FRESH.seed)
    assert done.create.invitations == (FOR_BOT, Invitation("a0", "Ann"))
    assert table.room.next_game == FRESH.game
    assert code(table.do(0, p.RematchWish)) == "rematch_made"


def test_a_rematch_of_three_moves_everybody_one_seat_on() -> None:
    table = Table(Deal()).start()
    table.do(2, p.Resign)
    wishes = [table.do(who, p.RematchWish) for who in range(3)]
    assert [wish.create is not None for wish in wishes] == [False, False, True]
    assert wishes[2].create is not None
    invited = wishes[2].create.invitations
    assert [i and i.name for i in invited] == ["Cyd", "Ann", "Bob"]


def test_who_never_sat_cannot_make_the_rematch_of_an_aborted_game() -> None:
    table = Table()
    table.do(0, p.Sit)
    table.do(0, p.Abort)
    assert table.do(0, p.RematchWish).create is None
    assert code(table.do(1, p.RematchWish)) == "not_seated"


def test_chat_names_the_speaker_and_the_seat_if_there_is_one() -> None:
    table = Table()
    table.do(0, p.Sit)
    table.do(0, p.Chat, text="hello")
    table.tell(table.command(p.Chat, text="hi"), STRANGER)
    said = [entry.event for entry in table.log if isinstance(entry.event, p.Said)]
    assert [(s.name, s.seat, s.text) for s in said] == [("Ann", 0, "hello"), ("Xan", None, "hi")]


# ── views ──────────────────────────────────────────────────────────────────────────────────────


def test_legal_moves_go_to_the_mover_alone_while_clocks_run() -> None:
    table = Table(Duel(rounds=3))
    assert turn(table.room, 0) is None
    table.start()
    assert turn(table.room, 0) == p.Turn(game=GAME, ply=0, legal=["high", "low"])
    assert turn(table.room, 1) is None
    assert turn(table.room, None) is None
    assert turn(table.pause().room, 0) is None


def test_a_game_that_hides_nothing_shows_everybody_the_event() -> None:
    table = Table().start()
    event = table.log[-1].event
    assert all(view(event, table.room, viewer) is event for viewer in (0, 1, None))
