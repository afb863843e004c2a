"""Checkers' twin: English draughts on a board of rows and columns."""

import itertools
from collections.abc import Iterator
from dataclasses import dataclass, replace

from ..twin import Result

BLACK, WHITE = 0, 1
LIMIT = 80  # plies without a capture or a man's move

Place = tuple[int, int]  # row from black's side, column from the left as white looks


def place(square: int) -> Place:
    """The four squares of a row are on its odd columns, then on its even ones, and so on."""
    row, number = divmod(square - 1, 4)
    return row, 2 * number + (1 if row % 2 == 0 else 0)


SQUARES = {place(square): square for square in range(1, 33)}


@dataclass(frozen=True)
class Piece:
    side: int
    is_king: bool = False


@dataclass(frozen=True)
class State:
    pieces: tuple[tuple[Place, Piece], ...]
    side: int
    quiet: int = 0
    seen: tuple[tuple[object, int], ...] = ()  # positions since the last capture or man's move

    @property
    def board(self) -> dict[Place, Piece]:
        return dict(self.pieces)


def _directions(piece: Piece) -> list[Place]:
    rows = (1, -1) if piece.is_king else (1,) if piece.side == BLACK else (-1,)
    return [(row, column) for row in rows for column in (-1, 1)]


def _after(at: Place, direction: Place, steps: int) -> Place:
    return at[0] + steps * direction[0], at[1] + steps * direction[1]


def _is_crowned(piece: Piece, at: Place) -> bool:
    return not piece.is_king and at[0] == (7 if piece.side == BLACK else 0)


def _jumps(board: dict[Place, Piece], path: list[Place], piece: Piece) -> Iterator[list[Place]]:
    """All maximal continuations of a path of jumps; `board` does not have `piece` on it."""
    here, can_continue = path[-1], False
    for direction in _directions(piece):
        over, land = _after(here, direction, 1), _after(here, direction, 2)
        victim = board.get(over)
        if victim is None or victim.side == piece.side or land not in SQUARES or land in board:
            continue
        can_continue = True
        rest = {at: one for at, one in board.items() if at != over}
        if _is_crowned(piece, land):
            yield [*path, land]
        else:
            yield from _jumps(rest, [*path, land], piece)
    if not can_continue and len(path) > 1:
        yield path


class Checkers:
    def start(self) -> State:
        men = [(place(square), Piece(BLACK)) for square in range(1, 13)]
        men += [(place(square), Piece(WHITE)) for square in range(21, 33)]
        return State(tuple(sorted(men, key=lambda one: one[0])), BLACK)

    def turn(self, state: State) -> int:
        return state.side

    def legal(self, state: State) -> list[str]:
        return [] if self.result(state) else self._moves(state)

    def _moves(self, state: State) -> list[str]:
        board, captures, steps = state.board, list[str](), list[str]()
        for at, piece in state.pieces:
            if piece.side != state.side:
                continue
            others = {place: one for place, one in board.items() if place != at}
            for path in _jumps(others, [at], piece):
                captures.append("x".join(str(SQUARES[one]) for one in path))
            for direction in _directions(piece):
                land = _after(at, direction, 1)
                if land in SQUARES and land not in board:
                    steps.append(f"{SQUARES[at]}-{SQUARES[land]}")
        return captures or steps

    def play(self, state: State, move: str) -> State:
        path = [place(int(square)) for square in move.replace("x", "-").split("-")]
        board = state.board
        piece = board.pop(path[0])
        is_capture = "x" in move
        if is_capture:
            for start, end in itertools.pairwise(path):
                del board[(start[0] + end[0]) // 2, (start[1] + end[1]) // 2]
        is_progress = is_capture or not piece.is_king
        if _is_crowned(piece, path[-1]):
            piece = replace(piece, is_king=True)
        board[path[-1]] = piece
        seen = () if is_progress else (*state.seen, (state.pieces, state.side))
        pieces = tuple(sorted(board.items(), key=lambda one: one[0]))
        return State(pieces, 1 - state.side, 0 if is_progress else state.quiet + 1, seen)

    def throws(self, state: State) -> list[tuple[int, ...]]:
        return []

    def throw(self, state: State, values: tuple[int, ...]) -> State:
        raise AssertionError("no throws in this game")

    def result(self, state: State) -> Result | None:
        if not self._moves(state):
            return ((0.0, 1.0), (1.0, 0.0))[state.side], "rules", "no move"
        if state.quiet >= LIMIT:
            return (0.5, 0.5), "rules", "forty moves"
        if state.seen.count((state.pieces, state.side)) >= 2:
            return (0.5, 0.5), "repetition", "repetition"
        return None

    def text(self, state: State) -> str:
        sides = [
            ",".join(
                f"{'K' if piece.is_king else ''}{SQUARES[at]}"
                for at, piece in state.pieces
                if piece.side == side
            )
            for side in (BLACK, WHITE)
        ]
        clock = f":H{state.quiet}" if state.quiet else ""
        return f"{'BW'[state.side]}:W{sides[WHITE]}:B{sides[BLACK]}{clock}"
