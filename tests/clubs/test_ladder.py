"""Ladders as plain values."""

from collections.abc import Callable

import pytest

from zeitnot_server.clubs import ladder as rules
from zeitnot_server.clubs.club import ClubRefused
from zeitnot_server.clubs.ladder import DAY_MS, Ladder, Terms
from zeitnot_server.rooms.value import replace

TERMS = Terms("{}", 3, 7, False)
NOW = 1_000_000
PEOPLE = ("ann", "bob", "cleo", "dan", "eve", "fay")


def ladder(*places: str) -> Ladder:
    return Ladder(places=places or PEOPLE)


def challenged(ladder_: Ladder, challenger: str, other: str, at: int = NOW) -> Ladder:
    return rules.challenge(ladder_, TERMS, challenger, other, at)[0]


def test_a_member_joins_at_the_bottom() -> None:
    after = rules.take_last_place(ladder(), "gil")
    assert after.places == (*PEOPLE, "gil")
    assert after.place("gil") == 7
    with pytest.raises(ClubRefused, match="already") as refused:
        rules.take_last_place(after, "gil")
    assert refused.value.code == "member_already"


def test_a_ladder_has_a_bound() -> None:
    full = ladder(*map(str, range(rules.MAX_PLACES)))
    with pytest.raises(ClubRefused, match="maximum") as refused:
        rules.take_last_place(full, "gil")
    assert refused.value.code == "list_full"


@pytest.mark.parametrize(
    ("challenger", "other", "reason"),
    [
        ("eve", "bob", None),
        ("eve", "ann", "at most 3 places"),
        ("bob", "eve", "above you"),
        ("bob", "bob", "above you"),
        ("gil", "ann", "Take a place"),
        ("ann", "gil", "not on this ladder"),
    ],
)
def test_who_may_challenge_whom(challenger: str, other: str, reason: str | None) -> None:
    found = rules.reason_against(ladder(), 3, challenger, other)
    assert (found is None) if reason is None else (reason in (found or ""))


def test_one_open_challenge_each_way() -> None:
    one = challenged(ladder(), "eve", "cleo")
    assert rules.reason_against(one, 3, "eve", "dan")
    assert rules.reason_against(one, 3, "fay", "cleo")
    assert rules.reason_against(one, 3, "cleo", "ann") is None
    assert rules.reason_against(one, 3, "fay", "eve") is None


def test_a_win_takes_the_place_and_those_between_go_down() -> None:
    done = rules.end(challenged(ladder(), "eve", "bob"), 1, "won", NOW + 5)
    assert done.ladder.places == ("ann", "eve", "bob", "cleo", "dan", "fay")
    (result,) = done.results
    assert (result.sequence, result.at, result.outcome) == (1, NOW + 5, "won")
    assert (result.challenger_place, result.challenged_place) == (2, 3)
    assert done.ladder.challenges == ()


@pytest.mark.parametrize("outcome", ["lost", "drawn", "ended"])
def test_otherwise_nothing_moves(outcome: str) -> None:
    done = rules.end(challenged(ladder(), "eve", "bob"), 1, outcome, NOW)  # type: ignore[arg-type]
    assert done.ladder.places == PEOPLE
    assert len(done.results) == 1


def test_a_win_over_somebody_who_is_lower_by_now_moves_nobody() -> None:
    open_ = challenged(challenged(ladder(), "eve", "bob"), "fay", "eve")
    first = rules.end(open_, 2, "won", NOW)  # fay takes eve's place
    assert first.ladder.places == ("ann", "bob", "cleo", "dan", "fay", "eve")
    behind = Ladder(places=("eve", "bob"), challenges=open_.challenges)
    assert rules.end(behind, 1, "won", NOW).ladder.places == ("eve", "bob")


def test_an_answer_is_due_after_days() -> None:
    one = challenged(ladder(), "eve", "bob")
    due = NOW + 7 * DAY_MS
    assert rules.next_at(one) == due
    assert rules.settle(one, due - 1) == rules.Changed(one)
    done = rules.settle(one, due + 99)
    assert done.ladder.places[1] == "eve"
    assert [(each.outcome, each.at) for each in done.results] == [("unanswered", due)]
    assert rules.settle(done.ladder, due + 99).results == ()


def test_overdue_challenges_end_in_the_order_of_their_times() -> None:
    two = challenged(challenged(ladder(), "cleo", "ann", NOW + 10), "dan", "cleo", NOW)
    done = rules.settle(two, NOW + 30 * DAY_MS)
    assert [each.challenger for each in done.results] == ["dan", "cleo"]
    assert done.ladder.places[:4] == ("cleo", "ann", "bob", "dan")


def test_an_accepted_challenge_is_no_longer_overdue() -> None:
    one = rules.accept(challenged(ladder(), "eve", "bob"), 1, "game1", 1, NOW + DAY_MS)
    assert rules.settle(one, NOW + 30 * DAY_MS).results == ()
    assert rules.unstarted(one, NOW) == []
    assert rules.unstarted(one, NOW + DAY_MS) == ["game1"]
    begun = rules.note_begun(one, ["game1"])
    assert rules.unstarted(begun, NOW + DAY_MS) == []
    assert rules.next_at(begun) is None
    assert rules.end_of_game(begun, "other", "won", NOW).ladder == begun
    after = rules.end_of_game(begun, "game1", "won", NOW)
    assert after.ladder.places[1] == "eve"
    assert rules.end_of_game(after.ladder, "game1", "won", NOW).results == ()


def test_who_may_answer() -> None:
    one = challenged(ladder(), "eve", "bob")
    challenge = rules.find(one, 1)
    rules.check_answers(challenge, "bob", "decline")
    rules.check_answers(challenge, "eve", "withdraw")
    refusals: list[Callable[[], None]] = [
        lambda: rules.check_answers(challenge, "eve", "accept"),
        lambda: rules.check_answers(challenge, "bob", "withdraw"),
    ]
    for refusal in refusals:
        with pytest.raises(ClubRefused) as refused:
            refusal()
        assert refused.value.code == "not_permitted"
    accepted = rules.find(rules.accept(one, 1, "game1", 0, NOW), 1)
    with pytest.raises(ClubRefused) as late:
        rules.check_answers(accepted, "bob", "decline")
    assert late.value.code == "too_late"
    with pytest.raises(ClubRefused) as unknown:
        rules.find(one, 2)
    assert unknown.value.code == "no_such_challenge"


def test_who_withdraws_pauses() -> None:
    """For the days of the terms, then it is forgotten; leaving and coming again changes nothing."""
    done = rules.withdraw(challenged(ladder(), "eve", "bob"), 1, NOW)
    assert (done.ladder.challenges, done.results) == ((), ())
    again = rules.take_last_place(rules.leave(done.ladder, "fay", NOW).ladder, "fay")
    assert "Wait" in (rules.reason_against(again, 3, "eve", "bob") or "")
    assert rules.reason_against(again, 3, "eve", "cleo") is None
    assert rules.reason_against(again, 3, "dan", "bob") is None
    later = rules.settle(again, NOW + TERMS.days * DAY_MS).ladder
    assert later.pauses == ()
    assert rules.reason_against(later, 3, "eve", "bob") is None


@pytest.mark.parametrize(("outcome", "number"), [("ended", 1), ("lost", 0), ("declined", 0)])
def test_only_what_moved_nobody_pauses(outcome: str, number: int) -> None:
    done = rules.end(challenged(ladder(), "eve", "bob"), 1, outcome, NOW)  # type: ignore[arg-type]
    assert len(done.ladder.pauses) == number


def test_what_is_overdue_ends_before_somebody_leaves() -> None:
    one = challenged(ladder(), "eve", "bob")
    done = rules.leave(one, "bob", NOW + 30 * DAY_MS)
    assert [each.outcome for each in done.results] == ["unanswered"]
    assert done.ladder.places == ("ann", "eve", "cleo", "dan", "fay")


def test_pauses_have_a_bound() -> None:
    one, pauses = challenged(ladder(), "eve", "bob"), (rules.Pause("x", "y", 1),) * rules.MAX_PAUSES
    done = rules.withdraw(replace(one, pauses=pauses), 1, NOW)
    assert len(done.ladder.pauses) == rules.MAX_PAUSES
    assert done.ladder.pauses[-1].challenger == "eve"


def test_a_challenge_keeps_its_terms() -> None:
    made = rules.find(challenged(ladder(), "eve", "bob"), 1)
    other = Terms('{"kind":"byoyomi"}', 5, 3, True)
    assert rules.terms_of(made, other) == TERMS._replace(reach=5)
    old = replace(made, control=None, rated=None, days=None)
    assert rules.terms_of(old, other) == other


def test_who_leaves_ends_the_own_challenges() -> None:
    two = challenged(challenged(ladder(), "eve", "bob"), "bob", "ann")
    done = rules.leave(two, "bob", NOW)
    assert done.ladder.places == ("ann", "cleo", "dan", "eve", "fay")
    assert [each.outcome for each in done.results] == ["ended", "ended"]
    assert done.ladder.challenges == ()


def test_a_ladder_is_stored_as_json() -> None:
    one = rules.accept(challenged(ladder(), "eve", "bob"), 1, "game1", 1, NOW)
    assert rules.decode(rules.encode(one)) == one
