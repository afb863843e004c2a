"""The arithmetic of a book's entries."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zeitnot_server.books.entry import MAX_AMOUNT, MAX_COUNT, Entry, merged, played

WIN, DRAW, LOSS = (played("m", [s, 1 - s], 0, 1) for s in (1.0, 0.5, 0.0))

results = st.lists(st.sampled_from([WIN, DRAW, LOSS]), min_size=1, max_size=30)
manual_entries = st.builds(Entry, move=st.just("m"), weight=st.floats(0, 1e6))


def total(entries: list[Entry]) -> Entry:
    combined, *rest = entries
    for entry in rest:
        combined = merged(combined, entry)
    return combined


@pytest.mark.parametrize(
    ("scores", "seat", "counts"),
    [
        ([1.0, 0.0], 0, (1, 0, 0)),
        ([1.0, 0.0], 1, (0, 0, 1)),
        ([0.5, 0.5], 1, (0, 1, 0)),
        ([1.0, 0.0, 0.0], 0, (1, 0, 0)),
        ([1.0, 0.0, 0.0], 2, (0, 0, 1)),
        ([0.5, 0.0, 0.5], 0, (1, 0, 0)),
        ([1.0, 0.5, 0.0], 1, (0, 1, 0)),
    ],
)
def test_a_game_is_counted_for_its_seat(
    scores: list[float], seat: int, counts: tuple[int, int, int]
) -> None:
    entry = played("m", scores, seat, 77)
    assert (entry.wins, entry.draws, entry.losses) == counts
    assert (entry.games, entry.score, entry.last_played) == (1, scores[seat], 77)


def test_a_move_that_was_never_played_scores_one_half() -> None:
    assert Entry("m", weight=9.0).score == 0.5
    assert Entry("m", weight=9.0).earned_weight == 0.0


@given(results)
def test_the_score_is_the_mean_and_the_weight_the_points_earned(entries: list[Entry]) -> None:
    combined = total(entries)
    assert combined.games == len(entries)
    assert combined.score == pytest.approx(sum(e.score for e in entries) / len(entries))
    assert combined.weight == pytest.approx(combined.earned_weight)
    assert 0 <= combined.weight <= combined.games


@given(results, manual_entries)
def test_a_win_raises_the_weight_and_a_loss_lowers_it(entries: list[Entry], manual: Entry) -> None:
    before = total([manual, *entries])
    assert merged(before, WIN).weight > before.weight
    after = merged(before, LOSS)
    assert after.score <= before.score
    if before.score_sum:
        assert after.weight < before.weight
    else:
        assert after.weight == pytest.approx(before.weight)


@given(results, manual_entries)
def test_the_order_of_games_does_not_matter(entries: list[Entry], manual: Entry) -> None:
    one, other = total([manual, *entries]), total([*reversed(entries), manual])
    assert one.weight == pytest.approx(other.weight)
    assert replace(one, weight=0) == replace(other, weight=0)


def test_sources_and_dates_are_merged() -> None:
    manual = Entry("m", weight=2.0, source="club")
    both = merged(merged(manual, WIN), replace(WIN, last_played=9, source="club+games"))
    assert (both.source, both.last_played) == ("club+games", 9)
    assert merged(manual, manual).last_played is None


def test_sums_stay_within_the_bounds_of_the_file_format() -> None:
    """Otherwise a book could be exported but not imported."""
    large = replace(WIN, wins=MAX_COUNT, score_sum=MAX_AMOUNT, weight=MAX_AMOUNT)
    both = merged(large, large)
    assert (both.wins, both.score_sum, both.weight) == (MAX_COUNT, MAX_AMOUNT, MAX_AMOUNT)
