"""Flags, and outages in which no flag falls."""

import pytest

import zeitnot_protocol as p
from zeitnot_server.rooms.commands import Outage
from zeitnot_server.rooms.room import Step

from .games import Deal, Duel
from .rig import Rig

# ── flags ──────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("delay_ms", [0, 1, 25, 10_000])
def test_a_move_at_the_deadline_or_later_is_late(delay_ms: int) -> None:
    rig = Rig(Duel(rounds=3)).start()
    result = rig.move("high", after=60_000 + delay_ms)
    assert [type(entry.event) for entry in result.entries] == [p.Finished]
    assert result.refusal is not None
    assert result.refusal.code == "wrong_state"
    assert result.answer is None
    assert (rig.end.reason, rig.end.scores) == ("flag", [0.0, 1.0])
    assert rig.end.clock.remaining_ms == [0, 60_000]


def test_a_move_a_millisecond_before_the_deadline_is_in_time() -> None:
    rig = Rig(Duel(rounds=3)).start()
    assert rig.move("high", after=59_999).refusal is None
    assert rig.room.clock.view(rig.ms).remaining_ms == [1, 60_000]


def test_an_early_flag_timer_does_nothing() -> None:
    rig = Rig(Duel(rounds=3)).start()
    before = rig.room
    assert rig.flag(after=59_999) == Step(before)
    assert [type(entry.event) for entry in rig.flag(after=1).entries] == [p.Finished]


@pytest.mark.parametrize("kind", [p.Resign, p.Abort])
@pytest.mark.parametrize("who", [0, 1])
def test_commands_after_the_flag_find_the_game_over(who: int, kind: type[p.Message]) -> None:
    rig = Rig(Duel(rounds=3)).start()
    assert rig.do(who, kind, after=60_000).refusal is not None
    assert (rig.end.reason, rig.end.scores) == ("flag", [0.0, 1.0])


def test_chat_after_the_flag_is_accepted() -> None:
    rig = Rig(Duel(rounds=3)).start()
    result = rig.do(1, p.Chat, after=60_000, text="time")
    assert [type(entry.event) for entry in result.entries] == [p.Finished, p.Said]


def test_a_flag_against_a_side_that_cannot_win_is_a_draw() -> None:
    rig = Rig(Duel()).start()
    rig.move("high")
    rig.flag(after=60_000)
    assert (rig.end.reason, rig.end.scores) == ("flag", [1.0, 0.0])
    rig = Rig(Duel(rounds=1)).start()
    rig.move("low")
    rig.flag(after=60_000)
    assert (rig.end.reason, rig.end.scores) == ("flag", [0.5, 0.5])


def test_the_two_other_seats_share_the_point() -> None:
    rig = Rig(Deal()).start()
    rig.move("keep")
    rig.flag(after=60_000)
    assert rig.end.scores == [0.5, 0.0, 0.5]


def test_the_limit_per_move_flags_a_seat_with_time_left() -> None:
    control = p.Control(kind="sudden_death", base_ms=60_000, move_limit_ms=5_000)
    rig = Rig(Duel(rounds=3), control).start()
    rig.move("high", after=4_999)
    rig.flag(after=5_000)
    assert rig.end.clock.remaining_ms == [55_001, 55_000]
    assert rig.end.scores == [1.0, 0.0]


def test_without_a_clock_no_flag_falls() -> None:
    rig = Rig(Duel(rounds=3), p.Control(kind="unlimited")).start()
    before = rig.room
    assert rig.flag(after=10**9).room is before


# ── outages ────────────────────────────────────────────────────────────────────────────────────


def test_an_outage_charges_only_the_time_before_it() -> None:
    rig = Rig(Duel(rounds=3)).start()
    rig.move("high", after=1_000)
    rig.pause(elapsed=4_000)
    assert rig.room.clock.view(0) == p.ClockView(remaining_ms=[59_000, 56_000])
    rig.resume(after=900_000)
    result = rig.move("low", after=2_000)
    assert isinstance(result.entries[0].event, p.Moved)
    assert result.entries[0].event.receipt.charged_ms == 6_000
    assert rig.room.clock.view(rig.ms).remaining_ms == [59_000, 54_000]


def test_several_outages_in_one_turn_add_up() -> None:
    rig = Rig(Duel(rounds=3)).start()
    for _ in range(3):
        rig.pause(elapsed=1_000)
        rig.resume(after=77)
    rig.move("high", after=500)
    assert rig.room.clock.view(rig.ms).remaining_ms == [56_500, 60_000]


def test_no_flag_falls_in_a_pause_and_the_clock_continues_after_it() -> None:
    rig = Rig(Duel(rounds=3)).start().pause(elapsed=59_000)
    assert rig.do(1, p.Chat, after=10**7, text="anybody?").refusal is None
    rig.resume(after=5)
    assert rig.flag(after=999).entries == ()
    assert rig.flag(after=1).entries != ()


def test_an_outage_is_measured_by_the_clock_of_its_run() -> None:
    """No flag falls, even if the new run has lasted longer than the old one."""
    rig = Rig(Duel(rounds=3)).start()
    rig.run, rig.ms = 2, 10**7
    result = rig.send(Outage(2_000))
    assert [type(entry.event) for entry in result.entries] == [p.Paused]
    assert rig.room.clock.view(rig.ms).remaining_ms == [58_000, 60_000]


def test_an_outage_gives_no_time() -> None:
    rig = Rig(Duel(rounds=3)).start().pause(elapsed=-500)
    assert rig.room.clock.view(0).remaining_ms == [60_000, 60_000]


def test_resigning_in_a_pause_charges_the_time_used() -> None:
    rig = Rig(Duel(rounds=3)).start().pause(elapsed=5_000)
    assert rig.room.turn == 0
    rig.do(1, p.Resign, after=3_000)
    assert rig.end.clock.remaining_ms == [55_000, 60_000]
