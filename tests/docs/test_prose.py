"""The pages are short and without habits of translated English (`tools/prose.py`)."""

import prose

MAX_WORDS = 76_000  # and 3,000 more for each later issue at most
MAX_USES = 2  # of a habit, per 10,000 words


def test_the_pages_are_short() -> None:
    assert sum(prose.words_of(page.read_text("utf-8")) for page in prose.pages()) <= MAX_WORDS


def test_habits_are_rare() -> None:
    words = sum(prose.words_of(page.read_text("utf-8")) for page in prose.pages())
    uses = [
        (name, page, line, text) for page in prose.pages() for name, line, text in prose.uses(page)
    ]
    often = {
        habit
        for habit in prose.HABITS
        if sum(name == habit for name, *_ in uses) > MAX_USES * words / 10_000
    }
    assert [place for place in uses if place[0] in often] == []


def test_a_habit_is_found_outside_of_code_and_quotations() -> None:
    text = 'Who wins stands. "nobody" `whoever`\n\n    at most\n\n```\nalone\n```\n'
    assert [name for name, pattern in prose.HABITS.items() if prose.found(pattern, text)] == [
        "stands",
        "begins with What or Who",
        "subjectless who",
    ]
