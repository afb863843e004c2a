"""Nothing that is hidden leaves the server: pairs of games that differ only in what a viewer may
not know give it the same, to the last byte. Ten to forty pairs a game, by night a thousand; and
leaks that are planted, each of which a pair shows."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from unittest.mock import patch

import pytest
import structlog
from msgspec import structs

import zeitnot_protocol as p
from zeitnot_server.hosting.native import NativeHidden, NativeRules
from zeitnot_server.hosting.room import audience, broadcaster, catch_up, frames
from zeitnot_server.rooms.room import Room
from zeitnot_server.rooms.summary import summary
from zeitnot_server.rooms.view import turn, view
from zeitnot_server.store.sql.games import records

from ..repetition import times
from .secrecy.comparing import differences
from .secrecy.pairs import HIDING, pairs

PAIRS = times(40, 1_000)
EVENTS = times(2_500, 1_000_000)
"""No more pairs of a game are compared after this many; a game of Kriegspiel has hundreds."""
RECORDS_EVERY = 33
SEED = 17


@pytest.mark.parametrize("game", HIDING)
def test_what_a_viewer_may_not_know_changes_nothing_that_it_gets(game: str) -> None:
    events = 0
    for number, pair in enumerate(pairs(game, PAIRS, SEED)):
        assert differences(pair, number % RECORDS_EVERY == 0) == [], pair
        events += len(pair.one)
        if events > EVENTS:
            break
    assert number >= 9


# ── leaks, each of which must be seen ──────────────────────────────────────────────────────────


def whole_position(rules: NativeRules, state: Any, viewer: int | None) -> str:
    return state.text


def whole_throw(
    hidden: NativeHidden, state: Any, values: tuple[int, ...], viewer: int | None
) -> tuple[int, ...]:
    return values


def whole_move(hidden: NativeHidden, state: Any, seat: int, move: str, viewer: int | None) -> str:
    return move


def whole_analysis(info: p.Info, room: Any, viewer: int | None) -> p.Info:
    return info


def whole_event(event: p.RoomEvent, room: Any, viewer: int | None) -> p.RoomEvent:
    return event


def event_with_report(event: p.RoomEvent, room: Room, viewer: int | None) -> p.RoomEvent:
    """As it should be, but for the `engine` line of a move."""
    seen = view(event, room, viewer)
    return structs.replace(seen, engine=event.engine) if isinstance(event, p.Moved) else seen


def event_with_log_line(event: p.RoomEvent, room: Room, viewer: int | None) -> p.RoomEvent:
    """As it should be, but for a line in the log."""
    structlog.get_logger().info("event", position=room.position(room.turn))
    return view(event, room, viewer)


_frames_of = frames.Frames.of


def movers_legal_moves(step: frames.Frames, seat: int | None) -> list[str]:
    """As they should be, and the legal moves also for those who are not to move."""
    own = _frames_of(step, seat)
    return own if seat == step._mover else [*own, *step._legal_moves]


def movers_legal_moves_late(room: Room, viewer: int | None) -> p.Turn | None:
    return turn(room, room.turn)


def whole_summary(room: Room) -> p.GameSummary:
    return structs.replace(summary(room), position=room.position(room.turn))


@dataclass(frozen=True)
class Leak:
    """What is planted at `place`, and the part of what a viewer gets that must show it."""

    place: Any
    name: str
    planted: Callable[..., Any]
    part: str
    game: str = "kuhn"


LEAKS = (
    Leak(NativeRules, "position", whole_position, "frames"),
    Leak(NativeHidden, "throw_seen", whole_throw, "frames"),
    Leak(NativeHidden, "move_seen", whole_move, "frames", "blindtictactoe"),
    Leak(NativeHidden, "move_seen", whole_move, "frames", "battleship"),
    Leak(NativeHidden, "move_seen", whole_move, "records", "blindtictactoe"),
    Leak(audience, "visible_info", whole_analysis, "frames"),
    Leak(frames, "view", whole_event, "frames"),
    Leak(frames, "view", event_with_report, "frames"),
    Leak(frames, "view", event_with_log_line, "lines"),
    Leak(frames.Frames, "of", movers_legal_moves, "frames", "blindtictactoe"),
    Leak(broadcaster, "turn", movers_legal_moves_late, "late", "whist"),
    Leak(catch_up, "view", whole_event, "late"),
    Leak(catch_up, "view", whole_event, "resumed"),
    Leak(catch_up, "view", event_with_report, "resumed"),
    Leak(broadcaster, "view", whole_event, "published"),
    Leak(broadcaster, "view", event_with_report, "published"),
    Leak(broadcaster, "summary", whole_summary, "published"),
    Leak(records, "view", whole_event, "records"),
    Leak(records, "view", event_with_report, "records"),
)


@pytest.mark.parametrize("leak", LEAKS, ids=lambda leak: f"{leak.game}-{leak.planted.__name__}")
def test_a_planted_leak_is_seen(leak: Leak) -> None:
    with patch.object(leak.place, leak.name, leak.planted):
        few = pairs(leak.game, 30, SEED)
        assert any(leak.part in differences(pair, leak.part == "records") for pair in few)
