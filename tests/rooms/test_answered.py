"""Every answer is found again, however many came after it."""

from zeitnot_client import protocol as p
from zeitnot_server.rooms.answered import RECENT, Answer, Answers

CLOCK = p.ClockView(remaining_ms=[1, 2])


def test_all_are_found_and_none_that_was_not_given() -> None:
    answers = Answers()
    count = 3 * RECENT + 1
    for seq in range(count):
        before = answers
        answers = answers.plus("ann", f"c{seq}", Answer("digest", seq, CLOCK))
        assert before.get("ann", f"c{seq}") is None, "the earlier room knows nothing of it"
    for seq in range(count):
        found = answers.get("ann", f"c{seq}")
        assert found == Answer("digest", seq, CLOCK)
    assert answers.get("bob", "c0") is None
    assert answers.get("ann", f"c{count}") is None


def test_the_same_answers_are_equal() -> None:
    def made() -> Answers:
        answers = Answers()
        for seq in range(RECENT + 3):
            answers = answers.plus("ann", f"c{seq}", Answer("digest", seq, None))
        return answers

    assert made() == made()
