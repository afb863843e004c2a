"""Who is paired with whom in quick pairing."""

from collections import Counter
from itertools import combinations
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zeitnot_server.lobby.matching import Entry, Meetings
from zeitnot_server.seeks.pairing import (
    AGAIN_MS,
    Leads,
    Provisional,
    Seeker,
    SeekPair,
    may_meet,
    pairs,
    reach,
)

BLITZ: Entry = ("othello", "3+2")
RAPID: Entry = ("othello", "10+5")
SEED = b"seed"
NOW = 1_000_000


def seeker(
    account: str,
    waited_s: float = 0,
    rating: float | None = None,
    *,
    seat: int | None = None,
    entry: Entry = BLITZ,
    most_gap: int | None = None,
    avoided: frozenset[str] = frozenset(),
) -> Seeker:
    known = Provisional() if rating is None else Provisional(rating, 50)
    since_ms = NOW - round(1000 * waited_s)
    return Seeker(account, account, entry, since_ms, seat, known, most_gap, avoided)


def paired(*waiting: Seeker, meetings: Meetings | None = None, now_ms: int = NOW) -> list[str]:
    """The pairs as `first-second`."""
    found = pairs(waiting, meetings or Meetings(), Leads(), now_ms, SEED)
    return [f"{pair.first.account}-{pair.second.account}" for pair in found]


def met(*waiting: Seeker, meetings: Meetings | None = None, now_ms: int = NOW) -> set[str]:
    """The pairs as two letters in the order of the alphabet."""
    return {"".join(sorted(pair.split("-"))) for pair in paired(*waiting, meetings=meetings)}


seekers = st.lists(
    st.builds(
        seeker,
        account=st.text("abcdefgh", min_size=1, max_size=2),
        waited_s=st.integers(0, 100),
        rating=st.none() | st.integers(400, 3000),
        seat=st.sampled_from([None, None, 0, 1]),
        entry=st.sampled_from([BLITZ, RAPID]),
        most_gap=st.sampled_from([None, None, 0, 200]),
        avoided=st.frozensets(st.sampled_from("abcdefgh"), max_size=2),
    ),
    max_size=20,
    unique_by=lambda each: each.account,
)


@given(seekers, st.binary(max_size=64))
def test_pairs_may_meet_and_nobody_who_may_is_left(waiting: list[Seeker], seed: bytes) -> None:
    found = pairs(waiting, Meetings(), Leads(), NOW, seed)
    taken = [each.account for pair in found for each in pair]
    assert len(taken) == len(set(taken))
    for first, second in found:
        assert first.entry == second.entry
        assert may_meet(first, second, NOW)
        assert first.seat in (None, 0)
        assert second.seat in (None, 1)
    left = [each for each in waiting if each.account not in taken]
    for one, other in combinations(left, 2):
        assert one.entry != other.entry or not may_meet(one, other, NOW)


@given(seekers, st.binary(max_size=64), st.randoms())
def test_same_input_gives_the_same_pairs(
    waiting: list[Seeker], seed: bytes, random: st.DataObject
) -> None:
    def found(people: list[Seeker]) -> list[SeekPair]:
        return pairs(people, Meetings(), Leads(), NOW, seed)

    shuffled = list(waiting)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    assert found(shuffled) == found(waiting)


def test_who_has_waited_longest_has_the_first_choice() -> None:
    assert met(seeker("a", 10), seeker("b", 30), seeker("c", 20)) == {"bc"}


def test_the_nearest_rating_is_chosen() -> None:
    waiting = seeker("a", 60, 1500), seeker("b", 50, 1900), seeker("c", 1, 1520)
    assert met(*waiting) == {"ac"}


@pytest.mark.parametrize(("waited_s", "points"), [(0, 100), (1, 110), (30, 400), (-5, 100)])
def test_reach_grows_with_waiting(waited_s: int, points: int) -> None:
    assert reach(1000 * waited_s, None) == points
    assert reach(1000 * waited_s, 105) == min(points, 105)


def test_both_must_reach_the_other() -> None:
    """300 points apart, less 50 for the uncertainty of the ratings."""
    assert not met(seeker("a", 60, 1500), seeker("b", 14, 1800))
    assert met(seeker("a", 60, 1500), seeker("b", 15, 1800)) == {"ab"}
    assert not met(seeker("a", 60, 1500, most_gap=200), seeker("b", 60, 1800))


def test_a_player_without_a_rating_meets_almost_anybody_at_once() -> None:
    assert met(seeker("a", 0), seeker("b", 0, 2000)) == {"ab"}
    assert not met(seeker("a", 0), seeker("b", 0, 2200))
    assert met(seeker("a", 10), seeker("b", 10, 2200)) == {"ab"}


def test_people_who_avoid_each_other_are_not_paired() -> None:
    assert not met(seeker("a", 90, avoided=frozenset("b")), seeker("b", 90))
    assert met(seeker("a", 91, avoided=frozenset("b")), seeker("b", 90), seeker("c")) == {"ac"}


def test_seats_that_are_asked_for_are_given() -> None:
    assert paired(seeker("a", seat=1), seeker("b")) == ["b-a"]
    assert paired(seeker("a"), seeker("b", seat=1)) == ["a-b"]
    assert paired(seeker("a", seat=1), seeker("b", seat=0)) == ["b-a"]
    assert not paired(seeker("a", 90, seat=0), seeker("b", 90, seat=0))


def test_somebody_else_is_preferred_to_the_last_opponent() -> None:
    meetings = Meetings()
    meetings.note_start(BLITZ, "a", "b", NOW - 1000)
    waiting = seeker("a", 30), seeker("b", 20), seeker("c", 1)
    assert met(*waiting, meetings=meetings) == {"ac"}
    assert met(*waiting[:2], meetings=meetings) == {"ab"}, "if there is nobody else"
    long_ago = Meetings()
    long_ago.note_start(BLITZ, "a", "b", NOW - AGAIN_MS)
    assert met(*waiting, meetings=long_ago) == {"ab"}


@given(st.binary(max_size=64))
def test_seats_are_balanced_over_all_opponents(seed: bytes) -> None:
    meetings, leads, first = Meetings(), Leads(), Counter[str]()
    for number in range(24):
        one, other = (("a", "b"), ("a", "c"), ("b", "c"))[number % 3]
        now_ms = NOW + number
        (pair,) = pairs([seeker(one), seeker(other)], meetings, leads, now_ms, seed)
        first[pair.first.account] += 1
        meetings.note_start(BLITZ, pair.first.account, pair.second.account, now_ms)
        leads.note(pair.first.account, pair.second.account, now_ms)
    assert all(abs(2 * first[each] - 16) <= 2 for each in "abc")


def test_a_thousand_people_who_cannot_meet_are_compared_in_little_time() -> None:
    """The comparisons for each are bounded."""
    compared = 0

    class Counted(frozenset[str]):
        def __contains__(self, account: object) -> bool:
            nonlocal compared
            compared += 1
            return True

    waiting = [seeker(f"p{number}", avoided=Counted()) for number in range(1000)]
    assert paired(*waiting) == []
    assert compared <= 1000 * 128


def test_ratings_are_read_once_a_round() -> None:
    """Each pair is compared by numbers, because a round of many must not hold the event loop."""
    read = 0

    class Counted(NamedTuple):
        number: float
        deviation: float = 50

        @property
        def rating(self) -> float:
            nonlocal read
            read += 1
            return self.number

    rated = [seeker(f"p{number}")._replace(rating=Counted(300 * number)) for number in range(500)]
    assert paired(*rated) == []
    assert read <= len(rated)
