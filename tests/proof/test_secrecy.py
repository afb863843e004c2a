"""Nothing that is hidden leaves the server: pairs of games that differ only in what a viewer may
not know give it the same, to the last byte. A hundred pairs a game, by night a thousand; and leaks
that are planted, each of which a pair shows."""

from collections.abc import Callable
from typing import Any
from unittest.mock import patch

import pytest

import zeitnot_protocol as p
from zeitnot_server.play import audience, catch_up, frames
from zeitnot_server.play.native import NativeHidden, NativeRules

from ..repetition import times
from .secrecy.comparing import differences
from .secrecy.pairs import HIDING, pairs

PAIRS = times(100, 1_000)
RECORDS_EVERY = 33
SEED = 17


@pytest.mark.parametrize("game", HIDING)
def test_what_a_viewer_may_not_know_changes_nothing_that_it_gets(game: str) -> None:
    for number, pair in enumerate(pairs(game, PAIRS, SEED)):
        assert differences(pair, number % RECORDS_EVERY == 0) == [], pair


# ── leaks, each of which must be seen ──────────────────────────────────────────────────────────


def whole_position(rules: NativeRules, state: Any, viewer: int | None) -> str:
    return state.text


def whole_throw(
    hidden: NativeHidden, state: Any, values: tuple[int, ...], viewer: int | None
) -> tuple[int, ...]:
    return values


def whole_analysis(info: p.Info, room: Any, viewer: int | None) -> p.Info:
    return info


def whole_event(event: p.RoomEvent, room: Any, viewer: int | None) -> p.RoomEvent:
    return event


LEAKS: list[tuple[Any, str, Callable[..., Any], str]] = [
    (NativeRules, "position", whole_position, "frames"),
    (NativeHidden, "throw_seen", whole_throw, "frames"),
    (audience, "visible_info", whole_analysis, "frames"),
    (catch_up, "view", whole_event, "resumed"),
    (frames, "view", whole_event, "frames"),
]


@pytest.mark.parametrize(("place", "name", "leak", "part"), LEAKS)
def test_a_planted_leak_is_seen(place: Any, name: str, leak: Callable[..., Any], part: str) -> None:
    with patch.object(place, name, leak):
        found = [differences(pair) for pair in pairs("kuhn", 30, SEED)]
    assert any(part in each for each in found)
