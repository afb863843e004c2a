"""Token buckets."""

from zeitnot_server.limits.rates import Rate, TokenBucket


def test_a_burst_is_followed_by_the_rate() -> None:
    bucket = TokenBucket(Rate(10, 3))
    assert [bucket.take(0) for _ in range(4)] == [True, True, True, False]
    assert not bucket.take(99)
    assert bucket.take(200)


def test_returned_tokens_can_be_taken_again_up_to_the_burst() -> None:
    bucket = TokenBucket(Rate(10, 1))
    assert bucket.take(0)
    assert not bucket.take(0)
    bucket.give_back()
    bucket.give_back()
    assert [bucket.take(0) for _ in range(2)] == [True, False]


def test_never_holds_more_than_the_burst() -> None:
    bucket = TokenBucket(Rate(10, 2))
    assert bucket.take(0)
    assert [bucket.take(1_000_000) for _ in range(3)] == [True, True, False]
