"""Turns what happens in one room into lines of a bot's log. Pure.

While a game runs in which players do not see everything, its file must not show what this seat
knows, because somebody else may read it. So moves, throws, positions and the engine's dialogue are
held back until the game has ended.
"""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

import zeitnot_protocol as p

from .faults import Fault
from .game_end import GameResult
from .game_tasks import IN_PROGRESS
from .log_files.lines import Fields
from .series import has_next_game, score_after
from .session_events import (
    CommitmentChanged,
    Disconnected,
    Dropped,
    EventReceived,
    Rejected,
    Relocated,
    Rewound,
    SessionEvent,
    Synced,
)
from .state import RoomState

Line = tuple[float, str, Fields]
"""Unix time in seconds, the event, and the other fields."""
MAX_HELD = 5_000  # lines of one game
SECRET_EVENTS = frozenset({"move", "throw", "engine", "fault", "rejected"})
REPORTED_AT_ONCE = frozenset({"fault", "rejected"})
"""Of these a line without text and position is written at once, and the whole one at the end."""
SECRET_FIELDS = frozenset({"text", "position"})
BAD_ENDS = ("flag", "abandoned")


class GameLines:
    """The lines of one room. `is_open`: whether players see the whole position in games of this
    type."""

    def __init__(self, is_open: Callable[[str], bool]) -> None:
        self._is_open = is_open
        self._held: list[Line] = []
        self._left_out = 0
        self._was_synced = False
        self._seq = 0  # of the last event that has been noted

    def note(self, at_s: float, session_event: SessionEvent, state: RoomState) -> list[Line]:
        """The lines for an event; `state` already includes it. What happened before this process
        entered the room is left out, except the start and who has declined."""
        match session_event:
            case EventReceived(event=event):
                if event.seq <= self._seq:
                    return []
                self._seq = event.seq
                if not self._was_synced and not _is_told_later(event):
                    return []
                return self._put(at_s, *_of_event(event, state), state=state)
            case Synced() if not self._was_synced:
                self._was_synced = True
                if state.ply == 0 or state.phase == "finished":
                    return []
                return self._put(at_s, "resumed", {"ply": state.ply}, state=state)
            case Rewound():
                self._seq, self._was_synced = 0, False
        name, fields = _of_session(session_event, state)
        return self._put(at_s, name, fields, state=state)

    def fault(self, at_s: float, fault: Fault, state: RoomState) -> list[Line]:
        """The line for a turn in which the bot found no move."""
        fields = {"ply": state.ply, "text": fault.text, "retries": fault.retries, "level": "error"}
        return self._put(at_s, "fault", {**fields, "position": state.position}, state=state)

    def engine(self, at_s: float, direction: str, text: str, state: RoomState) -> list[Line]:
        """The line for one line of the dialogue with an engine."""
        return self._put(at_s, "engine", {"direction": direction, "text": text}, state=state)

    def end(self, at_s: float, end: GameResult, state: RoomState) -> list[Line]:
        """What was held back, and the line for the end of the game."""
        held, self._held = self._held, []
        if self._left_out:
            held.append((at_s, "held_back", {"lost": self._left_out, **_game(state)}))
            self._left_out = 0
        is_bad = bool(end.cause) or (end.result == "lost" and end.reason in BAD_ENDS)
        fields: dict[str, Any] = {
            "result": end.result,
            "reason": end.reason,
            "word": end.word or None,
            "plies": state.ply,
            "scores": state.finished.scores if state.finished else None,
            "left_ms": end.left_ms,
            "slowest_ms": end.slowest_ms,
            "slowest_ply": None if end.slowest_ms is None else end.slowest_ply,
            "pending_ms": end.pending_ms,
            "cause": end.cause or None,
            "level": "error" if is_bad else None,
        }
        lines: list[Line] = [(at_s, "ended", {**_game(state), **fields})]
        if (points := score_after(state)) is not None and not has_next_game(state):
            own, other = points
            lines.append((at_s, "series_ended", {**_game(state), "own": own, "other": other}))
        return [*held, *lines]

    def _put(self, at_s: float, name: str, fields: Fields, *, state: RoomState) -> list[Line]:
        """The line, unless there is none (`name` is empty) or it has to wait for the end."""
        if not name:
            return []
        entry = (at_s, name, {**_game(state), **fields})
        game_type = state.room.game_type if state.room else ""
        if name not in SECRET_EVENTS or state.phase == "finished" or self._is_open(game_type):
            return [entry]
        if len(self._held) < MAX_HELD:
            self._held.append(entry)
        else:
            self._left_out += 1
        if name not in REPORTED_AT_ONCE:
            return []
        shown = {each: value for each, value in entry[2].items() if each not in SECRET_FIELDS}
        return [(at_s, name, {**shown, "held_back": sorted(SECRET_FIELDS & entry[2].keys())})]


def _is_told_later(event: p.RoomEvent) -> bool:
    """Whether the event is logged by a process that enters the room after it."""
    return isinstance(event, p.Started) or (isinstance(event, p.Seated) and bool(event.declined))


def _game(state: RoomState) -> dict[str, Any]:
    """The fields of every line about a game."""
    others = [seat.player for number, seat in enumerate(state.seats) if number != state.you]
    return {
        "game": state.game,
        "game_type": state.room.game_type if state.room else None,
        "seat": state.you,
        "opponents": [player.name for player in others if player is not None],
    }


def _of_event(event: p.RoomEvent, state: RoomState) -> tuple[str, Fields]:
    """The event's name in the log and its fields; an empty name: it is not logged."""
    match event:
        case p.Started():
            return "started", _start(state)
        case p.Moved():
            return "move", _move(event, state)
        case p.Threw(k=k, kind=kind, values=values):
            return "throw", {"throw": k, "kind": kind, "values": values}
        case p.TakenBack(seat=seat, plies=plies, ply=ply):
            return "taken_back", {"by": seat, "plies": plies, "ply": ply}
        case p.Withdrew(seat=seat, reason=reason):
            return "withdrew", {"by": seat, "reason": reason}
        case p.Vacated(seat=seat, reason=reason):
            return "vacated", {"by": seat, "reason": reason}
    return _of_agreement(event)


def _of_agreement(event: p.RoomEvent) -> tuple[str, Fields]:
    """The same for offers, pauses and rematches."""
    match event:
        case p.Seated(declined=p.Declined() as declined):
            fields = {"by": declined.name, "reason": declined.reason, "text": declined.text or None}
            return "declined", fields
        case p.Offered(seat=seat, what=what):
            return "offered", {"by": seat, "what": what}
        case p.Answered(seat=seat, what=what, accept=accept):
            return "answered", {"by": seat, "what": what, "accepted": accept}
        case p.Paused(reason=reason):
            return "paused", {"reason": reason}
        case p.Resumed():
            return "continued", {}
        case p.Rematch(seat=seat, next=next_game):
            return "rematch", {"by": seat, "next": next_game}
        case p.RematchDropped(seat=seat, declined=declined):
            return "rematch_dropped", {"by": seat, "declined": declined}
    return "", {}


def _start(state: RoomState) -> Fields:
    if state.room is None:
        return {}
    players = [seat.player for number, seat in enumerate(state.seats) if number != state.you]
    return {
        "settings": state.room.settings,
        "control": msgspec.to_builtins(state.room.control),
        "players": [msgspec.to_builtins(player) for player in players if player is not None],
        "rules_version": state.room.rules_version,
    }


def _move(event: p.Moved, state: RoomState) -> Fields:
    receipt, engine = event.receipt, event.engine
    fields: dict[str, Any] = {
        "ply": event.ply,
        "by": event.seat,
        "own": event.seat == state.you,
        "move": event.move,
        "elapsed_ms": receipt.elapsed_ms,
        "lag_ms": receipt.compensated_ms,
        "charged_ms": receipt.charged_ms,
        "left_ms": receipt.remaining_ms,
        "by_server": event.by_server or None,
    }
    if engine is not None:
        depth, nodes = engine.depth or None, engine.nodes or None
        fields |= {"depth": depth, "nodes": nodes, "value": engine.value, "unit": engine.unit}
    return fields


def _of_session(session_event: SessionEvent, state: RoomState) -> tuple[str, Mapping[str, Any]]:
    match session_event:
        case Rejected(command=command, error=error):
            kind = None if command is None else type(command).__name__.lower()
            fields = {"command": kind, "code": error.code, "text": error.message}
            return "rejected", {**fields, "level": "warning"}
        case Dropped(command=command):
            return "dropped", {"command": type(command).__name__.lower()}
        case Disconnected():  # a room that only waits is left on purpose
            return "disconnected", {"level": "warning" if state.phase in IN_PROGRESS else None}
        case Relocated(node=node):
            return "relocated", {"node": node}
        case CommitmentChanged():
            return "commitment_changed", {"level": "error"}
        case Rewound():
            return "rewound", {"level": "warning"}
    return "", {}
