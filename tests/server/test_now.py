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


def test_an_instant_that_has_passed() -> None:
    clock, time = clock_and_time()
    time.passes(200)
    assert clock.ms(30) == 170
    assert clock.ms(-5) == 200
    assert clock.ms(10_000) == 0


def test_within_a_stall_time_stood_still() -> None:
    """Stopped at 100 (the last tick) for two seconds; one tick of the gap counts."""
    clock, time = clock_and_time()
    time.passes(100)
    clock.tick()
    time.passes(2000)
    assert clock.ms() == 150
    assert clock.ms(1999) == 101
    assert clock.ms(1960) == 140
    assert clock.ms(1950) == clock.ms(700) == clock.ms(1) == 150
    assert clock.ms(2040) == 60
    time.passes(30)
    assert (clock.ms(), clock.ms(10), clock.ms(40)) == (180, 170, 150)


def test_a_frame_that_lay_through_two_stalls_is_not_older_than_the_first() -> None:
    clock, time = clock_and_time()
    time.passes(1000)
    assert clock.ms() == 50
    time.passes(1000)
    assert clock.ms() == 100
    assert clock.ms(1990) == 50


def test_the_wall_clock_may_be_set_as_it_likes() -> None:
    time, wall = FakeTime(), [1_700_000_000_000]
    clock = AdjustedClock(1, time, lambda: wall[0] * 1_000_000)
    time.passes(100)
    for step in (3_600_000, -7_200_000, 3_600_000):
        wall[0] += step
        assert clock.ms() == 100
        assert (clock.now().ms, clock.now().wall) == (100, wall[0])


def test_people_read_when_it_came_and_not_when_it_was_looked_at() -> None:
    clock, time = clock_and_time()
    time.passes(40)
    stamp = clock.ms()
    time.passes(60)
    now = clock.at(stamp, lag_ms=7)
    assert (now.ms, now.wall, now.lag_ms) == (40, 1_700_000_000_000 - 60, 7)
