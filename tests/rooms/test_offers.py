"""Takebacks, adjournments, and agreements of more than two seats."""

import pytest

import zeitnot_protocol as p
from zeitnot_server.rooms.commands import Abandon, AdjournAfterCrash
from zeitnot_server.rooms.room import Phase, Step
from zeitnot_server.verify import verify

from .games import Duel, Race
from .hidden_games import Relay
from .rig import MINUTE, Rig


def code(result: Step) -> str | None:
    if result.refusal is None:
        return None
    assert result.entries == ()
    return result.refusal.code


def duel(*moves: str, control: p.Control = MINUTE) -> Rig:
    rig = Rig(Duel(rounds=4), control).start()
    for move in moves:
        rig.move(move, after=1_000)
    return rig


def take_back(rig: Rig, asker: int, after: int = 0) -> p.TakenBack:
    assert code(rig.do(asker, p.Takeback, action="ask")) is None
    result = rig.do(1 - asker, p.Takeback, after=after, action="accept")
    assert result.refusal is None
    assert isinstance(result.entries[0].event, p.TakenBack)
    return result.entries[0].event


def test_a_takeback_undoes_the_askers_last_move_and_all_that_followed() -> None:
    rig = duel("high", "low")
    seq_before = rig.room.seq
    after_takeback = take_back(rig, 0, after=500)
    assert (
        after_takeback.seat,
        after_takeback.plies,
        after_takeback.ply,
        after_takeback.position,
        after_takeback.turn,
    ) == (0, 2, 0, "-", 0)
    assert (rig.room.ply, rig.room.turn, rig.room.seq) == (0, 0, seq_before + 2)
    repeated = rig.move("low", after=200).entries[0].event
    assert isinstance(repeated, p.Moved)
    assert (repeated.ply, repeated.position) == (0, "l")


def test_the_side_that_has_just_moved_takes_back_one_ply() -> None:
    rig = duel("high", "low", "high")
    after_takeback = take_back(rig, 0)
    assert (after_takeback.plies, after_takeback.position, after_takeback.turn) == (1, "hl", 0)


def test_a_takeback_gives_no_time_back() -> None:
    """Neither the time of the moves nor that of the interrupted turn."""
    control = p.Control(kind="fischer", base_ms=60_000, increment_ms=100)
    rig = duel("high", control=control)
    after_takeback = take_back(rig, 0, after=4_000)
    assert after_takeback.clock == p.ClockView(remaining_ms=[59_100, 56_000], running=0)
    assert after_takeback.elapsed_ms == 4_000
    assert rig.room.clock.deadline_ms() == rig.ms + 59_100
    moved = rig.move("low", after=2_000).entries[0].event
    assert isinstance(moved, p.Moved)
    assert moved.receipt.elapsed_ms == 2_000
    assert moved.clock.remaining_ms == [57_200, 56_000]


PER_MOVE = p.Control(kind="per_move", time_ms=30_000)
BYOYOMI = p.Control(kind="byoyomi", base_ms=0, periods=3, period_ms=10_000)
BRONSTEIN = p.Control(kind="bronstein", base_ms=60_000, delay_ms=2_000)
DAYS = p.Control(kind="correspondence", days=1)


@pytest.mark.parametrize(
    ("control", "asker", "remaining_ms"),
    [
        (control, asker, remaining_ms)
        for asker in (0, 1)
        for control, remaining_ms in (
            (PER_MOVE, 30_000),
            (BYOYOMI, 10_000),
            (BRONSTEIN, 58_000),
            (DAYS, 86_400_000),
        )
    ],
)
def test_a_turn_has_its_full_time_after_a_takeback(
    control: p.Control, asker: int, remaining_ms: int
) -> None:
    """For the seat to move, regardless of which seat asked: the interrupted turn does not count."""
    rig = duel("high", "low", "high", control=control)
    after_takeback = take_back(rig, asker, after=4_000)
    assert after_takeback.clock.remaining_ms[1] == remaining_ms
    if asker == 0:
        rig.move("low", after=1_000)
    clock = rig.room.clock
    assert (clock.running, clock.times[1].remaining_ms) == (1, remaining_ms)
    assert (clock.used_ms, clock.spent_ms) == (0, 0)
    rig.do(0, p.Resign)
    _verify_record(rig)


def test_takebacks_reach_the_start_but_not_past_a_throw() -> None:
    rig = duel("high", "low", "high", "low")
    assert [take_back(rig, seat).position for seat in (1, 0, 1, 0)] == ["hlh", "hl", "h", "-"]
    assert code(rig.do(0, p.Takeback, action="ask")) == "no_takeback"
    race = Rig(Race()).start()
    race.move("walk")
    assert code(race.do(0, p.Takeback, action="ask")) == "no_takeback"


def test_any_move_declines_a_takeback() -> None:
    rig = duel("high", "low")
    rig.do(1, p.Takeback, action="ask")
    rig.move("low")
    assert code(rig.do(0, p.Takeback, action="accept")) == "no_offer"
    rig.do(0, p.Takeback, action="ask")
    rig.do(0, p.Draw, action="offer")
    rig.move("low")
    assert not rig.room.offers


def test_a_takeback_clears_all_offers() -> None:
    rig = duel("high", "low")
    rig.do(0, p.Draw, action="offer")
    rig.do(1, p.Adjourn, action="offer")
    take_back(rig, 0)
    assert not rig.room.offers
    assert code(rig.do(0, p.Draw, action="offer")) is None, "the board has changed"


@pytest.mark.parametrize("kind", [p.Draw, p.Adjourn])
def test_an_offer_cannot_be_repeated_until_the_position_changes(
    kind: type[p.Draw | p.Adjourn],
) -> None:
    rig = duel("high")
    assert code(rig.do(0, kind, action="offer")) is None
    rig.do(1, kind, action="decline")
    assert code(rig.do(0, kind, action="offer")) == "offered_lately"
    assert code(rig.do(1, kind, action="offer")) is None, "the other seat may"
    rig.do(0, kind, action="decline")
    rig.move("low")
    assert code(rig.do(0, kind, action="offer")) is None


def test_a_seat_whose_first_turn_was_taken_back_counts_as_moved() -> None:
    rig = duel("high", "low")
    take_back(rig, 0)
    assert code(rig.do(0, p.Abort)) == "too_late"


# ── adjournment ────────────────────────────────────────────────────────────────────────────────


def adjourned(*moves: str, after: int = 3_000) -> Rig:
    rig = duel(*moves)
    rig.do(0, p.Adjourn, action="offer")
    rig.do(1, p.Adjourn, after=after, action="accept")
    assert rig.room.phase is Phase.ADJOURNED
    return rig


def test_an_adjourned_game_waits_for_resume_of_both() -> None:
    rig = adjourned("high", after=3_000)
    paused = rig.log[-1].event
    assert isinstance(paused, p.Paused)
    assert (paused.reason, paused.elapsed_ms) == ("agreed", 3_000)
    assert paused.clock == p.ClockView(remaining_ms=[59_000, 57_000])
    assert rig.room.clock.deadline_ms() is None
    rig.run += 1
    rig.ms = 50  # a later run of the server
    assert rig.flag(after=10**9).refusal is not None
    assert code(rig.send(Abandon(0))) == "wrong_state"
    rig.do(1, p.ResumeWish)
    assert rig.room.phase is Phase.ADJOURNED
    resumed = rig.do(0, p.ResumeWish, after=5).entries[0].event
    assert resumed == p.Resumed(
        game="game0",
        seq=resumed.seq,
        at=resumed.at,
        clock=p.ClockView(remaining_ms=[59_000, 57_000], running=1),
    )
    moved = rig.move("low", after=500).entries[0].event
    assert isinstance(moved, p.Moved)
    assert moved.receipt.charged_ms == 3_500


def test_a_game_can_be_adjourned_again_and_keeps_draw_offers() -> None:
    rig = adjourned("high")
    rig.do(0, p.Draw, action="offer")
    for seat in (0, 1):
        rig.do(seat, p.ResumeWish)
    assert rig.room.offers["draw"].seat == 0
    rig.move("low")
    rig.do(0, p.Adjourn, action="offer")
    rig.do(1, p.Adjourn, action="accept")
    assert code(rig.do(0, p.ResumeWish)) is None
    assert code(rig.do(0, p.ResumeWish)) == "offered_already"
    rig.do(1, p.ResumeWish)
    assert rig.room.phase is Phase.RUNNING


def test_a_game_adjourned_after_crashes_waits_for_both() -> None:
    rig = duel("high")
    paused = rig.send(AdjournAfterCrash(700)).entries[0].event
    assert isinstance(paused, p.Paused)
    assert (paused.reason, paused.elapsed_ms) == ("crashed", 700)
    for seat in (0, 1):
        rig.do(seat, p.ResumeWish)
    assert rig.room.phase is Phase.RUNNING
    assert rig.room.clock.used_ms == 700


# ── three seats and more ───────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_a_race_of_any_size_is_played_to_its_end(seats: int) -> None:
    rig = Rig(Relay(seats))
    rig.people = [*rig.people, *[type(rig.people[0])(f"b{i}", "Bo") for i in range(3)]]
    rig.start()
    while rig.room.phase is Phase.RUNNING:
        assert rig.room.turn == rig.room.ply % seats
        rig.move("walk", after=70)
    assert sum(rig.end.scores or []) == 1.0
    assert len(rig.room.clock.times) == seats
    _verify_record(rig)
    wishes = [rig.do(seat, p.RematchWish) for seat in range(seats)]
    (rematch,) = [request.next_game for request in wishes if request.next_game]
    people = [seat.actor and seat.actor.account for seat in rig.room.seats]
    assert [i and i.account for i in rematch.invitations] == [people[-1], *people[:-1]]


def _verify_record(rig: Rig) -> None:
    """Verifies the exported record."""
    verify(rig.export(), lambda game, chosen: rig.rules)


def three_seats() -> Rig:
    return Rig(Relay(3)).start()


def test_both_other_seats_must_accept() -> None:
    rig = three_seats()
    rig.do(1, p.Draw, action="offer")
    result = rig.do(0, p.Draw, action="accept")
    assert result.entries[0].event == p.Answered(
        game="game0", seq=rig.room.seq, at=rig.now().wall, seat=0, accept=True
    )
    assert code(rig.do(0, p.Draw, action="offer")) == "agreed_already"
    rig.do(2, p.Draw, action="offer")
    assert rig.end.scores == [1 / 3] * 3
    _verify_record(rig)


def test_one_of_three_seats_declines_for_all() -> None:
    rig = three_seats()
    rig.do(1, p.Adjourn, action="offer")
    rig.do(0, p.Adjourn, action="accept")
    rig.do(2, p.Adjourn, action="decline")
    assert not rig.room.offers
    assert code(rig.do(0, p.Adjourn, action="accept")) == "no_offer"


def test_a_move_does_not_decline_an_offer_its_seat_accepted() -> None:
    rig = three_seats()
    rig.do(1, p.Draw, action="offer")
    rig.do(0, p.Draw, action="accept")
    rig.move("wait")
    assert rig.room.offers["draw"].agreed == {0}
    rig.move("wait")
    assert "draw" in rig.room.offers, "the offerer moved"
    rig.move("wait")
    assert "draw" not in rig.room.offers


def test_play_resumes_when_the_third_seat_resumes() -> None:
    rig = three_seats()
    rig.do(2, p.Adjourn, action="offer")
    for seat in (0, 1):
        rig.do(seat, p.Adjourn, action="accept")
    for seat in (2, 0):
        rig.do(seat, p.ResumeWish)
        assert rig.room.phase is Phase.ADJOURNED
    assert code(rig.do(0, p.ResumeWish)) == "agreed_already"
    rig.do(1, p.ResumeWish)
    assert rig.room.phase is Phase.RUNNING
    rig.do(0, p.Resign)
    assert rig.end.scores == [0.0, 0.5, 0.5]
    _verify_record(rig)


def test_a_flag_gives_the_point_to_seats_that_could_still_win() -> None:
    rig = Rig(Relay(3, goal=8)).start()
    for move in ("walk", "wait"):
        while rig.room.turn == 0 or rig.room.turn == 1:
            rig.move("walk" if rig.room.turn == 0 else "wait")
        if max(rig.room.state.at) >= 4:
            break
        rig.move(move)
    assert max(rig.room.state.at) >= 4
    seat = rig.room.turn
    able_to_win = [s for s in range(3) if s != seat and rig.rules.can_win(rig.room.state, s)]
    assert able_to_win == [0]
    rig.flag(after=60_000)
    assert rig.end.scores == [1.0, 0.0, 0.0]
    _verify_record(rig)


# ── absence ────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("moves", "scores"), [((), None), (("high",), None), (("high", "low"), [0.0, 1.0])]
)
def test_a_permanently_absent_player_loses_after_the_first_turns(
    moves: tuple[str, ...], scores: list[float] | None
) -> None:
    rig = duel(*moves)
    rig.send(Abandon(0))
    assert (rig.end.reason, rig.end.scores) == ("abandoned", scores)
    _verify_record(rig)


def test_the_record_of_a_game_with_takebacks_verifies() -> None:
    rig = duel("high", "low", "high")
    take_back(rig, 0, after=777)
    rig.do(1, p.Takeback, action="ask", after=10)
    rig.do(0, p.Takeback, action="decline", after=10)
    rig.move("low", after=100)
    rig.do(0, p.Adjourn, action="offer")
    rig.do(1, p.Adjourn, action="accept", after=345)
    rig.do(1, p.ResumeWish)
    rig.do(0, p.ResumeWish, after=10_000)
    take_back(rig, 1)
    rig.send(AdjournAfterCrash(20), after=20)
    rig.do(0, p.ResumeWish)
    rig.do(1, p.ResumeWish)
    for move in ("high", "low", "high", "low", "high", "low", "low"):
        if rig.room.phase is Phase.RUNNING:
            rig.move(move, after=50)
    assert rig.end.reason == "rules"
    _verify_record(rig)
