"""Seats that leave while the others play on: they resign, lose on time, are abandoned or banned."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import zeitnot_protocol as p
from zeitnot_server.rooms.absence import CLAIM_MS
from zeitnot_server.rooms.clock import FREE_TURN_MS
from zeitnot_server.rooms.commands import Abandon, AdjournAfterCrash, RemoveBanned
from zeitnot_server.rooms.fold import fold
from zeitnot_server.rooms.room import Phase
from zeitnot_server.verify import verify

from .games import Deal
from .marathon import Field, Marathon
from .refusals import code
from .rig import MINUTE, Rig
from .test_hidden import frames_of

FAR_GOAL = 1_000  # is not reached


def running(rules: Marathon | None = None, control: p.Control = MINUTE, moves: int = 0) -> Rig:
    """A game in progress with this many moves."""
    rig = Rig(rules or Marathon(goal=FAR_GOAL), control).start()
    for _ in range(moves):
        rig.move("walk")
    return rig


def last_withdrew(rig: Rig) -> p.Withdrew:
    return next(e.event for e in reversed(rig.log) if isinstance(e.event, p.Withdrew))


# ── who leaves, and whose turn it is then ──────────────────────────────────────────────────────


def test_resigning_out_of_turn_does_not_change_the_turn() -> None:
    rig = running(moves=3)
    assert rig.room.turn == 0
    rig.do(2, p.Resign, after=400)
    assert rig.events[-1] == "Withdrew"
    assert (rig.room.turn, rig.room.left, rig.room.phase) == (0, {2}, Phase.RUNNING)
    withdrew = last_withdrew(rig)
    assert (withdrew.seat, withdrew.reason, withdrew.turn) == (2, "resign", 0)
    assert (withdrew.elapsed_ms, withdrew.clock.running) == (400, 0)
    moved = rig.move("walk", after=100).entries[0].event
    assert isinstance(moved, p.Moved)
    assert moved.receipt.elapsed_ms == 500, "the turn continued"
    rig.move("walk")
    assert rig.room.turn == 0, "seat 2 has no turns any more"


def test_resigning_in_turn_passes_the_turn_on() -> None:
    rig = running(moves=3)
    rig.do(0, p.Resign, after=700)
    assert rig.events[-2:] == ["Withdrew", "Threw"], "the next seat's throw follows"
    assert rig.room.turn == 1
    assert last_withdrew(rig).turn is None
    assert rig.room.clock.view(rig.ms).remaining_ms == [59_300, 60_000, 60_000]
    assert rig.room.clock.since_ms == rig.ms


def test_a_command_that_detects_a_flag_is_still_executed() -> None:
    rig = running(moves=3)
    result = rig.do(1, p.Chat, after=60_000, text="too late for you")
    kinds = [type(entry.event).__name__ for entry in result.entries]
    assert kinds == ["Withdrew", "Threw", "Said"]
    withdrew = last_withdrew(rig)
    assert (withdrew.seat, withdrew.reason) == (0, "flag")
    assert withdrew.clock.remaining_ms == [0, 60_000, 60_000]
    assert rig.room.turn == 1
    rig.flag(after=60_000)
    assert (rig.end.reason, rig.end.word) == ("flag", "alone")
    assert rig.end.scores == [0.0, 0.5, 1.0], "a seat that stays longer ranks higher"


@pytest.mark.parametrize("moves", [2, 3])
def test_an_abandoned_seat_leaves_and_the_others_play_on(moves: int) -> None:
    rig = running(moves=moves)
    rig.send(Abandon(1))
    assert last_withdrew(rig).reason == "abandoned"
    assert rig.room.phase is Phase.RUNNING
    assert code(rig.send(Abandon(1))) == "too_late"
    rig.send(Abandon(2))
    assert (rig.end.reason, rig.end.scores) == (
        ("abandoned", [1.0, 0.0, 0.5]) if moves == 3 else ("abandoned", None)
    ), "the game ends with one remaining seat; it has no result before all seats have moved"


def test_a_missed_first_turn_costs_the_others_nothing() -> None:
    rig = Rig(Marathon(goal=FAR_GOAL), setup=p.Setup()).start()
    rig.move("walk")
    rig.flag(after=FREE_TURN_MS)
    withdrew = last_withdrew(rig)
    assert (withdrew.seat, withdrew.reason, rig.room.turn) == (1, "flag", 2)
    assert withdrew.clock.remaining_ms == [60_000] * 3
    rig.flag(after=FREE_TURN_MS)
    assert (rig.end.reason, rig.end.scores, rig.end.ended_by) == ("aborted", None, 2)
    assert verify(rig.export(), lambda *_: Marathon(goal=FAR_GOAL)).moves == 1


def test_a_missed_first_turn_aborts_a_game_that_does_not_play_on() -> None:
    rig = Rig(Deal(), setup=p.Setup()).start()
    rig.flag(after=FREE_TURN_MS)
    assert (rig.end.reason, rig.end.scores) == ("aborted", None)


def test_a_claim_removes_the_slow_seat() -> None:
    rig = running(control=p.Control(kind="unlimited"), moves=3)
    assert code(rig.do(2, p.Claim, after=CLAIM_MS - 1)) == "too_early"
    rig.do(2, p.Claim, after=1)
    assert (last_withdrew(rig).seat, last_withdrew(rig).reason) == (0, "abandoned")
    assert code(rig.do(0, p.Claim)) == "too_late"


def test_a_banned_account_leaves_all_its_seats() -> None:
    rig = running(Marathon(seats=4, goal=FAR_GOAL), moves=4)
    rig.send(RemoveBanned(rig.people[1].account))
    assert rig.room.left == {1}
    assert code(rig.send(RemoveBanned(rig.people[1].account))) == "not_seated", (
        "it has left already"
    )


# ── what a seat that has left may do ───────────────────────────────────────────────────────────


def test_a_seat_that_left_may_only_chat() -> None:
    rig = running(moves=3)
    rig.do(1, p.Resign)
    for kind, fields in (
        (p.Resign, {}),
        (p.Abort, {}),
        (p.Draw, {"action": "offer"}),
        (p.Takeback, {"action": "ask"}),
        (p.Adjourn, {"action": "offer"}),
    ):
        assert code(rig.do(1, kind, **fields)) == "too_late"
    assert code(rig.do(1, p.Chat, text="good luck")) is None


def test_only_the_remaining_seats_have_to_agree() -> None:
    rig = running(moves=3)
    rig.do(2, p.Resign)
    rig.do(0, p.Draw, action="offer")
    assert code(rig.do(2, p.Draw, action="accept")) == "too_late"
    rig.do(1, p.Draw, action="accept")
    assert rig.end.reason == "agreed"


def test_all_of_three_have_to_agree_to_a_takeback() -> None:
    class Walk(Marathon):
        """A game without throws, which could not be taken back."""

        def throw(self, state: Field) -> None:
            return None

        def turn(self, state: Field) -> int | None:
            return None if self.outcome(state) else state.mover

    rig = Rig(Walk(goal=FAR_GOAL)).start()
    rig.move("wait")
    rig.do(0, p.Takeback, action="ask")
    rig.do(1, p.Takeback, action="accept")
    assert rig.room.ply == 1, "one more has to agree"
    rig.do(2, p.Takeback, action="accept")
    assert (rig.room.ply, rig.room.turn) == (0, 0)
    rig.move("wait")
    rig.do(2, p.Resign)
    assert code(rig.do(0, p.Takeback, action="ask")) == "no_takeback", (
        "a takeback cannot undo a withdrawal"
    )


def test_offers_lapse_and_can_be_made_again() -> None:
    rig = running(moves=3)
    rig.do(0, p.Draw, action="offer")
    rig.do(2, p.Resign)
    assert not rig.room.offers
    assert code(rig.do(0, p.Draw, action="offer")) is None


# ── clocks ─────────────────────────────────────────────────────────────────────────────────────


def test_the_clock_of_a_seat_that_left_stops_and_gets_no_new_period() -> None:
    control = p.Control(kind="byoyomi", base_ms=1_000, periods=2, period_ms=500)
    rig = running(control=control, moves=3)
    rig.do(0, p.Resign, after=1_200)
    assert rig.room.clock.view(rig.ms).remaining_ms[0] == 300
    assert rig.room.clock.view(rig.ms).periods == [1, 2, 2]


def test_an_hourglass_gives_time_only_to_remaining_seats() -> None:
    rig = running(control=p.Control(kind="hourglass", base_ms=10_000), moves=3)
    rig.do(2, p.Resign)
    rig.move("walk", after=1_000)
    assert rig.room.clock.view(rig.ms).remaining_ms == [9_000, 11_000, 10_000]


def test_a_seat_that_left_has_no_free_first_turn() -> None:
    rig = Rig(Marathon(goal=FAR_GOAL), setup=p.Setup()).start()
    rig.do(2, p.Resign)
    rig.move("walk")
    rig.move("walk")
    assert not rig.room.clock.is_free, "two seats have moved, and there are no more"
    assert code(rig.do(0, p.Abort)) == "too_late"


@pytest.mark.parametrize("who", [0, 1])
def test_no_clock_starts_while_the_game_is_paused(who: int) -> None:
    rig = running(moves=3).pause(elapsed=250)
    rig.do(who, p.Resign)
    assert rig.room.phase is Phase.PAUSED
    assert rig.room.clock.since_ms is None
    rig.resume(after=5_000)
    assert rig.room.clock.since_ms == rig.ms
    used = 250 if who == 1 else 0
    assert rig.room.clock.elapsed_ms(rig.ms) == used


def test_an_adjourned_game_resumes_when_the_remaining_seats_agree() -> None:
    rig = running(moves=3)
    rig.send(AdjournAfterCrash(100))
    rig.do(1, p.ResumeWish)
    rig.do(0, p.Resign)
    rig.do(1, p.ResumeWish)
    assert rig.room.phase is Phase.ADJOURNED
    rig.do(2, p.ResumeWish)
    assert (rig.room.phase, rig.room.turn) == (Phase.RUNNING, 1)


# ── the end, and the record ────────────────────────────────────────────────────────────────────


def test_the_last_remaining_seat_wins() -> None:
    rig = running(Marathon(seats=4, goal=FAR_GOAL), moves=4)
    for seat in (2, 0, 3):
        rig.do(seat, p.Resign)
    assert rig.events[-2:] == ["Withdrew", "Finished"]
    assert (rig.end.reason, rig.end.word) == ("resign", "alone")
    assert rig.end.scores == pytest.approx([1 / 3, 1.0, 0.0, 2 / 3])


def test_a_game_that_does_not_play_on_ends_and_the_others_share_the_point() -> None:
    rig = Rig(Deal()).start()
    rig.do(1, p.Resign)
    assert (rig.end.reason, rig.end.scores) == ("resign", [0.5, 0.0, 0.5])


def test_partners_win_and_lose_together() -> None:
    class Partners(Marathon):
        plays_on = False
        sides = ((0, 2), (1, 3))

    rig = Rig(Partners(seats=4)).start()
    rig.do(2, p.Resign)
    assert rig.end.scores == [0.0, 1.0, 0.0, 1.0]
    rig = Rig(Partners(seats=4)).start()
    rig.flag(after=60_000)
    assert (rig.end.reason, rig.end.scores) == ("flag", [0.0, 1.0, 0.0, 1.0])
    rig = Rig(Partners(seats=4)).start()
    for seat in range(4):
        rig.do(seat, p.Draw, action="accept" if seat else "offer")
    assert rig.end.scores == [0.5] * 4


@pytest.mark.parametrize("reasons", [("resign", "flag"), ("abandoned", "resign")])
def test_the_record_is_verified(reasons: tuple[str, str]) -> None:
    rig = running(Marathon(goal=20), moves=3)
    for reason in reasons:
        seat = rig.room.playing_seats[0]
        if reason == "flag":
            rig.flag(after=60_000)
        elif reason == "abandoned":
            rig.send(Abandon(seat), after=90)
        else:
            rig.do(seat, p.Resign, after=90)
    assert verify(rig.export(), lambda *_: Marathon(goal=20)).moves == 3


def test_a_withdrawal_reveals_nothing_hidden() -> None:
    rig = running(Marathon(seats=4, goal=FAR_GOAL, hides=True), moves=5)
    rig.do(3, p.Resign)
    rig.do(1, p.Resign)
    for viewer, frames in frames_of(rig).items():
        withdrew = [p.decode_room_out(frame) for frame in frames if '"withdrew"' in frame]
        assert [event.seat for event in withdrew] == [3, 1]
        places = withdrew[0].position.split()[:4]
        assert [place != "?" for place in places] == [seat == viewer for seat in range(4)]


actions = st.sampled_from(["resign", "away", "walk", "late"])
leavers = st.lists(st.tuples(st.integers(0, 5), actions), max_size=12)


@given(leavers, st.integers(3, 6), st.booleans())
def test_the_log_restores_the_room(script: list[tuple[int, str]], seats: int, hides: bool) -> None:
    """The record of every finished game is valid, too."""
    rules = Marathon(seats, goal=30, hides=hides)
    rig = Rig(rules)
    rig.people.append(type(rig.people[0])("a5", "Fay"))
    rig.start()
    for who, action in script:
        if action == "walk" and rig.room.turn is not None:
            rig.move("walk", after=100)
        elif action == "late":
            rig.flag(after=60_000)
        elif action == "away":
            rig.send(Abandon(who % seats), after=10)
        elif action == "resign":
            rig.do(who % seats, p.Resign, after=10)
    assert fold(rig.new, rig.log) == rig.room
    assert rig.room.turn not in rig.room.left
    assert rig.room.clock.running not in rig.room.left
    if rig.room.finished:
        verify(rig.export(), lambda *_: Marathon(seats, goal=30, hides=hides))
