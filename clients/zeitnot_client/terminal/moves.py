"""Formats moves for the terminal: in the game's notation, with the throws before them; pure."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import zeitnot_protocol as p

from ..notations import format_line, format_move
from ..state import RoomState
from . import texts
from .boards import face_of

MAX_LISTED_MOVES = 24
"""If there are more legal moves, only their number is shown."""
LINE_WIDTH = 76
_GAP = 2


@dataclass(frozen=True, slots=True)
class PlayedMove:
    """A move on record, the position before it, and the text of the throw that it plays."""

    event: p.Moved
    before: str
    throw: str


def text_of(event: p.Moved, state: RoomState) -> str:
    """A move in the game's notation, or as sent if it is no longer on record."""
    return _played(state, position_before(event, state), event)


def position_before(event: p.Moved | p.Threw, state: RoomState) -> str:
    """The position before this move or throw; empty if it is not known or was taken back."""
    before = state.start
    for step in state.record:
        if step.seq == event.seq:
            return before or ""
        before = step.position
    return ""


def values_of(event: p.Threw) -> list[str]:
    """The values thrown, `?` for a hidden one."""
    return ["?" if value == p.HIDDEN else str(value) for value in event.values]


def analysis_line(state: RoomState, moves: Sequence[str]) -> list[str]:
    """A variation from the current position, in the game's notation."""
    return format_line(_game(state), state.position or "", moves)


def legal_texts(state: RoomState) -> list[str]:
    """Your legal moves, in the game's notation."""
    return [_format_move(state, state.position or "", move) for move in state.legal]


def candidates_text(state: RoomState, moves: Sequence[str]) -> str:
    """`Nbd2 or Nfd2`."""
    written_moves = [_format_move(state, state.position or "", move) for move in moves]
    *others, last = written_moves
    return texts.OR.join([", ".join(others), last]) if others else last


def legal_line(state: RoomState) -> str:
    """The legal moves in one line, or their number if there are many."""
    moves = legal_texts(state)
    if len(moves) > MAX_LISTED_MOVES:
        line = texts.MANY_LAYOUTS if is_placing_pieces(state) else texts.MANY_LEGAL
        return line.format(example=moves[0], count=len(moves))
    # Moves of several checkers contain blanks.
    separator = ", " if any(" " in move for move in moves) else " "
    return texts.LEGAL.format(moves=separator.join(moves))


def is_placing_pieces(state: RoomState) -> bool:
    """Whether it is your turn to place pieces before play begins."""
    face = face_of(_game(state))
    return face is not None and bool(state.legal) and all(map(face.places_piece, state.legal))


def legal_list(state: RoomState) -> str:
    """All legal moves, in columns."""
    moves = legal_texts(state)
    if not moves:
        return texts.NO_LEGAL
    width = max(map(len, moves)) + _GAP
    columns = max(1, LINE_WIDTH // width)
    rows = [moves[start : start + columns] for start in range(0, len(moves), columns)]
    return "\n".join("".join(move.ljust(width) for move in row).rstrip() for row in rows)


def move_list(state: RoomState, seat_names: Sequence[str]) -> str:
    """All moves, with a line for each round and a column for each seat."""
    rounds = rounds_of(state)
    if not rounds:
        return texts.NO_MOVES
    seats = range(len(state.seats))
    lines = [("", dict(zip(seats, seat_names, strict=False)))]
    has_numbers = _has_number(state) is not None
    for counted, moves in enumerate(rounds, 1):
        number = number_of(moves[0].event, state) if has_numbers else counted
        lines.append((f"{number}.", {move.event.seat: _cell(state, move) for move in moves}))
    widths = {seat: max(len(cells.get(seat, "")) for _, cells in lines) + _GAP for seat in seats}
    return "\n".join(
        f"{number:>4} {''.join(cells.get(seat, '').ljust(widths[seat]) for seat in seats)}".rstrip()
        for number, cells in lines
    )


def rounds_of(state: RoomState) -> list[list[PlayedMove]]:
    """The moves by rounds; a new round begins when the order of seats starts again."""
    rounds: list[list[PlayedMove]] = []
    before, throw = state.start or "", ""
    for step in state.record:
        if isinstance(step, p.Threw):
            throw = _throw(step)
        elif isinstance(step, p.Moved):
            if not rounds or step.seat <= rounds[-1][-1].event.seat:
                rounds.append([])
            rounds[-1].append(PlayedMove(step, before, throw))
            throw = ""
        before = step.position
    return rounds


def number_of(event: p.Moved, state: RoomState) -> int:
    """The number of a move, if its game numbers every move, otherwise of its round. A move that was
    taken back gets the next number."""
    has_number = _has_number(state)
    if has_number is not None:
        return sum(has_number(step.move) for step in _moves(state) if step.seq < event.seq) + 1
    rounds = rounds_of(state)
    found = (n for n, moves in enumerate(rounds, 1) if moves[-1].event.seq >= event.seq)
    return next(found, len(rounds) + 1)


def _moves(state: RoomState) -> list[p.Moved]:
    return [step for step in state.record if isinstance(step, p.Moved)]


def _has_number(state: RoomState) -> Callable[[str], bool] | None:
    """The face's `has_number`; None: rounds are numbered."""
    face = face_of(state.room.game_type if state.room else "")
    return None if face is None else face.has_number


def _cell(state: RoomState, move: PlayedMove) -> str:
    return move.throw + _played(state, move.before, move.event)


def _played(state: RoomState, before: str, event: p.Moved) -> str:
    face = face_of(_game(state))
    text = face.played(event.move, event.position) if face and event.position else None
    return _format_move(state, before, event.move) if text is None else text


def _throw(event: p.Threw) -> str:
    """`3-1: ` before the move that plays it; deals are not shown."""
    return f"{'-'.join(values_of(event))}: " if event.kind == "dice" else ""


def _game(state: RoomState) -> str:
    return state.room.game_type if state.room else ""


def _format_move(state: RoomState, position: str, move: str) -> str:
    return format_move(_game(state), position, move)
