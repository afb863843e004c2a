"""Files of opening books."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zeitnot_server.books.entry import BookPosition, Entry
from zeitnot_server.books.files import BadBook, read, write
from zeitnot_server.books.lines import BookLine
from zeitnot_server.hosting.native import rules_for

HEAD = '{"format":"zeitnot-book-1","game_type":"duel"}'
LINE = '{"settings_key":"0000000000000007","key":"00000000000000ff","position":"-","move":"high"'

keys = st.integers(0, 2**64 - 1)
counts = st.integers(0, 10**6)
entries = st.builds(
    lambda move, weight, wins, draws, losses, last_played, source: Entry(
        move, weight, wins, draws, losses, wins + draws / 2, last_played, source
    ),
    st.text("abc-/*()0123456789", min_size=1, max_size=20),
    st.floats(0, 1e9),
    counts,
    counts,
    counts,
    st.none() | st.integers(0, 10**13),
    st.sampled_from(["games", "club", "club+games"]),
)
lines = st.lists(
    st.builds(BookLine, st.builds(BookPosition, st.just("duel"), keys, keys), st.text(), entries)
)


@given(lines)
def test_written_books_are_read_back(book_lines: list[BookLine]) -> None:
    assert read(enumerate(write("duel", book_lines), 1)) == ("duel", book_lines)


def test_fields_that_are_zero_may_be_omitted() -> None:
    game, (line,) = read(enumerate([HEAD, "", LINE + "}"], 1))
    assert game == "duel"
    assert line == BookLine(BookPosition("duel", 7, 255), "-", Entry("high"))


@pytest.mark.parametrize(
    ("file", "message"),
    [
        ([], "^the file is empty$"),
        (["{}"], "line 1"),
        (["no json"], "line 1"),
        (['{"format":"polyglot","game_type":"duel"}'], "line 1: the format is 'polyglot'"),
        ([HEAD, "[]"], "line 2"),
        ([HEAD, "", LINE + ',"wins":-1}'], "line 3"),
        ([HEAD, LINE + ',"weight":-0.5}'], "line 2"),
        ([HEAD, LINE + ',"wins":1,"score_sum":2}'], "line 2: score_sum"),
        ([HEAD, LINE.replace("ff", "xx") + "}"], "line 2"),
        ([HEAD, LINE.replace("00ff", "ff") + "}"], "line 2"),
    ],
)
def test_files_that_are_not_books_are_refused(file: list[str], message: str) -> None:
    with pytest.raises(BadBook, match=message):
        read(enumerate(file, 1))


def test_the_example_in_the_reference_is_a_book() -> None:
    page = Path(__file__).parents[2] / "docs/reference/records.md"
    example = page.read_text("utf-8").split("```json\n")[1].split("```")[0]
    game, (line,) = read(enumerate(example.splitlines(), 1))
    assert game == "tictactoe"
    assert line.entry.weight == line.entry.earned_weight
    rules = rules_for(game, {})
    state = rules.parse(line.position)
    assert line.book_position == BookPosition(game, rules.settings_key, rules.key(state))
    assert line.entry.move in rules.legal(state)
