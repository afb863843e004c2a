"""Takebacks, adjournments, and what more than two seats agree on."""

import pytest

import zeitnot_protocol as p
from zeitnot_server.rooms.commands import Abandon, AdjournAfterCrash
from zeitnot_server.rooms.room import Phase, Step
from zeitnot_server.verify import verify

from .games import Duel, Race
from .hidden_games import Relay
from .table import MINUTE, Table


def code(result: Step) -> str | None:
    if result.refusal is None:
        return None
    assert result.entries == ()
    return result.refusal.code


def duel(*moves: str, control: p.Control = MINUTE) -> Table:
    table = Table(Duel(rounds=4), control).start()
    for move in moves:
        table.move(move, after=1_000)
    return table


def take_back(table: Table, asker: int, after: int = 0) -> p.TakenBack:
    assert code(table.do(asker, p.Takeback, action="ask")) is None
    result = table.do(1 - asker, p.Takeback, after=after, action="accept")
    assert result.refusal is None
    assert isinstance(result.entries[0].event, p.TakenBack)
    return result.entries[0].event


def test_a_takeback_undoes_the_askers_last_move_and_all_that_followed() -> None:
    table = duel("high", "low")
    numbers = table.room.seq
    after_takeback = take_back(table, 0, after=500)
    assert (
        after_takeback.seat,
        after_takeback.plies,
        after_takeback.ply,
        after_takeback.position,
        after_takeback.turn,
    ) == (0, 2, 0, "-", 0)
    assert (table.room.ply, table.room.turn, table.room.seq) == (0, 0, numbers + 2)
    repeated = table.move("low", after=200).entries[0].event
    assert isinstance(repeated, p.Moved)
    assert (repeated.ply, repeated.position) == (0, "l")


def test_the_side_that_has_just_moved_takes_back_one_ply() -> None:
    table = duel("high", "low", "high")
    after_takeback = take_back(table, 0)
    assert (after_takeback.plies, after_takeback.position, after_takeback.turn) == (1, "hl", 0)


def test_a_takeback_gives_no_time_back() -> None:
    """Neither what the moves had cost nor what the turn that is broken off has cost so far."""
    control = p.Control(kind="fischer", base_ms=60_000, increment_ms=100)
    table = duel("high", control=control)
    after_takeback = take_back(table, 0, after=4_000)
    assert after_takeback.clock == p.ClockView(remaining_ms=[59_100, 56_000], running=0)
    assert after_takeback.elapsed_ms == 4_000
    assert table.room.clock.deadline_ms() == table.ms + 59_100
    moved = table.move("low", after=2_000).entries[0].event
    assert isinstance(moved, p.Moved)
    assert moved.receipt.elapsed_ms == 2_000
    assert moved.clock.remaining_ms == [57_200, 56_000]


PER_MOVE = p.Control(kind="per_move", time_ms=30_000)
BYOYOMI = p.Control(kind="byoyomi", base_ms=0, periods=3, period_ms=10_000)
BRONSTEIN = p.Control(kind="bronstein", base_ms=60_000, delay_ms=2_000)
DAYS = p.Control(kind="correspondence", days=1)


@pytest.mark.parametrize(
    ("control", "asker", "left"),
    [
        (control, asker, left)
        for asker in (0, 1)
        for control, left in (
            (PER_MOVE, 30_000),
            (BYOYOMI, 10_000),
            (BRONSTEIN, 58_000),
            (DAYS, 86_400_000),
        )
    ],
)
def test_the_time_of_a_turn_is_whole_after_a_takeback(
    control: p.Control, asker: int, left: int
) -> None:
    """For the seat to move, whichever seat asked: the broken-off turn does not count."""
    table = duel("high", "low", "high", control=control)
    after_takeback = take_back(table, asker, after=4_000)
    assert after_takeback.clock.remaining_ms[1] == left
    if asker == 0:
        table.move("low", after=1_000)
    clock = table.room.clock
    assert (clock.running, clock.times[1].remaining_ms) == (1, left)
    assert (clock.used_ms, clock.spent_ms) == (0, 0)
    table.do(0, p.Resign)
    _holds(table)


def test_takebacks_reach_the_start_but_not_past_a_throw() -> None:
    table = duel("high", "low", "high", "low")
    assert [take_back(table, seat).position for seat in (1, 0, 1, 0)] == ["hlh", "hl", "h", "-"]
    assert code(table.do(0, p.Takeback, action="ask")) == "no_takeback"
    race = Table(Race()).start()
    race.move("walk")
    assert code(race.do(0, p.Takeback, action="ask")) == "no_takeback"


def test_any_move_declines_a_takeback() -> None:
    table = duel("high", "low")
    table.do(1, p.Takeback, action="ask")
    table.move("low")
    assert code(table.do(0, p.Takeback, action="accept")) == "no_offer"
    table.do(0, p.Takeback, action="ask")
    table.do(0, p.Draw, action="offer")
    table.move("low")
    assert not table.room.offers


def test_a_takeback_clears_all_offers() -> None:
    table = duel("high", "low")
    table.do(0, p.Draw, action="offer")
    table.do(1, p.Adjourn, action="offer")
    take_back(table, 0)
    assert not table.room.offers
    assert code(table.do(0, p.Draw, action="offer")) is None, "the board has changed"


@pytest.mark.parametrize("kind", [p.Draw, p.Adjourn])
def test_an_offer_cannot_be_repeated_until_the_position_changes(
    kind: type[p.Draw | p.Adjourn],
) -> None:
    table = duel("high")
    assert code(table.do(0, kind, action="offer")) is None
    table.do(1, kind, action="decline")
    assert code(table.do(0, kind, action="offer")) == "offered_lately"
    assert code(table.do(1, kind, action="offer")) is None, "the other one may"
    table.do(0, kind, action="decline")
    table.move("low")
    assert code(table.do(0, kind, action="offer")) is None


def test_a_first_turn_taken_back_still_counts_as_moved() -> None:
    table = duel("high", "low")
    take_back(table, 0)
    assert code(table.do(0, p.Abort)) == "too_late"


# ── adjournment ────────────────────────────────────────────────────────────────────────────────


def adjourned(*moves: str, after: int = 3_000) -> Table:
    table = duel(*moves)
    table.do(0, p.Adjourn, action="offer")
    table.do(1, p.Adjourn, after=after, action="accept")
    assert table.room.phase is Phase.ADJOURNED
    return table


def test_an_adjourned_game_waits_for_resume_of_both() -> None:
    table = adjourned("high", after=3_000)
    paused = table.log[-1].event
    assert isinstance(paused, p.Paused)
    assert (paused.reason, paused.elapsed_ms) == ("agreed", 3_000)
    assert paused.clock == p.ClockView(remaining_ms=[59_000, 57_000])
    assert table.room.clock.deadline_ms() is None
    table.run += 1
    table.ms = 50  # another day, another run of the server
    assert table.flag(after=10**9).refusal is not None
    assert code(table.tell(Abandon(0))) == "wrong_state"
    table.do(1, p.ResumeWish)
    assert table.room.phase is Phase.ADJOURNED
    resumed = table.do(0, p.ResumeWish, after=5).entries[0].event
    assert resumed == p.Resumed(
        game="game0",
        seq=resumed.seq,
        at=resumed.at,
        clock=p.ClockView(remaining_ms=[59_000, 57_000], running=1),
    )
    moved = table.move("low", after=500).entries[0].event
    assert isinstance(moved, p.Moved)
    assert moved.receipt.charged_ms == 3_500


def test_a_game_can_be_adjourned_again_and_keeps_draw_offers() -> None:
    table = adjourned("high")
    table.do(0, p.Draw, action="offer")
    for seat in (0, 1):
        table.do(seat, p.ResumeWish)
    assert table.room.offers["draw"].seat == 0
    table.move("low")
    table.do(0, p.Adjourn, action="offer")
    table.do(1, p.Adjourn, action="accept")
    assert code(table.do(0, p.ResumeWish)) is None
    assert code(table.do(0, p.ResumeWish)) == "offered_already"
    table.do(1, p.ResumeWish)
    assert table.room.phase is Phase.RUNNING


def test_a_game_adjourned_after_crashes_waits_for_both() -> None:
    table = duel("high")
    paused = table.tell(AdjournAfterCrash(700)).entries[0].event
    assert isinstance(paused, p.Paused)
    assert (paused.reason, paused.elapsed_ms) == ("crashed", 700)
    for seat in (0, 1):
        table.do(seat, p.ResumeWish)
    assert table.room.phase is Phase.RUNNING
    assert table.room.clock.used_ms == 700


# ── three seats and more ───────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_a_three_seat_race_is_played_to_its_end(seats: int) -> None:
    table = Table(Relay(seats))
    table.people = [*table.people, *[type(table.people[0])(f"b{i}", "Bo") for i in range(3)]]
    table.start()
    while table.room.phase is Phase.RUNNING:
        assert table.room.turn == table.room.ply % seats
        table.move("walk", after=70)
    assert sum(table.end.scores or []) == 1.0
    assert len(table.room.clock.times) == seats
    _holds(table)
    wishes = [table.do(seat, p.RematchWish) for seat in range(seats)]
    (items,) = [request.create for request in wishes if request.create]
    people = [seat.actor and seat.actor.account for seat in table.room.seats]
    assert [i and i.account for i in items.invitations] == [people[-1], *people[:-1]]


def _holds(table: Table) -> None:
    """The record, read again from its file, proves itself."""
    verify(table.export(), lambda game, chosen: table.rules)


def three_seats() -> Table:
    return Table(Relay(3)).start()


def test_with_three_seats_all_others_must_accept() -> None:
    table = three_seats()
    table.do(1, p.Draw, action="offer")
    result = table.do(0, p.Draw, action="accept")
    assert result.entries[0].event == p.Answered(
        game="game0", seq=table.room.seq, at=table.now().wall, seat=0, accept=True
    )
    assert code(table.do(0, p.Draw, action="offer")) == "agreed_already"
    table.do(2, p.Draw, action="offer")
    assert table.end.scores == [1 / 3] * 3
    _holds(table)


def test_with_three_seats_one_declines_for_all() -> None:
    table = three_seats()
    table.do(1, p.Adjourn, action="offer")
    table.do(0, p.Adjourn, action="accept")
    table.do(2, p.Adjourn, action="decline")
    assert not table.room.offers
    assert code(table.do(0, p.Adjourn, action="accept")) == "no_offer"


def test_a_move_of_a_seat_that_accepted_declines_nothing() -> None:
    table = three_seats()
    table.do(1, p.Draw, action="offer")
    table.do(0, p.Draw, action="accept")
    table.move("wait")
    assert table.room.offers["draw"].agreed == {0}
    table.move("wait")
    assert "draw" in table.room.offers, "the offerer's own move"
    table.move("wait")
    assert "draw" not in table.room.offers


def test_with_three_seats_play_resumes_with_the_third_resume() -> None:
    table = three_seats()
    table.do(2, p.Adjourn, action="offer")
    for seat in (0, 1):
        table.do(seat, p.Adjourn, action="accept")
    for seat in (2, 0):
        table.do(seat, p.ResumeWish)
        assert table.room.phase is Phase.ADJOURNED
    assert code(table.do(0, p.ResumeWish)) == "agreed_already"
    table.do(1, p.ResumeWish)
    assert table.room.phase is Phase.RUNNING
    table.do(0, p.Resign)
    assert table.end.scores == [0.0, 0.5, 0.5]
    _holds(table)


def test_a_flag_of_three_gives_the_point_to_those_who_could_still_win() -> None:
    table = Table(Relay(3, goal=8)).start()
    for move in ("walk", "wait"):
        while table.room.turn == 0 or table.room.turn == 1:
            table.move("walk" if table.room.turn == 0 else "wait")
        if max(table.room.state.at) >= 4:
            break
        table.move(move)
    assert max(table.room.state.at) >= 4
    seat = table.room.turn
    can = [s for s in range(3) if s != seat and table.rules.can_win(table.room.state, s)]
    assert can == [0]
    table.flag(after=60_000)
    assert table.end.scores == [1.0, 0.0, 0.0]
    _holds(table)


# ── being away ─────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("moves", "scores"), [((), None), (("high",), None), (("high", "low"), [0.0, 1.0])]
)
def test_a_permanently_absent_player_loses_after_the_first_turns(
    moves: tuple[str, ...], scores: list[float] | None
) -> None:
    table = duel(*moves)
    table.tell(Abandon(0))
    assert (table.end.reason, table.end.scores) == ("abandoned", scores)
    _holds(table)


def test_the_record_of_such_a_game_verifies() -> None:
    table = duel("high", "low", "high")
    take_back(table, 0, after=777)
    table.do(1, p.Takeback, action="ask", after=10)
    table.do(0, p.Takeback, action="decline", after=10)
    table.move("low", after=100)
    table.do(0, p.Adjourn, action="offer")
    table.do(1, p.Adjourn, action="accept", after=345)
    table.do(1, p.ResumeWish)
    table.do(0, p.ResumeWish, after=10_000)
    take_back(table, 1)
    table.tell(AdjournAfterCrash(20), after=20)
    table.do(0, p.ResumeWish)
    table.do(1, p.ResumeWish)
    for move in ("high", "low", "high", "low", "high", "low", "low"):
        if table.room.phase is Phase.RUNNING:
            table.move(move, after=50)
    assert table.end.reason == "rules"
    _holds(table)
