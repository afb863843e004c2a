"""Rooms as drivers see them."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

import zeitnot_protocol as p
from zeitnot_client.drivers.room_view import UNLIMITED_MS, limits_of, situation_of, start_of
from zeitnot_client.drivers.situation import Clocks, Limits, Moved, Start, Threw
from zeitnot_client.state import RoomState
from zeitnot_client.turn_clock import turn_clock
from zeitnot_server.rooms.clock import Clock

from ..test_timing import CONTROLS
from ..test_turn_clock import CLOCK_AT_MS, UNTIMED, state_of

RECEIPT = p.Receipt(elapsed_ms=0, compensated_ms=0, charged_ms=0, remaining_ms=None)
NO_CLOCK = p.ClockView(remaining_ms=[None, None])


def room_state(setup: p.Setup | None = None) -> RoomState:
    """A game in which seat 1 is to move, after a throw and a move."""
    view = p.RoomView(
        game_type="ewn",
        rules_version=1,
        settings={"size": 5},
        control=p.Control(kind="unlimited"),
        seats=2,
        draws=False,
        created_at=0,
        setup=setup,
    )
    threw = p.Threw(
        game="game0", seq=1, at=0, k=1, ply=0, kind="dice", values=[3], position="thrown"
    )
    moved = p.Moved(
        game="game0",
        seq=2,
        at=0,
        seat=0,
        ply=0,
        move="m",
        position="after",
        receipt=RECEIPT,
        clock=NO_CLOCK,
    )
    gone = p.Withdrew(
        game="game0",
        seq=3,
        at=0,
        seat=5,
        position="after",
        clock=NO_CLOCK,
        reason="resign",
        elapsed_ms=0,
    )
    return RoomState(
        "game0",
        you=1,
        room=view,
        phase="running",
        start="begun",
        position="after",
        turn=1,
        seats=(p.SeatView(), p.SeatView()),
        record=(threw, moved, gone),
        legal=("x", "y"),
    )


def test_a_room_is_plain_data() -> None:
    state = room_state()
    start = start_of(state, {"size": 5})
    assert start == Start("ewn", {"size": 5}, "begun", is_usual=True)
    assert not start_of(state).is_usual
    assert not start_of(state, {"size": 6}).is_usual
    game = situation_of(state, start)
    assert game.actions == (Threw((3,), "thrown"), Moved(0, "m", "after"))
    assert (game.position, game.seat, game.legal) == ("after", 1, ("x", "y"))
    assert game.moves_with_positions() == [("thrown", "m")]


def test_no_move_is_legal_while_the_opponent_is_to_move() -> None:
    state = replace(room_state(), you=0)
    assert situation_of(state, start_of(state)).legal == ()


@pytest.mark.parametrize("position", [None, "given"])
def test_moves_of_the_setup_come_first(position: str | None) -> None:
    state = room_state(p.Setup(position=position, moves=("a", "b", "c")))
    start = start_of(state, {"size": 5})
    assert (start.position, start.is_usual) == (position or "", position is None)
    actions = situation_of(state, start).actions
    assert actions[:3] == (Moved(1, "a"), Moved(0, "b"), Moved(1, "c", "begun"))


@given(st.one_of(CONTROLS, UNTIMED), st.integers(0, 20_000), st.integers(0, 500))
def test_the_engine_is_never_told_more_time_than_it_has(
    control: p.Control, later_ms: int, overhead_ms: int
) -> None:
    clock = Clock.new(control, 2).begin(0, 0)
    state = state_of(clock, 0)
    turn = turn_clock(state, CLOCK_AT_MS + later_ms)
    limits = limits_of(state, turn, overhead_ms)
    told = limits.told(0)
    assert limits.overhead_ms == overhead_ms
    assert (told.clocks is None) != (told.move_ms is None)
    if turn.flag_in_ms is None:
        return
    told_ms = told.clocks.left_ms[0] if told.clocks else told.move_ms
    assert told_ms is not None
    assert told_ms <= max(1, turn.flag_in_ms - overhead_ms)


def test_clocks_with_an_increment_are_told_as_they_are() -> None:
    control = p.Control(kind="fischer", base_ms=60_000, increment_ms=1_000)
    state = state_of(Clock.new(control, 2).begin(0, 0), 10_000)
    limits = limits_of(state, turn_clock(state, CLOCK_AT_MS), 80)
    assert limits == Limits(Clocks((50_000, 60_000), 60_000, 1_000), overhead_ms=80)
    assert limits.told(0).clocks == Clocks((49_920, 60_000), 60_000, 1_000)


def test_without_a_clock_a_move_has_a_usual_time() -> None:
    state = state_of(Clock.new(p.Control(kind="unlimited"), 2).begin(0, 0), 0)
    assert limits_of(state, turn_clock(state, 0), 0).move_ms == UNLIMITED_MS
