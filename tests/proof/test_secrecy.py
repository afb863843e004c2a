"""Hidden information does not leave the server: in pairs of games that differ only in what a viewer
may not know, the viewer receives the same bytes.

Compares ten to forty pairs per game, or a thousand in nightly runs. Also checks that the comparison
detects planted leaks."""

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
from .secrecy.pairs import HIDING_GAMES, pairs

PAIRS = times(40, 1_000)
MAX_EVENTS = times(2_500, 1_000_000)
"""The pairs of a game end after this many events; one game of Kriegspiel has hundreds."""
RECORDS_EVERY = 33  # of this many pairs, one has its database records compared, which is slow
SEED = 17


@pytest.mark.parametrize("game", HIDING_GAMES)
def test_viewers_receive_no_hidden_information(game: str) -> None:
    events = 0
    for number, pair in enumerate(pairs(game, PAIRS, SEED)):
        assert differences(pair, number % RECORDS_EVERY == 0) == [], pair
        events += len(pair.one)
        if events > MAX_EVENTS:
            break
    assert number >= 9, "fewer than ten pairs were compared"


# ── leaks that must be detected ──────────────────────────────────────────────────────────


def leaked_position(rules: NativeRules, state: Any, viewer: int | None) -> str:
    return state.text


def leaked_throw(
    hidden: NativeHidden, state: Any, values: tuple[int, ...], viewer: int | None
) -> tuple[int, ...]:
    return values


def leaked_move(hidden: NativeHidden, state: Any, seat: int, move: str, viewer: int | None) -> str:
    return move


def leaked_analysis(info: p.Info, room: Any, viewer: int | None) -> p.Info:
    return info


def leaked_event(event: p.RoomEvent, room: Any, viewer: int | None) -> p.RoomEvent:
    return event


def event_with_report(event: p.RoomEvent, room: Room, viewer: int | None) -> p.RoomEvent:
    """Leaks only the `engine` report of a move."""
    seen = view(event, room, viewer)
    return structs.replace(seen, engine=event.engine) if isinstance(event, p.Moved) else seen


def event_with_log_line(event: p.RoomEvent, room: Room, viewer: int | None) -> p.RoomEvent:
    """Leaks only a line in the log."""
    structlog.get_logger().info("event", position=room.position(room.turn))
    return view(event, room, viewer)


_frames_of = frames.Frames.for_seat


def movers_legal_moves(step: frames.Frames, seat: int | None) -> list[str]:
    """Leaks the mover's legal moves to all others."""
    own_frames = _frames_of(step, seat)
    return own_frames if seat == step._mover else [*own_frames, *step._legal_moves]


def movers_legal_moves_late(room: Room, viewer: int | None) -> p.Turn | None:
    return turn(room, room.turn)


def leaked_summary(room: Room) -> p.GameSummary:
    return structs.replace(summary(room), position=room.position(room.turn))


@dataclass(frozen=True)
class Leak:
    """`planted` replaces `name` at `place`; `part`: the part of what a viewer receives that must
    show it."""

    place: Any
    name: str
    planted: Callable[..., Any]
    part: str
    game: str = "kuhn"


LEAKS = (
    Leak(NativeRules, "position", leaked_position, "frames"),
    Leak(NativeHidden, "visible_throw", leaked_throw, "frames"),
    Leak(NativeHidden, "visible_move", leaked_move, "frames", "blindtictactoe"),
    Leak(NativeHidden, "visible_move", leaked_move, "frames", "battleship"),
    Leak(NativeHidden, "visible_move", leaked_move, "records", "blindtictactoe"),
    Leak(audience, "visible_info", leaked_analysis, "frames"),
    Leak(frames, "view", leaked_event, "frames"),
    Leak(frames, "view", event_with_report, "frames"),
    Leak(frames, "view", event_with_log_line, "lines"),
    Leak(frames.Frames, "for_seat", movers_legal_moves, "frames", "blindtictactoe"),
    Leak(broadcaster, "turn", movers_legal_moves_late, "late", "whist"),
    Leak(catch_up, "view", leaked_event, "late"),
    Leak(catch_up, "view", leaked_event, "resumed"),
    Leak(catch_up, "view", event_with_report, "resumed"),
    Leak(broadcaster, "view", leaked_event, "published"),
    Leak(broadcaster, "view", event_with_report, "published"),
    Leak(broadcaster, "summary", leaked_summary, "published"),
    Leak(records, "view", leaked_event, "records"),
    Leak(records, "view", event_with_report, "records"),
)


@pytest.mark.parametrize("leak", LEAKS, ids=lambda leak: f"{leak.game}-{leak.planted.__name__}")
def test_a_planted_leak_is_detected(leak: Leak) -> None:
    with patch.object(leak.place, leak.name, leak.planted):
        some_pairs = pairs(leak.game, 30, SEED)
        assert any(leak.part in differences(pair, leak.part == "records") for pair in some_pairs)
