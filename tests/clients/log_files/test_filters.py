"""Which lines of a bot's log are shown, and times on the command line."""

from datetime import UTC, datetime, timedelta, timezone

import pytest

from zeitnot_client.log_files.filters import BadTime, Filter, since

NOW = datetime(2026, 11, 30, 12, 0, tzinfo=timezone(timedelta(hours=8)))
LINE = {
    "at": "2026-11-30T03:00:00.500Z",
    "event": "move",
    "game": "aaaa",
    "opponents": ["Änne", "zeitnot"],
}


@pytest.mark.parametrize(
    ("chosen", "is_shown"),
    [
        (Filter(), True),
        (Filter(game="aaaa"), True),
        (Filter(game="aaa"), False),
        (Filter(opponent="änn"), True),
        (Filter(opponent="bob"), False),
        (Filter(since=datetime(2026, 11, 30, 3, 0, 0, 500_000, UTC)), True),
        (Filter(since=datetime(2026, 11, 30, 3, 0, 1, 0, UTC)), False),
        (Filter(events=frozenset({"move", "fault"})), True),
        (Filter(events=frozenset({"fault"})), False),
        (Filter(only_errors=True), False),
    ],
)
def test_filter(chosen: Filter, is_shown: bool) -> None:
    assert chosen.shows(LINE) is is_shown


def test_dialogue_is_shown_only_on_request() -> None:
    line = {**LINE, "event": "engine"}
    assert not Filter().shows(line)
    assert Filter(with_engine=True).shows(line)
    assert Filter(events=frozenset({"engine"})).shows(line)


def test_problems_have_a_level() -> None:
    assert Filter(only_errors=True).shows({**LINE, "level": "warning"})


def test_line_with_an_odd_time_or_odd_names_does_not_pass() -> None:
    earliest = Filter(since=datetime(2000, 1, 1, tzinfo=UTC))
    assert not earliest.shows({**LINE, "at": 5})
    assert not earliest.shows({**LINE, "at": "2026-11-30"})  # without a zone
    assert not Filter(opponent="a").shows({**LINE, "opponents": "Anna"})


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ("30m", NOW - timedelta(minutes=30)),
        ("2h", NOW - timedelta(hours=2)),
        ("3d", NOW - timedelta(days=3)),
        ("90s", NOW - timedelta(seconds=90)),
        ("2026-11-30", datetime(2026, 11, 29, 16, 0, tzinfo=UTC)),
        ("2026-11-30T14:05", datetime(2026, 11, 30, 6, 5, tzinfo=UTC)),
        ("2026-11-30T14:05Z", datetime(2026, 11, 30, 14, 5, tzinfo=UTC)),
    ],
)
def test_times(text: str, at: datetime) -> None:
    assert since(text, NOW) == at


@pytest.mark.parametrize("text", ["", "2", "2w", "yesterday", "999999d", "2026-13-01", "-2h"])
def test_bad_times(text: str) -> None:
    with pytest.raises(BadTime, match="is no time"):
        since(text, NOW)
