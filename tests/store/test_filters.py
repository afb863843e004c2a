"""Filters of lists are read from a URL's query; cursors are written and read."""

from collections.abc import Mapping
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zeitnot_server.store import BadFilter, GameFilter
from zeitnot_server.store.filters import DEFAULT_LIMIT, read_cursor, write_cursor

from ..each import each


def test_an_empty_query_selects_all_games() -> None:
    assert GameFilter.read({}) == GameFilter(limit=DEFAULT_LIMIT)
    assert GameFilter.read({"game": "", "player": ""}) == GameFilter()


def test_all_parameters_are_read() -> None:
    cursor = write_cursor(5, "game1")
    query = {
        "game": "othello",
        "player": "Ann",
        "result": "win",
        "reason": "flag",
        "state": "finished",
        "from": "2026-01-31",
        "to": "2026-01-31",
        "cursor": cursor,
        "limit": "7",
    }
    day = round(datetime(2026, 1, 31, tzinfo=UTC).timestamp() * 1000)
    assert GameFilter.read(query) == GameFilter(
        "othello", "Ann", "win", "flag", "finished", day, day + 86_400_000, cursor, 7
    )


def test_from_and_to_may_be_instants() -> None:
    noon = round(datetime(2026, 1, 31, 12, tzinfo=UTC).timestamp() * 1000)
    for text in ("2026-01-31T12:00:00Z", "2026-01-31T12:00", "2026-01-31T14:00:00+02:00"):
        filter_ = GameFilter.read({"from": text, "to": text})
        assert (filter_.date_from, filter_.date_to) == (noon, noon)


@each(
    ("query", "message"),
    [
        ({"limit": "0"}, "limit must be from 1 to 100."),
        ({"limit": "101"}, "limit must be from 1 to 100."),
        ({"limit": "-1"}, "limit must be a whole number."),
        ({"limit": "9" * 30}, "limit must be from 1 to 100."),
        ({"limit": "²"}, "limit must be a whole number."),
        ({"from": "yesterday"}, "from must be a day, such as"),
        ({"to": "9999-12-31"}, "to must be a day, such as"),
        ({"state": "over"}, "state must be one of open, running, paused, adjourned, finished."),
        ({"reason": "boredom"}, "reason must be one of rules, resign,"),
        ({"result": "won"}, "result must be win, draw, loss, or the number of the seat"),
        ({"result": "9" * 30}, "result must be win, draw, loss"),
        ({"result": "win"}, "result=win needs a player"),
        ({"player": "a\x00b"}, "player must be plain text."),
        ({"game": "\udcff"}, "game must be plain text."),
        ({"cursor": "?"}, "cursor must come from a page of this list."),
        ({"colour": "red"}, "There is no filter colour"),
    ],
)
def test_invalid_parameters_are_reported(query: Mapping[str, str], message: str) -> None:
    with pytest.raises(BadFilter) as bad:
        GameFilter.read(query)
    assert str(bad.value).startswith(message)


@given(st.integers(0, 10**14), st.from_regex("[0-9A-Za-z]{4,32}", fullmatch=True))
def test_a_cursor_round_trips(created_at: int, game: str) -> None:
    cursor = write_cursor(created_at, game)
    assert read_cursor(cursor) == (created_at, game)
    assert cursor.isascii()
    assert "=" not in cursor


@given(st.text())
def test_an_invalid_cursor_is_a_bad_filter_or_a_position(cursor: str) -> None:
    try:
        created_at, game = read_cursor(cursor)
    except BadFilter:
        return
    assert 0 <= created_at < 10**15
    assert game.isalnum()
