"""Who plays whom in the pool."""

from collections import Counter
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from zeitnot_server.lobby.matching import Entry, Meetings
from zeitnot_server.pool.pairing import REPEAT_MS, Candidate, Pair, pairs

BLITZ: Entry = ("othello", "blitz")
RAPID: Entry = ("othello", "rapid")
ENTRIES = [BLITZ, RAPID, ("chess", "blitz")]
SEED = b"seed"


def bot(name: str, since_ms: int = 0, *entries: Entry, owner: str = "") -> Candidate:
    return Candidate(name, owner or name, frozenset(entries or [BLITZ]), since_ms)


def players(pair: Pair) -> set[str]:
    return {pair.first, pair.second}


candidates = st.lists(
    st.builds(
        Candidate,
        account=st.text("abcdefgh", min_size=1, max_size=2),
        owner=st.sampled_from("xyz"),
        entries=st.frozensets(st.sampled_from(ENTRIES)),
        since_ms=st.integers(0, 100),
    ),
    max_size=20,
    unique_by=lambda each: each.account,
)


@given(candidates, st.binary(max_size=64))
def test_pairs_are_of_two_owners_who_play_the_game(waiting: list[Candidate], seed: bytes) -> None:
    found = pairs(waiting, Meetings(), 1_000, seed)
    by_account = {each.account: each for each in waiting}
    paired = [account for pair in found for account in players(pair)]
    assert len(paired) == len(set(paired)) == 2 * len(found)
    for pair in found:
        first, second = by_account[pair.first], by_account[pair.second]
        assert pair.entry in first.entries & second.entries
        assert first.owner != second.owner
    left = [each for each in waiting if each.account not in paired]
    for one, other in combinations(left, 2):
        assert one.owner == other.owner or not one.entries & other.entries


@given(candidates, st.binary(max_size=64), st.randoms())
def test_same_seed_gives_the_same_pairs(
    waiting: list[Candidate], seed: bytes, random: st.DataObject
) -> None:
    found = pairs(waiting, Meetings(), 1_000, seed)
    shuffled = list(waiting)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    assert pairs(shuffled, Meetings(), 1_000, seed) == found


def test_bot_that_has_waited_longest_is_paired_first() -> None:
    waiting = [bot("a", 30), bot("b", 10), bot("c", 20)]
    (pair,) = pairs(waiting, Meetings(), 100, SEED)
    assert players(pair) == {"b", "c"}


def test_bots_that_come_last_are_paired_after_all_others() -> None:
    absent = [bot(name)._replace(comes_last=True) for name in "abc"]
    (pair, _) = pairs([*absent, bot("d", 10), bot("e", 20)], Meetings(), 100, SEED)
    assert players(pair) == {"d", "e"}


def test_two_bots_wait_before_they_play_again() -> None:
    meetings, waiting = Meetings(), [bot("a"), bot("b")]
    (pair,) = pairs(waiting, meetings, 0, SEED)
    meetings.note_start(*pair, 0)
    meetings.note_time(*pair, 5_000)
    assert pairs(waiting, meetings, 5_000 + REPEAT_MS - 1, SEED) == []
    (again,) = pairs(waiting, meetings, 5_000 + REPEAT_MS, SEED)
    assert (again.first, again.second) == (pair.second, pair.first)


def test_third_bot_comes_before_a_repeat() -> None:
    meetings = Meetings()
    meetings.note_start(BLITZ, "a", "b", 0)
    later = 10 * REPEAT_MS
    (pair,) = pairs([bot("a", 0), bot("b", 1), bot("c", 2)], meetings, later, SEED)
    assert players(pair) == {"a", "c"}


def test_meetings_count_for_each_game_separately() -> None:
    meetings = Meetings()
    meetings.note_start(BLITZ, "a", "b", 0)
    (pair,) = pairs([bot("a", 0, BLITZ, RAPID), bot("b", 0, BLITZ, RAPID)], meetings, 1, SEED)
    assert pair.entry == RAPID


def test_pair_whose_game_was_not_created_keeps_its_seats() -> None:
    meetings = Meetings()
    pair = Pair(BLITZ, "a", "b")
    meetings.note_start(*pair, 0)
    meetings.note_time(*pair, REPEAT_MS)
    assert meetings.of(BLITZ, "b", "a").games == 1
    assert pairs([bot("a"), bot("b")], meetings, REPEAT_MS, SEED) == []


def test_five_bots_meet_equally_often_with_seats_exchanged() -> None:
    """As in a pool whose games all last equally long."""
    meetings, since = Meetings(), dict.fromkeys("abcde", 0)
    met, first = Counter[tuple[str, ...]](), Counter[tuple[str, str]]()
    for number in range(100):
        now_ms = (number + 1) * REPEAT_MS
        waiting = [bot(name, since_ms) for name, since_ms in since.items()]
        for pair in pairs(waiting, meetings, now_ms, bytes([number])):
            meetings.note_start(*pair, now_ms)
            met[tuple(sorted(players(pair)))] += 1
            first[pair.first, pair.second] += 1
            since[pair.first] = since[pair.second] = now_ms
    assert len(met) == 10
    assert max(met.values()) - min(met.values()) <= 2
    assert all(abs(first[one, other] - first[other, one]) <= 1 for one, other in met)
