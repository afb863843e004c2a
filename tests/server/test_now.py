"""The adjusted clock: monotonic, without the time in which the process did not run."""

import threading
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zeitnot_server.hosting.room.now import (
    MAX_STALLS,
    SAMPLE_MS,
    STALL_MS,
    STARVED_MS,
    AdjustedClock,
)


class Machine:
    """The monotonic clock and the process's use of it; the test advances both."""

    def __init__(self) -> None:
        self.ns = 5_000_000_000
        self.ran_ns = 70_000_000
        self.waited_ns = 3_000_000
        self.wall_ms = 1_700_000_000_000
        self.clock = AdjustedClock(
            3,
            lambda: self.ns,
            lambda: self.wall_ms * 1_000_000,
            lambda: self.ran_ns,
            lambda: self.waited_ns,
        )

    def idle(self, ms: int) -> None:
        """The process has nothing to do; samples are taken on time."""
        for _ in range(ms // SAMPLE_MS):
            self.ns += SAMPLE_MS * 1_000_000
            self.clock.sample()
        self.ns += ms % SAMPLE_MS * 1_000_000

    def work(self, ms: float) -> None:
        """The interpreter is busy, and no sample is taken."""
        self.ns += round(ms * 1_000_000)
        self.ran_ns += round(ms * 1_000_000)

    def starve(self, ms: int) -> None:
        """Other processes have the processor."""
        self.ns += ms * 1_000_000
        self.waited_ns += ms * 1_000_000

    def stop(self, ms: int) -> None:
        """The process is stopped by SIGSTOP, and continued."""
        self.ns += ms * 1_000_000


@pytest.fixture
def machine() -> Machine:
    return Machine()


def test_the_clock_counts_from_the_start_of_the_run(machine: Machine) -> None:
    assert machine.clock.ms() == 0
    machine.idle(40)
    assert machine.clock.ms() == 40
    assert machine.clock.now().run == 3
    assert machine.clock.now().wall == 1_700_000_000_000


def test_time_between_measurements_counts(machine: Machine) -> None:
    machine.idle(5007)
    assert machine.clock.ms() == 5007


@pytest.mark.parametrize("stop_ms", [50, 100, 250, 251, 1000, 60_000])
def test_a_stop_is_not_counted(machine: Machine, stop_ms: int) -> None:
    machine.idle(500)
    machine.stop(stop_ms)
    assert 500 <= machine.clock.ms() <= 500 + SAMPLE_MS // 2, "whichever thread samples first"
    machine.idle(20)
    assert 520 <= machine.clock.ms() <= 520 + SAMPLE_MS // 2


@pytest.mark.parametrize("work_ms", [50, 100, 250, 251, 1000, 60_000])
def test_a_busy_loop_does_not_stop_the_clock(machine: Machine, work_ms: int) -> None:
    machine.idle(500)
    machine.work(work_ms)
    assert machine.clock.ms() == 500 + work_ms
    assert machine.clock.tick() == 500 + work_ms


@pytest.mark.parametrize("idle_ms", [50, 400])
def test_an_idle_loop_does_not_stop_the_clock(machine: Machine, idle_ms: int) -> None:
    machine.idle(idle_ms)
    assert machine.clock.ms() == idle_ms


def test_a_stop_during_work_is_omitted_but_the_work_counts(machine: Machine) -> None:
    machine.work(300)
    machine.stop(700)
    machine.work(200)
    assert machine.clock.ms() == 500


def test_waiting_for_a_core_does_not_stop_the_clock(machine: Machine) -> None:
    for _ in range(100):
        machine.idle(SAMPLE_MS)
        machine.starve(STARVED_MS - 60)
        machine.clock.sample()
    assert machine.clock.ms() == 100 * (STARVED_MS - 60 + SAMPLE_MS)


def test_a_long_wait_for_a_core_counts_as_a_stop(machine: Machine) -> None:
    machine.idle(500)
    machine.starve(STARVED_MS + SAMPLE_MS)
    assert 500 <= machine.clock.ms() <= 500 + SAMPLE_MS


def test_a_stop_while_waiting_for_a_core_is_omitted(machine: Machine) -> None:
    machine.idle(500)
    machine.starve(15)
    machine.stop(100)
    machine.starve(15)
    assert abs(machine.clock.ms() - 530) <= SAMPLE_MS


def test_many_short_stops_are_not_added_up(machine: Machine) -> None:
    """Stops begin anywhere between two samples, so the time counted is right on average."""
    for number in range(200):
        machine.idle(50)
        machine.ns += number % SAMPLE_MS * 1_000_000
        machine.stop(50)
        machine.clock.sample()
    expected_ms = 200 * 50 + sum(number % SAMPLE_MS for number in range(200))
    assert abs(machine.clock.ms() - expected_ms) <= 200


def test_a_gap_below_the_stall_threshold_counts(machine: Machine) -> None:
    machine.stop(STALL_MS)
    assert machine.clock.ms() == STALL_MS


def test_without_processor_time_no_time_is_omitted() -> None:
    ns = 0
    clock = AdjustedClock(1, lambda: ns, lambda: 0)
    ns = 60_000_000_000
    assert clock.ms() == 60_000


steps = st.lists(
    st.tuples(st.sampled_from(["idle", "work", "starve", "stop"]), st.integers(0, 700)),
    max_size=150,
)


@given(steps)
def test_the_clock_is_monotonic_for_present_and_past_instants(
    actions: list[tuple[str, int]],
) -> None:
    machine = Machine()
    last = 0
    for kind, ms in actions:
        getattr(machine, kind)(ms)
        now = machine.clock.ms()
        assert now >= last
        past = [machine.clock.ms(age_ms) for age_ms in (0, 1, 5, 40, 700, 10_000)]
        assert past == sorted(past, reverse=True)
        assert 0 <= past[-1] <= past[0] == now
        last = now


def test_past_instants_are_converted(machine: Machine) -> None:
    machine.idle(200)
    assert machine.clock.ms(30) == 170
    assert machine.clock.ms(-5) == 200
    assert machine.clock.ms(10_000) == 0


def test_during_a_stall_time_stands_still(machine: Machine) -> None:
    """The process is stopped at 105 ms for two seconds; the last sample was at 100 ms."""
    machine.idle(105)
    machine.stop(2000)
    assert machine.clock.ms() == 105
    assert machine.clock.ms(1) == machine.clock.ms(700) == machine.clock.ms(2000) == 105
    assert machine.clock.ms(2040) == 65
    machine.idle(30)
    assert [machine.clock.ms(age_ms) for age_ms in (0, 10, 40, 2031)] == [135, 125, 105, 104]


def test_during_work_time_runs(machine: Machine) -> None:
    machine.idle(100)
    machine.work(2000)
    assert [machine.clock.ms(age_ms) for age_ms in (0, 700, 1999, 2001)] == [2100, 1400, 101, 99]


def test_the_age_of_a_frame_omits_several_stalls(machine: Machine) -> None:
    for _ in range(3):
        machine.idle(105)
        machine.stop(1000)
        machine.clock.sample()
    assert machine.clock.ms() == 315
    assert machine.clock.ms(500) == 315
    assert machine.clock.ms(1000 + 50) == 265
    assert machine.clock.ms(1000 + 105 + 500) == 210
    assert machine.clock.ms(3200) == 105
    assert machine.clock.ms(3300) == 15


def test_instants_before_the_oldest_remembered_stall_are_clamped(machine: Machine) -> None:
    for _ in range(2 * MAX_STALLS):
        machine.idle(105)
        machine.stop(1000)
        machine.clock.sample()
    first = 105 * (MAX_STALLS + 1)
    assert machine.clock.ms(MAX_STALLS * 1105 + 500) == first
    assert machine.clock.ms(10_000_000) == first


def test_the_wall_clock_may_be_changed(machine: Machine) -> None:
    machine.idle(100)
    for step in (3_600_000, -7_200_000, 3_600_000):
        machine.wall_ms += step
        assert machine.clock.ms() == 100
        assert (machine.clock.now().ms, machine.clock.now().wall) == (100, machine.wall_ms)


def test_wall_times_are_times_of_arrival(machine: Machine) -> None:
    machine.idle(40)
    stamp = machine.clock.ms()
    machine.idle(60)
    now = machine.clock.at(stamp, lag_ms=7)
    assert (now.ms, now.wall, now.lag_ms) == (40, 1_700_000_000_000 - 60, 7)


def test_a_stop_between_two_readings_is_in_neither() -> None:
    """The loop has read the time and is stopped; the other thread takes the next sample."""
    pending_stops: list[Callable[[], None]] = []

    def now_ns() -> int:
        ns = machine.ns
        if pending_stops and threading.current_thread() is threading.main_thread():
            pending_stops.pop()()
        return ns

    def stop() -> None:
        machine.stop(3000)
        other = threading.Thread(target=clock.sample)
        other.start()
        other.join()

    machine = Machine()
    clock = AdjustedClock(1, now_ns, lambda: 0, lambda: machine.ran_ns)
    machine.clock = clock
    machine.idle(105)
    pending_stops.append(stop)
    assert clock.ms() == 105
    assert machine.ns > 8_000_000_000, "the process was stopped"
