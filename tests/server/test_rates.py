"""Token buckets."""

import math

from zeitnot_server.limits.rates import Rate, Rates, TokenBucket


def test_a_burst_is_followed_by_the_rate() -> None:
    bucket = TokenBucket(Rate(10, 3))
    assert [bucket.take(0) for _ in range(4)] == [True, True, True, False]
    assert not bucket.take(99)
    assert bucket.take(200)


def test_returned_tokens_can_be_taken_again_up_to_the_burst() -> None:
    bucket = TokenBucket(Rate(10, 1))
    assert bucket.take(0)
    assert not bucket.take(0)
    bucket.refund()
    bucket.refund()
    assert [bucket.take(0) for _ in range(2)] == [True, False]


def test_a_bucket_never_holds_more_than_the_burst() -> None:
    bucket = TokenBucket(Rate(10, 2))
    assert bucket.take(0)
    assert [bucket.take(1_000_000) for _ in range(3)] == [True, True, False]


def test_counting_without_the_time_equals_taking() -> None:
    counted, taken = TokenBucket(Rate(10, 3), 500), TokenBucket(Rate(10, 3), 500)
    for now_ms in (500, 500, 500, 500, 700, 700, 700, 10_000):
        assert (counted.count() or counted.recount(now_ms)) == taken.take(now_ms)


def test_a_debt_is_limited_and_is_paid_first() -> None:
    bucket = TokenBucket(Rate(10, 3))
    bucket.owe(0, 1_000, max_debt=20)
    assert bucket.wait_ms(0) == 2_100
    assert not bucket.take(2_099)
    assert bucket.take(2_100)


def test_all_rates_of_all_keys_are_taken_or_none() -> None:
    reached = list[str]()
    rates = Rates({"chats": [Rate(1, 5), Rate(0.5, 2)], "reads": [Rate(1, 3)]}, reached.append)
    both = [("chats", "ann"), ("reads", "192.0.2.7")]
    assert [rates.take(both, 0) for _ in range(3)] == [0, 0, 2_000]
    assert rates.take([("reads", "192.0.2.7")], 0) == 0, "a refused request takes no token"
    assert rates.take([("chats", "bob")], 0) == 0, "Bob has separate tokens"
    assert rates.take(both, 1_000) == 1_000
    assert reached == ["chats", "chats"]
    rates.refund(both)
    assert rates.take(both, 1_000) == 0


def test_a_rate_of_zero_refills_nothing() -> None:
    bucket = TokenBucket(Rate(0, 1))
    assert bucket.take(0)
    assert bucket.wait_ms(10**9) == math.inf
