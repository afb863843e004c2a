"""The clock policy of bots agrees with the server's clock."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

import zeitnot_protocol as p
from zeitnot_client.state import RoomState
from zeitnot_client.turn_clock import MOVE_OVERHEAD_MS, TurnClock, turn_clock
from zeitnot_server.rooms.clock import FREE_TURN_MS, Clock
from zeitnot_server.rooms.value import replace as changed

from .test_timing import CONTROLS

CLOCK_AT_MS = 5_000  # the client's time at which the clock was shown
UNTIMED = st.sampled_from(
    [
        p.Control(kind="unlimited"),
        p.Control(kind="unlimited", move_limit_ms=9_000),
        p.Control(kind="hourglass", base_ms=90_000),
        p.Control(kind="stages", stages=[p.Stage(base_ms=60_000, moves=40), p.Stage(base_ms=9)]),
    ]
)


def state_of(clock: Clock, shown_at_ms: int, phase: str = "running") -> RoomState:
    """The state of a client on seat 0 that received the clock at this moment of the server."""
    view = p.RoomView("ewn", 1, {}, clock.control, seats=2, draws=False, created_at=0)
    return replace(
        RoomState("game0", you=0, room=view, phase=phase, turn=0),  # type: ignore[arg-type]
        clock=clock.view(shown_at_ms),
        clock_at_ms=CLOCK_AT_MS,
    )


@given(
    st.one_of(CONTROLS, UNTIMED),
    st.lists(st.integers(0, 10_000), max_size=5),
    st.integers(0, 10_000),
    st.integers(0, 10_000),
)
def test_full_time_ends_when_the_flag_falls(
    control: p.Control, moves: list[int], shown_ms: int, later_ms: int
) -> None:
    """It ends exactly then in every control, after any moves, and in the middle of a turn."""
    clock, now = Clock.new(control, 2), 0
    for took in moves:
        clock = clock.begin(0, now)
        deadline_ms = clock.deadline_ms()
        now = now + took if deadline_ms is None else min(now + took, deadline_ms - 1)
        clock = clock.charge(now)[0].begin(1, now).charge(now)[0]
    clock = clock.begin(0, now)
    deadline_ms = clock.deadline_ms()
    found = turn_clock(state_of(clock, now + shown_ms), CLOCK_AT_MS + later_ms)
    if deadline_ms is None:
        assert found == TurnClock()
        return
    left_ms = max(0, deadline_ms - now - shown_ms - later_ms)
    assert found.flag_in_ms == left_ms
    assert found.send_within_ms == max(0, left_ms - MOVE_OVERHEAD_MS)
    assert found.period_ends_in_ms is not None
    assert found.period_ends_in_ms <= left_ms
    assert found.is_free is False


@given(CONTROLS, st.integers(0, FREE_TURN_MS + 9))
def test_free_first_turn_has_the_servers_limit(control: p.Control, later_ms: int) -> None:
    """The clock, which does not run in a free turn, has no influence."""
    clock = Clock.new(control, 2, free=True).begin(0, 0)
    found = turn_clock(state_of(clock, 0), CLOCK_AT_MS + later_ms)
    assert (found.flag_in_ms, found.is_free) == (max(0, FREE_TURN_MS - later_ms), True)


def test_free_first_turn_may_be_unlimited() -> None:
    """The only person among bots has such a turn, for example. In a pause the end is unknown."""
    control = p.Control(kind="sudden_death", base_ms=60_000)
    clock = changed(Clock.new(control, 2, free=True), unbounded=frozenset({0})).begin(0, 0)
    assert turn_clock(state_of(clock, 0), 9 * CLOCK_AT_MS) == TurnClock(is_free=True)
    assert turn_clock(state_of(clock, 0, "paused"), 9 * CLOCK_AT_MS) == TurnClock()


def test_stopped_clock_has_no_end() -> None:
    clock = Clock.new(p.Control(kind="sudden_death", base_ms=60_000), 2)
    assert turn_clock(RoomState("game0", you=0), 0) == TurnClock()
    assert turn_clock(state_of(clock.begin(1, 0), 0), 9 * CLOCK_AT_MS) == TurnClock()
    assert turn_clock(state_of(clock.begin(0, 0), 0, "paused"), 9 * CLOCK_AT_MS) == TurnClock()


def test_bot_gives_up_before_the_flag_or_at_the_owners_limit() -> None:
    clock = TurnClock(30_000, 30_000)
    assert clock.give_up_in_ms() == 30_000 - MOVE_OVERHEAD_MS
    assert clock.give_up_in_ms(4_000) == 4_000
    assert clock.give_up_in_ms(40_000) == 30_000 - MOVE_OVERHEAD_MS
    assert TurnClock().give_up_in_ms() is None
    assert TurnClock().give_up_in_ms(4_000) == 4_000
    assert TurnClock(MOVE_OVERHEAD_MS - 1).give_up_in_ms(4_000) == 0
