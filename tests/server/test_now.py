"""The adjusted clock: monotonic, and without the time in which the loop stood still."""

from zeitnot_server.play.now import AdjustedClock


class FakeTime:
    def __init__(self) -> None:
        self.ns = 5_000_000_000

    def __call__(self) -> int:
        return self.ns

    def passes(self, ms: int) -> None:
        self.ns += ms * 1_000_000


def clock_and_time() -> tuple[AdjustedClock, FakeTime]:
    time = FakeTime()
    return AdjustedClock(3, time, lambda: 1_700_000_000_000_000_000), time


def test_counts_from_the_start_of_the_run() -> None:
    clock, time = clock_and_time()
    assert clock.ms() == 0
    time.passes(40)
    assert clock.ms() == 40
    assert clock.now().run == 3
    assert clock.now().wall == 1_700_000_000_000


def test_time_between_ticks_counts() -> None:
    clock, time = clock_and_time()
    for _ in range(100):
        time.passes(50)
        clock.tick()
    assert clock.ms() == 5000


def test_a_stall_is_left_out_at_the_first_look() -> None:
    clock, time = clock_and_time()
    time.passes(50)
    clock.tick()
    time.passes(60_000)
    assert clock.ms() == 100, "one tick's worth of the gap counts"
    time.passes(10)
    assert clock.ms() == 110


def test_a_gap_just_below_the_bound_counts() -> None:
    clock, time = clock_and_time()
    clock.tick()
    time.passes(250)
    assert clock.ms() == 250


def test_never_goes_back() -> None:
    clock, time = clock_and_time()
    last = 0
    for gap in (10, 240, 260, 5000, 1, 300, 251, 250, 49):
        time.passes(gap)
        now = clock.ms()
        assert now >= last
        last = now
        clock.tick()
